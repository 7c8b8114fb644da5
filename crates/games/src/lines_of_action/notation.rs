use std::fmt;
use std::str::FromStr;

use bestply_core::Side;

use super::{LinesOfAction, Move, SIZE};
use crate::notation::{Board, Reader, letter_of, side_of};
use crate::quiet::Quiet;
use crate::{Expected, ParseError};

const BOARD: Board = Board { columns: SIZE, rows: SIZE };

const MOST_MEN: u32 = 12;

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((from, to)) = self.step() else { return formatter.write_str("--") };
        BOARD.write_square(formatter, from)?;
        formatter.write_str(if self.captures() { "x" } else { "-" })?;
        BOARD.write_square(formatter, to)
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
            if reader.peek() == Some('-') {
                reader.skip('-')?;
                reader.skip('-')?;
                return Ok(Move::PASS);
            }
            let from = BOARD.read_square(reader)?;
            let captures = reader.take(Expected::Square("-x"), |found| match found {
                '-' => Some(false),
                'x' => Some(true),
                _ => None,
            })?;
            Ok(Move::new(from, BOARD.read_square(reader)?, captures))
        })
    }
}

impl fmt::Display for LinesOfAction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        BOARD.write_squares(formatter, |column, row| {
            let is_on = |&side: &Side| self.men(side) >> (SIZE * row + column) & 1 != 0;
            [Side::Max, Side::Min].into_iter().find(is_on).map_or('.', letter_of)
        })?;
        let to_move = letter_of(self.to_move);
        match formatter.alternate() {
            true if !self.quiet.is_counted() => write!(formatter, "\n{to_move} to move, plies are not counted"),
            true => write!(formatter, "\n{to_move} to move, {} plies without a capture", self.quiet),
            false => write!(formatter, " {to_move} {}", self.quiet),
        }
    }
}

impl FromStr for LinesOfAction {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<LinesOfAction, ParseError> {
        let mut men = [0_u64; 2];
        let (to_move, quiet) = Reader::read_all(text, |reader| {
            BOARD.read_squares(reader, "xo.", |column, row, letter| {
                if let Some(side) = side_of(letter) {
                    men[side as usize] |= 1 << (SIZE * row + column);
                }
            })?;
            reader.skip(' ')?;
            let to_move = reader.take(Expected::Side("xo"), side_of)?;
            reader.skip(' ')?;
            Ok((to_move, Quiet::read(reader)?))
        })?;
        if men.iter().any(|men| !(1..=MOST_MEN).contains(&men.count_ones())) {
            return Err(ParseError::Impossible("a side has 1 to 12 men"));
        }
        Ok(LinesOfAction::with(men, to_move, quiet))
    }
}
