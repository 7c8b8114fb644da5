use bestply::games::othello::{Move, SizedOthello};
use bestply::{Bounds, Side, Value};

use super::boards::{OTHELLO_MEN, on_move, othello, sides};
use crate::{Board, Man, Playable, PositionError};

impl<const N: usize> Playable for SizedOthello<N> {
    counts_discs!(N * N);

    own_notation!();

    fn board(&self) -> Option<Board> {
        Some(othello(N, sides(|side| self.discs(side))))
    }

    fn cells_of(&self, mv: Move<N>) -> Vec<usize> {
        mv.square().into_iter().collect()
    }

    fn men(&self) -> Vec<Man> {
        OTHELLO_MEN.kinds()
    }

    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<SizedOthello<N>, PositionError> {
        on_move(SizedOthello::parse(&OTHELLO_MEN.discs(N, men, to_move))?, to_move)
    }
}
