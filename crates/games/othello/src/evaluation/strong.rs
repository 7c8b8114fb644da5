use std::num::NonZeroU32;

use bestply_core::{Prediction, Properties, StaticError, Value};
use bestply_learning::Logistic;

use super::layout::Lanes;
use super::predictions::{STRONG, STRONG_ERRORS, stage};
use super::{Change, Heuristic};

pub(super) mod features;
mod patterns;
mod weights;

pub use weights::StrongWeights;

use patterns::{LANES_PADDED, PLACES, counts, sum};

/// The strong evaluation: the sum of a weight for the content of each pattern, from tables of its stage.
///
/// It sees the patterns of [`PatternEvaluation`](super::PatternEvaluation) in three times as many stages.
/// It counts moves besides.
/// It has learnt from exact scores and from searches, where that one has learnt from games.
/// A value is in log-odds of winning: 2048 where winning is *e* times as likely as losing, in all stages of the game.
/// So values of positions that are far apart in the game can be compared, as in a tree of uneven depth.
#[derive(Clone, Debug)]
pub struct StrongEvaluation {
    weights: StrongWeights,
    /// The lanes of the parent last entered, as the side sees them that moves in the children.
    parent: Lanes<LANES_PADDED>,
    parent_discs: usize,
}

impl StrongEvaluation {
    /// The evaluation with these weights.
    pub fn new(weights: StrongWeights) -> StrongEvaluation {
        StrongEvaluation { weights, parent: PLACES.starts, parent_discs: 0 }
    }

    /// The probability that the side to move wins a position of this value for it.
    ///
    /// It is 1 / (1 + *e*^(-value / 2048)), in all stages alike.
    /// It was fitted to games of the evaluation with itself, both sides searching three plies.
    pub fn win_probability(value: Value) -> f64 {
        Logistic { scale: f64::from(StrongWeights::ODDS) }.probability(f64::from(value))
    }

    #[inline(always)]
    fn sum(&self, lanes: &Lanes<LANES_PADDED>, mover: u64, waiting: u64, discs: usize) -> Value {
        sum(self.weights.stage(discs), lanes, counts(mover, waiting, discs))
    }
}

#[cfg(feature = "strong")]
impl Default for StrongEvaluation {
    /// The evaluation with the weights that come with the program.
    fn default() -> StrongEvaluation {
        StrongEvaluation::new(StrongWeights::default())
    }
}

impl Heuristic for StrongEvaluation {
    #[inline]
    fn evaluate(&mut self, mover: u64, waiting: u64) -> Value {
        self.sum(&PLACES.lanes(mover, waiting), mover, waiting, (mover | waiting).count_ones() as usize)
    }

    #[inline]
    fn enter(&mut self, mover: u64, waiting: u64) {
        self.parent = PLACES.lanes(waiting, mover);
        self.parent_discs = (mover | waiting).count_ones() as usize;
    }

    /// Fitted with the weights that come with the program.
    #[inline]
    fn predictions(&self, discs: u32) -> &[Prediction] {
        STRONG[stage(discs)]
    }

    /// As the predictions.
    #[inline]
    fn errors(&self, discs: u32) -> &[StaticError] {
        &STRONG_ERRORS[stage(discs)]
    }

    /// Seven to one is as good as a win: the odds *e*².
    #[inline]
    fn properties(&self) -> Properties {
        Properties { win_value: NonZeroU32::new(2 * StrongWeights::ODDS as u32), ..Properties::default() }
    }

    /// By what a disc is worth in the stage of so many discs.
    ///
    /// # Panics
    ///
    /// If a board has not so many squares.
    fn expected_difference(&self, value: Value, discs: u32) -> Option<f64> {
        let (scale, units) = (self.weights.scale(discs as usize), f64::from(StrongWeights::LAYOUT.units));
        let in_units = if scale > 0 { f64::from(scale) / f64::from(StrongWeights::ODDS) } else { 1.0 };
        Some(f64::from(value) * in_units / units)
    }

    #[inline]
    fn evaluate_child(&mut self, change: Change, mover: u64, waiting: u64) -> Value {
        let discs = self.parent_discs + usize::from(change.placed.is_some());
        self.sum(&PLACES.child_lanes(&self.parent, change), mover, waiting, discs)
    }
}
