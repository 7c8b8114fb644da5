//! A guess of a position's score without a search to the end. Moves are ordered by it.
//!
//! The weights are the best of some that were tried on positions from play with 18 and 20 empty squares.

use super::board::{Board, around, squares};
use super::order::{MOST_MOVES, Ordered};
use crate::evaluation::Heuristic;

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The squares beside a corner on an edge.
const BESIDE_CORNERS: u64 = 0x4281_0000_0000_8142;

/// The number of moves, with corners counted twice.
#[inline]
pub(super) fn mobility(board: Board) -> i32 {
    let legal = board.legal();
    (legal.count_ones() + (legal & CORNERS).count_ones()) as i32
}

/// The number of empty squares beside the other side's discs, which may become moves.
#[inline]
pub(super) fn potential_mobility(board: Board) -> i32 {
    (around(board.waiting) & board.empty()).count_ones() as i32
}

/// The number of own corners and of own discs beside them on the edges.
#[inline]
pub(super) fn corner_stability(own: u64) -> i32 {
    let corners = own & CORNERS;
    let beside = (corners << 1 | corners >> 1 | corners << 8 | corners >> 8) & BESIDE_CORNERS & own;
    (corners.count_ones() + beside.count_ones()) as i32
}

/// Looks moves ahead for a guess of a position's score.
pub(super) struct Guesser<'a> {
    /// Values the positions that it looks ahead to.
    pub(super) judge: &'a mut dyn Heuristic,
    /// The number of discs placed.
    pub(super) nodes: &'a mut u64,
}

impl Guesser<'_> {
    /// A guess of the score for the side to move, `depth` moves ahead, in units of its own: larger is better.
    pub(super) fn guess(&mut self, board: Board, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        *self.nodes += 1;
        if depth == 0 {
            return self.value(board);
        }
        let legal = board.legal();
        if legal == 0 {
            let passed = board.passed();
            if passed.legal() == 0 {
                return board.final_score() * WON_DISC;
            }
            return -self.guess(passed, depth, -beta, -alpha);
        }
        let mut best = -LIMIT;
        let mut look = |after: Board| {
            best = best.max(-self.guess(after, depth - 1, -beta, -alpha));
            alpha = alpha.max(best);
            best >= beta
        };
        // Just above the leaves, ordering costs more than it saves.
        if depth == 1 {
            squares(legal).any(|square| look(board.after(square, board.flips(square))));
        } else {
            Ordered::<MOST_MOVES>::new(board, legal, |_, after| mobility(after)).any(|candidate| look(candidate.after));
        }
        best
    }

    fn value(&mut self, board: Board) -> i32 {
        let discs = discs(self.judge, board).unwrap_or_default();
        (discs * DISC) as i32 + MOVE * (mobility(board) - mobility(board.passed()))
    }
}

/// By how many discs the judge expects the side to move to win; `None` if its values say nothing of that.
#[inline]
pub(super) fn discs(judge: &mut dyn Heuristic, board: Board) -> Option<f64> {
    let value = judge.evaluate(board.mover, board.waiting);
    judge.expected_difference(value, 64 - board.empties()).map(|discs| discs.clamp(-64.0, 64.0))
}

/// Larger than any guess.
pub(super) const LIMIT: i32 = 1 << 20;

/// The worth of a disc that is expected.
pub(super) const DISC: f64 = 32.0;

/// The worth of a disc of a finished game.
const WON_DISC: i32 = 100;

/// The worth of a move more than the other side has.
///
/// A position with few replies is searched sooner, whatever it is worth.
const MOVE: i32 = 8;
