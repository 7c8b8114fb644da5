use bestply_core::{Evaluator, Keyed, Side, Value, is_infinite};

use super::{Walk, Walks};
use crate::naive::selection::oriented;

/// What is known of how wrong static values are.
#[derive(Default)]
pub(super) struct NaiveNoise {
    differences: Vec<u64>,
    losses: Vec<u64>,
    /// The noise and the spread when they were renewed last.
    pub(super) units: Option<[f64; 2]>,
}

impl NaiveNoise {
    pub(super) fn renew(&mut self) {
        self.units = Some([two_thirds(&self.differences), two_thirds(&self.losses)]);
    }

    /// Follows a move of the game.
    pub(super) fn advance(&mut self) {
        if let Some([noise, spread]) = self.units {
            (self.differences, self.losses) = (vec![noise as u64; 16], vec![spread as u64; 16]);
        }
    }
}

/// What two thirds of some distances do not exceed, all rounded down to three binary digits; at least 1.
fn two_thirds(distances: &[u64]) -> f64 {
    let rounded = distances.iter().map(|&distance| {
        let digits = (0..64).find(|&digits| distance >> digits < 8).expect("a shift leaves less than eight");
        distance >> digits << digits
    });
    let mut rounded = Vec::from_iter(rounded);
    rounded.sort_unstable();
    let enough = (2 * rounded.len()).div_ceil(3);
    rounded.get(enough.saturating_sub(1)).map_or(1.0, |&distance| distance.max(1) as f64)
}

impl<P: Keyed + Clone, E: Evaluator<P>> Walks<'_, P, E> {
    /// The value that counts as 1.
    pub(super) fn scale(&self) -> f64 {
        self.scales()[0]
    }

    /// The values that count as 1 in scores and in priors.
    pub(super) fn scales(&self) -> [f64; 2] {
        let settings = self.naive.settings;
        if settings.in_noise { self.naive.noise.units.unwrap_or([1.0; 2]) } else { [settings.scale; 2] }
    }

    /// Renews the units where the root's visits, so many before, have reached a power of two.
    pub(super) fn renew_units(&mut self, before: u32) -> bool {
        let is_due = (0..32).map(|power| 1 << power).any(|visits| before < visits && visits <= self.root_edge().visits);
        if is_due {
            self.naive.noise.renew();
        }
        is_due && self.naive.settings.in_noise
    }

    /// Adds the leaf at the end of a walk, whose children have these values.
    pub(super) fn measure(&mut self, walk: &Walk<P>, side: Side, values: &[Value]) {
        let own = walk.nodes.last().zip(walk.path.last());
        let own = own.map(|(&parent, &index)| self.naive.nodes[parent].edges[index].value);
        let noise = &mut self.naive.noise;
        let best = values.iter().copied().max_by_key(|&value| side.orient(value)).expect("a node has a child");
        let finite = Vec::from_iter(values.iter().copied().filter(|&value| !is_infinite(value)));
        let distance = |a: Value, b: Value| (oriented(side, a) - oriented(side, b)).abs() as u64;
        let best_finite = finite.iter().copied().max_by_key(|&value| side.orient(value));
        let sum: Option<u64> = best_finite.map(|best| finite.iter().map(|&value| distance(best, value)).sum());
        let loss = sum.filter(|_| finite.len() > 1).map(|sum| sum / (finite.len() as u64 - 1));
        match own {
            Some(own) if noise.units.is_some() => {
                if !is_infinite(best) {
                    noise.losses.extend(loss);
                    noise.differences.extend(Some(distance(best, own)).filter(|_| !is_infinite(own)));
                }
            }
            _ => {
                noise.losses.extend(loss);
                noise.differences.extend(loss);
                noise.renew();
            }
        }
    }
}
