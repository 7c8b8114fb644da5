//! The patterns of the strong evaluation, its stages, and where their weights lie in a file.

use std::sync::LazyLock;

use bestply_core::Value;
use bestply_learning::Fingerprint;

use crate::evaluation::layout::{Lanes, PAGE, Places, stages};
use crate::evaluation::patterns::PATTERNS;

/// The number of pages of a stage.
pub(super) const PAGES: usize = 3;

/// The number of stages of a game.
pub(super) const STAGES: usize = 15;

/// The most discs of a position in each stage.
const STAGE_ENDS: [u32; STAGES] = [10, 13, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64];

/// The stage of a position by its number of discs.
pub(super) static STAGE_OF: [u8; 65] = stages(&STAGE_ENDS);

/// The tables of a stage.
pub(super) type Stage = [[i16; PAGE]; PAGES];

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
///
/// The last one is what values are worth in the stage.
pub(super) const STAGE_WEIGHTS: usize = different_contents() + DISCS + 1;

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
