use std::fmt;
use std::str::FromStr;

use bestply_core::Side;

use super::{Go, Move, filled, near};
use crate::notation::{Board, Reader, letter_of, side_of};
use crate::{Expected, ParseError};

const fn board_of<const N: usize>() -> Board {
    Board { columns: N as u8, rows: N as u8 }
}

impl<const N: usize> fmt::Display for Move<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.point() {
            Some(point) => board_of::<N>().write_square(formatter, point as u8),
            None => formatter.write_str("--"),
        }
    }
}

impl<const N: usize> fmt::Debug for Move<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{self}")
    }
}

impl<const N: usize> FromStr for Move<N> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Move<N>, ParseError> {
        match text {
            "--" => Ok(Move::PASS),
            _ => Reader::read_all(text, |reader| board_of::<N>().read_square(reader)).map(Move),
        }
    }
}

impl<const N: usize> fmt::Display for Go<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        board_of::<N>().write_squares(formatter, |column, row| {
            let is_on = |&side: &Side| self.stones(side) >> (N as u8 * row + column) & 1 != 0;
            [Side::Max, Side::Min].into_iter().find(is_on).map_or('.', letter_of)
        })?;
        write!(formatter, " {} {}", letter_of(self.to_move), self.passes)
    }
}

impl<const N: usize> FromStr for Go<N> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Go<N>, ParseError> {
        let mut game = Go::start();
        Reader::read_all(text, |reader| {
            board_of::<N>().read_squares(reader, "xo.", |column, row, letter| {
                if let Some(side) = side_of(letter) {
                    game.stones[side as usize] |= 1 << (N as u8 * row + column);
                }
            })?;
            reader.skip(' ')?;
            game.to_move = reader.take(Expected::Side("xo"), side_of)?;
            reader.skip(' ')?;
            game.passes = reader.number(2)?;
            Ok(())
        })?;
        let breathes = |stones: u128| filled::<N>(near::<N>(game.empty()) & stones, stones) == stones;
        match game.stones.into_iter().all(breathes) {
            true => Ok(game),
            false => Err(ParseError::Impossible("a group of stones has no liberty")),
        }
    }
}
