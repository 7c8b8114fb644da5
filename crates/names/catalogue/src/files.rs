//! Files that are read whole.
//!
//! Only regular files are opened, since a pipe or a device may never end, and opening a pipe alone may wait for ever.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

pub use bestply_foreign::program_beside;

/// What the system says of a regular file, which is not opened.
///
/// # Errors
///
/// If there is no such file, or it is a folder, a pipe, a device or the like.
pub fn regular(path: &Path) -> io::Result<Metadata> {
    let about = fs::metadata(path)?;
    match about.file_type() {
        kind if kind.is_file() => Ok(about),
        kind if kind.is_dir() => Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder, not a file")),
        _ => Err(io::Error::new(ErrorKind::InvalidInput, "it is no regular file")),
    }
}

/// Opens a regular file to read it.
///
/// # Errors
///
/// If it is not [regular], or cannot be opened.
pub fn open(path: &Path) -> io::Result<File> {
    regular(path)?;
    File::open(path)
}

/// Reads a regular file of at most `most` bytes, up to the length that it has when it is opened.
///
/// # Errors
///
/// If the file is not [regular], is too long, becomes shorter meanwhile, or cannot be read.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let wrong = |what| Err(io::Error::new(ErrorKind::InvalidData, what));
    let bytes = regular(path)?.len();
    if bytes > most {
        return wrong(format!("it has {bytes} bytes, more than {most}"));
    }
    let mut content = Vec::with_capacity(bytes as usize);
    File::open(path)?.take(bytes).read_to_end(&mut content)?;
    if (content.len() as u64) < bytes {
        return wrong(format!("it has become shorter than its {bytes} bytes"));
    }
    Ok(content)
}

/// The file beside another one whose name ends so, in capitals or not: the one of the same name before its ending, or
/// else the only one. `None` if there is none, or nobody knows which one is meant.
pub fn beside(path: &Path, ending: &str) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let ends_so = |other: &PathBuf| other.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    let others = fs::read_dir(folder).ok()?.filter_map(Result::ok).map(|entry| entry.path()).filter(ends_so);
    let others: Vec<PathBuf> = others.collect();
    match &others[..] {
        [only] => Some(only.clone()),
        _ => others.iter().find(|other| other.file_stem() == path.file_stem()).cloned(),
    }
}
