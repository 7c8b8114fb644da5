//! A position as cells and colours, for displays that draw more than text.

use serde::Serialize;

/// A board to be drawn: cells in rows, from the top left one to the bottom right one.
///
/// A display asks a position for it ([`Playable::board`](crate::Playable::board)),
/// and for the cells that name a move ([`Playable::cells_of`](crate::Playable::cells_of)).
///
/// ```
/// use bestply::games::tic_tac_toe::TicTacToe;
/// use bestply_catalogue::{Board, Playable};
///
/// let position: TicTacToe = "o.x/.x./...".parse()?;
/// let board = position.board().expect("it has one");
/// assert_eq!((board.columns, board.cells.len()), (3, 9));
/// assert_eq!(board.cells[0].name, "a3");
/// assert_eq!(board.cells[2].man.as_ref().map(|man| man.name.as_str()), Some("x"));
/// # Ok::<(), bestply::games::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// The number of cells in a row.
    pub columns: usize,
    /// The cells, row by row from the top. Each row has `columns` of them.
    pub cells: Vec<Cell>,
    /// What belongs to the position and is on no cell, for instance cards and captured men. Each is a line.
    pub notes: Vec<String>,
    /// What belongs to the position and is a small picture of its own, such as a card that shows steps.
    pub cards: Vec<Card>,
    /// The cells that decided a finished game, for instance the four in a row.
    pub deciding: Vec<usize>,
    /// Whether a move is a column, so that a click on any cell of it is one on the cell that names the move.
    pub by_column: bool,
}

/// A small picture beside a [`Board`]: cells in rows that have nothing but colours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Card {
    /// The card's name.
    pub name: String,
    /// What it is or whose: `dark's`.
    pub whose: String,
    /// The number of cells in a row.
    pub columns: usize,
    /// The colours of the cells, row by row from the top.
    pub cells: Vec<Color>,
    /// What the card shows, for whoever hears it.
    pub says: String,
}

/// A cell of a [`Board`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// The cell's name in the game's notation, for instance `e4`.
    pub name: String,
    /// The colour of the cell's ground.
    pub ground: Color,
    /// What stands on the cell.
    pub man: Option<Man>,
}

/// A man, disc or heap on a [`Cell`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Man {
    /// The man's name, for whoever hears the board instead of seeing it: `black disc`.
    pub name: String,
    /// The text on the man: at most two letters or digits, and nothing for a plain disc.
    pub text: String,
    /// The man's colour. A display writes the text in black or white, whichever can be read on it.
    pub color: Color,
}

/// A colour in red, green and blue. It is serialized as `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub u8, pub u8, pub u8);

impl Color {
    /// The usual colour of MAX's men, nearly black.
    pub const MAX: Color = Color(0x22, 0x22, 0x28);
    /// The usual colour of MIN's men, nearly white.
    pub const MIN: Color = Color(0xf4, 0xf1, 0xe8);
    /// A ground of green cloth.
    pub const CLOTH: Color = Color(0x2e, 0x7d, 0x4f);
    /// A ground of light wood.
    pub const LIGHT_WOOD: Color = Color(0xe6, 0xcf, 0xa8);
    /// A ground of dark wood.
    pub const DARK_WOOD: Color = Color(0xb0, 0x84, 0x57);
    /// What a card shows on its cells.
    pub const SHOWN: Color = Color(0x1a, 0x5f, 0xb4);
    /// A ground of blue frame.
    pub const FRAME: Color = Color(0x2f, 0x5d, 0x9e);
}

impl Board {
    /// A board whose cells are made from their column and their row, both counted from 0 at the bottom left.
    ///
    /// Cells are named by a letter for the column and the number of the row, as in `a1`.
    /// `ground` and `man` get the column and the row.
    #[must_use]
    pub fn of(
        columns: usize,
        rows: usize,
        ground: impl Fn(usize, usize) -> Color,
        man: impl Fn(usize, usize) -> Option<Man>,
    ) -> Board {
        let places = (0..rows).rev().flat_map(|row| (0..columns).map(move |column| (column, row)));
        let cell = |(column, row)| Cell {
            name: format!("{}{}", char::from(b'a' + column as u8), row + 1),
            ground: ground(column, row),
            man: man(column, row),
        };
        Board::new(columns, places.map(cell).collect())
    }

    /// A board of these cells, row by row from the top, so many in a row.
    #[must_use]
    pub fn new(columns: usize, cells: Vec<Cell>) -> Board {
        Board { columns, cells, notes: Vec::new(), cards: Vec::new(), deciding: Vec::new(), by_column: false }
    }

    /// The index in [`cells`](Board::cells) of the cell in this column and row, both counted from 0 at the bottom left,
    /// on a board of so many columns and rows.
    #[must_use]
    pub const fn index(columns: usize, rows: usize, column: usize, row: usize) -> usize {
        (rows - 1 - row) * columns + column
    }

    /// The same board with another note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Board {
        self.notes.push(note.into());
        self
    }

    /// The same board with another card beside it.
    #[must_use]
    pub fn card(mut self, card: Card) -> Board {
        self.cards.push(card);
        self
    }

    /// The same board, on which these cells decided the game.
    #[must_use]
    pub fn deciding(self, cells: Vec<usize>) -> Board {
        Board { deciding: cells, ..self }
    }

    /// The same board, on which a move is a column.
    #[must_use]
    pub fn by_column(self) -> Board {
        Board { by_column: true, ..self }
    }
}

impl Man {
    /// A man without a text.
    pub fn plain(name: &str, color: Color) -> Man {
        Man { name: name.to_owned(), text: String::new(), color }
    }

    /// A man with a text on it.
    pub fn with_text(name: impl Into<String>, text: impl Into<String>, color: Color) -> Man {
        Man { name: name.into(), text: text.into(), color }
    }
}

impl Serialize for Color {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Color(red, green, blue) = self;
        serializer.collect_str(&format_args!("#{red:02x}{green:02x}{blue:02x}"))
    }
}
