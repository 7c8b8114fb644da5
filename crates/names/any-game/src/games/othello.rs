use bestply::othello::{Move, Othello, Square};
use bestply::{Bounds, Side, Value};

use super::boards::{OTHELLO_MEN, on_move, othello, sides};
use crate::{Board, Man, Playable, PositionError};

impl Playable for Othello {
    played_with_discs!(8);

    own_notation!(|position: &Self| position.diagram().to_string());

    fn cells_of(&self, mv: Move) -> Vec<usize> {
        mv.square().map(Square::index).into_iter().collect()
    }
}
