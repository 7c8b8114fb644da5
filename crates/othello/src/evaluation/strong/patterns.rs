//! The patterns of the strong evaluation, its stages, and where their weights lie in a file.

use std::sync::LazyLock;

use bestply_core::Value;
use bestply_learning::Fingerprint;

use crate::evaluation::layout::{Lanes, PAGE, Pattern, Places, stages};

/// The number of pages of a stage.
pub(super) const PAGES: usize = 4;

/// The number of stages of a game.
pub(super) const STAGES: usize = 15;

/// The most discs of a position in each stage.
const STAGE_ENDS: [u32; STAGES] = [10, 13, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64];

/// The stage of a position by its number of discs.
pub(super) static STAGE_OF: [u8; 65] = stages(&STAGE_ENDS);

/// The tables of a stage.
pub(super) type Stage = [[i16; PAGE]; PAGES];

/// The patterns, ordered by page.
const PATTERNS: [Pattern; 12] = [
    // An edge with the two squares diagonally inside its corners.
    Pattern { squares: &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14], page: 0, start: 0 },
    // A corner with five squares of each edge, and the square diagonally inside.
    Pattern { squares: &[0, 1, 2, 3, 4, 8, 16, 24, 32, 9], page: 1, start: 0 },
    // The triangle of ten squares in a corner.
    Pattern { squares: &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24], page: 2, start: 0 },
    // A corner's 3 by 3 squares.
    Pattern { squares: &[0, 1, 2, 8, 9, 10, 16, 17, 18], page: 3, start: 0 },
    // Rows 2, 3 and 4.
    Pattern { squares: &[8, 9, 10, 11, 12, 13, 14, 15], page: 3, start: 19_683 },
    Pattern { squares: &[16, 17, 18, 19, 20, 21, 22, 23], page: 3, start: 26_244 },
    Pattern { squares: &[24, 25, 26, 27, 28, 29, 30, 31], page: 3, start: 32_805 },
    // Diagonals of 8 to 4 squares.
    Pattern { squares: &[0, 9, 18, 27, 36, 45, 54, 63], page: 3, start: 39_366 },
    Pattern { squares: &[1, 10, 19, 28, 37, 46, 55], page: 3, start: 45_927 },
    Pattern { squares: &[2, 11, 20, 29, 38, 47], page: 3, start: 48_114 },
    Pattern { squares: &[3, 12, 21, 30, 39], page: 3, start: 48_843 },
    Pattern { squares: &[4, 13, 22, 31], page: 3, start: 49_086 },
];

/// The number of lanes in use.
pub(super) const LANES: usize = 46;

/// The number of lanes rounded up to whole registers.
pub(super) const LANES_PADDED: usize = 48;

/// The table of the discs, in the last page: by the number of discs within a stage, and the mover's number of discs.
const DISCS_START: usize = 49_167;
const DISCS: usize = 4 * 65;

/// The first lane of each page, and the end.
const PAGE_LANES: [usize; 8] = PLACES.page_lanes(LANES);

pub(super) static PLACES: Places<LANES_PADDED, PAGES> = Places::new(&PATTERNS, 0);

/// The number of weights of a stage in a file. Contents that mirror each other have one weight together.
pub(super) const STAGE_WEIGHTS: usize = different_contents() + DISCS;

/// The place among a stage's weights in a file of each weight of the tables.
pub(super) static PLACE_IN_FILE: LazyLock<Vec<u32>> = LazyLock::new(places_in_file);

/// A fingerprint of the whole layout.
pub(super) const fn fingerprint() -> u64 {
    let mut fingerprint = Fingerprint::new().add(2);
    let mut stage = 0;
    while stage < STAGES {
        fingerprint = fingerprint.add(STAGE_ENDS[stage] as u64);
        stage += 1;
    }
    PLACES.fingerprint(fingerprint, LANES).finish()
}

/// The address of the weight of the discs, in the last page.
#[inline(always)]
pub(super) fn discs_address(mover: u64, discs: usize) -> u16 {
    (DISCS_START + discs % 4 * 65) as u16 + mover.count_ones() as u16
}

#[inline(always)]
pub(super) fn sum(stage: &Stage, lanes: &Lanes<LANES_PADDED>, discs: u16) -> Value {
    let mut sum = Value::from(stage[PAGES - 1][usize::from(discs)]);
    for page in 0..PAGES {
        for &lane in &lanes.0[PAGE_LANES[page]..PAGE_LANES[page + 1]] {
            sum += Value::from(stage[page][usize::from(lane)]);
        }
    }
    sum
}

const fn different_contents() -> usize {
    let (mut sum, mut pattern) = (0, 0);
    while pattern < PATTERNS.len() {
        sum += PATTERNS[pattern].different_contents();
        pattern += 1;
    }
    sum
}

fn places_in_file() -> Vec<u32> {
    const UNUSED: u32 = u32::MAX;
    let mut places = vec![UNUSED; PAGES * PAGE];
    let mut next = 0;
    let mut take = || (next, next += 1).0;
    for pattern in &PATTERNS {
        let start = pattern.page * PAGE + usize::from(pattern.start);
        for content in 0..pattern.contents() {
            let mirrored = pattern.mirror(content);
            places[start + content] = if mirrored < content { places[start + mirrored] } else { take() };
        }
    }
    let discs = (PAGES - 1) * PAGE + DISCS_START;
    places[discs..discs + DISCS].fill_with(take);
    places
}
