use std::fmt;

use crate::NotationError;
use crate::notation::{Board, Notation, Reader, require, turn_by_men};
use crate::tic_tac_toe::{Move, TicTacToe, has_line};

const BOARD: Board = Board::square(3);

impl Notation for Move {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        BOARD.write_square(formatter, self.0)
    }

    fn read(reader: &mut Reader<'_>) -> Result<Move, NotationError> {
        BOARD.read_square(reader).map(Move)
    }
}

written_as_read!(Move);

impl Notation for TicTacToe {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        BOARD.write_men(formatter, self.marks)
    }

    fn read(reader: &mut Reader<'_>) -> Result<TicTacToe, NotationError> {
        let read = BOARD.read_men(reader)?;
        reader.end()?;
        let to_move = turn_by_men(read, "x has as many marks as o, or one more")?;
        let marks = read.map(|marks| marks as u16);
        require(!has_line(marks[to_move as usize]), "the side to move has won already")?;
        Ok(TicTacToe { marks, to_move })
    }
}

parsed_as_read!(TicTacToe);
