use std::fmt;

use bestply_core::Side;

use crate::NotationError;
use crate::connect_four::{BOTTOM, COLUMN_BITS, COLUMNS, ConnectFour, FULL, Move, ROWS, has_four};
use crate::notation::{Board, Notation, Reader, require, turn_by_men};

const BOARD: Board = Board { columns: COLUMNS, rows: ROWS, steps: [COLUMN_BITS, 1] };

impl Notation for Move {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", char::from(b'a' + self.0))
    }

    fn read(reader: &mut Reader<'_>) -> Result<Move, NotationError> {
        BOARD.read_column(reader).map(Move)
    }
}

written_as_read!(Move);

impl Notation for ConnectFour {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        BOARD.write_men(formatter, [Side::Max, Side::Min].map(|side| self.discs(side)))
    }

    fn read(reader: &mut Reader<'_>) -> Result<ConnectFour, NotationError> {
        let read = BOARD.read_men(reader)?;
        reader.end()?;
        let discs = read.map(|discs| discs as u64);
        let occupied = discs[0] | discs[1];
        let supported = (occupied << 1 | BOTTOM) & FULL;
        require(occupied & !supported == 0, "a disc hangs in the air")?;
        let to_move = turn_by_men(read, "x has as many discs as o, or one more")?;
        let [mover, waiting] = [to_move, to_move.other()].map(|side| discs[side as usize]);
        require(!has_four(mover), "the side to move has won already")?;
        Ok(ConnectFour { mover, occupied, to_move, is_won: has_four(waiting) })
    }
}

parsed_as_read!(ConnectFour);
