//! How much work it will be to find out who wins.

use super::board::Board;
use crate::evaluation::Heuristic;

/// About the number of nodes after which the winner is known.
///
/// It was fitted to 240 positions from play, with 14 to 20 empty squares.
/// The logarithm has a standard error of 1.2: in eight positions of ten, the number is 0.2 to 6 times the estimate.
pub(super) fn nodes_to_the_winner(board: Board, judge: &mut impl Heuristic) -> f64 {
    let moves = |board: Board| f64::from(board.legal().count_ones() + 1).ln();
    let discs = f64::from(judge.evaluate(board.mover, board.waiting).unsigned_abs()) / 256.0;
    let empties = f64::from(board.empties());
    (-5.33 + 0.611 * empties + 1.63 * moves(board) + 1.34 * moves(board.passed()) - 0.081 * discs).exp()
}

/// The most empty squares with which so many nodes are mostly enough to find the winner.
///
/// It is the estimate for nine moves of either side and a value of four discs, and a standard error more.
pub(super) fn empties_within(nodes: f64) -> usize {
    ((nodes.max(1.0).ln() - 2.4) / 0.611).max(0.0) as usize
}
