//! Files that are replaced by whole ones, by one program at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{env, process};

use bestply_catalogue::files;

use crate::{Error, Result};

/// What is after the name of a file in that of the one beside it that is locked as long as the file may be replaced.
///
/// The file itself cannot be it: who replaces a file leaves its lock behind.
const LOCK: &str = ".bestply-lock";

const WRITING: &str = "cannot write the file";

/// Opens a file to read and to write, empty where there was none, and locks it against other processes as long as it
/// is open; `None` where another one has locked it.
///
/// # Errors
///
/// If the file is not regular, or cannot be opened or locked. A file system without locks is no error.
pub fn open_locked(path: &Path) -> Result<Option<File>> {
    locked(path).map_err(Error::io(path, "cannot open the file for writing"))
}

fn locked(path: &Path) -> io::Result<Option<File>> {
    if path.exists() {
        files::regular(path)?;
    }
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(Some(file)),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Refuses a place for a new file that is taken: what is there may have taken hours.
///
/// # Errors
///
/// If anything is there.
pub fn check_free(path: &Path) -> Result {
    let taken = || Error::Invalid(format!("{}: it is there already; name another file or remove it", path.display()));
    if path.exists() { Err(taken()) } else { Ok(()) }
}

/// The path of what stands beside a file, with this ending after the file's name.
///
/// # Errors
///
/// If the path is not the name of a file.
pub fn beside(path: &Path, ending: &str) -> Result<PathBuf> {
    let name = path.file_name().filter(|_| !path.is_dir());
    let mut name = name.ok_or_else(|| Error::at(path, "not the name of a file; --out needs one"))?.to_owned();
    name.push(ending);
    Ok(path.with_file_name(name))
}

/// A place of a file that no other program writes to as long as this is held.
///
/// What is written is written beside it, and moved there when it is whole, as often as one likes.
/// A failure does not destroy the file that was there, and leaves nothing beside it.
///
/// # Examples
///
/// ```
/// use bestply_experiments::files::WholeFile;
///
/// let path = std::env::temp_dir().join(format!("whole-file-{}", std::process::id()));
/// let mut file = WholeFile::create(&path)?;
/// let refused = WholeFile::create(&path).unwrap_err().to_string();
/// assert!(refused.ends_with("another program is writing to it"));
/// file.write(b"one")?;
/// file.write(b"another")?;
/// assert_eq!(std::fs::read(&path).unwrap(), b"another");
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), bestply_experiments::Error>(())
/// ```
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    place: FilePlace,
    _lock: Lock,
}

/// What may be at the place of a file before it is written.
#[derive(Debug, PartialEq, Eq)]
enum FilePlace {
    /// Nothing: nobody else's file is replaced.
    Free,
    /// A file that is to be replaced, or nothing.
    Open,
}

impl WholeFile {
    /// Takes the place of a file that may be there, and is replaced.
    ///
    /// # Errors
    ///
    /// If the path is not the name of a regular file, another program writes to it, or a file cannot be made there.
    pub fn create(path: &Path) -> Result<WholeFile> {
        if path.exists() && !path.is_dir() {
            files::regular(path).map_err(Error::io(path, WRITING))?;
        }
        Ok(WholeFile { path: path.to_owned(), place: FilePlace::Open, _lock: Lock::of(path)? })
    }

    /// Takes the place of a file that must not be there: what is there may have taken hours.
    ///
    /// # Errors
    ///
    /// As those of [`create`](WholeFile::create), and if anything is there.
    pub fn create_new(path: &Path) -> Result<WholeFile> {
        check_free(path)?;
        let file = WholeFile { place: FilePlace::Free, ..WholeFile::create(path)? };
        // Another program may have written it in between.
        check_free(path).map(|()| file)
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the contents, and puts the file in its place.
    ///
    /// # Errors
    ///
    /// If the operating system fails, or somebody else's file is there now where there was none.
    pub fn write(&mut self, contents: &[u8]) -> Result {
        self.fill(|file| file.write_all(contents))
    }

    /// Lets `fill` write the contents, which are too long to be held twice, and puts the file in its place.
    ///
    /// # Errors
    ///
    /// As those of [`write`](WholeFile::write).
    pub fn fill(&mut self, fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> Result {
        // Where there are no locks, two programs still do not write to one file.
        let partial = Temporary::at(partial_of(&self.path, process::id())?);
        let written = File::create(&partial.path).and_then(|file| {
            let mut file = BufWriter::new(file);
            fill(&mut file)?;
            file.into_inner()?.sync_all()
        });
        if self.place == FilePlace::Free {
            check_free(&self.path)?;
        }
        let placed = written.and_then(|()| fs::rename(&partial.path, &self.path));
        placed.map_err(Error::io(&self.path, WRITING))?;
        self.place = FilePlace::Open;
        Ok(())
    }

    /// As [`fill`](WholeFile::fill), for what could not be written in its place: to a new file in the system's folder
    /// for temporary files, whose path is returned.
    ///
    /// # Errors
    ///
    /// As those of [`create_new`](WholeFile::create_new) and [`write`](WholeFile::write).
    pub fn fill_elsewhere(&self, fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> Result<PathBuf> {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let mut file = WholeFile::create_new(&env::temp_dir().join(format!("bestply-{}-{name}", process::id())))?;
        file.fill(fill).map(|()| file.path)
    }
}

/// The lock on a place, which is a locked file beside it. Fields are dropped in their order: it is removed while it is
/// still locked, so that nobody else's is removed.
#[derive(Debug)]
struct Lock {
    _name: Temporary,
    file: File,
}

impl Lock {
    fn of(path: &Path) -> Result<Lock> {
        let name = beside(path, LOCK)?;
        let file = locked(&name).map_err(Error::io(path, WRITING))?;
        // A lock on a file that its last holder has just removed keeps nobody out.
        let file = file.filter(|file| is_at(file, &name));
        let file = file.ok_or_else(|| Error::at(path, "another program is writing to it"))?;
        let lock = Lock { _name: Temporary::at(name), file };
        // On a full disk the lock says nothing, and holds.
        lock.take_over(path).ok();
        Ok(lock)
    }

    /// Removes what a killed program has left of a file, and says in the lock whose it is now.
    fn take_over(&self, path: &Path) -> io::Result<()> {
        let mut file = &self.file;
        let mut killed = String::new();
        file.read_to_string(&mut killed)?;
        let left = killed.parse().ok().and_then(|killed| partial_of(path, killed).ok());
        left.map(fs::remove_file);
        file.set_len(0)?;
        file.rewind()?;
        file.write_all(process::id().to_string().as_bytes())
    }
}

/// The file that a process of this number writes before it is moved to its place.
fn partial_of(path: &Path, process: u32) -> Result<PathBuf> {
    beside(path, &format!(".{process}.partial"))
}

/// Whether this file is the one of this name.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |about: io::Result<fs::Metadata>| about.ok().map(|about| (about.dev(), about.ino()));
    identity(file.metadata()) == identity(fs::metadata(path))
}

/// Whether this file is the one of this name.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// The files of this process that are there only while others are written.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that is removed with this, or at once when the program is interrupted.
#[derive(Debug)]
struct Temporary {
    path: PathBuf,
}

impl Temporary {
    fn at(path: PathBuf) -> Temporary {
        temporary().push(path.clone());
        Temporary { path }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        temporary().retain(|path| *path != self.path);
        fs::remove_file(&self.path).ok();
    }
}

/// Removes what stands beside files that are written, because the program ends in their midst.
///
/// Whoever writes another file waits for that end.
pub fn remove_temporary() {
    let mut all = temporary();
    all.drain(..).for_each(|path| drop(fs::remove_file(path)));
    std::mem::forget(all);
}
