use std::num::NonZeroU32;

use bestply_core::{Prediction, Value};

use super::layout::{DIGITS, DISCS_LANE, Lanes, PAGE_LANES, PAGES, ROWS, STAGE_OF, STARTS};
use super::predictions::predictions;
use super::weights::{Stage, UNITS, Weights};
use super::{Change, Heuristic};
use crate::Squares;

/// The learnt evaluation: the sum of a weight for the content of each pattern, from tables of its stage of the game.
///
/// A unit is 1/256 disc of the final difference that self-play led to expect.
///
/// The patterns' contents are numbers, and a move changes them by sums, eight patterns an instruction.
/// From the parent's numbers, a child costs an addition for each disc that changes, and the look-ups.
#[derive(Clone, Debug)]
pub struct PatternEvaluation {
    weights: Weights,
    /// The lanes of the parent last entered, as the side sees them that moves in the children.
    parent: Lanes,
    parent_discs: usize,
}

impl PatternEvaluation {
    /// The evaluation with these weights.
    #[must_use]
    pub fn new(weights: Weights) -> PatternEvaluation {
        PatternEvaluation { weights, parent: STARTS, parent_discs: 0 }
    }

    #[inline(always)]
    fn sum(&self, lanes: &Lanes, discs: usize) -> Value {
        sum(&self.weights.tables()[usize::from(STAGE_OF[discs])], lanes)
    }
}

impl Default for PatternEvaluation {
    /// The evaluation with the weights that come with the crate.
    fn default() -> PatternEvaluation {
        PatternEvaluation::new(Weights::default())
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
        self.sum(&child_lanes(&self.parent, change, mover), discs)
    }

    /// Fitted with the weights that come with the crate. Others have the same unit, and much the same errors.
    #[inline]
    fn predictions(&self, discs: u32) -> &[Prediction] {
        predictions(discs)
    }

    /// A difference of sixteen discs is as good as a win.
    #[inline]
    fn win_value(&self) -> Option<NonZeroU32> {
        NonZeroU32::new(16 * UNITS)
    }
}

/// The content of each lane's pattern, as the address of its weight. A waiting disc counts twice.
///
/// Neither this function nor `child_lanes` is inlined.
/// So the lanes are returned in memory, from where the look-ups read them.
/// Inlined, the compiler keeps them in registers two by two, which takes half as long again.
#[inline(never)]
pub(super) fn lanes(mover: u64, waiting: u64) -> Lanes {
    let mut lanes = STARTS;
    let discs = (mover | waiting).to_le_bytes().into_iter().zip(waiting.to_le_bytes());
    for (row, (either, waiting)) in ROWS.iter().zip(discs) {
        lanes.add(&row[usize::from(either)]);
        lanes.add(&row[usize::from(waiting)]);
    }
    count_discs(&mut lanes, mover);
    lanes
}

#[inline(always)]
fn count_discs(lanes: &mut Lanes, mover: u64) {
    lanes.0[DISCS_LANE] = STARTS.0[DISCS_LANE] + mover.count_ones() as u16;
}

/// The lanes of a child from its parent's. The turned discs and the placed disc become the waiting side's.
#[inline(never)]
fn child_lanes(parent: &Lanes, change: Change, mover: u64) -> Lanes {
    let mut lanes = *parent;
    if let Some(square) = change.placed {
        let digits = &DIGITS[square.index()];
        lanes.add(digits);
        lanes.add(digits);
    }
    for square in Squares(change.turned) {
        lanes.add(&DIGITS[square.index()]);
    }
    count_discs(&mut lanes, mover);
    lanes
}

#[inline(always)]
fn sum(stage: &Stage, lanes: &Lanes) -> Value {
    let mut sum = 0;
    for page in 0..PAGES {
        for &lane in &lanes.0[PAGE_LANES[page]..PAGE_LANES[page + 1]] {
            sum += Value::from(i16::from_le_bytes(stage[page][usize::from(lane)]));
        }
    }
    sum
}
