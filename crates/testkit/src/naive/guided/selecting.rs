//! How a walk goes on from a node.

use bestply_core::{Evaluator, Keyed};

use super::{Edge, Walks};
use crate::naive::selection::oriented;

impl<P: Keyed + Clone, E: Evaluator<P>> Walks<'_, P, E> {
    /// The child that the walk with this path goes on to.
    pub(super) fn select(&mut self, node: usize, path: &[usize]) -> usize {
        let side = self.side_after(path);
        let (settings, scale) = (self.naive.settings, self.scale());
        let visits = self.naive.nodes[node].visits;
        let edges = self.naive.nodes[node].edges.clone();
        let open = |edge: &Edge| edge.proof.is_none();
        let scores: Vec<f64> = edges
            .iter()
            .map(|edge| {
                let value = oriented(side, edge.value);
                match settings.selection {
                    _ if !open(edge) => f64::NEG_INFINITY,
                    None => value,
                    Some(selection) => {
                        let visits = [visits, edge.visits];
                        selection.score(value / scale, visits, edge.prior, &mut self.random)
                    }
                }
            })
            .collect();
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let equals: Vec<usize> =
            (0..edges.len()).filter(|&index| open(&edges[index]) && scores[index] == most).collect();
        let kept = self.last.get(path.len()).filter(|_| self.last.starts_with(path));
        if settings.by_fewest_visits {
            return *equals.iter().min_by_key(|&&index| edges[index].visits).expect("a child is open");
        }
        *kept.filter(|kept| equals.contains(kept)).unwrap_or(&equals[0])
    }
}
