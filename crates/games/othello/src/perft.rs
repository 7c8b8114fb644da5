//! Counting positions, many at a time.

mod batch;

use bestply_core::Position;

use crate::Othello;
use crate::bitboard::legal_moves;
use batch::Batch;

/// The most plies of a game: 64 discs, and at most one pass before each.
const LONGEST_GAME: usize = 128;

/// The number of positions `depth` plies below `position`, as it is published for Othello.
///
/// A pass is a ply, and a game that ends above that depth counts once.
/// [`bestply_core::perft`] leaves such games out.
/// From the start the two differ from depth 10 on, because the shortest game has nine plies.
/// Moves of the last ply are counted without being made.
///
/// The order in which positions are counted does not matter.
/// So moves at the same distance from the end are collected and made together,
/// up to eight at a time where the processor has wide registers (see the crate's feature `simd`).
/// Memory is 6 KB for each ply.
/// From the start, more than twenty plies may overflow the count.
pub fn perft(position: &Othello, depth: usize) -> u64 {
    match depth.min(LONGEST_GAME) {
        0 => 1,
        1 => position.move_count().max(1) as u64,
        depth => {
            let mut plies = vec![Batch::default(); depth - 1];
            let mut count = collect(&mut plies, position.mover(), position.waiting(), position.legal());
            for ply in 0..plies.len() {
                count += count_collected(&mut plies[ply..]);
            }
            count
        }
    }
}

/// Adds the moves of a position to those waiting at the first of `plies`, which has a batch for each ply to be made.
///
/// Returns the number of positions that were counted meanwhile.
fn collect(plies: &mut [Batch], mover: u64, waiting: u64, legal: u64) -> u64 {
    if legal == 0 {
        return collect_pass(plies, waiting, mover);
    }
    let count = if plies[0].has_room_for(legal) { 0 } else { count_collected(plies) };
    plies[0].add(mover, waiting, legal);
    count
}

/// As [`collect`], for the position after a pass, if there is such a pass and the game is not over.
#[cold]
fn collect_pass(plies: &mut [Batch], mover: u64, waiting: u64) -> u64 {
    match (legal_moves(mover, waiting), &mut plies[1..]) {
        (0, _) => 1,
        (legal, []) => u64::from(legal.count_ones()),
        (legal, plies) => collect(plies, mover, waiting, legal),
    }
}

/// Makes the moves waiting at the first of `plies`.
///
/// Returns the number of positions that were counted meanwhile. At the last ply, these are all positions.
fn count_collected(plies: &mut [Batch]) -> u64 {
    let (batch, below) = plies.split_first_mut().expect("there is a ply to be made");
    if below.is_empty() {
        return batch.count();
    }
    batch.make().map(|(mover, waiting, legal)| collect(below, mover, waiting, legal)).sum()
}
