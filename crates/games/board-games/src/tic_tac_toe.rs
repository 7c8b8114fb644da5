//! Tic-tac-toe: the first player with three in a row wins.
//!
//! # Rules
//!
//! Two players take turns to mark an empty square of a board of 3 × 3, x (MAX) first.
//! Whoever has three of his marks in a row, a column or a diagonal wins at once.
//! If all nine squares are marked and nobody has won, the game is drawn.
//! With best play it is a draw.
//! The whole game can be searched, as Brautaset (2007) does to explain minimax: there are 255,168 possible games.
//!
//! # Notation
//!
//! A square is its column and row: `b2` is the middle.
//! A position is its rows from the top, with slashes between: `..o/.x./...`.
//! Whose turn it is follows from the marks.
//!
//! # Canonical order
//!
//! The squares from `a1` on, row by row.

mod notation;
mod planes;

use bestply_core::{Evaluator, Keyed, Position, Side, Value};

use crate::Outcome;
use crate::bits::Bits;
use crate::key::key;

/// The squares of a board.
pub(crate) const SQUARES: u16 = 0o777;

/// The rows, the columns and the diagonals. An octal digit is a row, and its lowest bit is column `a`.
pub(crate) const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// A position of tic-tac-toe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    marks: [u16; 2],
    to_move: Side,
}

/// A square to mark.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u8);

one_byte_moves!(TicTacToe, 9, "that of the square.");

moves_on_places!(Bits, Move);

/// The evaluator of finished games: plus or minus infinity, or 0 for a draw. An unfinished position has the value 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameValue;

impl TicTacToe {
    /// The empty board.
    pub const fn start() -> TicTacToe {
        TicTacToe { marks: [0; 2], to_move: Side::Max }
    }

    /// The squares that a side has marked: bit *3 · row + column*.
    #[inline]
    pub const fn marks(&self, side: Side) -> u16 {
        self.marks[side as usize]
    }

    /// How the game ended, if it is over.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        let waiting = self.to_move.other();
        if has_line(self.marks(waiting)) {
            return Some(Outcome::Won(waiting));
        }
        (self.empty() == 0).then_some(Outcome::Drawn)
    }

    #[inline]
    const fn empty(&self) -> u16 {
        SQUARES & !(self.marks[0] | self.marks[1])
    }

    /// The squares that can be marked; none if the game is over.
    #[inline]
    fn targets(&self) -> Bits {
        let is_over = has_line(self.marks(self.to_move.other()));
        Bits(if is_over { 0 } else { self.empty().into() })
    }
}

/// Whether there is a line among these squares.
#[inline]
pub(crate) fn has_line(squares: u16) -> bool {
    LINES.iter().any(|&line| line & !squares == 0)
}

impl Position for TicTacToe {
    type Move = Move;
    type Moves = Moves;
    type Undo = ();

    turn_and_fingerprint!();

    #[inline]
    fn moves(&self) -> Moves {
        Moves(self.targets())
    }

    #[inline]
    fn make(&mut self, Move(square): Move) {
        debug_assert!(self.targets().any(|target| target == square), "{self} has no move {square}");
        self.marks[self.to_move as usize] ^= 1 << square;
        self.to_move = self.to_move.other();
    }

    #[inline]
    fn unmake(&mut self, Move(square): Move, (): ()) {
        self.to_move = self.to_move.other();
        self.marks[self.to_move as usize] ^= 1 << square;
    }
}

/// Whose turn it is follows from the marks.
impl Keyed for TicTacToe {
    #[inline]
    fn key(&self) -> u64 {
        key(self.marks.map(u64::from))
    }
}

impl Move {
    /// The square: *3 · row + column*.
    #[inline]
    pub const fn square(self) -> usize {
        self.0 as usize
    }
}

impl Evaluator<TicTacToe> for GameValue {
    #[inline]
    fn evaluate(&mut self, position: &TicTacToe) -> Value {
        position.outcome().map_or(0, Outcome::value)
    }
}
