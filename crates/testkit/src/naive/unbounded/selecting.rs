//! How a walk goes on from a node.

use bestply_core::{Evaluator, Keyed, Side, Value};

use super::{Edge, NaivePuct, UnboundedWalks, oriented};
use crate::naive::NaiveSelection;
use crate::naive::random::gumbel;

impl<P: Keyed + Clone, E: Evaluator<P>> UnboundedWalks<'_, P, E> {
    /// The child that the walk with this path goes on to.
    pub(super) fn select(&mut self, node: usize, path: &[usize]) -> usize {
        let side = self.side_after(path);
        let settings = self.naive.settings;
        let visits = self.naive.nodes[node].visits;
        let edges = self.naive.nodes[node].edges.clone();
        let open = |edge: &Edge| edge.proof.is_none();
        let scores: Vec<f64> = edges
            .iter()
            .map(|edge| {
                let value = oriented(side, edge.value) / settings.scale;
                if let Some(NaivePuct { exploration, .. }) = settings.puct.filter(|_| open(edge)) {
                    let share = edge.prior / (1.0 + f64::from(edge.visits));
                    return value + exploration * f64::from(visits).sqrt() * share;
                }
                match settings.selection {
                    _ if !open(edge) => f64::NEG_INFINITY,
                    None => oriented(side, edge.value),
                    Some(NaiveSelection::Uct { urgency, .. }) if edge.visits == 0 => value + urgency,
                    Some(NaiveSelection::Uct { exploration, .. }) => {
                        value + exploration * (f64::from(visits).ln() / f64::from(edge.visits)).sqrt()
                    }
                    Some(NaiveSelection::Softmax { temperature, .. }) => value / temperature + gumbel(&mut self.random),
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

    /// The prior of the `index`-th of these children, rounded down to 31 bits.
    pub(super) fn prior(&self, side: Side, values: &[Value], index: usize) -> f64 {
        let Some(NaivePuct { tolerance, .. }) = self.naive.settings.puct else { return 0.0 };
        let most = values.iter().map(|&value| oriented(side, value)).fold(f64::NEG_INFINITY, f64::max);
        let weight =
            |value: Value| tolerance / (tolerance + (most - oriented(side, value)) / self.naive.settings.scale);
        let sum: f64 = values.iter().copied().map(weight).sum();
        let bits = 2_f64.powi(31);
        (weight(values[index]) / sum * bits).floor().min(bits - 1.0) / bits
    }
}
