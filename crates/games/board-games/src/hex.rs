//! Hex: who first connects the two edges of his own has won, and the second player may take the first move over.
//!
//! # Rules
//!
//! (Hein 1942, Nash 1948; on 11 × 11 cells, and on 7 × 7 and 9 × 9.)
//! The board is a rhombus of hexagons.
//! MAX's edges are the top and the bottom one, and MIN's the left and the right one; a corner belongs to both.
//! MAX moves first.
//! A move puts a stone on an empty cell, where it stays.
//! A chain of adjacent stones of one side that touches both of its edges has won.
//! There are no draws: a full board has such a chain of exactly one side.
//!
//! The *swap rule* makes up for the advantage of the first move.
//! In place of its first stone MIN may swap:
//! MAX's stone leaves the board, and MIN has a stone on the cell that mirrors it, columns and rows exchanged.
//! So MIN has MAX's move, and MAX is to move.
//!
//! # Cells
//!
//! `a1` is the lower left cell.
//! Each row lies half a cell further to the right than the one above it.
//! So a cell's neighbours are those to the left, to the right, above, below, above to the right
//! (the next column and row), and below to the left.
//!
//! # Notation
//!
//! A move is its cell, `d4`, or `swap`.
//! A position is its rows from the top, with slashes between: `x` for MAX's stones and `o` for MIN's.
//! After a blank follows `x` or `o` for the side to move.
//!
//! # Canonical order
//!
//! The empty cells from `a1` on, row by row; then the swap.

mod two_distance;

use std::fmt::{self, Write};

use bestply_core::{Keyed, Position, Side, Value};
use bestply_learning::Planes;

use crate::bits::WideBits;
use crate::key::key_of_sets;
use crate::notation::{Board, Notation, Reader, letter_of, letter_on};
use crate::wide::{AROUND, Wide};
use crate::{NotationError, Outcome};

pub use two_distance::TwoDistance;

/// A position of Hex on *N* × *N* cells, 2 to 11.
///
/// A cell is bit *N · row + column*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hex<const N: usize> {
    stones: [u128; 2],
    to_move: Side,
    winner: Option<Side>,
}

/// The steps to a cell's neighbours.
const NEIGHBOURS: [(i8, i8); 6] = [AROUND[0], AROUND[1], AROUND[2], AROUND[3], AROUND[4], AROUND[6]];

placing_moves! {
    /// A stone on a cell, or the swap, which is the place behind the last cell.
    Hex,
    /// The cell of the stone, *N · row + column*; `None` for the swap.
    cell,
    /// The move that takes the first one over.
    pub SWAP = "swap",
    "that of the cell. The swap is the last number."
}

impl<const N: usize> Hex<N> {
    /// The position at the start of a game.
    pub const fn start() -> Hex<N> {
        Hex { stones: [0; 2], to_move: Side::Max, winner: None }
    }

    /// The stones of a side: bit *N · row + column*.
    #[inline]
    pub const fn stones(&self, side: Side) -> u128 {
        self.stones[side as usize]
    }

    /// The cells without a stone.
    #[inline]
    pub const fn empty(&self) -> u128 {
        Wide::<N>::ALL & !(self.stones[0] | self.stones[1])
    }

    /// How the game ended, if it is over.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.winner.map(Outcome::Won)
    }

    /// Whether MIN may take MAX's first move over.
    #[inline]
    pub const fn can_swap(&self) -> bool {
        matches!(self.to_move, Side::Min) && self.stones[1] == 0 && self.stones[0].count_ones() == 1
    }

    /// The cells along the two edges of a side: MAX's bottom and top one, MIN's left and right one.
    #[inline]
    pub const fn edges(side: Side) -> [u128; 2] {
        match side {
            Side::Max => [Wide::<N>::ALL >> (N * (N - 1)), Wide::<N>::ALL >> (N * (N - 1)) << (N * (N - 1))],
            Side::Min => [Wide::<N>::FIRST_COLUMN, Wide::<N>::LAST_COLUMN],
        }
    }

    /// The cells beside two of these at least, and perhaps some of these.
    #[inline]
    fn beside_two(cells: u128) -> u128 {
        let count = |(one, two): (u128, u128), &step| {
            let near = Wide::<N>::step(cells, step);
            (one | near, two | one & near)
        };
        NEIGHBOURS.iter().fold((0, 0), count).1
    }

    /// Whether the chain of a side's stones that begins here touches both of its edges.
    #[inline]
    fn connects(&self, side: Side, begin: u128) -> bool {
        let chain = Wide::<N>::connected(begin, self.stones(side), &NEIGHBOURS);
        Hex::<N>::edges(side).iter().all(|edge| chain & edge != 0)
    }
}

impl<const N: usize> Position for Hex<N> {
    type Move = Move<N>;
    type Moves = Moves<N>;
    type Undo = ();

    turn_and_fingerprint!();

    #[inline]
    fn moves(&self) -> Moves<N> {
        let empty = if self.winner.is_some() { 0 } else { self.empty() };
        Moves { places: WideBits(empty), has_other: self.can_swap() }
    }

    #[inline]
    fn make(&mut self, mv: Move<N>) {
        debug_assert!(self.moves().any(|legal| legal == mv), "{self} has no move {mv}");
        let side = self.to_move;
        match mv.cell() {
            Some(cell) => {
                self.stones[side as usize] |= 1 << cell;
                self.winner = self.connects(side, 1 << cell).then_some(side);
            }
            None => self.stones = [0, 1 << Wide::<N>::transposed(self.stones[0].trailing_zeros() as usize)],
        }
        self.to_move = side.other();
    }

    #[inline]
    fn unmake(&mut self, mv: Move<N>, (): ()) {
        self.to_move = self.to_move.other();
        match mv.cell() {
            Some(cell) => self.stones[self.to_move as usize] ^= 1 << cell,
            None => self.stones = [1 << Wide::<N>::transposed(self.stones[1].trailing_zeros() as usize), 0],
        }
        self.winner = None;
    }

    #[inline]
    fn is_terminal(&self) -> bool {
        self.winner.is_some()
    }
}

impl<const N: usize> Keyed for Hex<N> {
    #[inline]
    fn key(&self) -> u64 {
        key_of_sets(self.stones, self.to_move as u64)
    }
}

/// Each side sees its own edges at the bottom and at the top.
///
/// The board turned by half is the same game.
impl<const N: usize> Planes for Hex<N> {
    const SHAPE: [usize; 3] = [2, N, N];
    const NAMES: &'static [&'static str] = &["own stones", "the other side's stones"];

    fn active(&self, viewer: Side, inputs: &mut Vec<u16>) {
        for (plane, side) in [viewer, viewer.other()].into_iter().enumerate() {
            let first = inputs.len();
            Wide::<N>::add_plane(self.stones(side), plane, inputs);
            if viewer == Side::Min {
                let base = plane * N * N;
                for input in &mut inputs[first..] {
                    *input = (base + Wide::<N>::transposed(usize::from(*input) - base)) as u16;
                }
            }
        }
    }

    fn mirrored(input: usize) -> usize {
        input / (N * N) * (N * N) + (N * N - 1 - input % (N * N))
    }

    value_of_outcome!();
}

impl<const N: usize> Notation for Hex<N> {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !formatter.alternate() {
            Board::square(N).write_men(formatter, self.stones)?;
            return write!(formatter, " {}", letter_of(self.to_move));
        }
        for row in (0..N as u8).rev() {
            write!(formatter, "{:indent$}{:>2}", "", row + 1, indent = N - 1 - usize::from(row))?;
            (0..N as u8)
                .try_for_each(|column| write!(formatter, " {}", letter_on(self.stones, N as u8 * row + column)))?;
            formatter.write_char('\n')?;
        }
        write!(formatter, "{:indent$}", "", indent = N + 2)?;
        (0..N as u8).try_for_each(|column| write!(formatter, " {}", char::from(b'a' + column)))?;
        write!(formatter, " {}", letter_of(self.to_move))
    }

    fn read(reader: &mut Reader<'_>) -> Result<Hex<N>, NotationError> {
        let mut read = Hex { stones: Board::square(N).read_men(reader)?, to_move: reader.turn()?, winner: None };
        reader.end()?;
        let begins = |side: Side| read.stones(side) & Hex::<N>::edges(side)[0];
        read.winner = [Side::Max, Side::Min].into_iter().find(|&side| read.connects(side, begins(side)));
        Ok(read)
    }
}

parsed_as_read!(Hex<N>);
