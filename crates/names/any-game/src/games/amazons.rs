use bestply::Side;
use bestply::games::amazons::{Amazons, Move};

use super::boards::{Men, cells, checkered, letter, on_move, owner};
use crate::{Board, Color, Man, ManForm, Playable, PositionError};

/// The amazons, and the letter of a burnt square behind theirs.
const AMAZONS: Men = Men { letters: &['x', 'o', '#'], names: &["dark amazon", "light amazon"], texts: &["A", "A"] };

fn burnt() -> Man {
    Man::plain("burnt square", Color::MAX).form(ManForm::Mark)
}

impl<const N: usize, const STAGED: bool> Playable for Amazons<N, STAGED> {
    own_end_and_notation!();

    /// A burnt square is crossed out for good. The amazon that is to shoot is marked.
    fn board(&self) -> Option<Board> {
        let man = |column: usize, row: usize| {
            let square = N * row + column;
            if self.burnt() >> square & 1 != 0 {
                return Some(burnt());
            }
            let side = owner(|side| self.amazons(side) >> square & 1 != 0)?;
            let (shade, color) = if side == Side::Max { ("dark", Color::MAX) } else { ("light", Color::MIN) };
            let (rank, text) = if self.shooter() == Some(square) { ("shooting ", "!") } else { ("", "A") };
            Some(Man::with_text(format!("{shade} {rank}amazon"), text, color))
        };
        Some(Board::of(N, N, checkered, man))
    }

    fn men(&self) -> Vec<Man> {
        [AMAZONS.kinds(), vec![burnt()]].concat()
    }

    /// No shot is due.
    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<Amazons<N, STAGED>, PositionError> {
        on_move(Amazons::parse(&format!("{} {}", AMAZONS.rows(N, men), letter(to_move)))?, to_move)
    }

    fn cells_of(&self, mv: Move<N>) -> Vec<usize> {
        cells(N, mv.step().map(|(from, to)| [from, to]).into_iter().flatten().chain(mv.arrow()))
    }
}
