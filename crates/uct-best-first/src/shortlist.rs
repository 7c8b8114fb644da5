use bestply_core::Value;

use crate::rivals::{Candidate, Rivals};

/// The best children of a node with very many, so that not all need be looked at each time.
///
/// The others do not change while the node is on the walk, since only who is on the list is visited.
pub(crate) struct Shortlist {
    /// In canonical order.
    pub(crate) indices: Vec<usize>,
    /// The others: visited, or proved.
    visited: Rivals,
    /// The best of the others that were never visited. It has its score for ever.
    unvisited: Option<Candidate>,
    /// The best value of those that were never visited.
    unvisited_value: Value,
}

impl Shortlist {
    /// A node with fewer children does not need one.
    pub(crate) const LEAST_CHILDREN: usize = 256;

    /// The list of a node of this width, with the best of its candidates, of which the order is not kept. `proved` is the best value of
    /// the children that are proved.
    pub(crate) fn new(candidates: &mut [Candidate], proved: Value, width: f64) -> Option<Shortlist> {
        if candidates.len() < 2 {
            return None;
        }
        // As many as make looking at the list about as dear as its share in making it.
        let length = candidates.len().isqrt();
        let (best, _, _) = candidates.select_nth_unstable_by(length, Candidate::compare);
        let mut indices = Vec::from_iter(best.iter().map(|candidate| candidate.index));
        indices.sort_unstable();
        let others = &candidates[length..];
        let mut visited = Rivals::none(width);
        visited.admit_proved(proved);
        others.iter().filter(|other| other.share > 0.0).for_each(|&other| visited.admit(other));
        visited.round_up();
        let unvisited = others.iter().filter(|other| other.share == 0.0);
        let unvisited_value = unvisited.clone().map(|other| other.value).max().unwrap_or(Value::MIN);
        let unvisited = unvisited.min_by(|a, b| a.compare(b)).copied();
        Some(Shortlist { indices, visited, unvisited, unvisited_value })
    }

    /// Whether a child of the list, the best of it, is the best of all now that the node has this width.
    pub(crate) fn is_best(&self, best: &Candidate, width: f64, kept: usize) -> bool {
        let beats = |other: &Candidate| {
            best.score > other.score || (best.score == other.score && (kept == best.index || best.index < other.index))
        };
        (!self.visited.is_open || best.score > self.visited.most(width)) && self.unvisited.as_ref().is_none_or(beats)
    }

    /// Counts in who is not on the list.
    pub(crate) fn admit_others(&self, rivals: &mut Rivals) {
        rivals.admit_all(&self.visited);
        if let Some(unvisited) = self.unvisited {
            rivals.admit(Candidate { value: self.unvisited_value, ..unvisited });
        }
        rivals.round_up();
    }
}
