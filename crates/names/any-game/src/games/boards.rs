//! What the boards of several games share, as cells and colours.

use bestply::Side;

use crate::{Board, BoardCell, Color, Man, Playable, PositionError};

/// A board of Othello. Row 1 is at the top, so that a square is the cell of its index.
pub(super) fn othello(size: usize, discs: [impl Into<u128>; 2]) -> Board {
    let discs = discs.map(Into::into);
    let name = |square: usize| format!("{}{}", char::from(b'a' + (square % size) as u8), square / size + 1);
    let cell = |square: usize| BoardCell::new(name(square), Color::CLOTH, OTHELLO_MEN.on(discs, square));
    let [black, white] = discs.map(u128::count_ones);
    Board::new(size, (0..size * size).map(cell).collect()).note(format!("black {black}, white {white}"))
}

/// The cells of squares of a board of *size* × *size*, each *size · row + column*.
pub(super) fn cells(size: usize, squares: impl IntoIterator<Item = usize>) -> Vec<usize> {
    squares.into_iter().map(|square| Board::index(size, size, square % size, square / size)).collect()
}

/// What there is of each side, MAX's first.
pub(super) fn sides<T>(of: impl Fn(Side) -> T) -> [T; 2] {
    [of(Side::Max), of(Side::Min)]
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

/// Marks of tic-tac-toe.
pub(super) const MARKS: Men = Men { letters: &['x', 'o'], names: &["x", "o"], texts: &["x", "o"] };

/// Othello's discs.
pub(super) const OTHELLO_MEN: Men =
    Men { letters: &['X', 'O'], names: &["black disc", "white disc"], texts: &["", ""] };

impl Men {
    pub(super) fn kinds(&self) -> Vec<Man> {
        (0..self.names.len()).map(|place| self.man(place)).collect()
    }

    fn man(&self, place: usize) -> Man {
        let color = if place < self.names.len() / 2 { Color::MAX } else { Color::MIN };
        Man::with_text(self.names[place], self.texts[place], color)
    }

    /// The man on a square, of the one kind that each side has.
    pub(super) fn on(&self, men: [u128; 2], square: usize) -> Option<Man> {
        men.iter().position(|men| men >> square & 1 != 0).map(|side| self.man(side))
    }

    /// A board of *size* × *size* squares with men of the one kind that each side has.
    pub(super) fn board(&self, size: usize, ground: impl Fn(usize, usize) -> Color, men: [u128; 2]) -> Board {
        Board::of(size, size, ground, |column, row| self.on(men, size * row + column))
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

pub(super) fn owner(is_on: impl Fn(Side) -> bool) -> Option<Side> {
    [Side::Max, Side::Min].into_iter().find(|&side| is_on(side))
}

/// The letter of a side in the notations of most games.
pub(super) const fn letter(side: Side) -> char {
    if matches!(side, Side::Max) { 'x' } else { 'o' }
}

/// What follows the men in a notation that says whose turn it is.
pub(super) fn turn<P>(_: &P, to_move: Side) -> String {
    format!(" {}", letter(to_move))
}

/// The same where a number of plies or passes follows.
pub(super) fn turn_and_count<P>(position: &P, to_move: Side) -> String {
    turn(position, to_move) + " 0"
}

/// The ground of a board whose squares alternate.
pub(super) fn checkered(column: usize, row: usize) -> Color {
    if (column + row).is_multiple_of(2) { Color::DARK_WOOD } else { Color::LIGHT_WOOD }
}
