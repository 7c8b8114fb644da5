use std::num::NonZeroU32;

use bestply_core::Value;
use bestply_learning::Logistic;

use super::layout::Lanes;
use super::{Change, Heuristic};

mod features;
mod patterns;
mod weights;

pub use features::StrongFeatures;
pub use weights::StrongWeights;

use patterns::{LANES_PADDED, PLACES, counts, sum};

/// The strong evaluation: the sum of a weight for the content of each pattern, from tables of its stage of the game.
///
/// It sees the patterns of [`PatternEvaluation`](super::PatternEvaluation) in three times as many stages, and counts moves.
/// It has learnt from exact scores and from searches, where that one has learnt from games.
/// A unit is 1/256 disc of the expected difference at the end.
#[derive(Clone, Debug)]
pub struct StrongEvaluation {
    weights: StrongWeights,
    /// The lanes of the parent last entered, as the side sees them that moves in the children.
    parent: Lanes<LANES_PADDED>,
    parent_discs: usize,
}

impl StrongEvaluation {
    /// The evaluation with these weights.
    #[must_use]
    pub fn new(weights: StrongWeights) -> StrongEvaluation {
        StrongEvaluation { weights, parent: PLACES.starts, parent_discs: 0 }
    }

    /// The value at which winning is *e* times as likely as losing, in positions with so many discs.
    ///
    /// The probability of winning is 1 / (1 + *e*^(-value / scale)).
    /// It was fitted to games of the evaluation with itself, both sides searching three plies.
    /// In stages of which nothing is known the scale is the largest number of 16 bits.
    ///
    /// # Panics
    ///
    /// If a board has not so many squares.
    #[must_use]
    pub fn odds_scale(&self, discs: u32) -> Value {
        self.weights.scale(discs as usize)
    }

    /// The probability that the side to move wins where a position with so many discs has this value for it.
    ///
    /// # Panics
    ///
    /// If a board has not so many squares.
    #[must_use]
    pub fn win_probability(&self, value: Value, discs: u32) -> f64 {
        let scale = f64::from(self.odds_scale(discs));
        Logistic { scale }.probability(f64::from(value))
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

    /// A difference of sixteen discs is as good as a win.
    #[inline]
    fn win_value(&self) -> Option<NonZeroU32> {
        NonZeroU32::new(16 * StrongWeights::LAYOUT.units)
    }

    #[inline]
    fn evaluate_child(&mut self, change: Change, mover: u64, waiting: u64) -> Value {
        let discs = self.parent_discs + usize::from(change.placed.is_some());
        self.sum(&PLACES.child_lanes(&self.parent, change), mover, waiting, discs)
    }
}
