use std::fmt;
use std::str::FromStr;

use bestply_core::Side;

use crate::breakthrough::{BreakthroughOn, Move};
use crate::notation::{Board, Reader, letter_of, side_of};
use crate::{Expected, ParseError};

/// The squares that a [`Move`] knows, whatever the size of the board.
const SQUARES: Board = Board { columns: 8, rows: 8 };

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        SQUARES.write_square(formatter, self.from)?;
        SQUARES.write_square(formatter, self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{self}")
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Move, ParseError> {
        Reader::read_all(text, |reader| {
            let from = SQUARES.read_square(reader)?;
            Ok(Move { from, to: SQUARES.read_square(reader)? })
        })
    }
}

impl<const N: usize> BreakthroughOn<N> {
    const BOARD: Board = Board { columns: N as u8, rows: N as u8 };
}

impl<const N: usize> fmt::Display for BreakthroughOn<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Self::BOARD.write_squares(formatter, |column, row| {
            let is_on = |&side: &Side| self.men(side) >> (8 * row + column) & 1 != 0;
            [Side::Max, Side::Min].into_iter().find(is_on).map_or('.', letter_of)
        })?;
        write!(formatter, " {}", letter_of(self.to_move))
    }
}

impl<const N: usize> FromStr for BreakthroughOn<N> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<BreakthroughOn<N>, ParseError> {
        let mut men = [0_u64; 2];
        let to_move = Reader::read_all(text, |reader| {
            Self::BOARD.read_squares(reader, "xo.", |column, row, letter| {
                if let Some(side) = side_of(letter) {
                    men[side as usize] |= 1 << (8 * row + column);
                }
            })?;
            reader.skip(' ')?;
            reader.take(Expected::Side("xo"), side_of)
        })?;
        if men.iter().any(|men| men.count_ones() as usize > 2 * N) {
            return Err(ParseError::Impossible("a side has two rows of men at most"));
        }
        if men[to_move as usize] & Self::goal(to_move) != 0 || men[to_move.other() as usize] == 0 {
            return Err(ParseError::Impossible("the side to move has won already"));
        }
        Ok(BreakthroughOn { men, to_move })
    }
}
