//! The common parts of the games' notations: boards, and a reader whose errors name the character.

mod board;
mod reader;

use std::fmt;

pub(crate) use board::{Board, letter_of, letter_on, side_of, turn_by_men};
pub(crate) use reader::Reader;

/// What is written so that it can be read again.
pub(crate) trait Notation: Sized {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Reads what is [written](Notation::write), up to its end.
    fn read(reader: &mut Reader<'_>) -> Result<Self, NotationError>;
}

/// Why a text is no move or no position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotationError {
    /// A character cannot stand where it does, or is missing.
    Unexpected {
        /// Which character of the text, counted from 1.
        column: usize,
        /// The character; `None` where the text ends.
        found: Option<char>,
        /// What could stand there.
        expected: Expected,
    },
    /// The text is well formed, but describes what no game can come to.
    Impossible(
        /// What is impossible about it.
        &'static str,
    ),
}

/// Refuses a position of which something is not so that must be.
pub(crate) fn require(is_so: bool, otherwise: &'static str) -> Result<(), NotationError> {
    is_so.then_some(()).ok_or(NotationError::Impossible(otherwise))
}

/// What could stand at some place of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// A column of the board, `a` to this one.
    Column(char),
    /// A row of the board, `1` to this one.
    Row(u8),
    /// What is on a square: one of these characters.
    Square(&'static str),
    /// The side to move, one of these two letters.
    Side(&'static str),
    /// A house, `A` to `F` or `a` to `f`.
    House,
    /// A whole number up to this one.
    Number(u8),
    /// The name of a card, in lower case.
    Card,
    /// This character.
    Character(char),
    /// Nothing more.
    End,
}

impl fmt::Display for NotationError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotationError::Unexpected { column, found: Some(found), expected } => {
                write!(formatter, "character {column} is {found:?}, where {expected} is expected")
            }
            NotationError::Unexpected { found: None, expected, .. } => {
                write!(formatter, "the text ends where {expected} is expected")
            }
            NotationError::Impossible(what) => write!(formatter, "no such position: {what}"),
        }
    }
}

impl std::error::Error for NotationError {}

impl fmt::Display for Expected {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Column(last) => write!(formatter, "a column, a to {last},"),
            Expected::Row(last) => write!(formatter, "a row, 1 to {last},"),
            Expected::Square(letters) | Expected::Side(letters) => one_of(letters, formatter),
            Expected::House => formatter.write_str("a house, A to F or a to f,"),
            Expected::Number(most) => write!(formatter, "a number from 0 to {most}"),
            Expected::Card => formatter.write_str("the name of a card"),
            Expected::Character(' ') => formatter.write_str("a blank"),
            Expected::Character(character) => write!(formatter, "{character:?}"),
            Expected::End => formatter.write_str("the end"),
        }
    }
}

/// The letters of a text as a list: `x, o or .`.
fn one_of(letters: &str, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let last = letters.chars().count() - 1;
    for (index, letter) in letters.chars().enumerate() {
        let before = match index {
            0 => "",
            _ if index == last => " or ",
            _ => ", ",
        };
        write!(formatter, "{before}{letter}")?;
    }
    Ok(())
}
