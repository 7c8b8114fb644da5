use bestply::Side;
use bestply::games::clobber::{Clobber, Move};

use super::boards::{STONES, cells, checkered, on_move, sides, turn};
use crate::{Board, Man, Playable, PositionError};

impl<const N: usize> Playable for Clobber<N> {
    own_end_and_notation!();

    set_up_by_rows!(STONES, N, turn);

    fn board(&self) -> Option<Board> {
        Some(STONES.board(N, checkered, sides(|side| self.stones(side))))
    }

    fn cells_of(&self, mv: Move<N>) -> Vec<usize> {
        cells(N, [mv.from(), mv.to()])
    }
}
