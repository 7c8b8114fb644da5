use std::num::NonZeroU32;

use bestply_core::{Prediction, Properties, StaticError, Value};
use bestply_learning::Fingerprint;

use super::layout::{Lanes, Pattern, Places, add_stages, stages};
use super::predictions::{LEARNT, LEARNT_ERRORS, stage};
use super::weights::{Stage, UNITS, Weights};
use super::{Change, Heuristic};

/// The number of pages of a stage.
pub(super) const PAGES: usize = 3;

/// The number of stages of a game. A pattern's worth changes while the board fills.
pub(super) const STAGES: usize = 5;

/// The most discs of a position in each stage.
const STAGE_ENDS: [u32; STAGES] = [20, 30, 40, 50, 64];

/// The stage of a position by its number of discs.
pub(super) static STAGE_OF: [u8; 65] = stages(&STAGE_ENDS);

/// The patterns, ordered by page.
pub(super) const PATTERNS: [Pattern; 11] = [
    // An edge with the two squares diagonally inside its corners.
    Pattern { squares: &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14], page: 0, start: 0 },
    // A corner's 2 by 5 squares.
    Pattern { squares: &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], page: 1, start: 0 },
    // A corner's 3 by 3 squares.
    Pattern { squares: &[0, 1, 2, 8, 9, 10, 16, 17, 18], page: 2, start: 0 },
    // Rows 2, 3 and 4.
    Pattern { squares: &[8, 9, 10, 11, 12, 13, 14, 15], page: 2, start: 19_683 },
    Pattern { squares: &[16, 17, 18, 19, 20, 21, 22, 23], page: 2, start: 26_244 },
    Pattern { squares: &[24, 25, 26, 27, 28, 29, 30, 31], page: 2, start: 32_805 },
    // Diagonals of 8 to 4 squares.
    Pattern { squares: &[0, 9, 18, 27, 36, 45, 54, 63], page: 2, start: 39_366 },
    Pattern { squares: &[1, 10, 19, 28, 37, 46, 55], page: 2, start: 45_927 },
    Pattern { squares: &[2, 11, 20, 29, 38, 47], page: 2, start: 48_114 },
    Pattern { squares: &[3, 12, 21, 30, 39], page: 2, start: 48_843 },
    Pattern { squares: &[4, 13, 22, 31], page: 2, start: 49_086 },
];

/// Where the table of the mover's number of discs starts, in the last page.
const DISCS_START: u16 = 49_167;

/// The last lane: the mover's number of discs. No pattern sees how near a side is to having no discs.
const DISCS_LANE: usize = 46;

/// The number of lanes in use.
pub(super) const LANES: usize = DISCS_LANE + 1;

/// The number of lanes rounded up to whole registers.
const LANES_PADDED: usize = 48;

/// The first lane of each page, and the end.
const PAGE_LANES: [usize; 8] = PLACES.page_lanes(LANES);

pub(super) static PLACES: Places<LANES_PADDED, PAGES> = Places::new(&PATTERNS, DISCS_START);

/// A fingerprint of the whole layout.
pub(super) const fn fingerprint() -> u64 {
    PLACES.fingerprint(add_stages(Fingerprint::new(), &STAGE_ENDS), LANES).finish()
}

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
    parent: Lanes<LANES_PADDED>,
    parent_discs: usize,
}

impl PatternEvaluation {
    /// The evaluation with these weights.
    #[must_use]
    pub fn new(weights: Weights) -> PatternEvaluation {
        PatternEvaluation { weights, parent: PLACES.starts, parent_discs: 0 }
    }

    #[inline(always)]
    fn sum(&self, lanes: &Lanes<LANES_PADDED>, discs: usize) -> Value {
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

/// The address of each lane's weight.
#[inline(always)]
pub(super) fn lanes(mover: u64, waiting: u64) -> Lanes<LANES_PADDED> {
    let mut lanes = PLACES.lanes(mover, waiting);
    count_discs(&mut lanes, mover);
    lanes
}

#[inline(always)]
fn count_discs(lanes: &mut Lanes<LANES_PADDED>, mover: u64) {
    lanes.0[DISCS_LANE] = DISCS_START + mover.count_ones() as u16;
}

#[inline(always)]
fn sum(stage: &Stage, lanes: &Lanes<LANES_PADDED>) -> Value {
    let mut sum = 0;
    for page in 0..PAGES {
        for &lane in &lanes.0[PAGE_LANES[page]..PAGE_LANES[page + 1]] {
            sum += Value::from(i16::from_le_bytes(stage[page][usize::from(lane)]));
        }
    }
    sum
}
