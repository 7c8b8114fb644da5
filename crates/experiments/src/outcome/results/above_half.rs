//! Whether challengers score more than half, where nothing else is asked of a run.

use bestply_statistics::paired::Sample;
use serde::{Deserialize, Serialize};

use super::{Cell, four_digits};
use crate::outcome::verdict::{Verdict, correct};

/// The share of the points of players that are equally strong.
const HALF: f64 = 0.5;

/// Whether a challenger scores more than half of the points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AboveHalf {
    /// The two-sided p-value of the score against one half, before correction.
    pub p_value: f64,
    /// What the cell says of it, corrected for the number of cells.
    pub verdict: Verdict,
}

/// Says of every cell whether its challenger scores more than half, by Holm's procedure over all that are told so.
///
/// `samples` are the pairs of the cells, in their order.
/// Not told are cells beside a published figure, and those that ended when their test had decided: the score of such a
/// cell leans to one side.
pub fn judge_against_half(cells: &mut [Cell], samples: &[Sample]) {
    let judged = cells.iter_mut().zip(samples).filter(|(cell, _)| cell.published.is_none() && cell.sprt.is_none());
    let mut judged: Vec<(f64, &mut AboveHalf)> = judged
        .map(|(cell, sample)| {
            let estimate = sample.estimate();
            let p_value = estimate.p_value(HALF);
            let verdict = Verdict::of(estimate.mean() > HALF);
            (p_value, cell.above_half.insert(AboveHalf { p_value: four_digits(p_value), verdict }))
        })
        .collect();
    correct(judged.iter_mut().map(|(p_value, it)| (*p_value, &mut it.verdict)));
}
