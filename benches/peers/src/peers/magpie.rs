//! The crate `magpie`: the rules of Othello.

use ::magpie::othello::{Board, Stone};

use crate::measurement::{Bytes, Measurement, measured};

/// The positions of Othello so many plies below the start. The moves of the last ply are counted without being made.
pub(crate) fn othello_perft(depth: u8) -> Measurement {
    let (count, seconds, bytes) = measured(Bytes::Kept, || perft(&Board::standard(), Stone::Black, depth));
    Measurement { seconds, bytes, count, value: "-".to_owned() }
}

fn perft(board: &Board, stone: Stone, depth: u8) -> u64 {
    let moves = board.moves_for(stone);
    if moves == 0 {
        let other = stone.flip();
        return if depth == 1 || board.moves_for(other) == 0 { 1 } else { perft(board, other, depth - 1) };
    }
    if depth == 1 {
        return u64::from(moves.count_set());
    }
    let after = |position| {
        let mut board = board.clone();
        board.play(stone, position);
        board
    };
    moves.hot_bits().map(|position| perft(&after(position), stone.flip(), depth - 1)).sum()
}
