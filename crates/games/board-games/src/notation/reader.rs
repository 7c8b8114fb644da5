use std::iter::Peekable;
use std::str::Chars;

use bestply_core::Side;

use super::side_of;
use crate::{Expected, NotationError};

/// Reads a text character by character.
pub(crate) struct Reader<'t> {
    left: Peekable<Chars<'t>>,
    column: usize,
}

impl<'t> Reader<'t> {
    /// Reads the whole of a text with `read`.
    pub(crate) fn read_all<T>(
        text: &'t str,
        read: impl FnOnce(&mut Reader<'t>) -> Result<T, NotationError>,
    ) -> Result<T, NotationError> {
        let mut reader = Reader { left: text.chars().peekable(), column: 1 };
        let found = read(&mut reader)?;
        reader.end().map(|()| found)
    }

    /// Checks that nothing follows.
    pub(crate) fn end(&mut self) -> Result<(), NotationError> {
        self.peek().map_or(Ok(()), |_| Err(self.unexpected(Expected::End)))
    }

    pub(crate) fn peek(&mut self) -> Option<char> {
        self.left.peek().copied()
    }

    /// Takes the next character if `meaning` has a meaning for it.
    pub(crate) fn take<T>(
        &mut self,
        expected: Expected,
        meaning: impl FnOnce(char) -> Option<T>,
    ) -> Result<T, NotationError> {
        let Some(found) = self.peek().and_then(meaning) else { return Err(self.unexpected(expected)) };
        self.left.next();
        self.column += 1;
        Ok(found)
    }

    pub(crate) fn skip(&mut self, character: char) -> Result<(), NotationError> {
        self.take(Expected::Character(character), |found| (found == character).then_some(()))
    }

    /// Takes the rest of the text if it is this.
    pub(crate) fn take_rest(&mut self, text: &str) -> bool {
        let is_rest = self.left.clone().eq(text.chars());
        if is_rest {
            self.left.by_ref().for_each(drop);
        }
        is_rest
    }

    /// Whether a pass follows, `--`, which is then read. No other move begins like one.
    pub(crate) fn begins_a_pass(&mut self) -> Result<bool, NotationError> {
        let begins = self.peek() == Some('-');
        if begins {
            self.skip('-')?;
            self.skip('-')?;
        }
        Ok(begins)
    }

    /// Reads a blank and the letter of the side to move.
    pub(crate) fn turn(&mut self) -> Result<Side, NotationError> {
        self.skip(' ')?;
        self.take(Expected::Side("xo"), side_of)
    }

    pub(crate) fn number(&mut self, most: u8) -> Result<u8, NotationError> {
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
    pub(crate) fn unexpected(&mut self, expected: Expected) -> NotationError {
        NotationError::Unexpected { column: self.column, found: self.peek(), expected }
    }
}
