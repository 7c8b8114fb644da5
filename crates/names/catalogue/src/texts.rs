//! Bytes as texts, whatever program wrote them.
//!
//! A byte order mark and the ends of lines say nothing about a text, and differ from program to program:
//! editors and shells of Windows write marks and CR LF, a shell's `>` may write UTF-16, old programs write CR alone.
//! So a text has neither marks nor carriage returns after it is read here: each line ends in LF ([`even`]).
//! Whoever reads the bytes of a file as a text does it by one of these functions (D331 in docs/meaning.md).

use std::borrow::Cow;
use std::io::{self, ErrorKind, Read};

/// What programs put before a text to say how its bytes are to be read.
const MARK: char = '\u{feff}';

/// Why bytes are no text, in one line without the file's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoText {
    /// Bytes that no character of UTF-8 has.
    #[error("line {0} is no UTF-8 text: save it as UTF-8")]
    Utf8(usize),
    /// The mark of UTF-16, and something else after it.
    #[error("it begins as UTF-16 does and is none: save it as UTF-8")]
    Utf16,
}

/// The text of these bytes: UTF-8, or UTF-16 after a byte order mark. It is [even].
///
/// # Errors
///
/// If they are neither.
pub fn read(bytes: &[u8]) -> Result<String, NoText> {
    if let Some(text) = utf16(bytes)? {
        return Ok(even(&text).into_owned());
    }
    let line = |end: usize| even(&String::from_utf8_lossy(&bytes[..end])).split('\n').count();
    let text = str::from_utf8(bytes).map_err(|error| NoText::Utf8(line(error.valid_up_to())))?;
    Ok(even(text).into_owned())
}

/// The text of a file with games of people, whose names may be in ISO 8859-1, as PGN prescribes: as [`read`] reads it,
/// or in ISO 8859-1 where it is no UTF-8.
///
/// Names alone are outside ASCII in such a file, so that nothing but a name can be guessed wrong.
///
/// # Errors
///
/// If it begins as UTF-16 does and is none.
pub fn read_games(bytes: &[u8]) -> Result<String, NoText> {
    let latin1 = || even(&bytes.iter().copied().map(char::from).collect::<String>()).into_owned();
    match read(bytes) {
        Err(NoText::Utf8(_)) => Ok(latin1()),
        other => other,
    }
}

/// The text of a file with games of people, which may be longer than memory: it is read as far as is needed, as
/// [`read_games`] reads it, though a part that is no UTF-8 is in ISO 8859-1 without the others.
///
/// ```
/// use bestply_catalogue::texts::GamesText;
///
/// let mut games = GamesText::new("one\r\ntwo\r\n".as_bytes());
/// games.read_on()?;
/// games.skip(4);
/// assert_eq!((games.rest(), games.line(), games.is_whole()), ("two\n", 2, true));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct GamesText<R> {
    input: R,
    /// Bytes that are no text yet: the next ones say what they are.
    bytes: Vec<u8>,
    text: String,
    skipped: usize,
    /// The line on which the rest begins.
    line: usize,
    is_whole: bool,
}

impl<R: Read> GamesText<R> {
    /// The bytes that are read at once, or as many again as there are letters.
    const PART: usize = 64 << 10;

    /// Nothing is read yet.
    pub fn new(input: R) -> GamesText<R> {
        GamesText { input, bytes: Vec::new(), text: String::new(), skipped: 0, line: 1, is_whole: false }
    }

    /// What was read and is not skipped.
    pub fn rest(&self) -> &str {
        &self.text[self.skipped..]
    }

    /// Whether the rest goes to the end of the file.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The line on which the rest begins, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Skips so many bytes of the rest.
    ///
    /// # Panics
    ///
    /// If that is no place in it.
    pub fn skip(&mut self, bytes: usize) {
        self.line += self.rest()[..bytes].matches('\n').count();
        self.skipped += bytes;
    }

    /// Reads on: as much again as the rest has, at least a part.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or begins as UTF-16 does and is none or is too long to be read at once.
    pub fn read_on(&mut self) -> io::Result<()> {
        let is_first = self.text.is_empty() && self.skipped == 0 && self.bytes.is_empty();
        self.text.drain(..self.skipped);
        self.skipped = 0;
        self.fill(self.text.len().max(Self::PART))?;
        if is_first && (self.bytes.starts_with(&[0xff, 0xfe]) || self.bytes.starts_with(&[0xfe, 0xff])) {
            return self.read_utf16();
        }
        let length = if self.is_whole { self.bytes.len() } else { whole_letters(&self.bytes) };
        let part: Vec<u8> = self.bytes.drain(..length).collect();
        let part = String::from_utf8(part)
            .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect::<String>());
        self.text += &even(&part);
        Ok(())
    }

    fn fill(&mut self, bytes: usize) -> io::Result<()> {
        let read = (&mut self.input).take(bytes as u64).read_to_end(&mut self.bytes)?;
        self.is_whole = read < bytes;
        Ok(())
    }

    fn read_utf16(&mut self) -> io::Result<()> {
        const MOST: usize = 16 << 20;
        self.fill(MOST)?;
        if !self.is_whole {
            let problem = "it has more than 16 MiB in UTF-16: save it as UTF-8";
            return Err(io::Error::new(ErrorKind::InvalidData, problem));
        }
        let bytes = std::mem::take(&mut self.bytes);
        self.text = read(&bytes).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))?;
        Ok(())
    }
}

/// The bytes without those at their end that may be a part of a letter, or of the end of a line.
fn whole_letters(bytes: &[u8]) -> usize {
    let length = match str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => bytes.len(),
    };
    bytes[..length].iter().rposition(|&byte| byte != b'\r').map_or(length, |last| last + 1)
}

/// The text without byte order marks, and with LF at the end of each line.
///
/// CR LF, CR alone, and several CR before a LF (as a file has that was changed twice) are one end each.
///
/// ```
/// use bestply_catalogue::texts::even;
///
/// assert_eq!(even("\u{feff}one\r\ntwo\rthree\r\r\n"), "one\ntwo\nthree\n");
/// ```
pub fn even(text: &str) -> Cow<'_, str> {
    if !text.contains([MARK, '\r']) {
        return Cow::Borrowed(text);
    }
    let mut evened = String::with_capacity(text.len());
    let mut letters = text.chars().filter(|&letter| letter != MARK).peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\r' => {
                // Carriage returns alone are empty lines; before a line feed they are a part of its end.
                let mut ends = 1;
                while letters.next_if_eq(&'\r').is_some() {
                    ends += 1;
                }
                let ends = if letters.next_if_eq(&'\n').is_some() { 1 } else { ends };
                evened.extend(std::iter::repeat_n('\n', ends));
            }
            letter => evened.push(letter),
        }
    }
    Cow::Owned(evened)
}

/// A line of a program without its end, without a byte order mark before it and without null bytes, which mean nothing
/// in any protocol. What is no UTF-8 is replaced.
pub fn line(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.trim_start_matches(MARK).trim_end_matches(['\n', '\r']).replace('\0', "")
}

/// The text of bytes that begin with the mark of UTF-16.
fn utf16(bytes: &[u8]) -> Result<Option<String>, NoText> {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return Ok(None),
    };
    let (pairs, []) = bytes.as_chunks::<2>() else { return Err(NoText::Utf16) };
    let units: Vec<u16> = pairs.iter().copied().map(unit).collect();
    String::from_utf16(&units).map(Some).map_err(|_| NoText::Utf16)
}
