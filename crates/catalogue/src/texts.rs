//! Bytes as texts, whatever program wrote them.
//!
//! A byte order mark and the ends of lines say nothing about a text, and differ from program to program:
//! editors and shells of Windows write marks and CR LF, a shell's `>` may write UTF-16, old programs write CR alone.
//! So a text has neither marks nor carriage returns after it is read here: each line ends in LF ([`even`]).
//! Whoever reads the bytes of a file as a text does it by one of these functions (D331 in docs/meaning.md).

use std::borrow::Cow;

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
    let text = match utf16(bytes)? {
        Some(text) => text,
        None => {
            let line = |end: usize| even(&String::from_utf8_lossy(&bytes[..end])).split('\n').count();
            let text = str::from_utf8(bytes).map_err(|error| NoText::Utf8(line(error.valid_up_to())))?;
            text.to_owned()
        }
    };
    Ok(even(&text).into_owned())
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
