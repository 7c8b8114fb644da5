use std::fmt::{self, Write};

use bestply_core::Side;

use crate::notation::Reader;
use crate::{Expected, NotationError};

/// The measures of a board. Its squares are named by column and row, `a1` in the lower left corner.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    pub(crate) columns: u8,
    pub(crate) rows: u8,
    /// What the number of a square grows by to the right, and upwards.
    pub(crate) steps: [u8; 2],
}

impl Board {
    /// A board of *size* × *size* squares, of which each has the number *size · row + column*.
    pub(crate) const fn square(size: usize) -> Board {
        Board { columns: size as u8, rows: size as u8, steps: [1, size as u8] }
    }

    fn number(self, column: u8, row: u8) -> u8 {
        self.steps[0] * column + self.steps[1] * row
    }

    /// The number of digits of the last row.
    fn row_width(self) -> usize {
        if self.rows > 9 { 2 } else { 1 }
    }

    pub(crate) fn read_column(self, reader: &mut Reader<'_>) -> Result<u8, NotationError> {
        let last = char::from(b'a' + self.columns - 1);
        reader.take(Expected::Column(last), |found| ('a'..=last).contains(&found).then(|| found as u8 - b'a'))
    }

    pub(crate) fn read_row(self, reader: &mut Reader<'_>) -> Result<u8, NotationError> {
        let digit = |found: char| found.to_digit(10);
        let within = |row: &u32| (1..=u32::from(self.rows)).contains(row);
        let mut row = reader.take(Expected::Row(self.rows), |found| digit(found).filter(within))?;
        while let Some(longer) = reader.peek().and_then(digit).map(|next| 10 * row + next).filter(within) {
            row = reader.take(Expected::Row(self.rows), |_| Some(longer))?;
        }
        Ok(row as u8 - 1)
    }

    /// Reads the name of a square: its number.
    pub(crate) fn read_square(self, reader: &mut Reader<'_>) -> Result<u8, NotationError> {
        let column = self.read_column(reader)?;
        Ok(self.number(column, self.read_row(reader)?))
    }

    /// Writes the name of a square of a board that is numbered row by row.
    pub(crate) fn write_square(self, formatter: &mut fmt::Formatter<'_>, square: u8) -> fmt::Result {
        let (column, row) = (square % self.columns, square / self.columns);
        write!(formatter, "{}{}", char::from(b'a' + column), row + 1)
    }

    /// Reads the men of both sides as sets of squares, like [`read_squares`](Board::read_squares).
    pub(crate) fn read_men(self, reader: &mut Reader<'_>) -> Result<[u128; 2], NotationError> {
        let mut men = [0; 2];
        self.read_squares(reader, "xo.", |square, letter| {
            if let Some(side) = side_of(letter) {
                men[side as usize] |= 1 << square;
            }
        })?;
        Ok(men)
    }

    /// Writes the men of both sides, as [`write_squares`](Board::write_squares) does.
    pub(crate) fn write_men(self, formatter: &mut fmt::Formatter<'_>, men: [impl Into<u128>; 2]) -> fmt::Result {
        let men = men.map(Into::into);
        self.write_squares(formatter, |square| letter_on(men, square))
    }

    /// Reads what is on the squares, one of `letters` each: rows from the top, with slashes between.
    pub(crate) fn read_squares(
        self,
        reader: &mut Reader<'_>,
        letters: &'static str,
        mut put: impl FnMut(u8, char),
    ) -> Result<(), NotationError> {
        for row in (0..self.rows).rev() {
            for column in 0..self.columns {
                let letter =
                    reader.take(Expected::Square(letters), |found| letters.contains(found).then_some(found))?;
                put(self.number(column, row), letter);
            }
            if row > 0 {
                reader.skip('/')?;
            }
        }
        Ok(())
    }

    /// Writes the text that [`read_squares`](Board::read_squares) reads; with `{:#}` a diagram.
    pub(crate) fn write_squares(self, formatter: &mut fmt::Formatter<'_>, letter: impl Fn(u8) -> char) -> fmt::Result {
        let is_diagram = formatter.alternate();
        for row in (0..self.rows).rev() {
            if is_diagram {
                write!(formatter, "{:>width$}", row + 1, width = self.row_width())?;
            }
            for column in 0..self.columns {
                if is_diagram {
                    formatter.write_char(' ')?;
                }
                formatter.write_char(letter(self.number(column, row)))?;
            }
            match (is_diagram, row) {
                (true, _) => formatter.write_char('\n')?,
                (false, 0) => {}
                (false, _) => formatter.write_char('/')?,
            }
        }
        if is_diagram {
            write!(formatter, "{:width$}", "", width = self.row_width())?;
            (0..self.columns).try_for_each(|column| write!(formatter, " {}", char::from(b'a' + column)))?;
        }
        Ok(())
    }
}

/// The letter of the man on a square, or that of an empty one.
pub(crate) fn letter_on(men: [u128; 2], square: u8) -> char {
    let is_on = |&side: &Side| men[side as usize] >> square & 1 != 0;
    [Side::Max, Side::Min].into_iter().find(is_on).map_or('.', letter_of)
}

/// The side to move where MAX begins and each move places a man: MAX has as many as MIN then, or one more.
pub(crate) fn turn_by_men(men: [u128; 2], otherwise: &'static str) -> Result<Side, NotationError> {
    match men[0].count_ones().checked_sub(men[1].count_ones()) {
        Some(0) => Ok(Side::Max),
        Some(1) => Ok(Side::Min),
        _ => Err(NotationError::Impossible(otherwise)),
    }
}

/// The letter of a side's men.
pub(crate) fn letter_of(side: Side) -> char {
    match side {
        Side::Max => 'x',
        Side::Min => 'o',
    }
}

/// The side whose men have this letter.
pub(crate) fn side_of(letter: char) -> Option<Side> {
    [Side::Max, Side::Min].into_iter().find(|&side| letter_of(side) == letter)
}
