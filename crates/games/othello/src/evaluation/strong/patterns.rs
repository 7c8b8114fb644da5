//! The patterns of the strong evaluation, its stages, and where their weights lie in a file.

use std::sync::LazyLock;

use bestply_core::Value;
use bestply_learning::Fingerprint;

use crate::bitboard::legal_moves;
use crate::evaluation::layout::{Lanes, PAGE, Places, add_stages, stages};
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

/// The table of the mover's number of moves, after that of the discs.
const MOVES_START: usize = DISCS_START + DISCS;
const MOVES: usize = 64;

/// The first lane of each page, and the end.
const PAGE_LANES: [usize; 8] = PLACES.page_lanes(LANES);

pub(super) static PLACES: Places<LANES_PADDED, PAGES> = Places::new(&PATTERNS, 0);

/// The number of weights of a stage in a file. Contents that mirror each other have one weight together.
///
/// The last one is what values are worth in the stage.
pub(super) const STAGE_WEIGHTS: usize = different_contents() + DISCS + MOVES + 1;

/// The place among a stage's weights in a file of each weight of the tables.
pub(super) static PLACE_IN_FILE: LazyLock<Vec<u32>> = LazyLock::new(places_in_file);

/// A fingerprint of the whole layout.
pub(super) const fn fingerprint() -> u64 {
    PLACES.fingerprint(add_stages(Fingerprint::new().add(MOVES as u64), &STAGE_ENDS), LANES).finish()
}

/// The addresses of the weights of what is counted, in the last page: discs, and moves.
///
/// No pattern sees how near a side is to having no discs, nor how many moves there are on the whole board.
#[inline(always)]
pub(super) fn counts(mover: u64, waiting: u64, discs: usize) -> [u16; 2] {
    let of_discs = (DISCS_START + discs % 4 * 65) as u16 + mover.count_ones() as u16;
    let of_moves = MOVES_START as u16 + legal_moves(mover, waiting).count_ones() as u16;
    [of_discs, of_moves]
}

#[inline(always)]
pub(super) fn sum(stage: &Stage, lanes: &Lanes<LANES_PADDED>, counts: [u16; 2]) -> Value {
    let last = &stage[PAGES - 1];
    let mut sum = counts.iter().map(|&address| Value::from(last[usize::from(address)])).sum();
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
        for (content, mirrored) in pattern.mirrors().into_iter().enumerate() {
            places[start + content] = if mirrored < content { places[start + mirrored] } else { take() };
        }
    }
    let counts = (PAGES - 1) * PAGE + DISCS_START;
    places[counts..counts + DISCS + MOVES].fill_with(take);
    places
}
