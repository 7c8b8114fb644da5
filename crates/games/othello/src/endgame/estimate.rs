//! How much work it will be to find out who wins.

use super::board::Board;
use super::guess::discs;
use crate::evaluation::Heuristic;

/// About the number of nodes after which the winner is known.
///
/// It was fitted to 285 positions from play, with 14 to 25 empty squares, solved with the strong evaluation.
/// The logarithm has a standard error of 1.3: in eight positions of ten, the number is 0.2 to 5 times the estimate.
pub(super) fn nodes_to_the_winner(board: Board, judge: &mut dyn Heuristic) -> f64 {
    let moves = |board: Board| f64::from(board.legal().count_ones() + 1).ln();
    let discs = discs(judge, board).unwrap_or_default().abs();
    let empties = f64::from(board.empties());
    (-3.66 + 0.556 * empties + 1.45 * moves(board) + 1.32 * moves(board.passed()) - 0.103 * discs).exp()
}

/// The most empty squares with which so many nodes are mostly enough to find the winner.
///
/// It is the estimate for nine moves of either side and a value of four discs, and a standard error more.
pub(super) fn empties_within(nodes: f64) -> usize {
    ((nodes.max(1.0).ln() - 3.6) / 0.556).max(0.0) as usize
}
