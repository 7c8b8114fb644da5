use std::fmt;

use bestply_core::Side;

use crate::notation::{Notation, Reader, require};
use crate::oware::{HOUSES, MAJORITY, Move, Oware, QUIET_PLIES, ROW, SEEDS};
use crate::{Expected, NotationError};

const NAMES: &str = "ABCDEFabcdef";

impl Notation for Move {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&NAMES[self.house()..=self.house()])
    }

    fn read(reader: &mut Reader<'_>) -> Result<Move, NotationError> {
        reader.take(Expected::House, |found| NAMES.find(found)).map(|house| Move(house as u8))
    }
}

written_as_read!(Move);

/// Draws North's row above South's. Each has the names of its houses outside, and its captured seeds at its end.
fn draw(position: &Oware, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [south, north] = position.captured;
    writeln!(formatter, "       f  e  d  c  b  a")?;
    write!(formatter, "N {north:2} ")?;
    position.row(Side::Min).iter().rev().try_for_each(|seeds| write!(formatter, " {seeds:2}"))?;
    write!(formatter, "\n     ")?;
    position.row(Side::Max).iter().try_for_each(|seeds| write!(formatter, " {seeds:2}"))?;
    writeln!(formatter, " {south:2} S")?;
    writeln!(formatter, "       A  B  C  D  E  F")?;
    write!(formatter, "{} to move, {} plies without a capture", letter_of(position.to_move), position.quiet)
}

fn letter_of(side: Side) -> char {
    match side {
        Side::Max => 'S',
        Side::Min => 'N',
    }
}

impl Notation for Oware {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if formatter.alternate() {
            return draw(self, formatter);
        }
        for (house, seeds) in self.houses.iter().enumerate() {
            let before = match house {
                0 => "",
                ROW => "/",
                _ => ",",
            };
            write!(formatter, "{before}{seeds}")?;
        }
        let [south, north] = self.captured;
        write!(formatter, " {south}:{north} {} {}", letter_of(self.to_move), self.quiet)
    }

    fn read(reader: &mut Reader<'_>) -> Result<Oware, NotationError> {
        let position = read(reader)?;
        reader.end()?;
        let seeds: u32 = position.houses.iter().chain(&position.captured).map(|&seeds| u32::from(seeds)).sum();
        require(seeds == u32::from(SEEDS), "there are 48 seeds, on the board and captured")?;
        require(position.captured[position.to_move as usize] < MAJORITY, "the side to move has won already")?;
        Ok(position)
    }
}

parsed_as_read!(Oware);

fn read(reader: &mut Reader<'_>) -> Result<Oware, NotationError> {
    let mut houses = [0; HOUSES];
    for (house, seeds) in houses.iter_mut().enumerate() {
        match house {
            0 => {}
            ROW => reader.skip('/')?,
            _ => reader.skip(',')?,
        }
        *seeds = reader.number(SEEDS)?;
    }
    reader.skip(' ')?;
    let south = reader.number(SEEDS)?;
    reader.skip(':')?;
    let north = reader.number(SEEDS)?;
    reader.skip(' ')?;
    let side_of = |letter| [Side::Max, Side::Min].into_iter().find(|&side| letter_of(side) == letter);
    let to_move = reader.take(Expected::Side("SN"), side_of)?;
    reader.skip(' ')?;
    let quiet = reader.number(QUIET_PLIES)?;
    Ok(Oware { houses, captured: [south, north], quiet, to_move })
}
