use bestply::games::go::{Go, Move};
use bestply::{Position, Side};

use super::boards::{Men, cells, on_move, sides, turn_and_count};
use crate::{Board, Color, Man, Playable, PositionError};

const STONES: Men = Men { letters: &['x', 'o'], names: &["black stone", "white stone"], texts: &["", ""] };

impl<const N: usize> Playable for Go<N> {
    own_end_and_notation!();

    /// The area that black is ahead by, after the komi. It is no more than said: whoever learns Go learns to win.
    fn margin(&self) -> Option<i32> {
        Some(self.score_difference())
    }

    set_up_by_rows!(STONES, N, turn_and_count);

    fn board(&self) -> Option<Board> {
        let area = self.area_difference();
        let name = if area < 0 { "white" } else { "black" };
        let board = STONES.board(N, |_, _| Color::LIGHT_WOOD, sides(|side| self.stones(side)));
        Some(board.note(format!("area: {name} {} ahead, before the komi", area.abs())))
    }

    /// Clients go on after two passes where they do not agree on which stones are dead.
    fn played_on(&self) -> Option<Go<N>> {
        self.is_terminal().then(|| self.with_turn_of(self.to_move()))
    }

    fn turned(&self) -> Option<Go<N>> {
        Some(self.with_turn_of(self.to_move().other()))
    }

    fn cells_of(&self, mv: Move<N>) -> Vec<usize> {
        cells(N, mv.point())
    }
}
