//! What a training has found so far, in files that are whole or not there.

use std::fs;
use std::path::{Path, PathBuf};

use bestply::learning::Fingerprint;
use bestply_experiments::Error;
use bestply_experiments::files::{self, MOST_DATA, WholeFile};

/// A folder with the numbers that a training has found so far.
pub struct Checkpoint {
    folder: PathBuf,
}

impl Checkpoint {
    /// The folder beside a file, `.training` after its name; made where there is none.
    ///
    /// # Errors
    ///
    /// If the folder is of a training with another description, or cannot be written to.
    pub fn open(file: &Path, description: &str) -> Result<Checkpoint, Error> {
        let folder = Checkpoint::folder_of(file)?;
        fs::create_dir_all(&folder).map_err(Error::io(&folder, "cannot make the folder"))?;
        let recipe = folder.join("recipe.txt");
        if !recipe.exists() {
            WholeFile::create(&recipe)?.finish(description.as_bytes())?;
        } else if files::read_text(&recipe, "cannot read the file")? != description {
            let folder = folder.display();
            return Err(Error::Invalid(format!("{folder}: of another training; remove it, or write to another file")));
        }
        Ok(Checkpoint { folder })
    }

    /// The folder beside a file, `.training` after its name.
    pub(crate) fn folder_of(file: &Path) -> Result<PathBuf, Error> {
        let name = file.file_name().filter(|_| !file.is_dir());
        let name = name.ok_or_else(|| Error::Invalid(format!("{}: not the name of a file", file.display())))?;
        let mut folder_name = name.to_owned();
        folder_name.push(".training");
        Ok(file.with_file_name(folder_name))
    }

    /// The numbers of this name, if there are so many and they are undamaged.
    pub fn read(&self, name: &str, count: usize) -> Option<Vec<f32>> {
        self.read_all(name).filter(|numbers| numbers.len() == count)
    }

    /// The numbers of this name, if they are undamaged.
    pub(crate) fn read_all(&self, name: &str) -> Option<Vec<f32>> {
        let bytes = files::read(&self.folder.join(name), MOST_DATA, "cannot read the file").ok()?;
        let (checksum, numbers) = bytes.split_first_chunk::<8>()?;
        let is_whole =
            numbers.len() % 4 == 0 && u64::from_le_bytes(*checksum) == Fingerprint::of_bytes(numbers).finish();
        is_whole.then(|| numbers.as_chunks().0.iter().map(|&number| f32::from_le_bytes(number)).collect())
    }

    /// Keeps numbers under a name.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self, name: &str, numbers: &[f32]) -> Result<(), Error> {
        let numbers: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let bytes = [&Fingerprint::of_bytes(&numbers).finish().to_le_bytes()[..], &numbers].concat();
        WholeFile::create(&self.folder.join(name))?.finish(&bytes)
    }

    /// Removes what is not needed any more. What cannot be removed does no harm.
    pub fn forget(&self, name: &str) {
        fs::remove_file(self.folder.join(name)).ok();
    }

    /// Removes the folder. Where that fails it remains, and does no harm.
    pub fn remove(&self) {
        fs::remove_dir_all(&self.folder).ok();
    }
}
