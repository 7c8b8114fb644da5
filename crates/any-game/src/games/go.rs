use bestply::games::go::{Go, Move};
use bestply::learning::Planes;
use bestply::{Position, Side, Value};

use super::boards::{Men, man_of, on_move};
use super::small::letter;
use crate::{Board, Color, Man, Playable, PositionError};

const STONES: Men = Men { letters: &['x', 'o'], names: &["black stone", "white stone"], texts: &["", ""] };

impl<const N: usize> Playable for Go<N> {
    fn terminal_value(&self) -> Value {
        self.finished_value()
    }

    /// The area that black is ahead by, after the komi. It is no more than said: whoever learns Go learns to win.
    fn margin(&self) -> Option<i32> {
        Some(self.score_difference())
    }

    own_notation!();

    fn picture(&self) -> String {
        format!("{self:#}")
    }

    fn board(&self) -> Option<Board> {
        let stone = |column: usize, row: usize| {
            man_of(|side| self.stones(side) >> (N * row + column) & 1 != 0, ["black stone", "white stone"])
        };
        let area = self.area_difference();
        let ahead = if area < 0 { Side::Min } else { Side::Max };
        let name = if ahead == Side::Max { "black" } else { "white" };
        Some(
            Board::of(N, N, |_, _| Color::LIGHT_WOOD, stone)
                .note(format!("area: {name} {} ahead, before the komi", area.abs())),
        )
    }

    fn men(&self) -> Vec<Man> {
        STONES.kinds()
    }

    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<Go<N>, PositionError> {
        on_move(Go::parse(&format!("{} {} 0", STONES.rows(N, men), letter(to_move)))?, to_move)
    }

    /// Clients go on after two passes where they do not agree on which stones are dead.
    fn played_on(&self) -> Option<Go<N>> {
        self.is_terminal().then(|| self.with_turn_of(self.to_move()))
    }

    fn turned(&self) -> Option<Go<N>> {
        Some(self.with_turn_of(self.to_move().other()))
    }

    fn cells_of(&self, mv: Move<N>) -> Vec<usize> {
        mv.point().map(|point| Board::index(N, N, point % N, point / N)).into_iter().collect()
    }
}
