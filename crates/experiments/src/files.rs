//! Whole files.
//!
//! Only regular files are read, only up to the length at which they were opened, and no longer than a limit.
//! What is written replaces the file that was there when it is whole.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use bestply::learning::Fingerprint;
use bestply_catalogue::files;
use bestply_catalogue::texts::{self, NoText};

use crate::Error;

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

/// Opens a regular file, which may be too long to be held. `action` says in errors what could not be done.
///
/// # Errors
///
/// If the file is not regular or cannot be opened.
pub fn open(path: &Path, action: &'static str) -> Result<File, Error> {
    files::open(path).map_err(Error::io(path, action))
}

/// Reads a regular file of at most `most` bytes. `action` says in errors what could not be done.
///
/// # Errors
///
/// If the file is not regular, is too long or cannot be read.
pub fn read(path: &Path, most: u64, action: &'static str) -> Result<Vec<u8>, Error> {
    files::read(path, most).map_err(Error::io(path, action))
}

/// Reads a regular file of [text](texts::read) of at most [`MOST_TEXT`] bytes.
/// `action` says in errors what could not be done.
///
/// # Errors
///
/// If the file is not regular, is too long, cannot be read or is no text.
pub fn read_text(path: &Path, action: &'static str) -> Result<String, Error> {
    text_of(texts::read(&read(path, MOST_TEXT, action)?), path, action)
}

/// Reads a regular file with [games of people](texts::read_games), as [`read_text`] reads others.
///
/// # Errors
///
/// As those of [`read_text`], but any bytes may be names.
pub fn read_games(path: &Path, action: &'static str) -> Result<String, Error> {
    text_of(texts::read_games(&read(path, MOST_TEXT, action)?), path, action)
}

fn text_of(text: Result<String, NoText>, path: &Path, action: &'static str) -> Result<String, Error> {
    text.map_err(|error| Error::io(path, action)(io::Error::new(ErrorKind::InvalidData, error)))
}

/// Opens a file to read and to write, empty where there was none, and locks it against other processes as long as it
/// is open; `None` where another one has locked it.
///
/// # Errors
///
/// If the file is not regular, or cannot be opened or locked. A file system without locks is no error.
pub fn open_locked(path: &Path) -> Result<Option<File>, Error> {
    const ACTION: &str = "cannot open the file for writing";
    if path.exists() {
        files::regular(path).map_err(Error::io(path, ACTION))?;
    }
    let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let file = opened.map_err(Error::io(path, ACTION))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(Some(file)),
        Err(TryLockError::Error(error)) => Err(Error::io(path, "cannot lock the file")(error)),
    }
}

/// Refuses a place for a new file that is taken: what is there may have taken hours.
///
/// # Errors
///
/// If anything is there.
pub fn check_free(path: &Path) -> Result<(), Error> {
    let taken = || Error::Invalid(format!("{}: it is there already; name another file or remove it", path.display()));
    if path.exists() { Err(taken()) } else { Ok(()) }
}

/// The path of what stands beside a file, with this ending after the file's name.
///
/// # Errors
///
/// If the path is not the name of a file.
pub fn beside(path: &Path, ending: &str) -> Result<PathBuf, Error> {
    let name = path.file_name().filter(|_| !path.is_dir());
    let mut name = name.ok_or_else(|| Error::at(path, "not the name of a file; --out needs one"))?.to_owned();
    name.push(ending);
    Ok(path.with_file_name(name))
}

/// A file that is written beside its place and moved there when it is whole.
///
/// A failure does not destroy the file that was there.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    partial: PathBuf,
    file: File,
}

impl WholeFile {
    /// Makes the file beside its place, with `.partial` after its name.
    ///
    /// # Errors
    ///
    /// If the path is not the name of a file, or the operating system refuses to make the file.
    pub fn create(path: &Path) -> Result<WholeFile, Error> {
        let partial = beside(path, ".partial")?;
        let file = File::create(&partial).map_err(Error::io(path, "cannot write the file"))?;
        Ok(WholeFile { path: path.to_owned(), partial, file })
    }

    /// Writes the contents, and puts the file in its place.
    ///
    /// # Errors
    ///
    /// If the operating system fails.
    pub fn finish(self, contents: &[u8]) -> Result<(), Error> {
        self.fill(|file| file.write_all(contents))
    }

    /// Lets `fill` write the contents, which are too long to be held twice, and puts the file in its place.
    ///
    /// # Errors
    ///
    /// If the operating system fails.
    pub fn fill(self, fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> Result<(), Error> {
        let WholeFile { path, partial, file } = self;
        let mut file = BufWriter::new(file);
        let written = fill(&mut file).and_then(|()| file.into_inner()?.sync_all());
        let placed = written.and_then(|()| fs::rename(&partial, &path));
        placed.map_err(Error::io(&path, "cannot write the file"))
    }
}

#[cfg(test)]
mod tests {
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
