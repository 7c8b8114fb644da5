use std::fmt;
use std::str::FromStr;

use bestply_core::Side;

use crate::breakthrough::{Breakthrough, Move, goal};
use crate::notation::{Board, Reader, letter_of, side_of};
use crate::{Expected, ParseError};

const BOARD: Board = Board { columns: 8, rows: 8 };

const MOST_MEN: u32 = 16;

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        BOARD.write_square(formatter, self.from)?;
        BOARD.write_square(formatter, self.to)
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
            let from = BOARD.read_square(reader)?;
            Ok(Move { from, to: BOARD.read_square(reader)? })
        })
    }
}

impl fmt::Display for Breakthrough {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        BOARD.write_squares(formatter, |column, row| {
            let is_on = |&side: &Side| self.men(side) >> (8 * row + column) & 1 != 0;
            [Side::Max, Side::Min].into_iter().find(is_on).map_or('.', letter_of)
        })?;
        write!(formatter, " {}", letter_of(self.to_move))
    }
}

impl FromStr for Breakthrough {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Breakthrough, ParseError> {
        let mut men = [0_u64; 2];
        let to_move = Reader::read_all(text, |reader| {
            BOARD.read_squares(reader, "xo.", |column, row, letter| {
                if let Some(side) = side_of(letter) {
                    men[side as usize] |= 1 << (8 * row + column);
                }
            })?;
            reader.skip(' ')?;
            reader.take(Expected::Side("xo"), side_of)
        })?;
        if men.iter().any(|men| men.count_ones() > MOST_MEN) {
            return Err(ParseError::Impossible("a side has 16 men at most"));
        }
        if men[to_move as usize] & goal(to_move) != 0 || men[to_move.other() as usize] == 0 {
            return Err(ParseError::Impossible("the side to move has won already"));
        }
        Ok(Breakthrough { men, to_move })
    }
}
