use std::fmt;
use std::str::FromStr;

use bestply_core::Side;

use crate::ParseError;
use crate::connect_four::{BOTTOM, COLUMN_BITS, COLUMNS, ConnectFour, Move, ROWS, SQUARES, has_four};
use crate::notation::{Board, Reader, letter_of, side_of};

const BOARD: Board = Board { columns: COLUMNS, rows: ROWS };

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", char::from(b'a' + self.0))
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
        Reader::read_all(text, |reader| BOARD.read_column(reader)).map(Move)
    }
}

impl fmt::Display for ConnectFour {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        BOARD.write_squares(formatter, |column, row| {
            let is_on = |&side: &Side| self.discs(side) >> (COLUMN_BITS * column + row) & 1 != 0;
            [Side::Max, Side::Min].into_iter().find(is_on).map_or('.', letter_of)
        })
    }
}

impl FromStr for ConnectFour {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<ConnectFour, ParseError> {
        let mut discs = [0_u64; 2];
        Reader::read_all(text, |reader| {
            BOARD.read_squares(reader, "xo.", |column, row, letter| {
                if let Some(side) = side_of(letter) {
                    discs[side as usize] |= 1 << (COLUMN_BITS * column + row);
                }
            })
        })?;
        let occupied = discs[0] | discs[1];
        let supported = (occupied << 1 | BOTTOM) & SQUARES;
        if occupied & !supported != 0 {
            return Err(ParseError::Impossible("a disc hangs in the air"));
        }
        let to_move = match discs[0].count_ones().checked_sub(discs[1].count_ones()) {
            Some(0) => Side::Max,
            Some(1) => Side::Min,
            _ => return Err(ParseError::Impossible("x has as many discs as o, or one more")),
        };
        let [mover, waiting] = [to_move, to_move.other()].map(|side| discs[side as usize]);
        if has_four(mover) {
            return Err(ParseError::Impossible("the side to move has won already"));
        }
        Ok(ConnectFour { mover, occupied, to_move, is_won: has_four(waiting) })
    }
}
