//! The rules of Othello: nanoseconds for each position counted.
//!
//! It also measures nanoseconds a call of the two functions in which every search of Othello spends its time.
//! The moves of the last ply are counted without being made.
//! `benches/peers` compares the count with those of other crates.

use bestply::othello::bitboard::{flips, legal_moves};
use bestply::othello::{Othello, Squares, perft};
use bestply::{Position, perft as perft_by_moves};
use bestply_benches::{Table, criterion, measure};

/// The depth of the count, which has three million positions.
const DEPTH: usize = 9;

/// The positions up to six plies below the start, some ten thousand, as the discs of mover and waiting side.
fn positions() -> Vec<(u64, u64)> {
    fn collect(position: &mut Othello, plies: usize, found: &mut Vec<(u64, u64)>) {
        found.push((position.mover(), position.waiting()));
        if plies == 0 {
            return;
        }
        for mv in position.moves() {
            let undo = position.make(mv);
            collect(position, plies - 1, found);
            position.unmake(mv, undo);
        }
    }
    let mut found = Vec::new();
    collect(&mut Othello::start(), 6, &mut found);
    found
}

/// Lists the legal moves of each position. Returns the number of positions.
fn list_all(positions: &[(u64, u64)]) -> u64 {
    positions.iter().for_each(|&(mover, waiting)| _ = std::hint::black_box(legal_moves(mover, waiting)));
    positions.len() as u64
}

/// Finds the discs that turn with each legal move of each position. Returns the number of moves.
fn turn_all(positions: &[(u64, u64, u64)]) -> u64 {
    let mut moves = 0;
    for &(mover, waiting, legal) in positions {
        for square in Squares(legal) {
            std::hint::black_box(flips(mover, waiting, square.index() as u8));
            moves += 1;
        }
    }
    moves
}

fn main() {
    let mut criterion = criterion();
    let positions = positions();
    let with_moves: Vec<_> =
        positions.iter().map(|&(mover, waiting)| (mover, waiting, legal_moves(mover, waiting))).collect();

    let group = format!("perft {DEPTH}");
    let mut table = Table::new("othello_rules");
    let mut add = |group: &str, name, run: &mut dyn FnMut() -> u64| {
        let nanoseconds = measure(&mut criterion, group, name, run);
        table.add(name, "nanoseconds", nanoseconds);
        table.add(name, "million a second", nanoseconds.map(|nanoseconds| 1e3 / nanoseconds));
    };
    add(&group, "batches", &mut || perft(&Othello::start(), DEPTH));
    add(&group, "move by move", &mut || perft_by_moves(&mut Othello::start(), DEPTH));
    add("bitboard", "legal_moves", &mut || list_all(&positions));
    add("bitboard", "flips", &mut || turn_all(&with_moves));
    criterion.final_summary();
    table.finish();
}
