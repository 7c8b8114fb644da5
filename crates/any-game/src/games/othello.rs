use bestply::othello::{Move, Othello};
use bestply::{Bounds, Side, Value};

use super::boards;
use crate::{Board, Man, Playable, PositionError};

impl Playable for Othello {
    fn terminal_value(&self) -> Value {
        self.disc_difference()
    }

    /// As the solver of its ends counts: the empty squares for the winner.
    fn points(&self) -> Option<i32> {
        Some(self.final_score())
    }

    fn points_within(&self) -> Bounds {
        Bounds { alpha: -64, beta: 64 }
    }

    own_notation!();

    fn picture(&self) -> String {
        self.diagram().to_string()
    }

    fn board(&self) -> Option<Board> {
        Some(boards::othello(self))
    }

    fn cells_of(&self, mv: Move) -> Vec<usize> {
        boards::othello_cells(mv)
    }

    fn men(&self) -> Vec<Man> {
        boards::OTHELLO_MEN.kinds()
    }

    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<Othello, PositionError> {
        boards::on_move(Othello::parse(&boards::OTHELLO_MEN.discs(8, men, to_move))?, to_move)
    }

    fn moves_left(&self) -> Option<usize> {
        Some(self.empties() as usize)
    }

    /// A pass can precede every disc.
    fn depth_to_end(&self) -> usize {
        2 * self.empties() as usize
    }
}
