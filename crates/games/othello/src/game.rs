use std::fmt;

use bestply_core::{Keyed, Position, Side};

use crate::bitboard::{flips, legal_moves};
use crate::{Square, Squares};

/// A position of Othello. Black is MAX and moves first.
///
/// A player who cannot place a disc passes if the other player can: a pass is a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Othello {
    mover: u64,
    waiting: u64,
    legal: u64,
    to_move: Side,
}

/// A disc placed, or a pass: the index of the square, or the number behind them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u8);

/// The legal moves of a position: squares in the order of their indices, or a pass alone.
#[derive(Clone, Copy, Debug)]
pub struct Moves {
    squares: Squares,
    pass: bool,
}

impl Othello {
    /// Below what the [numbers](Move::number) of all moves lie.
    pub const MOVE_NUMBERS: u32 = Move::PASS.number() + 1;

    /// The position at the start of a game.
    pub fn start() -> Othello {
        Othello::new(1 << 28 | 1 << 35, 1 << 27 | 1 << 36, Side::Max)
    }

    /// The position with these discs.
    ///
    /// # Panics
    ///
    /// If a square has two discs.
    pub fn new(black: u64, white: u64, to_move: Side) -> Othello {
        assert_eq!(black & white, 0, "a square has one disc");
        let (mover, waiting) = if to_move == Side::Max { (black, white) } else { (white, black) };
        Othello { mover, waiting, legal: legal_moves(mover, waiting), to_move }
    }

    /// The discs of the side to move.
    #[inline]
    pub const fn mover(&self) -> u64 {
        self.mover
    }

    /// The discs of the other side.
    #[inline]
    pub const fn waiting(&self) -> u64 {
        self.waiting
    }

    /// The discs of a side: black's of MAX, white's of MIN.
    #[inline]
    pub const fn discs(&self, side: Side) -> u64 {
        match (side, self.to_move) {
            (Side::Max, Side::Max) | (Side::Min, Side::Min) => self.mover,
            _ => self.waiting,
        }
    }

    /// The number of black discs minus that of white discs. The empty squares do not count.
    #[inline]
    pub const fn disc_difference(&self) -> i32 {
        self.discs(Side::Max).count_ones() as i32 - self.discs(Side::Min).count_ones() as i32
    }

    /// The disc difference with the empty squares counted for the side with more discs:
    /// -64 to 64, from black's point of view.
    ///
    /// Tournaments and solvers score a finished game so. A tie leaves the empty squares to nobody.
    /// The score is defined for any position, and is the result of a game only where the game is over.
    #[inline]
    pub const fn final_score(&self) -> i32 {
        let difference = self.disc_difference();
        difference + difference.signum() * self.empties() as i32
    }

    /// The squares on which the side to move can place a disc.
    #[inline]
    pub const fn legal(&self) -> u64 {
        self.legal
    }

    /// The number of empty squares.
    #[inline]
    pub const fn empties(&self) -> u32 {
        (self.mover | self.waiting).count_zeros()
    }

    /// The legal move of this [number](Move::number).
    #[inline]
    pub const fn numbered(&self, number: u32) -> Move {
        Move(number as u8)
    }

    /// The position with each set of squares mapped by a symmetry of the board.
    #[inline]
    pub(crate) fn map_squares(&self, map: impl Fn(u64) -> u64) -> Othello {
        let [mover, waiting, legal] = [self.mover, self.waiting, self.legal].map(map);
        Othello { mover, waiting, legal, to_move: self.to_move }
    }

    /// Whether the side to move has to pass: it cannot place a disc, but the other side can.
    #[inline]
    pub(crate) fn has_to_pass(&self) -> bool {
        self.legal == 0 && legal_moves(self.waiting, self.mover) != 0
    }
}

impl Position for Othello {
    type Move = Move;
    type Moves = Moves;
    type Undo = Othello;

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn moves(&self) -> Moves {
        Moves { squares: Squares(self.legal), pass: self.has_to_pass() }
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Othello {
        let before = *self;
        let (turned, placed) = match mv.square() {
            Some(square) => (flips(self.mover, self.waiting, square.index() as u8), square.bit()),
            None => (0, 0),
        };
        (self.mover, self.waiting) = (before.waiting ^ turned, before.mover ^ turned ^ placed);
        self.legal = legal_moves(self.mover, self.waiting);
        self.to_move = before.to_move.other();
        before
    }

    #[inline]
    fn unmake(&mut self, _: Move, before: Othello) {
        *self = before;
    }

    #[inline]
    fn move_count(&self) -> usize {
        if self.legal != 0 { self.legal.count_ones() as usize } else { usize::from(self.has_to_pass()) }
    }

    #[inline]
    fn fingerprint(&self) -> Option<u64> {
        Some(self.key())
    }
}

impl Move {
    /// The move of a player who cannot place a disc.
    pub const PASS: Move = Move(64);

    /// The move that places a disc on this square.
    #[inline]
    pub const fn place(square: Square) -> Move {
        Move(square.index() as u8)
    }

    /// The square where the disc is placed; `None` for a pass.
    #[inline]
    pub const fn square(self) -> Option<Square> {
        Square::new(self.0)
    }

    /// The move's number: that of the square. The pass is the last number.
    #[inline]
    pub const fn number(self) -> u32 {
        self.0 as u32
    }
}

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some(square) => square.fmt(formatter),
            None => formatter.write_str("--"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{self}")
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        match self.squares.next() {
            Some(square) => Some(Move::place(square)),
            None => std::mem::take(&mut self.pass).then_some(Move::PASS),
        }
    }
}

#[cfg(test)]
mod tests {
    use bestply_core::perft;

    use super::*;

    #[test]
    fn counts_the_published_numbers_of_positions() {
        let counts: Vec<u64> = (1..=8).map(|depth| perft(&mut Othello::start(), depth)).collect();
        assert_eq!(counts, [4, 12, 56, 244, 1396, 8200, 55092, 390_216]);
    }
}
