//! Ultimate tic-tac-toe: nine boards of tic-tac-toe, where a move says on which board the other side answers.
//!
//! # Rules
//!
//! (As on CodinGame and in OpenSpiel, but for the count of boards with which CodinGame decides a draw.)
//! Nine boards of 3 × 3 squares lie in three rows of three. MAX is `x` and moves first.
//! A move marks an empty square.
//! Three marks of a side in a line on a board win that board.
//! The place of the marked square on its board says on which of the nine boards the other side must answer.
//! If that board is *closed*, won or full, the other side may answer on any other one.
//! Nobody marks a square of a closed board.
//! Three boards of a side in a line win the game.
//! It is a draw when all boards are closed and nobody has such a line.
//!
//! # Notation
//!
//! A move is its square on the whole of 9 × 9 squares, `e5`.
//! A position is its rows from the top, with slashes between; then `x` or `o` for the side to move;
//! then the board on which it must play, by column and row of the three, `b2` being the one in the middle,
//! or `-` for any.
//!
//! # Canonical order
//!
//! From `a1` on: board by board, from left to right and up; on each board row by row.

mod boards_and_lines;

use std::fmt::{self, Write};

use bestply_core::{Keyed, Position, Side, Value};
use bestply_learning::Planes;

use crate::bits::WideBits;
use crate::key::key_of_sets;
use crate::notation::{Board, Notation, Reader, letter_of, letter_on, require, side_of};
use crate::tic_tac_toe::{SQUARES, has_line};
use crate::{NotationError, Outcome};

pub use boards_and_lines::BoardsAndLines;

/// A file of weights of tuples (`docs/games.md`).
pub const WEIGHTS: &[u8] = include_bytes!("../weights/ultimate-tic-tac-toe.weights");

/// A position of ultimate tic-tac-toe.
///
/// A square is bit *9 · board + 3 · row + column*, and a board is *3 · row + column*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UltimateTicTacToe {
    marks: [u128; 2],
    /// The boards that each side has won.
    won: [u16; 2],
    /// The boards that are won or full.
    closed: u16,
    /// The board on which to play, or [`ANY`].
    board: u8,
    to_move: Side,
}

/// In the place of a board: any.
const ANY: u8 = 9;

/// A mark on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u8);

one_byte_moves!(UltimateTicTacToe, 81, "that of the square, *9 · board + 3 · row + column*.");

moves_on_places!(WideBits, Move);

impl UltimateTicTacToe {
    const BOARD: Board = Board::square(9);

    /// The boards as a grid of their own.
    const BOARDS: Board = Board::square(3);

    /// The position at the start of a game.
    pub const fn start() -> UltimateTicTacToe {
        UltimateTicTacToe { marks: [0; 2], won: [0; 2], closed: 0, board: ANY, to_move: Side::Max }
    }

    /// The marks of a side on a board: bit *3 · row + column*.
    #[inline]
    pub const fn marks(&self, side: Side, board: usize) -> u16 {
        (self.marks[side as usize] >> (9 * board)) as u16 & SQUARES
    }

    /// The boards that a side has won: bit *3 · row + column*.
    #[inline]
    pub const fn won(&self, side: Side) -> u16 {
        self.won[side as usize]
    }

    /// The boards on which the side to move may play, as if the game were not over.
    #[inline]
    pub const fn open(&self) -> u16 {
        match self.board {
            ANY => SQUARES & !self.closed,
            board => 1 << board,
        }
    }

    /// How the game ended, if it is over.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        let winner = [Side::Max, Side::Min].into_iter().find(|&side| has_line(self.won(side)));
        winner.map(Outcome::Won).or_else(|| (self.closed == SQUARES).then_some(Outcome::Drawn))
    }

    /// The squares to mark.
    #[inline]
    fn targets(&self) -> u128 {
        if self.outcome().is_some() {
            return 0;
        }
        let open = self.open();
        let boards = (0..9).filter(|board| open >> board & 1 != 0);
        let squares = boards.fold(0, |squares, board| squares | u128::from(SQUARES) << (9 * board));
        squares & !(self.marks[0] | self.marks[1])
    }

    /// Finds out whether a board is won or full.
    #[inline]
    fn look_at(&mut self, board: usize) {
        let bit = 1 << board;
        self.closed &= !bit;
        for side in [Side::Max, Side::Min] {
            let is_won = has_line(self.marks(side, board));
            self.won[side as usize] = self.won[side as usize] & !bit | if is_won { bit } else { 0 };
            self.closed |= if is_won { bit } else { 0 };
        }
        if self.marks(Side::Max, board) | self.marks(Side::Min, board) == SQUARES {
            self.closed |= bit;
        }
    }
}

impl Position for UltimateTicTacToe {
    type Move = Move;
    type Moves = Moves;
    /// The board on which the move had to be.
    type Undo = u8;

    turn_and_fingerprint!();

    #[inline]
    fn moves(&self) -> Moves {
        Moves(WideBits(self.targets()))
    }

    #[inline]
    fn make(&mut self, mv: Move) -> u8 {
        debug_assert!(self.moves().any(|legal| legal == mv), "{self} has no move {mv}");
        let board = self.board;
        self.marks[self.to_move as usize] |= 1 << mv.0;
        self.look_at(usize::from(mv.0 / 9));
        let next = mv.0 % 9;
        self.board = if self.closed >> next & 1 == 0 { next } else { ANY };
        self.to_move = self.to_move.other();
        board
    }

    #[inline]
    fn unmake(&mut self, mv: Move, board: u8) {
        self.to_move = self.to_move.other();
        self.marks[self.to_move as usize] ^= 1 << mv.0;
        self.look_at(usize::from(mv.0 / 9));
        self.board = board;
    }

    over_by_outcome!();
}

impl Keyed for UltimateTicTacToe {
    #[inline]
    fn key(&self) -> u64 {
        key_of_sets(self.marks, 2 * u64::from(self.board) + self.to_move as u64)
    }
}

impl Move {
    /// The column and the row of the square on the whole, both counted from 0 at the lower left.
    #[inline]
    pub const fn place(self) -> (usize, usize) {
        let (board, square) = (self.0 as usize / 9, self.0 as usize % 9);
        (3 * (board % 3) + square % 3, 3 * (board / 3) + square / 3)
    }

    /// The square that has this number on the whole, row by row.
    const fn on(square: u8) -> Move {
        let (column, row) = (square % 9, square / 9);
        let board = 3 * (row / 3) + column / 3;
        Move(9 * board + 3 * (row % 3) + column % 3)
    }
}

/// Both sides see the boards alike.
impl Planes for UltimateTicTacToe {
    const SHAPE: [usize; 3] = [5, 9, 9];
    const NAMES: &'static [&'static str] =
        &["own boards", "the other side's boards", "own marks", "the other side's marks", "boards to play on"];

    fn active(&self, viewer: Side, inputs: &mut Vec<u16>) {
        let input = |plane: u16, square: usize| {
            let (column, row) = Move(square as u8).place();
            81 * plane + (9 * row + column) as u16
        };
        for (plane, boards) in [(0, self.won(viewer)), (1, self.won(viewer.other())), (4, self.open())] {
            let squares = (0..81).filter(|square| boards >> (square / 9) & 1 != 0);
            inputs.extend(squares.map(|square| input(plane, square)));
        }
        for (plane, side) in [(2, viewer), (3, viewer.other())] {
            inputs.extend(WideBits(self.marks[side as usize]).map(|square| input(plane, usize::from(square))));
        }
    }

    fn mirrored(input: usize) -> usize {
        input / 9 * 9 + (8 - input % 9)
    }

    value_of_outcome!();
}

impl Notation for Move {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (column, row) = self.place();
        UltimateTicTacToe::BOARD.write_square(formatter, (9 * row + column) as u8)
    }

    fn read(reader: &mut Reader<'_>) -> Result<Move, NotationError> {
        UltimateTicTacToe::BOARD.read_square(reader).map(Move::on)
    }
}

written_as_read!(Move);

impl Notation for UltimateTicTacToe {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Self::BOARD.write_squares(formatter, |square| letter_on(self.marks, Move::on(square).0))?;
        write!(formatter, " {} ", letter_of(self.to_move))?;
        match self.board {
            ANY => formatter.write_char('-'),
            board => Self::BOARDS.write_square(formatter, board),
        }
    }

    fn read(reader: &mut Reader<'_>) -> Result<UltimateTicTacToe, NotationError> {
        let mut read = UltimateTicTacToe::start();
        Self::BOARD.read_squares(reader, "xo.", |square, letter| {
            if let Some(side) = side_of(letter) {
                read.marks[side as usize] |= 1 << Move::on(square).0;
            }
        })?;
        read.to_move = reader.turn()?;
        reader.skip(' ')?;
        read.board = match reader.peek() {
            Some('-') => reader.skip('-').map(|()| ANY)?,
            _ => Self::BOARDS.read_square(reader)?,
        };
        reader.end()?;
        (0..9).for_each(|board| read.look_at(board));
        let has_both = |board: usize| [Side::Max, Side::Min].iter().all(|&side| has_line(read.marks(side, board)));
        let is_open = read.board == ANY || read.closed >> read.board & 1 == 0;
        require(is_open, "nobody plays on a board that is won or full")?;
        let have_both_won = [Side::Max, Side::Min].iter().all(|&side| has_line(read.won(side)));
        require(!have_both_won && !(0..9).any(has_both), "only one side has a line")?;
        Ok(read)
    }
}

parsed_as_read!(UltimateTicTacToe);
