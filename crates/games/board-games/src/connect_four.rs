//! Connect Four: discs fall to the bottom of their column, and four in a row win.
//!
//! # Rules
//!
//! Two players take turns to drop one of their discs into one of seven columns.
//! There it falls on the discs already in the column, six at most.
//! Whoever has four discs in a row, a column or a diagonal wins at once.
//! If all 42 squares are full and nobody has won, the game is drawn (Milton Bradley 1974).
//! The first player, MAX here, wins with best play, beginning in the middle (Allen 1988;
//! Allis, *A Knowledge-based Approach of Connect-Four*, 1988).
//!
//! # Notation
//!
//! A move is its column, `a` to `g`.
//! A position is its rows from the top, with slashes between:
//! `x` for MAX's discs and `o` for MIN's, as in `......./......./......./......./...o.../...x...`.
//! Whose turn it is follows from the discs.
//!
//! # Canonical order
//!
//! The columns from the left.

mod evaluation;
mod features;
mod lines;
mod notation;

use bestply_core::{Keyed, Position, Side};
use lines::{completing, has_four, in_fours};

use crate::Outcome;
use crate::bits::{Bits, nth_in_byte};
use crate::key::key;

pub use evaluation::{OpenLines, WeightedLines};

const COLUMNS: u8 = 7;
const ROWS: u8 = 6;

/// The number of bits from the bottom of one column to that of the next.
///
/// A bit above each column stays clear, so that no line runs on from one column to the next.
const COLUMN_BITS: u8 = ROWS + 1;

/// The lowest square of each column.
const BOTTOM: u64 = 0x0408_1020_4081;

/// The board full of discs.
const FULL: u64 = BOTTOM * ((1 << ROWS) - 1);

/// A position of Connect Four.
///
/// A square is bit *7 · column + row*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConnectFour {
    mover: u64,
    occupied: u64,
    to_move: Side,
    /// Whether the disc dropped last made four in a row.
    is_won: bool,
}

/// A column to drop a disc into.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u8);

one_byte_moves!(ConnectFour, COLUMNS as u32, "that of the column.");

moves_on_places!(Bits, |square| Move(square / COLUMN_BITS));

impl ConnectFour {
    /// The empty board.
    pub const fn start() -> ConnectFour {
        ConnectFour { mover: 0, occupied: 0, to_move: Side::Max, is_won: false }
    }

    /// The discs of a side: bit *7 · column + row*, six bits a column.
    #[inline]
    pub fn discs(&self, side: Side) -> u64 {
        if side == self.to_move { self.mover } else { self.waiting() }
    }

    /// The discs that have won the game, as [`discs`](ConnectFour::discs) has them; none where nobody has.
    pub fn deciding(&self) -> u64 {
        if self.is_won { in_fours(self.waiting()) } else { 0 }
    }

    /// How the game ended, if it is over.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        if self.is_won {
            return Some(Outcome::Won(self.to_move.other()));
        }
        (self.occupied == FULL).then_some(Outcome::Drawn)
    }

    #[inline]
    fn waiting(&self) -> u64 {
        self.mover ^ self.occupied
    }

    /// The squares where a disc can come to lie; none if the game is over.
    #[inline]
    fn targets(&self) -> Bits {
        Bits(if self.is_won { 0 } else { (self.occupied + BOTTOM) & FULL })
    }

    /// The columns that are not full, the first as the lowest bit; none if the game is over.
    #[inline]
    fn columns(&self) -> u64 {
        // A column's bit lies at 7 times its number; the product has it at 42 and its number, and no other there.
        const GATHER: u64 = 1 << 42 | 1 << 36 | 1 << 30 | 1 << 24 | 1 << 18 | 1 << 12 | 1 << 6;
        let open = !(self.occupied >> (ROWS - 1)) & BOTTOM;
        let columns = open.wrapping_mul(GATHER) >> 42 & 0x7f;
        if self.is_won { 0 } else { columns }
    }

    /// The bit above the discs of a column.
    #[inline]
    fn above(&self, Move(column): Move) -> u64 {
        let shift = COLUMN_BITS * column;
        (self.occupied + (1 << shift)) & (((1 << COLUMN_BITS) - 1) << shift)
    }
}

impl Position for ConnectFour {
    type Move = Move;
    type Moves = Moves;
    type Undo = ();

    turn_and_fingerprint!();

    #[inline]
    fn moves(&self) -> Moves {
        Moves(self.targets())
    }

    #[inline]
    fn make(&mut self, column: Move) {
        let disc = self.above(column);
        debug_assert!(disc & self.targets().0 != 0, "{self} has no move {column}");
        self.mover = self.waiting();
        self.occupied |= disc;
        self.to_move = self.to_move.other();
        self.is_won = has_four(self.waiting());
    }

    #[inline]
    fn unmake(&mut self, column: Move, (): ()) {
        self.occupied ^= self.above(column) >> 1;
        self.mover = self.waiting();
        self.to_move = self.to_move.other();
        self.is_won = false;
    }

    #[inline]
    fn move_count(&self) -> usize {
        self.columns().count_ones() as usize
    }

    #[inline]
    fn nth_move(&self, index: usize) -> Move {
        Move(nth_in_byte(self.columns() as u8, index).expect("a position has a move for each of its children"))
    }

    /// A move that wins comes first, and then one that takes the square where the other side would win.
    ///
    /// So a search to a depth takes 0.55 to 0.75 of the evaluations.
    #[inline]
    fn move_rank(&self, column: Move) -> i16 {
        let disc = self.above(column);
        if has_four(self.mover | disc) { 2 } else { i16::from(has_four(self.waiting() | disc)) }
    }

    #[inline]
    fn ranking(&self) -> impl Fn(Move) -> i16 {
        let [wins, saves] = [self.mover, self.waiting()].map(completing);
        move |column| {
            let disc = self.above(column);
            if wins & disc != 0 { 2 } else { i16::from(saves & disc != 0) }
        }
    }

    #[inline]
    fn promising_moves(&self) -> Option<Moves> {
        let targets = self.targets().0;
        let wins = targets & completing(self.mover);
        Some(Moves(Bits(if wins != 0 { wins } else { targets & completing(self.waiting()) })))
    }

    #[inline]
    fn ranks_moves(&self) -> bool {
        true
    }

    #[inline]
    fn find_move(&self, Move(column): Move) -> Option<usize> {
        let columns = self.columns();
        let lower = columns & ((1 << column) - 1);
        (columns >> column & 1 != 0).then(|| lower.count_ones() as usize)
    }

    #[inline]
    fn is_terminal(&self) -> bool {
        self.targets().0 == 0
    }
}

/// Whose turn it is follows from the discs.
impl Keyed for ConnectFour {
    #[inline]
    fn key(&self) -> u64 {
        key([self.mover, self.occupied])
    }
}

impl Move {
    /// The column, 0 to 6 from the left.
    #[inline]
    pub const fn column(self) -> usize {
        self.0 as usize
    }
}
