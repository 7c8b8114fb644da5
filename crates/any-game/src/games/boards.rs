//! The board of Othello as cells and colours, the cells that name its moves, and what boards of other games share.

use bestply::Side;
use bestply::othello::{self, Othello, Square};

use crate::{Board, Cell, Color, Man, Playable, PositionError};

/// Row 1 of Othello is at the top, so that a square is the cell of its index.
pub(super) fn othello(position: &Othello) -> Board {
    let disc = |square: Square| man_of(|side| position.discs(side) & square.bit() != 0, ["black disc", "white disc"]);
    let cell = |square: Square| Cell::new(square.to_string(), Color::CLOTH, disc(square));
    let [black, white] = [Side::Max, Side::Min].map(|side| position.discs(side).count_ones());
    Board::new(8, Square::all().map(cell).collect()).note(format!("black {black}, white {white}"))
}

pub(super) fn othello_cells(mv: othello::Move) -> Vec<usize> {
    mv.square().map(Square::index).into_iter().collect()
}

/// The kinds of men of a game, with the letters by which its notation writes them: MAX's, then MIN's.
pub(super) struct Men {
    pub(super) letters: &'static [char],
    pub(super) names: &'static [&'static str],
    /// The texts on the men.
    pub(super) texts: &'static [&'static str],
}

/// Stones that are dark or light.
pub(super) const STONES: Men = Men { letters: &['x', 'o'], names: &["dark stone", "light stone"], texts: &["", ""] };

/// Othello's discs.
pub(super) const OTHELLO_MEN: Men =
    Men { letters: &['X', 'O'], names: &["black disc", "white disc"], texts: &["", ""] };

impl Men {
    pub(super) fn kinds(&self) -> Vec<Man> {
        let max = self.names.len() / 2;
        let color = |place| if place < max { Color::MAX } else { Color::MIN };
        let kinds = self.names.iter().zip(self.texts).enumerate();
        kinds.map(|(place, (name, text))| Man::with_text(*name, *text, color(place))).collect()
    }

    /// The cells row by row from the top, as most notations write them. What is no man is written as `?`.
    pub(super) fn rows(&self, columns: usize, men: &[Option<usize>]) -> String {
        let letter = |man: &Option<usize>| man.map_or('.', |man| self.letters.get(man).copied().unwrap_or('?'));
        men.chunks(columns).map(|row| row.iter().map(letter).collect::<String>()).collect::<Vec<_>>().join("/")
    }

    /// A position of Othello in its notation.
    pub(super) fn discs(&self, columns: usize, men: &[Option<usize>], to_move: Side) -> String {
        let side = self.letters[usize::from(to_move == Side::Min)];
        format!("{} {side}", self.rows(columns, men).replace('/', "").replace('.', "-"))
    }
}

/// The position, if this side is to move in it: where the men say whose turn it is, it need not be.
pub(super) fn on_move<P: Playable>(position: P, to_move: Side) -> Result<P, PositionError> {
    if position.to_move() == to_move {
        return Ok(position);
    }
    Err(PositionError::new("with these men the other side is to move"))
}

/// The man of the side that is on a cell, MAX's and MIN's by these names.
pub(super) fn man_of(is_on: impl Fn(Side) -> bool, [max, min]: [&str; 2]) -> Option<Man> {
    owner(is_on).map(|side| match side {
        Side::Max => Man::plain(max, Color::MAX),
        Side::Min => Man::plain(min, Color::MIN),
    })
}

pub(super) fn owner(is_on: impl Fn(Side) -> bool) -> Option<Side> {
    [Side::Max, Side::Min].into_iter().find(|&side| is_on(side))
}

/// The ground of a board whose squares alternate.
pub(super) fn checkered(column: usize, row: usize) -> Color {
    if (column + row).is_multiple_of(2) { Color::DARK_WOOD } else { Color::LIGHT_WOOD }
}
