use bestply::Side;
use bestply::games::hex::{Hex, Move};

use super::boards::{STONES, cells, on_move, sides, turn};
use crate::{Board, Border, Color, Man, Playable, PositionError};

impl<const N: usize> Playable for Hex<N> {
    own_end_and_notation!();

    set_up_by_rows!(STONES, N, turn);

    fn board(&self) -> Option<Board> {
        let board = STONES
            .board(N, |_, _| Color::LIGHT_WOOD, sides(|side| self.stones(side)))
            .hexagons()
            .edge(Border::Top, Color::MAX)
            .edge(Border::Bottom, Color::MAX)
            .edge(Border::Left, Color::MIN)
            .edge(Border::Right, Color::MIN)
            .goal("dark connects the top and the bottom")
            .goal("light connects the left and the right");
        Some(if self.can_swap() { board.note("light may swap, by a click on dark's stone") } else { board })
    }

    /// The swap is named by the stone that it takes over.
    fn cells_of(&self, mv: Move<N>) -> Vec<usize> {
        let cell = mv.cell().unwrap_or_else(|| self.stones(Side::Max).trailing_zeros() as usize);
        cells(N, [cell])
    }
}
