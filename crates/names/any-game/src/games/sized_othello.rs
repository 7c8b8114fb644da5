use bestply::games::othello::{Move, SizedOthello};
use bestply::{Bounds, Side, Value};

use super::boards::{OTHELLO_MEN, on_move, othello, sides};
use crate::{Board, Man, Playable, PositionError};

impl<const N: usize> Playable for SizedOthello<N> {
    played_with_discs!(N);

    own_notation!();

    fn cells_of(&self, mv: Move<N>) -> Vec<usize> {
        mv.square().into_iter().collect()
    }
}
