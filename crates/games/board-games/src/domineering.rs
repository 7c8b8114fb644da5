//! Domineering: one side lays dominoes upright, the other lays them across, and whoever cannot lay any more loses.
//!
//! # Rules
//!
//! (Andersson, 1973; Gardner, 1974; on 8 × 8 squares.)
//! The board is empty at the start.
//! MAX, *Vertical*, moves first, and lays a domino on two free squares of which one is above the other.
//! MIN, *Horizontal*, lays one on two free squares side by side.
//! Dominoes stay where they are.
//! Whoever cannot move loses.
//! There are no draws, and a game has at most half as many plies as there are squares.
//!
//! With best play the first side wins on 4 × 4, 6 × 6 and 8 × 8 squares, and the second one on 5 × 5
//! (Breuker, Uiterwijk and van den Herik, "Solving 8 × 8 Domineering", 2000).
//!
//! # Notation
//!
//! A move is the upper or the left square of the domino: Vertical's `a2` covers `a1`, too.
//! A position is its rows from the top, with slashes between: `#` for covered squares.
//! After a blank follows `x` for MAX or `o` for MIN, whoever is to move.
//!
//! # Canonical order
//!
//! The squares that name the moves, from `a1` on, row by row.

use std::fmt;

use bestply_core::{Keyed, Position, Side, Value};
use bestply_learning::Planes;

use crate::bits::WideBits;
use crate::key::key_of_sets;
use crate::notation::{Board, Notation, Reader, letter_of};
use crate::wide::Wide;
use crate::{NotationError, Outcome};

/// A position of Domineering on *N* × *N* squares, 2 to 11.
///
/// A square is bit *N · row + column*.
/// Which domino covers a square matters to nobody, and is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Domineering<const N: usize> {
    covered: u128,
    to_move: Side,
}

/// A domino of the side to move, by its upper or left square.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move<const N: usize>(u8);

one_byte_moves!(Domineering<N>, (N * N) as u32, "that of the square that names it.");

moves_on_places!(WideBits, Move, N);

impl<const N: usize> Domineering<N> {
    /// The empty board.
    pub const fn start() -> Domineering<N> {
        Domineering { covered: 0, to_move: Side::Max }
    }

    /// The covered squares: bit *N · row + column*.
    #[inline]
    pub const fn covered(&self) -> u128 {
        self.covered
    }

    /// How the game ended, if it is over.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_terminal().then_some(Outcome::Won(self.to_move.other()))
    }

    /// Covers the squares of a move of the side to move, or uncovers them.
    #[inline]
    fn change(&mut self, Move(square): Move<N>) {
        let first = 1 << square;
        self.covered ^= first | if self.to_move == Side::Max { first >> N } else { first << 1 };
    }

    /// The squares that name the moves of a side.
    #[inline]
    const fn places(&self, side: Side) -> u128 {
        let free = Wide::<N>::ALL & !self.covered;
        let toward_the_first = if matches!(side, Side::Max) { (0, 1) } else { (-1, 0) };
        free & Wide::<N>::step(free, toward_the_first)
    }

    /// The squares of the plane.
    fn planes(&self, viewer: Side) -> [u128; 1] {
        let transposed = WideBits(self.covered).map(|square| 1_u128 << Wide::<N>::transposed(square.into()));
        [if viewer == Side::Max { self.covered } else { transposed.sum() }]
    }
}

impl<const N: usize> Position for Domineering<N> {
    type Move = Move<N>;
    type Moves = Moves<N>;
    type Undo = ();

    turn_and_fingerprint!();

    #[inline]
    fn moves(&self) -> Moves<N> {
        Moves(WideBits(self.places(self.to_move)))
    }

    made_by_change!();

    #[inline]
    fn is_terminal(&self) -> bool {
        self.places(self.to_move) == 0
    }
}

impl<const N: usize> Keyed for Domineering<N> {
    #[inline]
    fn key(&self) -> u64 {
        key_of_sets([self.covered], self.to_move as u64)
    }
}

/// The moves that there would be: one more of one's own than of the other side's is worth 1.
///
/// Programs that solve the game count besides which of them the other side cannot take away (Breuker and others).
#[derive(Clone, Copy, Debug, Default)]
pub struct Placements;

plain_evaluation!(
    Placements of Domineering<N>,
    |position: &Domineering<N>| {
        let moves = |side| position.places(side).count_ones() as Value;
        moves(Side::Max) - moves(Side::Min)
    },
    /// Eight more moves are as good as a win.
    win = 8
);

/// Each side sees its own dominoes upright.
impl<const N: usize> Planes for Domineering<N> {
    const SHAPE: [usize; 3] = [1, N, N];
    const NAMES: &'static [&'static str] = &["covered squares"];

    seen_as_sets!(or mirrored);

    value_of_outcome!();
}

impl<const N: usize> Notation for Move<N> {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Board::square(N).write_square(formatter, self.0)
    }

    fn read(reader: &mut Reader<'_>) -> Result<Move<N>, NotationError> {
        Board::square(N).read_square(reader).map(Move)
    }
}

written_as_read!(Move<N>);

impl<const N: usize> Notation for Domineering<N> {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |square: u8| if self.covered >> square & 1 == 0 { '.' } else { '#' };
        Board::square(N).write_squares(formatter, letter)?;
        write!(formatter, " {}", letter_of(self.to_move))
    }

    fn read(reader: &mut Reader<'_>) -> Result<Domineering<N>, NotationError> {
        let mut covered = 0;
        let cover = |square, letter| covered |= u128::from(letter == '#') << square;
        Board::square(N).read_squares(reader, "#.", cover)?;
        Ok(Domineering { covered, to_move: reader.turn()? })
    }
}

parsed_as_read!(Domineering<N>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanging_the_sides_transposes_the_board() {
        let exchanged = |game: &Domineering<6>| {
            let covered = (0..36).filter(|square| game.covered >> square & 1 != 0);
            Domineering {
                covered: covered.map(|square| 1 << (square % 6 * 6 + square / 6)).sum(),
                to_move: game.to_move.other(),
            }
        };
        crate::planes::check(|_| Domineering::start(), exchanged);
    }
}
