//! How wrong static values are, as a search meets it.

use bestply_core::{Side, Value, is_infinite};

use crate::naive::selection::oriented;

/// What is known of it.
#[derive(Default)]
pub(super) struct NaiveNoise {
    differences: Vec<u64>,
    losses: Vec<u64>,
    /// What best children were better than their parents by, since the last renewal.
    ahead: Vec<i64>,
    /// What was known when it was renewed last.
    pub(super) units: Option<NaiveUnits>,
}

/// The noise, the spread and the tempo.
#[derive(Clone, Copy)]
pub(super) struct NaiveUnits {
    pub(super) noise: f64,
    pub(super) spread: f64,
    pub(super) tempo: i64,
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
                    if !is_infinite(own) {
                        self.differences.push(distance(best, own));
                        self.ahead.push((oriented(side, best) - oriented(side, own)) as i64);
                    }
                }
            }
            _ => {
                self.losses.extend(loss);
                self.differences.extend(loss);
                self.renew(None);
            }
        }
    }

    /// Leaves are drawn by `share`, if the tempo is taken away.
    pub(super) fn renew(&mut self, share: Option<f64>) {
        let tempo = self.units.map_or(0, |units| units.tempo);
        let tempo = share.map_or(tempo, |share| {
            let missing = if share == 1.0 { 0.0 } else { median(&self.ahead) as f64 / (1.0 - share) };
            self.ahead.clear();
            (tempo + missing as i64).clamp(-(1 << 30), 1 << 30)
        });
        let (noise, spread) = (two_thirds(&self.differences), two_thirds(&self.losses));
        self.units = Some(NaiveUnits { noise, spread, tempo });
    }

    /// Follows a move of the game.
    pub(super) fn advance(&mut self) {
        if let Some(NaiveUnits { noise, spread, .. }) = self.units {
            (self.differences, self.losses) = (vec![noise as u64; 16], vec![spread as u64; 16]);
            self.ahead.clear();
        }
    }
}

/// What two thirds of some distances do not exceed, all rounded down to three binary digits; at least 1.
fn two_thirds(distances: &[u64]) -> f64 {
    let mut rounded = Vec::from_iter(distances.iter().map(|&distance| rounded_down(distance)));
    rounded.sort_unstable();
    let enough = (2 * rounded.len()).div_ceil(3);
    rounded.get(enough.saturating_sub(1)).map_or(1.0, |&distance| distance.max(1) as f64)
}

/// The least number that half of some numbers do not exceed, all rounded towards 0; 0 of none.
fn median(numbers: &[i64]) -> i64 {
    let mut rounded = Vec::from_iter(numbers.iter().map(|it| it.signum() * rounded_down(it.unsigned_abs()) as i64));
    rounded.sort_unstable();
    rounded.get(numbers.len().div_ceil(2).saturating_sub(1)).copied().unwrap_or(0)
}

/// A distance with no more than its three leading binary digits.
fn rounded_down(distance: u64) -> u64 {
    let digits = (0..64).find(|&digits| distance >> digits < 8).expect("a shift leaves less than eight");
    distance >> digits << digits
}
