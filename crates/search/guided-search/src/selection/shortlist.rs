use bestply_core::Value;

use crate::Ties;
use crate::selection::{Rivals, Selectable};

/// The best children of a node with very many children, so that a walk need not look at all of them.
///
/// The others do not change while the node is on the walk, since only listed children are visited.
pub(crate) struct Shortlist {
    /// The listed children's indices, in canonical order.
    pub(crate) indices: Vec<usize>,
    /// A summary of the unlisted children that are proved, or whose scores grow or are not to be tied with.
    visited: Rivals,
    /// The best of the unlisted children that were never visited and have no bonus.
    /// Its score does not change, and its value is the best.
    unvisited: Option<Selectable>,
}

impl Shortlist {
    /// The fewest children of a node that has a list.
    ///
    /// With 512 children a list saves a quarter of the instructions of an evaluation (143 of 192), with 128 only 7 %,
    /// and it guesses more branches wrongly (bench `counts -- wide`).
    pub(crate) const LEAST_CHILDREN: usize = 256;

    /// The list of a node of this width, with the best of its candidates. It reorders `candidates`.
    ///
    /// `proved` is the best value of the proved children. `None` if there are fewer than two candidates.
    pub(crate) fn new(candidates: &mut [Selectable], proved: Value, width: f64) -> Option<Shortlist> {
        if candidates.len() < 2 {
            return None;
        }
        // At this length looking at the list costs about as much as its share in making it.
        // Four times the length takes 3 % more instructions with 512 children and with 2,048,
        // and a quarter of it 16 and 7 % more (bench `counts -- wide`).
        let length = candidates.len().isqrt();
        let (best, _, _) = candidates.select_nth_unstable_by(length, Selectable::compare);
        let mut indices = Vec::from_iter(best.iter().map(|candidate| candidate.index));
        indices.sort_unstable();
        let others = &candidates[length..];
        let mut visited = Rivals::none(width);
        visited.admit_proved(proved);
        let is_frozen = |other: &&Selectable| other.visits == 0 && other.share == 0.0;
        others.iter().filter(|other| !is_frozen(other)).for_each(|&other| visited.admit(other));
        visited.round_up();
        let unvisited = others.iter().filter(is_frozen).min_by(|a, b| a.compare(b)).copied();
        Some(Shortlist { indices, visited, unvisited })
    }

    /// Whether `best`, the best listed child, is the best of all children when the node has this width.
    pub(crate) fn is_best(&self, best: &Selectable, width: f64, (ties, kept): (Ties, usize)) -> bool {
        let wins_tie = |other: &Selectable| match ties {
            Ties::Kept => kept == best.index || best.index < other.index,
            // Nobody is visited less than a child that was never visited.
            Ties::FewestVisits => best.visits == 0 && best.index < other.index,
        };
        let beats = |other: &Selectable| best.score > other.score || (best.score == other.score && wins_tie(other));
        (!self.visited.is_open || best.score > self.visited.most(width)) && self.unvisited.as_ref().is_none_or(beats)
    }

    /// Adds the unlisted children to the rivals.
    pub(crate) fn admit_others(&self, rivals: &mut Rivals) {
        rivals.admit_all(&self.visited);
        if let Some(unvisited) = self.unvisited {
            rivals.admit(unvisited);
        }
        rivals.round_up();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE_KEPT: usize = usize::MAX;

    fn candidate(index: usize, score: f64, share: f64) -> Selectable {
        Selectable { index, visits: u32::from(share > 0.0), value: index as Value, score, share }
    }

    #[test]
    fn the_best_are_listed_in_canonical_order() {
        let scores = [1.0, 5.0, 2.0, 5.0, 0.0, 5.0, 4.0, 5.0, 3.0];
        let mut candidates = Vec::from_iter((0..9).map(|index| candidate(index, scores[index], 0.0)));
        candidates.reverse();
        let list = Shortlist::new(&mut candidates, 70, 1.0).expect("there are enough");
        assert_eq!(list.indices, [1, 3, 5], "the root of nine, and of equals the lower indices");
        let mut rivals = Rivals::none(1.0);
        list.admit_others(&mut rivals);
        assert_eq!((rivals.value, rivals.is_open), (70, true));
        assert!(Shortlist::new(&mut [candidate(0, 1.0, 0.0)], 0, 1.0).is_none());

        let best = |index| list.is_best(&candidate(index, 5.0, 0.0), 1.0, (Ties::Kept, NONE_KEPT));
        assert_eq!([best(5), best(8)], [true, false], "an equal one that is not listed has index 7");
        assert!(list.is_best(&candidate(8, 5.0, 0.0), 1.0, (Ties::Kept, 8)), "the one on the walk goes before equals");
        assert!(!list.is_best(&candidate(5, 4.9, 0.0), 1.0, (Ties::Kept, NONE_KEPT)));
    }

    #[test]
    fn who_was_visited_and_is_not_listed_may_have_become_better() {
        let mut candidates =
            [candidate(0, 9.0, 0.5), candidate(1, 9.0, 0.5), candidate(2, 4.0, 0.5), candidate(3, 6.0, 0.0)];
        let list = Shortlist::new(&mut candidates, 0, 1.0).expect("there are enough");
        assert_eq!(list.indices, [0, 1]);
        let is_best = |score, width| list.is_best(&candidate(0, score, 0.5), width, (Ties::Kept, NONE_KEPT));
        assert!(is_best(6.5, 1.0) && is_best(6.5, 5.9), "it has grown to 6.45 at the most");
        assert!(!is_best(6.5, 6.0), "it may be worth as much");
        assert!(!is_best(5.9, 1.0), "the one never visited is worth more");
        let mut rivals = Rivals::none(5.0);
        list.admit_others(&mut rivals);
        assert!(rivals.value == 3 && rivals.most(5.0) > 6.0 && rivals.most(7.0) > 7.0 && rivals.most(7.0) < 7.000_001);
    }
}
