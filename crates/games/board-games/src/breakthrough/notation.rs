use std::fmt;

use crate::NotationError;
use crate::breakthrough::{BreakthroughOn, Move};
use crate::notation::{Board, Notation, Reader, letter_of, require};

/// The squares that a [`Move`] knows, whatever the size of the board.
const SQUARES: Board = Board::square(8);

impl Notation for Move {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        SQUARES.write_square(formatter, self.from)?;
        SQUARES.write_square(formatter, self.to)
    }

    fn read(reader: &mut Reader<'_>) -> Result<Move, NotationError> {
        let from = SQUARES.read_square(reader)?;
        Ok(Move { from, to: SQUARES.read_square(reader)? })
    }
}

written_as_read!(Move);

impl<const N: usize> BreakthroughOn<N> {
    const BOARD: Board = Board { columns: N as u8, rows: N as u8, ..SQUARES };
}

impl<const N: usize> Notation for BreakthroughOn<N> {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Self::BOARD.write_men(formatter, self.men)?;
        write!(formatter, " {}", letter_of(self.to_move))
    }

    fn read(reader: &mut Reader<'_>) -> Result<BreakthroughOn<N>, NotationError> {
        let (men, to_move) = (Self::BOARD.read_men(reader)?.map(|men| men as u64), reader.turn()?);
        reader.end()?;
        require(men.iter().all(|men| men.count_ones() as usize <= 2 * N), "a side has two rows of men at most")?;
        let is_won = men[to_move as usize] & Self::goal(to_move) != 0 || men[to_move.other() as usize] == 0;
        require(!is_won, "the side to move has won already")?;
        Ok(BreakthroughOn { men, to_move })
    }
}

parsed_as_read!(BreakthroughOn<N>);
