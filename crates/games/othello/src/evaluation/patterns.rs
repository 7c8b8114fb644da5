//! The patterns of [`PatternEvaluation`](super::PatternEvaluation), its stages, and where their weights lie.

use bestply_learning::Fingerprint;

use super::layout::{Lanes, Pattern, Places, add_stages, stages};

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
pub(super) const LANES_PADDED: usize = 48;

/// The first lane of each page, and the end.
pub(super) const PAGE_LANES: [usize; 8] = PLACES.page_lanes(LANES);

pub(super) static PLACES: Places<LANES_PADDED, PAGES> = Places::new(&PATTERNS, DISCS_START);

/// A fingerprint of the whole layout.
pub(super) const fn fingerprint() -> u64 {
    PLACES.fingerprint(add_stages(Fingerprint::new(), &STAGE_ENDS), LANES).finish()
}

/// The address of each lane's weight.
#[inline(always)]
pub(super) fn lanes(mover: u64, waiting: u64) -> Lanes<LANES_PADDED> {
    let mut lanes = PLACES.lanes(mover, waiting);
    count_discs(&mut lanes, mover);
    lanes
}

#[inline(always)]
pub(super) fn count_discs(lanes: &mut Lanes<LANES_PADDED>, mover: u64) {
    lanes.0[DISCS_LANE] = DISCS_START + mover.count_ones() as u16;
}
