use std::num::NonZeroU32;

use bestply_core::{Prediction, Properties, StaticError, Value};

use super::layout::Lanes;
use super::patterns::{LANES_PADDED, PAGE_LANES, PAGES, PLACES, STAGE_OF, count_discs, lanes};
use super::predictions::{LEARNT, LEARNT_ERRORS, stage};
use super::weights::{PatternWeights, UNITS};
use super::{Change, Heuristic};

/// The learnt evaluation: the sum of a weight for the content of each pattern, from tables of its stage of the game.
///
/// A unit is 1/256 disc of the final difference that self-play led to expect.
///
/// The patterns' contents are numbers, and a move changes them by sums, eight patterns an instruction.
/// From the parent's numbers, a child costs an addition for each disc that changes, and the look-ups.
#[derive(Clone, Debug)]
pub struct PatternEvaluation {
    weights: PatternWeights,
    /// The lanes of the parent last entered, as the side sees them that moves in the children.
    parent: Lanes<LANES_PADDED>,
    parent_discs: usize,
}

impl PatternEvaluation {
    /// The evaluation with these weights.
    pub fn new(weights: PatternWeights) -> PatternEvaluation {
        PatternEvaluation { weights, parent: PLACES.starts, parent_discs: 0 }
    }

    #[inline(always)]
    fn sum(&self, lanes: &Lanes<LANES_PADDED>, discs: usize) -> Value {
        let stage = &self.weights.tables()[usize::from(STAGE_OF[discs])];
        let mut sum = 0;
        for page in 0..PAGES {
            for &lane in &lanes.0[PAGE_LANES[page]..PAGE_LANES[page + 1]] {
                sum += Value::from(i16::from_le_bytes(stage[page][usize::from(lane)]));
            }
        }
        sum
    }
}

impl Default for PatternEvaluation {
    /// The evaluation with the weights that come with the crate.
    fn default() -> PatternEvaluation {
        PatternEvaluation::new(PatternWeights::default())
    }
}

impl Heuristic for PatternEvaluation {
    #[inline]
    fn evaluate(&mut self, mover: u64, waiting: u64) -> Value {
        self.sum(&lanes(mover, waiting), (mover | waiting).count_ones() as usize)
    }

    #[inline]
    fn enter(&mut self, mover: u64, waiting: u64) {
        self.parent = lanes(waiting, mover);
        self.parent_discs = (mover | waiting).count_ones() as usize;
    }

    #[inline]
    fn evaluate_child(&mut self, change: Change, mover: u64, _: u64) -> Value {
        let discs = self.parent_discs + usize::from(change.placed.is_some());
        let mut lanes = PLACES.child_lanes(&self.parent, change);
        count_discs(&mut lanes, mover);
        self.sum(&lanes, discs)
    }

    /// Fitted with the weights that come with the crate. Others have the same unit, and much the same errors.
    #[inline]
    fn predictions(&self, discs: u32) -> &[Prediction] {
        LEARNT[stage(discs)]
    }

    /// As the predictions.
    #[inline]
    fn errors(&self, discs: u32) -> &[StaticError] {
        &LEARNT_ERRORS[stage(discs)]
    }

    /// A difference of sixteen discs is as good as a win.
    #[inline]
    fn properties(&self) -> Properties {
        Properties { win_value: NonZeroU32::new(16 * UNITS), ..Properties::default() }
    }

    fn expected_difference(&self, value: Value, _: u32) -> Option<f64> {
        Some(f64::from(value) / f64::from(UNITS))
    }
}
