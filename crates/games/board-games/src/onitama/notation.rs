use std::fmt;

use bestply_core::Side;

use crate::notation::{Board, Notation, Reader, letter_of, letter_on, require, side_of};
use crate::onitama::{ARCHES, Card, Move, Onitama, SIZE};
use crate::quiet::Quiet;
use crate::{Expected, NotationError};

const BOARD: Board = Board::square(SIZE as usize);

const MOST_MEN: u32 = 5;

impl Notation for Card {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }

    /// Up to the first character at which no card's name goes on. No name is the beginning of another.
    fn read(reader: &mut Reader<'_>) -> Result<Card, NotationError> {
        let mut read = String::new();
        loop {
            let goes_on = |next: char| {
                let longer = format!("{read}{next}");
                Card::ALL.iter().any(|card| card.name().starts_with(&longer)).then_some(longer)
            };
            read = reader.take(Expected::Card, goes_on)?;
            if let Some(card) = Card::ALL.into_iter().find(|card| card.name() == read) {
                return Ok(card);
            }
        }
    }
}

parsed_as_read!(Card);

impl Notation for Move {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:", self.card())?;
        match self.step() {
            Some((from, to)) => {
                BOARD.write_square(formatter, from)?;
                BOARD.write_square(formatter, to)
            }
            None => formatter.write_str("--"),
        }
    }

    fn read(reader: &mut Reader<'_>) -> Result<Move, NotationError> {
        let card = Card::read(reader)?;
        reader.skip(':')?;
        if reader.begins_a_pass()? {
            return Ok(Move::pass(card));
        }
        let from = BOARD.read_square(reader)?;
        Ok(Move::new(card, from, BOARD.read_square(reader)?))
    }
}

written_as_read!(Move);

impl Notation for Onitama {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [men, masters] = [self.men, self.masters].map(|sets| sets.map(u128::from));
        BOARD.write_squares(formatter, |square| match letter_on(masters, square) {
            '.' => letter_on(men, square),
            master => master.to_ascii_uppercase(),
        })?;
        let separator = if formatter.alternate() { '\n' } else { ' ' };
        write!(formatter, "{separator}{} ", letter_of(self.to_move))?;
        let cards = [Side::Max, Side::Min].into_iter().flat_map(|side| self.cards(side));
        for (card, after) in cards.zip([',', '/', ',', ' ']) {
            write!(formatter, "{card}{after}")?;
        }
        write!(formatter, "{} {}", self.spare, self.quiet)
    }

    fn read(reader: &mut Reader<'_>) -> Result<Onitama, NotationError> {
        let position = read(reader)?;
        reader.end()?;
        let [own, other] = [position.to_move, position.to_move.other()];
        let cards = position.hands[0] | position.hands[1] | position.spare.bit();
        require(cards.count_ones() == 5, "the five cards are different ones")?;
        require(position.masters.iter().all(|master| master.count_ones() <= 1), "a side has one master")?;
        require(position.men.iter().all(|men| men.count_ones() <= MOST_MEN), "a side has five men at most")?;
        let is_won = position.master(other) == 0 || position.master(own) == ARCHES[other as usize];
        require(!is_won, "the side to move has won already")?;
        Ok(position)
    }
}

parsed_as_read!(Onitama);

fn read(reader: &mut Reader<'_>) -> Result<Onitama, NotationError> {
    let (mut men, mut masters) = ([0; 2], [0; 2]);
    BOARD.read_squares(reader, "xXoO.", |square, letter| {
        let square = 1 << square;
        if let Some(side) = side_of(letter.to_ascii_lowercase()) {
            men[side as usize] |= square;
            masters[side as usize] |= if letter.is_ascii_uppercase() { square } else { 0 };
        }
    })?;
    let to_move = reader.turn()?;
    reader.skip(' ')?;
    let max = read_hand(reader)?;
    reader.skip('/')?;
    let hands = [max, read_hand(reader)?];
    reader.skip(' ')?;
    let spare = Card::read(reader)?;
    reader.skip(' ')?;
    Ok(Onitama { men, masters, hands, spare, quiet: Quiet::read(reader)?, to_move })
}

fn read_hand(reader: &mut Reader<'_>) -> Result<u16, NotationError> {
    let first = Card::read(reader)?;
    reader.skip(',')?;
    Ok(first.bit() | Card::read(reader)?.bit())
}
