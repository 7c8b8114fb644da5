//! The rules of Othello: nanoseconds for each position counted.
//!
//! It also measures nanoseconds a call of the two functions in which every search of Othello spends its time.
//! The moves of the last ply are counted without being made.
//! `benches/peers` compares the count with those of other crates.

use bestply::othello::bitboard::{flips, legal_moves};
use bestply::othello::{Othello, Squares, perft};
use bestply::{Position, perft as perft_by_moves};
use bestply_benches::{criterion, measure};

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
    let measured = [
        ("perft, batches", measure(&mut criterion, &group, "batches", || perft(&Othello::start(), DEPTH))),
        (
            "perft, move by move",
            measure(&mut criterion, &group, "move by move", || perft_by_moves(&mut Othello::start(), DEPTH)),
        ),
        ("legal_moves", measure(&mut criterion, "bitboard", "legal_moves", || list_all(&positions))),
        ("flips", measure(&mut criterion, "bitboard", "flips", || turn_all(&with_moves))),
    ];
    criterion.final_summary();

    println!("|                     |   ns | million/s |");
    println!("|---------------------|-----:|----------:|");
    for (name, nanoseconds) in measured {
        let cell = |value: Option<f64>, digits| value.map_or("-".to_owned(), |value| format!("{value:.digits$}"));
        println!("| {name:<19} | {:>4} | {:>9} |", cell(nanoseconds, 2), cell(nanoseconds.map(|ns| 1e3 / ns), 0));
    }
}
