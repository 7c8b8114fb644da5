//! Whole files.
//!
//! Only regular files are read, only up to the length at which they were opened, and no longer than a limit.
//! What is written replaces the file that was there when it is whole.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use bestply::learning::Fingerprint;

use crate::Error;

/// The most bytes of a file that people write, or of the description of a run.
pub const MOST_TEXT: u64 = 16 << 20;

/// The most bytes of a file of weights or of a tree.
pub const MOST_DATA: u64 = 256 << 20;

/// The checksum of a file's bytes, as records have it.
pub fn checksum(bytes: &[u8]) -> String {
    format!("{:016x}", Fingerprint::of_bytes(bytes).finish())
}

/// What can be wrong with a file before its contents are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileProblem {
    /// The path is a folder.
    #[error("it is a folder, not a file")]
    Folder,
    /// The file is a pipe, a device or the like, from which reading may never end.
    #[error("it is no regular file")]
    Irregular,
    /// The file is longer than any such file.
    #[error("it has {bytes} bytes, more than {most}")]
    TooLong {
        /// The file's length in bytes.
        bytes: u64,
        /// The most bytes of such a file.
        most: u64,
    },
    /// The file was shortened while it was read.
    #[error("it has become shorter than its {bytes} bytes")]
    Shortened {
        /// The length in bytes that it had.
        bytes: u64,
    },
    /// The file is not UTF-8 text.
    #[error("it is no UTF-8 text")]
    NotUtf8,
}

/// Opens a regular file, which may be too long to be held. `action` says in errors what could not be done.
///
/// # Errors
///
/// If the file is not regular or cannot be opened.
pub fn open(path: &Path, action: &'static str) -> Result<File, Error> {
    check_regular(path, action)?;
    File::open(path).map_err(Error::io(path, action))
}

/// Reads a regular file of at most `most` bytes. `action` says in errors what could not be done.
///
/// # Errors
///
/// If the file is not regular, is too long or cannot be read.
pub fn read(path: &Path, most: u64, action: &'static str) -> Result<Vec<u8>, Error> {
    let bytes = check_regular(path, action)?.len();
    let problem = |problem| Error::File { path: path.to_owned(), action, problem };
    if bytes > most {
        return Err(problem(FileProblem::TooLong { bytes, most }));
    }
    let mut content = Vec::with_capacity(bytes as usize);
    let file = open(path, action)?;
    file.take(bytes).read_to_end(&mut content).map_err(Error::io(path, action))?;
    if (content.len() as u64) < bytes {
        return Err(problem(FileProblem::Shortened { bytes }));
    }
    Ok(content)
}

/// Reads a regular file of text of at most [`MOST_TEXT`] bytes. `action` says in errors what could not be done.
///
/// # Errors
///
/// If the file is not regular, is too long, cannot be read or is not UTF-8 text.
pub fn read_text(path: &Path, action: &'static str) -> Result<String, Error> {
    let text = String::from_utf8(read(path, MOST_TEXT, action)?);
    text.map_err(|_| Error::File { path: path.to_owned(), action, problem: FileProblem::NotUtf8 })
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
        let name = path.file_name().filter(|_| !path.is_dir());
        let Some(name) = name else {
            return Err(Error::Invalid(format!("{}: not the name of a file; --out needs one", path.display())));
        };
        let mut partial_name = name.to_owned();
        partial_name.push(".partial");
        let partial = path.with_file_name(partial_name);
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

/// Refuses everything but a regular file, without opening it. Opening alone could wait for ever.
pub(crate) fn check_regular(path: &Path, action: &'static str) -> Result<Metadata, Error> {
    let about = fs::metadata(path).map_err(Error::io(path, action))?;
    let problem = match about.file_type() {
        kind if kind.is_file() => return Ok(about),
        kind if kind.is_dir() => FileProblem::Folder,
        _ => FileProblem::Irregular,
    };
    Err(Error::File { path: path.to_owned(), action, problem })
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
