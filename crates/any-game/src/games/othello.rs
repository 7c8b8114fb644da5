use bestply::othello::{Move, Othello, Square};
use bestply::{Bounds, Side, Value};

use super::boards::{OTHELLO_MEN, on_move, othello, sides};
use crate::{Board, Man, Playable, PositionError};

impl Playable for Othello {
    counts_discs!(64);

    own_notation!(|position: &Self| position.diagram().to_string());

    fn board(&self) -> Option<Board> {
        Some(othello(8, sides(|side| self.discs(side).into())))
    }

    fn cells_of(&self, mv: Move) -> Vec<usize> {
        mv.square().map(Square::index).into_iter().collect()
    }

    fn men(&self) -> Vec<Man> {
        OTHELLO_MEN.kinds()
    }

    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<Othello, PositionError> {
        on_move(Othello::parse(&OTHELLO_MEN.discs(8, men, to_move))?, to_move)
    }
}
