use bestply::games::clobber::{Clobber, Move};
use bestply::learning::Planes;
use bestply::{Side, Value};

use super::boards::{STONES, checkered, man_of, on_move};
use super::small::letter;
use crate::{Board, Man, Playable, PositionError};

impl<const N: usize> Playable for Clobber<N> {
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
        Some(Board::of(N, N, checkered, stone))
    }

    fn men(&self) -> Vec<Man> {
        STONES.kinds()
    }

    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<Clobber<N>, PositionError> {
        let rows = STONES.rows(N, men);
        on_move(Clobber::parse(&format!("{rows} {}", letter(to_move)))?, to_move)
    }

    fn cells_of(&self, mv: Move<N>) -> Vec<usize> {
        [mv.from(), mv.to()].map(|square| Board::index(N, N, square % N, square / N)).into()
    }
}
