//! Clobber: a stone takes an adjacent stone of the other side, and whoever cannot take any more loses.
//!
//! # Rules
//!
//! (Albert, Grossman, Nowakowski and Wolfe, 2001; as on 8 × 8 squares.)
//! The board is full of stones, MAX's and MIN's alternating as the squares of a chess board do; MAX has `a1`.
//! MAX moves first.
//! A move takes one's own stone to an orthogonally adjacent square with a stone of the other side, whose place
//! it takes.
//! Whoever cannot move loses.
//! There are no draws, and a game is shorter than there are squares, because every move takes a stone.
//!
//! Tournaments play on 10 × 10 and on 8 × 8 squares, and what was solved is smaller: 6 × 6 is played, too.
//!
//! # Notation
//!
//! A move is the square left and the square entered: `a1a2`.
//! A position is its rows from the top, with slashes between: `x` for MAX's stones and `o` for MIN's.
//! After a blank follows `x` or `o` for the side to move.
//!
//! # Canonical order
//!
//! The moves to the right come first, then those up, to the left and down.
//! Within each, the order is that of the square entered, from `a1` on, row by row.

use std::fmt;

use bestply_core::{Keyed, Position, Side, Value};
use bestply_learning::Planes;

use crate::bits::WideSteps;
use crate::key::key_of_sets;
use crate::notation::{Board, Notation, Reader, letter_of};
use crate::wide::{ORTHOGONAL, Wide};
use crate::{NotationError, Outcome};

/// A position of Clobber on *N* × *N* squares, 2 to 11.
///
/// A square is bit *N · row + column*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clobber<const N: usize> {
    stones: [u128; 2],
    to_move: Side,
}

/// A file of weights of tuples, learnt on 8 × 8 squares (`docs/games.md`).
pub const WEIGHTS: &[u8] = include_bytes!("../weights/clobber.weights");

/// A stone's step on *N* × *N* squares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Move<const N: usize> {
    to: u8,
    /// The direction: an index of those orthogonal ones.
    direction: u8,
}

/// The legal moves of a position.
#[derive(Clone, Copy, Debug)]
pub struct Moves<const N: usize> {
    /// The squares to enter in each direction.
    steps: WideSteps<4>,
}

impl<const N: usize> Clobber<N> {
    /// Below what the [numbers](Move::number) of all moves lie.
    pub const MOVE_NUMBERS: u32 = 4 * Move::<N>::SQUARES;

    /// The position at the start of a game.
    pub const fn start() -> Clobber<N> {
        let (mut max, mut square) = (0, 0);
        while square < N * N {
            max |= ((square % N + square / N).is_multiple_of(2) as u128) << square;
            square += 1;
        }
        Clobber { stones: [max, Wide::<N>::ALL & !max], to_move: Side::Max }
    }

    /// The stones of a side: bit *N · row + column*.
    #[inline]
    pub const fn stones(&self, side: Side) -> u128 {
        self.stones[side as usize]
    }

    /// How the game ended, if it is over.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_terminal().then_some(Outcome::Won(self.to_move.other()))
    }

    /// The legal move of this [number](Move::number).
    #[inline]
    pub const fn numbered(&self, number: u32) -> Move<N> {
        let (direction, to) = (number / Move::<N>::SQUARES, number % Move::<N>::SQUARES);
        Move { to: to as u8, direction: direction as u8 }
    }

    /// Makes the changes of a move of the side to move, or takes them back.
    #[inline]
    fn change(&mut self, mv: Move<N>) {
        self.stones[self.to_move as usize] ^= 1 << mv.from() | 1 << mv.to();
        self.stones[self.to_move.other() as usize] ^= 1 << mv.to();
    }

    /// The stones of a side that can move.
    #[inline]
    fn free(&self, side: Side) -> u128 {
        let others = self.stones(side.other());
        self.stones(side) & Wide::<N>::beside(others, &ORTHOGONAL)
    }

    /// The squares of each plane.
    fn planes(&self, viewer: Side) -> [u128; 2] {
        [viewer, viewer.other()].map(|side| self.stones(side))
    }
}

impl<const N: usize> Position for Clobber<N> {
    type Move = Move<N>;
    type Moves = Moves<N>;
    type Undo = ();

    turn_and_fingerprint!();

    #[inline]
    fn moves(&self) -> Moves<N> {
        let (own, others) = (self.stones(self.to_move), self.stones(self.to_move.other()));
        Moves { steps: WideSteps(ORTHOGONAL.map(|direction| Wide::<N>::step(own, direction) & others)) }
    }

    made_by_change!();

    counted_steps!();

    #[inline]
    fn find_move(&self, Move { to, direction }: Move<N>) -> Option<usize> {
        self.moves().steps.index_of((direction, to))
    }

    #[inline]
    fn is_terminal(&self) -> bool {
        self.free(self.to_move) == 0
    }
}

impl<const N: usize> Keyed for Clobber<N> {
    #[inline]
    fn key(&self) -> u64 {
        key_of_sets(self.stones, self.to_move as u64)
    }
}

moves_of_steps!(Moves<N>, Move<N>, |_moves, (direction, to)| Move { to, direction });

impl<const N: usize> Move<N> {
    const SQUARES: u32 = (N * N) as u32;

    /// The square left: *N · row + column*.
    #[inline]
    pub const fn from(self) -> usize {
        let (columns, rows) = ORTHOGONAL[self.direction as usize];
        (self.to as isize - columns as isize - N as isize * rows as isize) as usize
    }

    /// The square entered: *N · row + column*.
    #[inline]
    pub const fn to(self) -> usize {
        self.to as usize
    }

    /// The move's number: *N² · direction + square entered*, the directions in canonical order.
    #[inline]
    pub const fn number(self) -> u32 {
        Self::SQUARES * self.direction as u32 + self.to as u32
    }
}

hashed_by_number!(Move<N>);

/// The stones that can move: one more of one's own than of the other side's is worth 1.
///
/// The moves themselves are as many for both sides, since each pair of adjacent stones is a move of either.
#[derive(Clone, Copy, Debug, Default)]
pub struct FreeStones;

plain_evaluation!(
    FreeStones of Clobber<N>,
    |position: &Clobber<N>| {
        let free = |side| position.free(side).count_ones() as Value;
        free(Side::Max) - free(Side::Min)
    },
    /// Six more stones that can move are as good as a win.
    win = 6
);

/// Both sides see the board alike.
impl<const N: usize> Planes for Clobber<N> {
    const SHAPE: [usize; 3] = [2, N, N];
    const NAMES: &'static [&'static str] = &["own stones", "the other side's stones"];

    seen_as_sets!(or mirrored);

    value_of_outcome!();
}

impl<const N: usize> Notation for Move<N> {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Board::square(N).write_square(formatter, self.from() as u8)?;
        Board::square(N).write_square(formatter, self.to)
    }

    fn read(reader: &mut Reader<'_>) -> Result<Move<N>, NotationError> {
        let (from, to) = (Board::square(N).read_square(reader)?, Board::square(N).read_square(reader)?);
        reader.end()?;
        let is_step = |&direction: &u8| (Move::<N> { to, direction }).from() == usize::from(from);
        let is_near = (from % N as u8).abs_diff(to % N as u8) <= 1;
        let direction = (0..4).find(is_step).filter(|_| is_near);
        direction
            .map(|direction| Move { to, direction })
            .ok_or(NotationError::Impossible("a stone goes to a square beside it"))
    }
}

written_as_read!(Move<N>);

impl<const N: usize> Notation for Clobber<N> {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Board::square(N).write_men(formatter, self.stones)?;
        write!(formatter, " {}", letter_of(self.to_move))
    }

    fn read(reader: &mut Reader<'_>) -> Result<Clobber<N>, NotationError> {
        Ok(Clobber { stones: Board::square(N).read_men(reader)?, to_move: reader.turn()? })
    }
}

parsed_as_read!(Clobber<N>);
