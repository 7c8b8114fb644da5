use bestply::games::othello::{Move, SizedOthello};
use bestply::{Bounds, Side, Value};

use super::boards::{OTHELLO_MEN, man_of, on_move};
use crate::{Board, Cell, Color, Man, Playable, PositionError};

impl<const N: usize> Playable for SizedOthello<N> {
    fn terminal_value(&self) -> Value {
        self.disc_difference()
    }

    /// With the empty squares for the winner.
    fn points(&self) -> Option<i32> {
        Some(self.final_score())
    }

    fn points_within(&self) -> Bounds {
        let squares = (N * N) as Value;
        Bounds { alpha: -squares, beta: squares }
    }

    own_notation!();

    fn picture(&self) -> String {
        format!("{self:#}")
    }

    /// Row 1 is at the top, so that a square is the cell of its index.
    fn board(&self) -> Option<Board> {
        let name = |square: usize| format!("{}{}", char::from(b'a' + (square % N) as u8), square / N + 1);
        let disc = |square: usize| man_of(|side| self.discs(side) >> square & 1 != 0, ["black disc", "white disc"]);
        let cells = (0..N * N).map(|square| Cell::new(name(square), Color::CLOTH, disc(square)));
        let [black, white] = [Side::Max, Side::Min].map(|side| self.discs(side).count_ones());
        Some(Board::new(N, cells.collect()).note(format!("black {black}, white {white}")))
    }

    fn men(&self) -> Vec<Man> {
        OTHELLO_MEN.kinds()
    }

    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<SizedOthello<N>, PositionError> {
        on_move(SizedOthello::parse(&OTHELLO_MEN.discs(N, men, to_move))?, to_move)
    }

    fn cells_of(&self, mv: Move<N>) -> Vec<usize> {
        mv.square().into_iter().collect()
    }

    fn moves_left(&self) -> Option<usize> {
        Some(self.empties() as usize)
    }

    /// A pass can precede every disc.
    fn depth_to_end(&self) -> usize {
        2 * self.empties() as usize
    }
}
