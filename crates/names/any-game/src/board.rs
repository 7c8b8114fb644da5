//! A position as cells and colours, for displays that draw more than text.

use serde::Serialize;

/// A board to be drawn: cells in rows, from the top left one to the bottom right one.
///
/// A display asks a position for it ([`Playable::board`](crate::Playable::board)),
/// and for the cells that name a move ([`Playable::cells_of`](crate::Playable::cells_of)).
///
/// ```
/// use bestply::games::tic_tac_toe::TicTacToe;
/// use bestply_any_game::{Board, Playable};
///
/// let position: TicTacToe = "o.x/.x./...".parse()?;
/// let board = position.board().expect("it has one");
/// assert_eq!((board.columns, board.cells.len()), (3, 9));
/// assert_eq!(board.cells[0].name, "a3");
/// assert_eq!(board.cells[2].man.as_ref().map(|man| man.name.as_str()), Some("x"));
/// # Ok::<(), bestply::games::NotationError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Board {
    /// The number of cells in a row.
    pub columns: usize,
    /// The cells, row by row from the top. Each row has `columns` of them.
    pub cells: Vec<BoardCell>,
    /// What belongs to the position and is on no cell, for instance cards and captured men. Each is a line.
    pub notes: Vec<String>,
    /// How the cells lie beside each other.
    #[serde(skip_serializing_if = "is_default")]
    pub grid: Grid,
    /// The edges of the board that belong to a side.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<Edge>,
    /// Ways between cells, by their indices, such as the lines of a board of Morris. They lie below the men.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<[usize; 2]>,
    /// Arrows between cells. They lie above the men.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<Arrow>,
    /// What each side is after, for instance which edges it connects. Each is a line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub goals: Vec<String>,
    /// What belongs to the position and is a small picture of its own, such as a card that shows steps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<BoardCard>,
    /// The cells that decided a finished game, for instance the four in a row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deciding: Vec<usize>,
    /// Whether a move is a column, so that a click on any cell of it is one on the cell that names the move.
    #[serde(skip_serializing_if = "is_default")]
    pub by_column: bool,
}

/// How the cells of a [`Board`] lie beside each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grid {
    /// Squares, each below the one above it.
    #[default]
    Squares,
    /// Hexagons with a corner at the top. Each row lies half a cell further to the right than the row above it.
    Hexagons,
}

/// An edge of a board that belongs to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Edge {
    /// Which edge it is.
    pub border: Border,
    /// The colour of the side's men.
    pub color: Color,
}

/// One of the four edges of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Border {
    /// That above the first row of cells.
    Top,
    /// That below the last row.
    Bottom,
    /// That to the left of the first column.
    Left,
    /// That to the right of the last column.
    Right,
}

/// An arrow from the middle of a cell to that of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Arrow {
    /// The index of the cell where it begins.
    pub from: usize,
    /// The index of the cell to which it points.
    pub to: usize,
    /// Its colour.
    pub color: Color,
}

/// A small picture beside a [`Board`]: cells in rows that have nothing but colours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardCard {
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
pub struct BoardCell {
    /// The cell's name in the game's notation, for instance `e4`.
    pub name: String,
    /// The colour of the cell's ground.
    pub ground: Color,
    /// What stands on the cell.
    pub man: Option<Man>,
    /// What the cell is of the board.
    #[serde(skip_serializing_if = "is_default")]
    pub place: CellPlace,
}

/// What a [`BoardCell`] is of its board: where men stand between squares, edges and corners are cells of their own.
///
/// So a board of Dots and Boxes has rows of corners and of edges across, and between them rows of edges that stand
/// and of squares. A display draws rows and columns without squares narrower than others, where there are squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CellPlace {
    /// A square, or a hexagon.
    #[default]
    Face,
    /// The edge between the square above and the one below.
    Across,
    /// The edge between the square to the left and the one to the right.
    Upright,
    /// The corner of squares, or a point where ways meet.
    Corner,
    /// Nothing: no move names the cell, and nothing is drawn.
    Gap,
}

/// A man, disc or heap on a [`BoardCell`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Man {
    /// The man's name, for whoever hears the board instead of seeing it: `black disc`.
    pub name: String,
    /// The text on the man: at most two letters or digits, and nothing for a plain disc.
    pub text: String,
    /// The man's colour. A display writes the text in black or white, whichever can be read on it.
    pub color: Color,
    /// What the man looks like.
    #[serde(skip_serializing_if = "is_default")]
    pub form: ManForm,
}

/// What a [`Man`] looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ManForm {
    /// A disc.
    #[default]
    Disc,
    /// A cross on the ground: a mark that stays, such as a square to which nobody can go any more.
    Mark,
    /// A bar that covers an edge, from corner to corner.
    Bar,
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
    /// A board of squares in so many columns.
    pub fn new(columns: usize, cells: Vec<BoardCell>) -> Board {
        Board { columns, cells, ..Board::default() }
    }

    /// A board whose cells are made from their column and their row, both counted from 0 at the bottom left.
    ///
    /// Cells are named by a letter for the column and the number of the row, as in `a1`.
    /// `ground` and `man` get the column and the row.
    pub fn of(
        columns: usize,
        rows: usize,
        ground: impl Fn(usize, usize) -> Color,
        man: impl Fn(usize, usize) -> Option<Man>,
    ) -> Board {
        let places = (0..rows).rev().flat_map(|row| (0..columns).map(move |column| (column, row)));
        let name = |column, row| format!("{}{}", char::from(b'a' + column as u8), row + 1);
        let cell = |(column, row)| BoardCell::new(name(column, row), ground(column, row), man(column, row));
        Board::new(columns, places.map(cell).collect())
    }

    /// The index in [`cells`](Board::cells) of the cell in this column and row, both counted from 0 at the bottom left,
    /// on a board of so many columns and rows.
    pub const fn index(columns: usize, rows: usize, column: usize, row: usize) -> usize {
        (rows - 1 - row) * columns + column
    }

    the_same! {
        /// The same board with its cells as hexagons.
        fn hexagons(self) { self.grid = Grid::Hexagons }

        /// The same board with an edge that belongs to the side of this colour.
        fn edge(self, border: Border, color: Color) { self.edges.push(Edge { border, color }) }

        /// The same board with a way between two cells.
        fn way(self, cells: [usize; 2]) { self.ways.push(cells) }

        /// The same board with an arrow.
        fn arrow(self, arrow: Arrow) { self.arrows.push(arrow) }

        /// The same board with what a side is after.
        fn goal(self, goal: impl Into<String>) { self.goals.push(goal.into()) }

        /// The same board with another note.
        fn note(self, note: impl Into<String>) { self.notes.push(note.into()) }

        /// The same board with another card beside it.
        fn card(self, card: BoardCard) { self.cards.push(card) }

        /// The same board, on which these cells decided the game.
        fn deciding(self, cells: Vec<usize>) { self.deciding = cells }

        /// The same board, on which a move is a column.
        fn by_column(self) { self.by_column = true }
    }
}

impl BoardCell {
    /// A square of this name, with its ground and what stands on it.
    pub const fn new(name: String, ground: Color, man: Option<Man>) -> BoardCell {
        BoardCell { name, ground, man, place: CellPlace::Face }
    }

    the_same! {
        /// The same cell as another part of the board.
        fn at(self, place: CellPlace) { self.place = place }
    }
}

impl Man {
    /// A man without a text.
    pub fn plain(name: &str, color: Color) -> Man {
        Man::with_text(name, "", color)
    }

    /// A man with a text on it.
    pub fn with_text(name: impl Into<String>, text: impl Into<String>, color: Color) -> Man {
        Man { name: name.into(), text: text.into(), color, form: ManForm::Disc }
    }

    the_same! {
        /// The same man in another form.
        fn form(self, form: ManForm) { self.form = form }
    }
}

/// Whether a value is the usual one, and so is left out.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Serialize for Color {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Color(red, green, blue) = self;
        serializer.collect_str(&format_args!("#{red:02x}{green:02x}{blue:02x}"))
    }
}
