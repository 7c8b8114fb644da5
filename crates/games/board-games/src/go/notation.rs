use std::fmt;

use super::Go;
use crate::NotationError;
use crate::notation::{Board, Notation, Reader, letter_of, require};

impl<const N: usize> Notation for Go<N> {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Board::square(N).write_men(formatter, self.stones)?;
        write!(formatter, " {} {}", letter_of(self.to_move), self.passes)
    }

    fn read(reader: &mut Reader<'_>) -> Result<Go<N>, NotationError> {
        let mut game = Go::start();
        game.stones = Board::square(N).read_men(reader)?;
        game.to_move = reader.turn()?;
        reader.skip(' ')?;
        game.passes = reader.number(2)?;
        reader.end()?;
        let have_liberties =
            game.stones.into_iter().all(|stones| Go::<N>::groups_beside(game.empty(), stones) == stones);
        require(have_liberties, "a group of stones has no liberty")?;
        Ok(game)
    }
}

parsed_as_read!(Go<N>);
