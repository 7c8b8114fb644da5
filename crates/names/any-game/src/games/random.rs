use bestply::random_game::{EDGE_LIMIT, RandomGame};
use bestply::{Bounds, Value};

use crate::Playable;

impl Playable for RandomGame {
    fn terminal_value(&self) -> Value {
        self.value()
    }

    /// The sum, which is larger than what solvers count in points.
    fn margin(&self) -> Option<i32> {
        Some(self.value())
    }

    /// Every edge that is left can be the largest or the smallest.
    fn points_within(&self) -> Bounds {
        let left = self.moves_left() as Value * EDGE_LIMIT;
        Bounds { alpha: self.value() - left, beta: self.value() + left }
    }

    fn text(&self) -> String {
        let to_move = bestply::Position::to_move(self);
        format!("{to_move:?} to move, {} moves left, sum {:+}", self.moves_left(), self.value())
    }

    /// As many as a position can have moves, each of which is its number.
    fn move_numbers(&self) -> Option<u32> {
        Some(self.most_moves() as u32)
    }

    fn number(&self, index: usize) -> u32 {
        index as u32
    }

    fn numbered(&self, number: u32) -> usize {
        number as usize
    }

    fn moves_left(&self) -> Option<usize> {
        Some(RandomGame::moves_left(self))
    }
}
