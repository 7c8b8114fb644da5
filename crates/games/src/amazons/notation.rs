use std::fmt;
use std::str::FromStr;

use bestply_core::{Position, Side};

use super::{Amazons, Move, NOWHERE};
use crate::notation::{Board, Reader, letter_of, side_of};
use crate::{Expected, ParseError};

const fn board_of<const N: usize>() -> Board {
    Board { columns: N as u8, rows: N as u8 }
}

impl<const N: usize> fmt::Display for Move<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = board_of::<N>();
        if self.to != NOWHERE {
            board.write_square(formatter, self.from)?;
            board.write_square(formatter, self.to)?;
        }
        if self.arrow != NOWHERE {
            formatter.write_str("/")?;
            board.write_square(formatter, self.arrow)?;
        }
        Ok(())
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
        let board = board_of::<N>();
        Reader::read_all(text, |reader| {
            let mut mv = Move { from: NOWHERE, to: NOWHERE, arrow: NOWHERE };
            if reader.peek() != Some('/') {
                (mv.from, mv.to) = (board.read_square(reader)?, board.read_square(reader)?);
            }
            if mv.to == NOWHERE || reader.peek().is_some() {
                reader.skip('/')?;
                mv.arrow = board.read_square(reader)?;
            }
            Ok(mv)
        })
    }
}

impl<const N: usize, const STAGED: bool> fmt::Display for Amazons<N, STAGED> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        board_of::<N>().write_squares(formatter, |column, row| {
            let square = 1 << (N as u8 * row + column);
            let is_on = |&side: &Side| self.amazons(side) & square != 0;
            let empty = if self.burnt & square == 0 { '.' } else { '#' };
            [Side::Max, Side::Min].into_iter().find(is_on).map_or(empty, letter_of)
        })?;
        write!(formatter, " {}", letter_of(self.to_move))?;
        self.shooter.map_or(Ok(()), |shooter| {
            formatter.write_str(" ")?;
            board_of::<N>().write_square(formatter, shooter)
        })
    }
}

impl<const N: usize, const STAGED: bool> FromStr for Amazons<N, STAGED> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Amazons<N, STAGED>, ParseError> {
        let mut game = Amazons { amazons: [0; 2], burnt: 0, to_move: Side::Max, shooter: None };
        Reader::read_all(text, |reader| {
            board_of::<N>().read_squares(reader, "xo#.", |column, row, letter| {
                let square = 1 << (N as u8 * row + column);
                match side_of(letter) {
                    Some(side) => game.amazons[side as usize] |= square,
                    None if letter == '#' => game.burnt |= square,
                    None => {}
                }
            })?;
            reader.skip(' ')?;
            game.to_move = reader.take(Expected::Side("xo"), side_of)?;
            if STAGED && reader.peek().is_some() {
                reader.skip(' ')?;
                game.shooter = Some(board_of::<N>().read_square(reader)?);
            }
            Ok(())
        })?;
        let own = game.amazons(game.to_move);
        let can_shoot = |shooter| own >> shooter & 1 != 0 && !game.is_terminal();
        match game.shooter {
            Some(shooter) if !can_shoot(shooter) => {
                Err(ParseError::Impossible("an amazon of the side to move shoots, at an empty square"))
            }
            _ => Ok(game),
        }
    }
}
