//! Whole files.
//!
//! Only regular files are read, only up to the length at which they were opened, and no longer than a limit.
//! What is written replaces the file that was there when it is whole, and by one program at a time (D367 in
//! docs/meaning.md).

mod whole;

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;

use bestply::learning::Fingerprint;
use bestply_catalogue::files;
use bestply_catalogue::texts::{self, NoText};
use serde::Serialize;
use serde_json::Value as Json;

use crate::{Error, Result};

pub use whole::{WholeFile, beside, check_free, open_locked, remove_temporary};

/// The most bytes of a file that people write, or of the description of a run.
pub const MOST_TEXT: u64 = 16 << 20;

/// The most bytes of a file of weights or of a tree.
pub const MOST_DATA: u64 = 256 << 20;

/// The bytes of a byte order mark in UTF-8.
pub(crate) const MARK: &[u8] = "\u{feff}".as_bytes();

/// The checksum of a file's bytes, as records have it.
pub fn checksum(bytes: &[u8]) -> String {
    format!("{:016x}", Fingerprint::of_bytes(bytes).finish())
}

/// What is written into files as JSON: its keys are text.
pub fn json_of(written: &impl Serialize) -> Json {
    serde_json::to_value(written).expect("it is representable as JSON")
}

/// Opens a regular file, which may be too long to be held. `action` says in errors what could not be done.
///
/// # Errors
///
/// If the file is not regular or cannot be opened.
pub fn open(path: &Path, action: &'static str) -> Result<File> {
    files::open(path).map_err(Error::io(path, action))
}

/// Reads a regular file of at most `most` bytes. `action` says in errors what could not be done.
///
/// # Errors
///
/// If the file is not regular, is too long or cannot be read.
pub fn read(path: &Path, most: u64, action: &'static str) -> Result<Vec<u8>> {
    files::read(path, most).map_err(Error::io(path, action))
}

/// Reads a regular file of [text](texts::read) of at most [`MOST_TEXT`] bytes.
/// `action` says in errors what could not be done.
///
/// # Errors
///
/// If the file is not regular, is too long, cannot be read or is no text.
pub fn read_text(path: &Path, action: &'static str) -> Result<String> {
    text_of(texts::read(&read(path, MOST_TEXT, action)?), path, action)
}

/// Reads a regular file with [games of people](texts::read_games), as [`read_text`] reads others.
///
/// # Errors
///
/// As those of [`read_text`], but any bytes may be names.
pub fn read_games(path: &Path, action: &'static str) -> Result<String> {
    text_of(texts::read_games(&read(path, MOST_TEXT, action)?), path, action)
}

fn text_of(text: Result<String, NoText>, path: &Path, action: &'static str) -> Result<String> {
    text.map_err(|error| Error::io(path, action)(io::Error::new(ErrorKind::InvalidData, error)))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn refused(path: &str) -> String {
        read(Path::new(path), 10, "cannot read it").expect_err("it is refused").to_string()
    }

    #[test]
    fn what_is_no_regular_file_is_told_at_once() {
        if Path::new("/dev/zero").exists() {
            assert_eq!(refused("/dev/zero"), "/dev/zero: cannot read it: it is no regular file");
        }
        assert_eq!(refused("."), ".: cannot read it: it is a folder, not a file");
    }

    #[test]
    fn what_is_too_long_is_told_and_what_is_not_is_read_to_its_end() {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        assert!(refused(&manifest.display().to_string()).ends_with("bytes, more than 10"));
        let text = read_text(&manifest, "cannot read it").expect("it is a text");
        assert!(text.starts_with("[package]") && text.len() as u64 == fs::metadata(&manifest).unwrap().len());
    }
}
