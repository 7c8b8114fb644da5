use bestply_core::{Side, Value};
use bestply_learning::{Planes, add_squares};

use super::{Move, TicTacToe};

/// The board is the same from all sides, so that it is never turned.
impl Planes for TicTacToe {
    const SHAPE: [usize; 3] = [2, 3, 3];
    const NAMES: &'static [&'static str] = &["own marks", "the other side's marks"];
    const OUTPUTS: usize = TicTacToe::MOVE_NUMBERS as usize;

    fn active(&self, viewer: Side, inputs: &mut Vec<u16>) {
        add_squares(self.marks(viewer).into(), 0, inputs);
        add_squares(self.marks(viewer.other()).into(), 9, inputs);
    }

    fn output(&self, mv: Move) -> usize {
        mv.number() as usize
    }

    value_of_outcome!();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sides_see_the_same() {
        let exchanged = |position: &TicTacToe| TicTacToe {
            marks: [position.marks[1], position.marks[0]],
            to_move: position.to_move.other(),
        };
        crate::planes::check(|_| TicTacToe::start(), exchanged);
    }
}
