//! Breakthrough: men that only move forward, and the first side to break through wins.
//!
//! # Rules
//!
//! (Dan Troyka, 2000; as on 8 × 8 squares.)
//! Each player has two rows of men.
//! MAX moves first and has rows 1 and 2; MIN has rows 7 and 8.
//! Programs that solve the game play it on 6 × 6 squares, too ([`SmallBreakthrough`]), where MIN has rows 5 and 6.
//! A man moves one square straight or diagonally forward, to an empty square.
//! On a diagonal move he may also capture a man of the other side, whose place he takes; straight ahead he may not.
//! Capturing is never compulsory.
//! Whoever brings a man to the farthest row wins at once, and so does whoever captures all men of the other side.
//! There are no draws, and no game is longer than 177 plies, because a man has five or six rows to go before the last.
//! On 6 × 6 squares it is 85 plies, three or four rows for each man.
//! A side always has a move: its foremost man can always move diagonally,
//! since no man of his own side stands before him.
//!
//! # Notation
//!
//! A move is the square left and the square entered: `b2c3`.
//! A position is its rows from the top, with slashes between: `x` for MAX's men and `o` for MIN's.
//! After a blank follows `x` or `o` for the side to move.
//!
//! # Canonical order
//!
//! The moves to the left come first (as seen from row 1 to row 8), then those straight ahead, then those to the right.
//! Within each, the order is that of the square entered, from `a1` on, row by row.

mod evaluation;
mod features;
mod notation;

use bestply_core::{Keyed, Position, Side};

use crate::Outcome;
use crate::bits::Steps;
use crate::key::key;

pub use evaluation::MenAndRows;

const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// A position of Breakthrough on 8 × 8 squares.
pub type Breakthrough = BreakthroughOn<8>;

/// A position of Breakthrough on 6 × 6 squares.
pub type SmallBreakthrough = BreakthroughOn<6>;

/// A position of Breakthrough on *N* × *N* squares, 5 to 8.
///
/// A square is bit *8 · row + column*, whatever *N*: the size is a part of the type, so that it costs nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BreakthroughOn<const N: usize> {
    men: [u64; 2],
    to_move: Side,
}

/// A man's step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Move {
    from: u8,
    to: u8,
}

/// The legal moves of a position.
#[derive(Clone, Copy, Debug)]
pub struct Moves {
    /// The squares to enter: from the right, from below, and from the left.
    steps: Steps<3>,
    to_move: Side,
}

impl<const N: usize> BreakthroughOn<N> {
    /// Below what the [numbers](Move::number) of all moves lie.
    pub const MOVE_NUMBERS: u32 = 3 * 64;

    const ROW_1: u64 = {
        assert!(5 <= N && N <= 8, "two rows of men for each side, and a row between them");
        0xff >> (8 - N)
    };
    const LAST_ROW: u64 = Self::ROW_1 << (8 * (N - 1));

    /// All squares but those of the first column, and all but those of the last.
    const NOT_FIRST_COLUMN: u64 = Self::SQUARES & !COLUMN_A;
    const NOT_LAST_COLUMN: u64 = Self::SQUARES & !(COLUMN_A << (N - 1));
    const SQUARES: u64 = (COLUMN_A >> (8 * (8 - N))) * Self::ROW_1;

    /// The position at the start of a game.
    pub const fn start() -> BreakthroughOn<N> {
        let rows = Self::ROW_1 | Self::ROW_1 << 8;
        BreakthroughOn { men: [rows, rows << (8 * (N - 2))], to_move: Side::Max }
    }

    /// The men of a side: bit *8 · row + column*.
    #[inline]
    pub const fn men(&self, side: Side) -> u64 {
        self.men[side as usize]
    }

    /// How the game ended, if it is over.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        let waiting = self.to_move.other();
        let is_won = self.men(waiting) & Self::goal(waiting) != 0 || self.men(self.to_move) == 0;
        is_won.then_some(Outcome::Won(waiting))
    }

    /// The legal move of this [number](Move::number).
    #[inline]
    pub const fn numbered(&self, number: u32) -> Move {
        let (from, aside) = (number as u8 % 64, number as u8 / 64);
        let to = match self.to_move {
            Side::Max => from + 7 + aside,
            Side::Min => from + aside - 9,
        };
        Move { from, to }
    }

    /// The squares before the men of the side to move, whatever stands there: to the left, ahead and to the right.
    #[inline]
    const fn squares_ahead(&self) -> [u64; 3] {
        let own = self.men(self.to_move);
        let [left, straight, right] = match self.to_move {
            Side::Max => [own << 7, own << 8, own << 9],
            Side::Min => [own >> 9, own >> 8, own >> 7],
        };
        [left & Self::NOT_LAST_COLUMN, straight, right & Self::NOT_FIRST_COLUMN]
    }

    /// How many rows a square lies before the first row of the side to move.
    #[inline]
    const fn rows_ahead(&self, square: u8) -> u8 {
        match self.to_move {
            Side::Max => square / 8,
            Side::Min => N as u8 - 1 - square / 8,
        }
    }

    /// The row that a side's men must reach to win.
    #[inline]
    const fn goal(side: Side) -> u64 {
        match side {
            Side::Max => Self::LAST_ROW,
            Side::Min => Self::ROW_1,
        }
    }
}

impl<const N: usize> Position for BreakthroughOn<N> {
    type Move = Move;
    type Moves = Moves;
    /// Whether a man was captured.
    type Undo = bool;

    turn_and_fingerprint!();

    #[inline]
    fn moves(&self) -> Moves {
        let to_move = self.to_move;
        if self.is_terminal() {
            return Moves { steps: Steps([0; 3]), to_move };
        }
        let (own, other) = (self.men(to_move), self.men(to_move.other()));
        let [left, straight, right] = self.squares_ahead();
        Moves { steps: Steps([left & !own, straight & !(own | other), right & !own]), to_move }
    }

    #[inline]
    fn make(&mut self, Move { from, to }: Move) -> bool {
        debug_assert!(self.moves().any(|mv| mv == Move { from, to }), "{self} has no move from {from} to {to}");
        let [own, other] = [self.to_move, self.to_move.other()].map(|side| side as usize);
        self.men[own] ^= 1 << from | 1 << to;
        let captured = self.men[other] >> to & 1 != 0;
        self.men[other] &= !(1 << to);
        self.to_move = self.to_move.other();
        captured
    }

    #[inline]
    fn unmake(&mut self, Move { from, to }: Move, captured: bool) {
        self.to_move = self.to_move.other();
        let [own, other] = [self.to_move, self.to_move.other()].map(|side| side as usize);
        self.men[own] ^= 1 << from | 1 << to;
        self.men[other] |= u64::from(captured) << to;
    }

    /// Captures come first, those farthest ahead before others.
    ///
    /// So a search to a depth takes 0.72 to 0.87 of the evaluations where men have met.
    #[inline]
    fn move_rank(&self, Move { to, .. }: Move) -> i16 {
        let captures = self.men(self.to_move.other()) >> to & 1 != 0;
        if captures { i16::from(self.rows_ahead(to)) } else { 0 }
    }

    #[inline]
    fn promising_moves(&self) -> Option<Moves> {
        let other = if self.is_terminal() { 0 } else { self.men(self.to_move.other()) };
        let [left, _, right] = self.squares_ahead();
        let captured = (left | right) & other;
        let farthest = match self.to_move {
            Side::Max => captured.checked_ilog2().unwrap_or(0),
            Side::Min => captured.trailing_zeros() % u64::BITS,
        };
        let in_row = captured & 0xff << (farthest / 8 * 8);
        Some(Moves { steps: Steps([left & in_row, 0, right & in_row]), to_move: self.to_move })
    }

    #[inline]
    fn ranks_moves(&self) -> bool {
        true
    }

    counted_steps!();

    #[inline]
    fn find_move(&self, Move { from, to }: Move) -> Option<usize> {
        let aside = match self.to_move {
            Side::Max => to.wrapping_sub(from + 7),
            Side::Min => (to + 9).wrapping_sub(from),
        };
        (aside < 3).then(|| self.moves().steps.index_of((aside, to)))?
    }

    over_by_outcome!();

    /// A move is hardly ever worse than none: the foremost man can always step forward.
    #[inline]
    fn make_null_move(&mut self) -> Option<bool> {
        let is_over = self.is_terminal();
        (!is_over).then(|| {
            self.to_move = self.to_move.other();
            false
        })
    }

    #[inline]
    fn unmake_null_move(&mut self, _: bool) {
        self.to_move = self.to_move.other();
    }
}

impl<const N: usize> Keyed for BreakthroughOn<N> {
    #[inline]
    fn key(&self) -> u64 {
        key([self.men[0], self.men[1], self.to_move as u64])
    }
}

moves_of_steps!(Moves, Move, |moves, (aside, to)| match moves.to_move {
    Side::Max => Move { from: to - 7 - aside, to },
    Side::Min => Move { from: to + 9 - aside, to },
});

impl Move {
    /// The square left: *8 · row + column*.
    #[inline]
    pub const fn from(self) -> usize {
        self.from as usize
    }

    /// The square entered: *8 · row + column*.
    #[inline]
    pub const fn to(self) -> usize {
        self.to as usize
    }

    /// The move's number: *64 · direction + square left*.
    ///
    /// The directions are to the left, straight ahead and to the right, as seen from row 1 to row 8.
    /// A number is a step of either side's man on the square, who goes forward.
    #[inline]
    pub const fn number(self) -> u32 {
        let aside = self.to % 8 + 1 - self.from % 8;
        64 * aside as u32 + self.from as u32
    }
}

hashed_by_number!(Move);
