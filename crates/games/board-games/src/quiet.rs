use std::fmt;

use crate::NotationError;
use crate::notation::Reader;

/// The plies since the last capture, or that nobody counts them.
///
/// Counting stops where the game is drawn, so that no count is taken for the mark that there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Quiet(u8);

impl Quiet {
    /// The number of plies without a capture after which a game is drawn.
    pub(crate) const MOST: u8 = 100;

    /// Nothing has been played since a capture, or since the start.
    pub(crate) const ZERO: Quiet = Quiet(0);

    /// Nobody counts.
    const UNCOUNTED: Quiet = Quiet(u8::MAX);

    #[inline]
    pub(crate) const fn is_counted(self) -> bool {
        self.0 != Quiet::UNCOUNTED.0
    }

    /// The plies; 0 where they are not counted.
    #[inline]
    pub(crate) const fn plies(self) -> u8 {
        if self.is_counted() { self.0 } else { 0 }
    }

    /// Whether the game is drawn by so many plies.
    #[inline]
    pub(crate) const fn is_over(self) -> bool {
        self.0 == Quiet::MOST
    }

    /// The count after one more ply.
    #[inline]
    #[must_use]
    pub(crate) const fn after(self, captures: bool) -> Quiet {
        match (self.is_counted(), captures) {
            (false, _) => self,
            (true, true) => Quiet::ZERO,
            (true, false) => Quiet(self.0 + 1),
        }
    }

    /// What a key has of the count.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0 as u64
    }

    /// Reads what [`Display`](fmt::Display) writes.
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Quiet, NotationError> {
        if reader.peek() == Some('-') {
            reader.skip('-')?;
            return Ok(Quiet::UNCOUNTED);
        }
        reader.number(Quiet::MOST).map(Quiet)
    }
}

impl fmt::Display for Quiet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_counted() { write!(formatter, "{}", self.0) } else { formatter.write_str("-") }
    }
}
