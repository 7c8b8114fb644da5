use std::iter::Peekable;
use std::str::Chars;

use crate::{Expected, ParseError};

/// Reads a text character by character.
pub(crate) struct Reader<'t> {
    left: Peekable<Chars<'t>>,
    column: usize,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str) -> Reader<'t> {
        Reader { left: text.chars().peekable(), column: 1 }
    }

    /// Reads the whole of a text with `read`.
    pub(crate) fn read_all<T>(
        text: &'t str,
        read: impl FnOnce(&mut Reader<'t>) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        let mut reader = Reader::new(text);
        let found = read(&mut reader)?;
        match reader.peek() {
            None => Ok(found),
            Some(_) => Err(reader.unexpected(Expected::End)),
        }
    }

    pub(crate) fn peek(&mut self) -> Option<char> {
        self.left.peek().copied()
    }

    /// Takes the next character if `meaning` has a meaning for it.
    pub(crate) fn take<T>(
        &mut self,
        expected: Expected,
        meaning: impl FnOnce(char) -> Option<T>,
    ) -> Result<T, ParseError> {
        let Some(found) = self.peek().and_then(meaning) else { return Err(self.unexpected(expected)) };
        self.left.next();
        self.column += 1;
        Ok(found)
    }

    pub(crate) fn skip(&mut self, character: char) -> Result<(), ParseError> {
        self.take(Expected::Character(character), |found| (found == character).then_some(()))
    }

    pub(crate) fn number(&mut self, most: u8) -> Result<u8, ParseError> {
        let digit = |found: char| found.to_digit(10);
        let small = |&number: &u32| number <= u32::from(most);
        let mut number = self.take(Expected::Number(most), |found| digit(found).filter(small))?;
        while self.peek().is_some_and(|next| next.is_ascii_digit()) {
            // If the number becomes too large, the digit that made it so is the wrong character.
            let enlarged = |next| digit(next).map(|digit| number * 10 + digit).filter(small);
            number = self.take(Expected::Number(most), enlarged)?;
        }
        u8::try_from(number).map_err(|_| self.unexpected(Expected::Number(most)))
    }

    /// The error that the next character is none of those expected.
    pub(crate) fn unexpected(&mut self, expected: Expected) -> ParseError {
        ParseError::Unexpected { column: self.column, found: self.peek(), expected }
    }
}
