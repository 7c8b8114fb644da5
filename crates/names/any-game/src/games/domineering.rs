use bestply::Side;
use bestply::games::domineering::{Domineering, Move};

use super::boards::{Men, cells, checkered, on_move, turn};
use crate::{Board, Man, Playable, PositionError};

/// A covered square, whoever covers it.
const COVERED: Men = Men { letters: &['#'], names: &["domino"], texts: &[""] };

impl<const N: usize> Playable for Domineering<N> {
    own_end_and_notation!();

    set_up_by_rows!(COVERED, N, turn);

    fn board(&self) -> Option<Board> {
        let board = COVERED.board(N, checkered, [self.covered(), 0]);
        Some(board.goal("vertical lays dominoes upright").goal("horizontal lays them across"))
    }

    fn cells_of(&self, mv: Move<N>) -> Vec<usize> {
        cells(N, [mv.number() as usize])
    }
}
