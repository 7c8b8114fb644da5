//! How wrong static values are, as a search meets it.

use bestply_core::{Side, Value, is_infinite};

use crate::naive::selection::oriented;

/// What is known of it.
#[derive(Default)]
pub(super) struct NaiveNoise {
    differences: Vec<u64>,
    losses: Vec<u64>,
    /// The noise and the spread when they were renewed last.
    pub(super) units: Option<[f64; 2]>,
}

impl NaiveNoise {
    /// Adds a node, whose children have these values, and which had its own as a leaf, unless it is a root.
    pub(super) fn measure(&mut self, side: Side, own: Option<Value>, values: &[Value]) {
        let best = |values: &[Value]| values.iter().copied().max_by_key(|&value| side.orient(value));
        let distance = |a: Value, b: Value| (oriented(side, a) - oriented(side, b)).abs() as u64;
        let finite = Vec::from_iter(values.iter().copied().filter(|&value| !is_infinite(value)));
        let sum = best(&finite).map(|best| finite.iter().map(|&value| distance(best, value)).sum::<u64>());
        let loss = sum.filter(|_| finite.len() > 1).map(|sum| sum / (finite.len() as u64 - 1));
        match (own, best(values)) {
            (Some(own), Some(best)) if self.units.is_some() => {
                if !is_infinite(best) {
                    self.losses.extend(loss);
                    self.differences.extend(Some(distance(best, own)).filter(|_| !is_infinite(own)));
                }
            }
            _ => {
                self.losses.extend(loss);
                self.differences.extend(loss);
                self.renew();
            }
        }
    }

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
