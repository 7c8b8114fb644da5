use std::fmt;
use std::str::FromStr;

use bestply_core::Side;

use crate::ParseError;
use crate::notation::{Board, Reader, letter_of, side_of};
use crate::tic_tac_toe::{Move, TicTacToe, has_line};

const BOARD: Board = Board { columns: 3, rows: 3 };

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        BOARD.write_square(formatter, self.0)
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
        Reader::read_all(text, |reader| BOARD.read_square(reader)).map(Move)
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        BOARD.write_squares(formatter, |column, row| {
            let marked = |&side: &Side| self.marks(side) >> (3 * row + column) & 1 != 0;
            [Side::Max, Side::Min].into_iter().find(marked).map_or('.', letter_of)
        })
    }
}

impl FromStr for TicTacToe {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<TicTacToe, ParseError> {
        let mut marks = [0_u16; 2];
        Reader::read_all(text, |reader| {
            BOARD.read_squares(reader, "xo.", |column, row, letter| {
                if let Some(side) = side_of(letter) {
                    marks[side as usize] |= 1 << (3 * row + column);
                }
            })
        })?;
        let to_move = match marks[0].count_ones().checked_sub(marks[1].count_ones()) {
            Some(0) => Side::Max,
            Some(1) => Side::Min,
            _ => return Err(ParseError::Impossible("x has as many marks as o, or one more")),
        };
        if has_line(marks[to_move as usize]) {
            return Err(ParseError::Impossible("the side to move has won already"));
        }
        Ok(TicTacToe { marks, to_move })
    }
}
