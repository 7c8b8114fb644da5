//! Files that a program keeps to go on with: what a solver remembers, how far a training has come, an opening book.
//!
//! Such a file says in its first line what it is, in which version, and what it is of.
//! Its last line is the check sum of all before it:
//!
//! ```text
//! bestply book 2 of othello
//! …the contents, which may be any bytes…
//! check sum 8cc34b21
//! ```
//!
//! The sum is the CRC-32 of gzip and PNG, so that other programs can check it, too.
//! It guards against damage and mistakes, not against malice.
//! A file is read only if all of that is as it should be.
//! So a flipped bit, a cut end, a byte too many, and a file of another game are never taken for what was written.
//!
//! What has to be JSON has the same sum as the last field of the object (`sealed` in `bestply-experiments`).

use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::ops::Range;

use crc32fast::Hasher;

use crate::names::in_one_line;
use crate::texts;

/// What the last line begins with.
const SUM: &str = "check sum ";

/// The bytes of the last line.
const LAST_LINE: u64 = 19;

/// The most bytes of the first line.
const MOST_HEAD: u64 = 1 << 16;

/// A kind of file, in the version that this program reads and writes.
///
/// ```
/// use bestply_catalogue::kept::{KeptKind, Refusal};
///
/// const MOVES: KeptKind = KeptKind::new("moves", 1);
/// let file = MOVES.seal("othello", b"f5 d6\n");
/// assert_eq!(String::from_utf8_lossy(&file), "bestply moves 1 of othello\nf5 d6\ncheck sum ba31fd20\n");
/// assert_eq!(MOVES.open("othello", &file), Ok(&b"f5 d6\n"[..]));
/// assert_eq!(MOVES.open("othello", &file[..20]), Err(Refusal::Damaged));
/// assert!(matches!(MOVES.open("go-9x9", &file), Err(Refusal::OfAnother { .. })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptKind {
    name: &'static str,
    version: u32,
}

/// Why a file is not taken, in one line without the file's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// It does not begin as files of this kind do.
    #[error("it does not begin with `bestply {0} `, as every file of that kind does")]
    OtherKind(&'static str),
    /// It is in another version.
    #[error("it is in version {found}, and this program reads version {read}")]
    Version {
        /// The version of the file.
        found: String,
        /// The version that is read.
        read: u32,
    },
    /// Its last line is not the check sum of all before it.
    #[error("its check sum is wrong: it was changed or cut short")]
    Damaged,
    /// A program took it for a text of its own system: it put a byte order mark before it, or changed its line ends.
    #[error("another program changed its line ends: take the file as it was written")]
    LineEnds,
    /// It is whole, and of something else.
    #[error("it is of {found}, not of {wanted}")]
    OfAnother {
        /// What it is of.
        found: String,
        /// What was asked for.
        wanted: String,
    },
}

impl From<Refusal> for io::Error {
    fn from(refusal: Refusal) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, refusal)
    }
}

/// The check sum of these bytes, as all files have it: their CRC-32 (ISO-HDLC), in eight hexadecimal digits.
pub fn check_sum(bytes: &[u8]) -> String {
    digits(crc32fast::hash(bytes))
}

/// The check sum of all bytes that are left to read.
///
/// # Errors
///
/// Those of the reader.
pub fn check_sum_of(mut input: impl Read) -> io::Result<String> {
    let mut summing = Summing { out: io::sink(), sum: Hasher::new() };
    io::copy(&mut input, &mut summing)?;
    Ok(digits(summing.sum.finalize()))
}

fn digits(sum: u32) -> String {
    format!("{sum:08x}")
}

fn last_line(sum: &str) -> String {
    format!("{SUM}{sum}\n")
}

/// Passes bytes on, and sums them up.
#[derive(Debug)]
pub struct Summing<W> {
    out: W,
    sum: Hasher,
}

impl<W: Write> Write for Summing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Where a file has its contents, and what it is of.
struct Found {
    of: String,
    contents: Range<u64>,
}

impl KeptKind {
    /// The kind of this name, which is one word, in this version.
    pub const fn new(name: &'static str, version: u32) -> KeptKind {
        KeptKind { name, version }
    }

    /// Writes a file, whose contents `fill` writes, and which is of what a line says.
    ///
    /// # Errors
    ///
    /// Those of the writers.
    pub fn write<W: Write>(
        self,
        of: &str,
        out: W,
        fill: impl FnOnce(&mut Summing<W>) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut summing = Summing { out, sum: Hasher::new() };
        writeln!(summing, "bestply {} {} of {}", self.name, self.version, in_one_line(of))?;
        fill(&mut summing)?;
        let Summing { mut out, sum } = summing;
        out.write_all(last_line(&digits(sum.finalize())).as_bytes())
    }

    /// The bytes of a file with these contents.
    pub fn seal(self, of: &str, contents: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        self.write(of, &mut file, |out| out.write_all(contents)).expect("memory takes everything");
        file
    }

    /// The contents of a file with these bytes.
    ///
    /// # Errors
    ///
    /// If it is not whole, of this kind and version, and of this.
    pub fn open<'f>(self, of: &str, file: &'f [u8]) -> Result<&'f [u8], Refusal> {
        let Found { of: found, contents } = self.find(&mut Cursor::new(file)).expect("memory can be read")?;
        self.checked(of, found).map(|()| &file[contents.start as usize..contents.end as usize])
    }

    /// The contents of a file that is too long to be held. It is read twice, so that nothing is made of a damaged one.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if it is not whole, of this kind and version, and of this; and those of the reader.
    pub fn read<R: Read + Seek>(self, of: &str, mut file: R) -> io::Result<io::Take<R>> {
        let Found { of: found, contents } = self.find(&mut file)??;
        self.checked(of, found)?;
        file.seek(SeekFrom::Start(contents.start))?;
        Ok(file.take(contents.end - contents.start))
    }

    fn checked(self, of: &str, found: String) -> Result<(), Refusal> {
        let wanted = in_one_line(of);
        if found == wanted { Ok(()) } else { Err(Refusal::OfAnother { found: in_one_line(&found), wanted }) }
    }

    fn find<R: Read + Seek>(self, file: &mut R) -> io::Result<Result<Found, Refusal>> {
        let length = file.seek(SeekFrom::End(0))?;
        file.rewind()?;
        let mut head = Vec::new();
        file.by_ref().take(MOST_HEAD).read_to_end(&mut head)?;
        let begin = format!("bestply {} ", self.name);
        let Some(rest) = head.strip_prefix(begin.as_bytes()) else {
            let is_marked = texts::line(&head).starts_with(&begin);
            return Ok(Err(if is_marked { Refusal::LineEnds } else { Refusal::OtherKind(self.name) }));
        };
        let line = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let start = (head.len() - rest.len() + line.len() + 1) as u64;
        let Ok(line) = str::from_utf8(line) else { return Ok(Err(Refusal::Damaged)) };
        // What this program writes there is in one line, without a carriage return.
        if line.contains('\r') {
            return Ok(Err(Refusal::LineEnds));
        }
        let (version, of) = line.split_once(' ').unwrap_or((line, ""));
        if version != self.version.to_string() {
            return Ok(Err(Refusal::Version { found: in_one_line(version), read: self.version }));
        }
        let Some(end) = length.checked_sub(LAST_LINE).filter(|&end| end >= start) else {
            return Ok(Err(Refusal::Damaged));
        };
        file.rewind()?;
        let sum = check_sum_of(file.by_ref().take(end))?;
        let mut last = Vec::new();
        file.by_ref().take(LAST_LINE).read_to_end(&mut last)?;
        let of = of.strip_prefix("of ").filter(|_| last == last_line(&sum).as_bytes());
        Ok(of.map(|of| Found { of: of.to_owned(), contents: start..end }).ok_or(Refusal::Damaged))
    }
}
