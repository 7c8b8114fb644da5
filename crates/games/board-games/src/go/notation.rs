use std::fmt;
use std::str::FromStr;

use super::Go;
use crate::ParseError;
use crate::notation::{Board, Reader, letter_of};
use crate::wide::{ORTHOGONAL, Wide};

impl<const N: usize> fmt::Display for Go<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Board::square(N).write_men(formatter, self.stones)?;
        write!(formatter, " {} {}", letter_of(self.to_move), self.passes)
    }
}

impl<const N: usize> FromStr for Go<N> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Go<N>, ParseError> {
        let mut game = Go::start();
        Reader::read_all(text, |reader| {
            game.stones = Board::square(N).read_men(reader)?;
            game.to_move = reader.turn()?;
            reader.skip(' ')?;
            game.passes = reader.number(2)?;
            Ok(())
        })?;
        let breathes = |stones: u128| {
            Wide::<N>::connected(Wide::<N>::beside(game.empty(), &ORTHOGONAL) & stones, stones, &ORTHOGONAL) == stones
        };
        if game.stones.into_iter().all(breathes) {
            Ok(game)
        } else {
            Err(ParseError::Impossible("a group of stones has no liberty"))
        }
    }
}
