use std::fmt;

use super::groups::is_connected;
use super::lines::SIZE;
use super::{LinesOfAction, Move};
use crate::notation::{Board, Notation, Reader, letter_of, require};
use crate::quiet::Quiet;
use crate::{Expected, NotationError};

const BOARD: Board = Board::square(SIZE as usize);

const MOST_MEN: u32 = 12;

impl Notation for Move {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((from, to)) = self.step() else { return formatter.write_str("--") };
        BOARD.write_square(formatter, from)?;
        formatter.write_str(if self.captures() { "x" } else { "-" })?;
        BOARD.write_square(formatter, to)
    }

    fn read(reader: &mut Reader<'_>) -> Result<Move, NotationError> {
        if reader.begins_a_pass()? {
            return Ok(Move::PASS);
        }
        let from = BOARD.read_square(reader)?;
        let captures = reader.take(Expected::Square("-x"), |found| match found {
            '-' => Some(false),
            'x' => Some(true),
            _ => None,
        })?;
        Ok(Move::new(from, BOARD.read_square(reader)?, captures))
    }
}

written_as_read!(Move);

impl Notation for LinesOfAction {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        BOARD.write_men(formatter, self.men)?;
        let to_move = letter_of(self.to_move);
        if !formatter.alternate() {
            write!(formatter, " {to_move} {}", self.quiet)
        } else if self.quiet.is_counted() {
            write!(formatter, "\n{to_move} to move, {} plies without a capture", self.quiet)
        } else {
            write!(formatter, "\n{to_move} to move, plies are not counted")
        }
    }

    fn read(reader: &mut Reader<'_>) -> Result<LinesOfAction, NotationError> {
        let (men, to_move) = (BOARD.read_men(reader)?.map(|men| men as u64), reader.turn()?);
        reader.skip(' ')?;
        let quiet = Quiet::read(reader)?;
        reader.end()?;
        require(men.iter().all(|men| (1..=MOST_MEN).contains(&men.count_ones())), "a side has 1 to 12 men")?;
        Ok(LinesOfAction { men, connected: men.map(is_connected), quiet, to_move })
    }
}

parsed_as_read!(LinesOfAction);
