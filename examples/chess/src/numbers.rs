//! The numbers of moves: *4096 · promotion + 64 · square left + square entered*.
//!
//! Without a promotion it is 0, and otherwise 1 to 4 from the knight to the queen.
//! A king that castles enters the square of his rook, as in `cozy_chess`.

use cozy_chess::{Move, Piece, Square};

/// Below what all numbers lie.
pub(crate) const MOVE_NUMBERS: u32 = 5 * PAIRS;

/// The pairs of squares.
const PAIRS: u32 = 64 * 64;

pub(crate) fn number(Move { from, to, promotion }: Move) -> u32 {
    PAIRS * promotion.map_or(0, |piece| piece as u32) + 64 * from as u32 + to as u32
}

pub(crate) fn numbered(number: u32) -> Move {
    let [promotion, from, to] = [number / PAIRS, number / 64 % 64, number % 64].map(|part| part as usize);
    let promotion = (promotion > 0).then(|| Piece::index(promotion));
    Move { from: Square::index(from), to: Square::index(to), promotion }
}
