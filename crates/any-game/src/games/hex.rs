use bestply::games::hex::{Hex, Move};
use bestply::learning::Planes;
use bestply::{Side, Value};

use super::boards::{STONES, man_of, on_move};
use super::small::letter;
use crate::{Board, Border, Color, Man, Playable, PositionError};

impl<const N: usize> Playable for Hex<N> {
    fn terminal_value(&self) -> Value {
        self.finished_value()
    }

    own_notation!();

    fn picture(&self) -> String {
        format!("{self:#}")
    }

    fn board(&self) -> Option<Board> {
        let stone = |column: usize, row: usize| {
            man_of(|side| self.stones(side) >> (N * row + column) & 1 != 0, ["dark stone", "light stone"])
        };
        let board = Board::of(N, N, |_, _| Color::LIGHT_WOOD, stone)
            .hexagons()
            .edge(Border::Top, Color::MAX)
            .edge(Border::Bottom, Color::MAX)
            .edge(Border::Left, Color::MIN)
            .edge(Border::Right, Color::MIN)
            .goal("dark connects the top and the bottom")
            .goal("light connects the left and the right");
        Some(if self.can_swap() { board.note("light may swap, by a click on dark's stone") } else { board })
    }

    fn men(&self) -> Vec<Man> {
        STONES.kinds()
    }

    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<Hex<N>, PositionError> {
        on_move(Hex::parse(&format!("{} {}", STONES.rows(N, men), letter(to_move)))?, to_move)
    }

    /// The swap is named by the stone that it takes over.
    fn cells_of(&self, mv: Move<N>) -> Vec<usize> {
        let cell = mv.cell().unwrap_or_else(|| self.stones(Side::Max).trailing_zeros() as usize);
        vec![Board::index(N, N, cell % N, cell / N)]
    }
}
