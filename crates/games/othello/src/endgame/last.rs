//! Positions with one or two empty squares.

use super::board::Board;
use super::window::Window;
use crate::bitboard;

/// The score with one empty square, whichever side can play there.
#[inline]
pub(super) fn last_one(board: Board, square: u8) -> i32 {
    let score = 2 * board.mover.count_ones() as i32 - 64;
    let turned = turned_last(board.mover, square);
    if turned > 0 {
        return score + 2 * turned + 2;
    }
    let turned = turned_last(board.waiting, square);
    match turned {
        0 if score >= 0 => score + 2,
        _ => score - 2 * turned,
    }
}

/// The score with two empty squares if it lies inside the window, otherwise a bound of it.
#[inline]
pub(super) fn last_two(board: Board, squares: [u8; 2], window: Window, nodes: &mut u64) -> i32 {
    or_pass(board, window, |board, window| play_two(board, squares, window.beta, nodes))
}

/// The score of one side's moves, or where it has none of the other's, or of the finished game.
#[inline(always)]
pub(super) fn or_pass(board: Board, window: Window, mut play: impl FnMut(Board, Window) -> Option<i32>) -> i32 {
    match play(board, window) {
        Some(score) => score,
        None => play(board.passed(), window.other_side()).map_or(board.final_score(), |score| -score),
    }
}

/// The better of the two moves; only the first if that reaches `beta`. `None` if the side to move has no move.
#[inline]
fn play_two(board: Board, [first, second]: [u8; 2], beta: i32, nodes: &mut u64) -> Option<i32> {
    let turned = board.flips(first);
    let mut best = None;
    if turned != 0 {
        *nodes += 1;
        let score = -last_one(board.after(first, turned), second);
        if score >= beta {
            return Some(score);
        }
        best = Some(score);
    }
    let turned = board.flips(second);
    if turned != 0 {
        *nodes += 1;
        best = best.max(Some(-last_one(board.after(second, turned), first)));
    }
    best
}

/// The number of discs that turn when a disc of the owner of `own` fills the last empty square.
///
/// Every square that is neither empty nor of `own` has a disc of the other side.
/// Each of the four lines through the square becomes eight bits, which index a table.
#[inline]
fn turned_last(own: u64, square: u8) -> i32 {
    let (row, column) = (square >> 3 & 7, square & 7);
    let [falling, rising] = bitboard::diagonals(square);
    let turned = |place: u8, line: u8| i32::from(TURNED[usize::from(place)][usize::from(line)]);
    turned(column, bitboard::bits_of_row(own, row))
        + turned(row, bitboard::bits_of_column(own, column))
        + turned(column, bitboard::bits_of_diagonal(own, falling))
        + turned(column, bitboard::bits_of_diagonal(own, rising))
}

/// The number of discs that turn on a line, by the place of the new disc and the own discs of the line.
///
/// All other squares are the other side's.
/// A line shorter than eight squares has no own disc beyond its ends, which is what a border means.
const TURNED: [[u8; 256]; 8] = {
    let mut turned = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut line: u32 = 0;
        while line < 256 {
            let above = line >> (place + 1);
            let below = line & ((1 << place) - 1);
            if above != 0 {
                turned[place][line as usize] += above.trailing_zeros() as u8;
            }
            if below != 0 {
                turned[place][line as usize] += (place - 1 - below.ilog2() as usize) as u8;
            }
            line += 1;
        }
        place += 1;
    }
    turned
};
