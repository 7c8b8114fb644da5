use std::fmt;

use bestply_core::{Position, Side};

use super::{Amazons, Move, NOWHERE};
use crate::NotationError;
use crate::notation::{Board, Notation, Reader, letter_of, letter_on, require, side_of};

impl<const N: usize> Notation for Move<N> {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = Board::square(N);
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

    fn read(reader: &mut Reader<'_>) -> Result<Move<N>, NotationError> {
        let board = Board::square(N);
        let mut mv = Move { from: NOWHERE, to: NOWHERE, arrow: NOWHERE };
        if reader.peek() != Some('/') {
            (mv.from, mv.to) = (board.read_square(reader)?, board.read_square(reader)?);
        }
        if mv.to == NOWHERE || reader.peek().is_some() {
            reader.skip('/')?;
            mv.arrow = board.read_square(reader)?;
        }
        Ok(mv)
    }
}

written_as_read!(Move<N>);

impl<const N: usize, const STAGED: bool> Notation for Amazons<N, STAGED> {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Board::square(N).write_squares(formatter, |square| match letter_on(self.amazons, square) {
            '.' if self.burnt >> square & 1 != 0 => '#',
            letter => letter,
        })?;
        write!(formatter, " {}", letter_of(self.to_move))?;
        self.shooter.map_or(Ok(()), |shooter| {
            formatter.write_str(" ")?;
            Board::square(N).write_square(formatter, shooter)
        })
    }

    fn read(reader: &mut Reader<'_>) -> Result<Amazons<N, STAGED>, NotationError> {
        let mut game = Amazons { amazons: [0; 2], burnt: 0, to_move: Side::Max, shooter: None };
        Board::square(N).read_squares(reader, "xo#.", |square, letter| {
            let square = 1 << square;
            match side_of(letter) {
                Some(side) => game.amazons[side as usize] |= square,
                None if letter == '#' => game.burnt |= square,
                None => {}
            }
        })?;
        game.to_move = reader.turn()?;
        if STAGED && reader.peek().is_some() {
            reader.skip(' ')?;
            game.shooter = Some(Board::square(N).read_square(reader)?);
        }
        reader.end()?;
        let own = game.amazons(game.to_move);
        let can_shoot = |shooter| own >> shooter & 1 != 0 && !game.is_terminal();
        require(game.shooter.is_none_or(can_shoot), "an amazon of the side to move shoots, at an empty square")?;
        Ok(game)
    }
}

parsed_as_read!(Amazons<N, STAGED>);
