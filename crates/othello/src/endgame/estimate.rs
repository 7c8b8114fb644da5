//! How much work the solving of a position will be.

use super::board::Board;

/// About the number of nodes after which it is known who wins.
pub(super) fn nodes_to_the_winner(board: Board) -> f64 {
    let moves = f64::from((board.legal().count_ones() + board.passed().legal().count_ones()).max(1));
    (-1.9 + 0.62 * f64::from(board.empties()) + 1.0 * moves.ln()).exp()
}
