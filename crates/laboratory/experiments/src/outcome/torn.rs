//! The lines of a file of records, of which a machine that went down may have torn some.
//!
//! What such a machine leaves is anything: half a line, a block of zeros, two lines in one, a line twice.
//! A check sum says of every record by itself that it is whole.
//! So each record with a good sum is found, wherever it stands, and the others are told (D333 in docs/meaning.md).

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::files::MARK;
use crate::outcome::records::{READING, Record};
use crate::outcome::sealed::{Damage, salvage, unseal};
use crate::{Error, Result};

/// The most bytes of a line: many times those of the longest games.
const MOST_BYTES: u64 = 64 << 20;

/// The largest number of a record. A million such numbers can be added up without overflow.
const LARGEST: u64 = 1 << 43;

/// A line of a file of records.
pub(super) struct Line<R> {
    /// What it is, compared with what was written.
    pub(super) state: State,
    /// The records with good check sums in it.
    pub(super) records: Vec<R>,
}

/// What has become of a line.
#[derive(Debug)]
pub(super) enum State {
    /// One record and its end, to the byte.
    AsWritten,
    /// Other bytes, and nothing is missing: other line ends, a blank line, a record without its end.
    Changed,
    /// The last line of a run that was killed while it wrote.
    Unfinished,
    /// Something is missing.
    Damaged(Damage),
}

/// What is missing in a file of records.
#[derive(Debug)]
pub(super) struct Torn {
    path: PathBuf,
    lines: usize,
    first: (usize, Damage),
}

impl Torn {
    /// Counts a damaged line.
    pub(super) fn note(torn: &mut Option<Torn>, path: &Path, line: usize, damage: Damage) {
        match torn {
            Some(torn) => torn.lines += 1,
            None => *torn = Some(Torn { path: path.to_owned(), lines: 1, first: (line, damage) }),
        }
    }

    /// What a person who goes on should know, in one line.
    pub(super) fn told(&self, what: &str) -> String {
        let Torn { path, lines, first: (line, damage) } = self;
        let path = path.display();
        let others = match lines - 1 {
            0 => String::new(),
            1 => ", and another line is damaged, too".to_owned(),
            others => format!(", and {others} other lines are damaged, too"),
        };
        format!("{path}:{line}: not {what}: {damage}{others}; whatever is whole stays, and the rest is done again")
    }

    /// The error for whoever only reads.
    pub(super) fn error<R: Record>(self) -> Error {
        let Torn { path, first: (line, damage), .. } = self;
        Error::Damaged { path, line, what: R::WHAT, damage }
    }
}

/// The lines of a file, one after the other.
pub(super) struct Lines<'f> {
    path: &'f Path,
    reader: BufReader<&'f File>,
    /// The number of the line that was read last, counted from 1.
    pub(super) number: usize,
    /// Where that line ends.
    pub(super) end: u64,
    bytes: Vec<u8>,
}

impl<'f> Lines<'f> {
    pub(super) fn of(path: &'f Path, file: &'f File) -> Lines<'f> {
        Lines { path, reader: BufReader::new(file), number: 0, end: 0, bytes: Vec::new() }
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or a record with a good sum is none that this program knows.
    pub(super) fn next<R: Record>(&mut self) -> Result<Option<Line<R>>> {
        self.bytes.clear();
        let read = self.reader.by_ref().take(MOST_BYTES).read_until(b'\n', &mut self.bytes);
        read.map_err(Error::io(self.path, READING))?;
        self.number += 1;
        self.end += self.bytes.len() as u64;
        if self.bytes.is_empty() {
            Ok(None)
        } else {
            line(&self.bytes).map(Some).map_err(|damage| self.damaged::<R>(damage))
        }
    }

    /// What a person should know where the line read last is unfinished.
    pub(super) fn unfinished(&self) -> String {
        let (path, number) = (self.path.display(), self.number);
        format!("{path}:{number}: the last record is not whole, and is left out; the run that goes on makes it again")
    }

    /// The error that the line read last is damaged.
    pub(super) fn damaged<R: Record>(&self, damage: Damage) -> Error {
        Error::Damaged { path: self.path.to_owned(), line: self.number, what: R::WHAT, damage }
    }
}

/// What a line is.
///
/// # Errors
///
/// If a record with a good sum is none that this program knows.
fn line<R: Record>(bytes: &[u8]) -> Result<Line<R>, Damage> {
    let is_finished = bytes.ends_with(b"\n");
    let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let damage = match unseal(body) {
        Ok(json) if is_finished => return Ok(Line { state: State::AsWritten, records: vec![record(&json)?] }),
        Ok(_) => Damage::NoSum,
        Err(_) if bytes.len() as u64 == MOST_BYTES => Damage::TooLong(MOST_BYTES),
        Err(damage) => damage,
    };
    let (mut records, mut whole) = (Vec::new(), 0);
    for (json, length) in salvage(body) {
        records.push(record(&json)?);
        whole += length;
    }
    let state = match () {
        () if whole == body.strip_prefix(MARK).unwrap_or(body).trim_ascii().len() => State::Changed,
        () if !is_finished && records.is_empty() => State::Unfinished,
        () => State::Damaged(damage),
    };
    Ok(Line { state, records })
}

fn record<R: Record>(json: &str) -> Result<R, Damage> {
    let record: R = serde_json::from_str(json)?;
    if record.largest() > LARGEST { Err(Damage::TooLarge(LARGEST)) } else { Ok(record) }
}
