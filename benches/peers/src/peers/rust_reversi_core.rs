//! The crate `rust_reversi_core`: the rules of Othello.

use ::rust_reversi_core::board::Board;

use crate::measurement::{Bytes, Measurement, measured};

/// The positions of Othello so many plies below the start. The moves of the last ply are counted without being made.
pub(crate) fn othello_perft(depth: u8) -> Measurement {
    let (count, seconds, bytes) = measured(Bytes::Kept, || perft(&mut Board::new(), depth));
    Measurement { seconds, bytes, count, value: "-".to_owned() }
}

fn perft(board: &mut Board, depth: u8) -> u64 {
    let mut moves = board.get_legal_moves();
    if moves == 0 {
        let mut passed = board.clone();
        let is_over = depth == 1 || passed.do_pass().is_err();
        return if is_over { 1 } else { perft(&mut passed, depth - 1) };
    }
    if depth == 1 {
        return u64::from(moves.count_ones());
    }
    let mut count = 0;
    while moves != 0 {
        // It numbers its squares from the highest bit.
        let square = moves.leading_zeros();
        moves &= !((1_u64 << 63) >> square);
        let mut after = board.clone();
        after.do_move(square as usize).expect("a legal move can be made");
        count += perft(&mut after, depth - 1);
    }
    count
}
