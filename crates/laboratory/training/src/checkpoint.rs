//! What a training has found so far, in files that are whole or not there.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use bestply_catalogue::kept::{KeptKind, Refusal};
use bestply_experiments::files::{self, MOST_DATA, WholeFile};
use bestply_experiments::{Error, Result};

/// The files of a training, each of which says which one it is, and of which training.
const KIND: KeptKind = KeptKind::new("training", 1);

/// The file that shows of which training a folder is.
const RECIPE: &str = "recipe.txt";

/// A folder with what a training has found so far. No other process writes to it meanwhile.
pub struct Checkpoint {
    pub(crate) folder: PathBuf,
    /// All that the training depends on, in a line.
    description: String,
    /// Keeps others out as long as it is open.
    _lock: File,
}

/// What is after the name of a file in that of the folder beside it.
pub(crate) const FOLDER: &str = ".training";

/// The file that a training has locked while it runs.
const LOCK: &str = "lock";

impl Checkpoint {
    /// The folder beside a file, `.training` after its name; made where there is none.
    ///
    /// # Errors
    ///
    /// If the folder is of a training with another description, is damaged, another training writes to it,
    /// or it cannot be written to.
    pub fn open(file: &Path, description: &str) -> Result<Checkpoint> {
        let folder = files::beside(file, FOLDER)?;
        match fs::create_dir(&folder) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => made.map_err(Error::io(&folder, "cannot make the folder"))?,
        }
        let lock = files::open_locked(&folder.join(LOCK))?
            .ok_or_else(|| Error::Invalid(format!("{}: another training is writing to it", folder.display())))?;
        let checkpoint = Checkpoint { folder, description: description.to_owned(), _lock: lock };
        if checkpoint.read_bytes(RECIPE)?.is_none() {
            checkpoint.write_bytes(RECIPE, &[])?;
        }
        Ok(checkpoint)
    }

    /// The contents of this name, if they are there.
    ///
    /// # Errors
    ///
    /// If they are damaged or of another training.
    pub(crate) fn read_bytes(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let path = self.folder.join(name);
        let Some(bytes) = bytes_of(&path)? else { return Ok(None) };
        match KIND.open(&self.of(name), &bytes) {
            Ok(contents) => Ok(Some(contents.to_vec())),
            Err(Refusal::OfAnother { .. }) => {
                let path = path.display();
                Err(Error::Invalid(format!("{path}: of another training; remove it, or write to another file")))
            }
            Err(refusal) => Err(unusable(&path, &refusal)),
        }
    }

    /// The numbers of this name, if they are there.
    ///
    /// # Errors
    ///
    /// If they are damaged or of another training, or not so many where it is said how many.
    pub fn read(&self, name: &str, count: Option<usize>) -> Result<Option<Vec<f32>>> {
        let Some(bytes) = self.read_bytes(name)? else { return Ok(None) };
        let (numbers, rest) = bytes.as_chunks();
        if !rest.is_empty() || count.is_some_and(|count| count != numbers.len()) {
            return Err(self.unusable(name));
        }
        Ok(Some(numbers.iter().map(|&number| f32::from_le_bytes(number)).collect()))
    }

    /// Keeps numbers under a name.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self, name: &str, numbers: &[f32]) -> Result {
        let numbers: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.write_bytes(name, &numbers)
    }

    /// Keeps contents under a name.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(crate) fn write_bytes(&self, name: &str, contents: &[u8]) -> Result {
        WholeFile::create(&self.folder.join(name))?.write(&KIND.seal(&self.of(name), contents))
    }

    /// The error that contents of this name are whole and still none of this training.
    pub(crate) fn unusable(&self, name: &str) -> Error {
        unusable(&self.folder.join(name), &"its contents are none that a training writes")
    }

    /// Removes what is not needed any more. What cannot be removed does no harm.
    pub(crate) fn forget(&self, name: &str) {
        fs::remove_file(self.folder.join(name)).ok();
    }

    /// Removes the folder. Where that fails it remains, and does no harm.
    pub(crate) fn remove(&self) {
        fs::remove_dir_all(&self.folder).ok();
    }

    /// What a file says of itself.
    fn of(&self, name: &str) -> String {
        format!("{name}: {}", self.description)
    }
}

/// The bytes of a file, if it is there.
fn bytes_of(path: &Path) -> Result<Option<Vec<u8>>> {
    path.exists().then(|| files::read(path, MOST_DATA, "cannot read the file")).transpose()
}

fn unusable(path: &Path, problem: &impl Display) -> Error {
    let folder = path.parent().unwrap_or(path).display();
    Error::Invalid(format!("{}: {problem}; who removes {folder} begins anew", path.display()))
}
