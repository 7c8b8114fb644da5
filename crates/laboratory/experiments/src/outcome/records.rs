//! The results folder: what a run writes, and what the next run of the same experiment finds there.

mod found;
mod pair;

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, TryLockError};
use std::hash::Hash;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::contest::first_difference;
use crate::files::{self, MOST_TEXT, WholeFile, json_of};
use crate::outcome::provenance::{self, FolderOpening, PROVENANCE};
use crate::outcome::sealed::seal;
use crate::outcome::torn::{Lines, State};
use crate::{Error, Result};

use found::FoundRecords;
pub use pair::{Forfeit, Loser, PairRecord, PlayedGame, PlayedPair, word};

/// The file with the description of the experiment that a folder belongs to.
pub const IDENTITY: &str = "experiment.json";
/// A finished piece of an experiment, as one line of a file.
pub trait Record: Serialize + DeserializeOwned {
    /// The file's name, which ends in `.jsonl`.
    const FILE: &'static str;
    /// The description of a line, in words.
    const WHAT: &'static str;
    /// The type of what a record depends on.
    type Key: Clone + Eq + Hash;

    /// What this record depends on.
    fn key(&self) -> Self::Key;

    /// The largest of its numbers that are added up.
    fn largest(&self) -> u64 {
        largest_in(self)
    }
}

/// A results folder opened for one experiment: its records, and the file to which more are appended.
///
/// Once [`append`](Records::append) returns, the operating system has the record.
/// So a run that is killed loses none.
///
/// Of a file that a machine tore when it went down, the beginning stays.
/// What is whole behind that is [rescued](Records::rescued) to a file beside it, and appended when its turn comes.
/// So the records are in the order in which a run that nothing interrupts writes them, whatever was torn.
#[derive(Debug)]
pub struct Records<R: Record = PairRecord> {
    folder: PathBuf,
    file: File,
    pub(crate) known: HashMap<R::Key, R>,
    /// What is not in the file yet, with its place among what was rescued.
    rescued: HashMap<R::Key, (usize, R)>,
    /// How the program that made the folder differs from this one, which then may append nothing.
    other_program: Option<String>,
}

impl Records {
    /// The record of a pair, if the pair has been played.
    pub fn get(&self, cell: &str, challenger_depth: Option<usize>, seed: u64) -> Option<&PairRecord> {
        self.find(&(cell.to_owned(), challenger_depth, seed))
    }
}

impl<R: Record> Records<R> {
    /// Opens a folder for the experiment described by `identity`, and makes it if there is none.
    ///
    /// A fresh start first deletes the results of any experiment there.
    /// The records of another program can be read, and are not [added to](Records::append) unless that is allowed.
    ///
    /// # Errors
    ///
    /// If the folder holds the results of another experiment.
    /// If it holds files that bestply did not write under the names it would use.
    /// If another run has it open.
    /// If a record with a good check sum is none that this program knows.
    /// If the operating system fails.
    /// Nothing is changed then.
    pub fn open(folder: &Path, identity: &impl Serialize, opening: &FolderOpening) -> Result<Records<R>> {
        let identity = json_of(identity);
        let fresh = opening.fresh;
        check_ownership(folder)?;
        let is_new = !folder.join(IDENTITY).exists();
        let mut runs = Vec::new();
        let mut other_program = None;
        if !fresh && !is_new {
            check_identity(folder, &identity)?;
            runs = provenance::read(folder)?;
            other_program = provenance::difference(&runs, opening);
        }
        fs::create_dir_all(folder).map_err(Error::io(folder, "cannot make the folder"))?;
        let mut file = open_file(&folder.join(R::FILE))?;
        if fresh {
            // The records go first, and the old description stays until the new one replaces it.
            // So a run that is killed in between leaves no records that seem to belong to another experiment.
            file.set_len(0).map_err(Error::io(&folder.join(R::FILE), "cannot empty the file"))?;
            remove_results(folder, R::FILE)?;
        }
        if fresh || is_new {
            describe(folder, &identity)?;
        }
        let found = FoundRecords::read(folder, &file)?;
        if other_program.is_some() {
            return Ok(Records::read_only(folder, file, found.all(), other_program));
        }
        found.torn.iter().for_each(|torn| (opening.tell)(&torn.told(R::WHAT)));
        describe(folder, &identity)?;
        found.set_aside(folder, &mut file)?;
        let FoundRecords { known, rescued, .. } = found;
        let records = Records { folder: folder.to_owned(), file, known, rescued, other_program };
        provenance::add(&mut runs, opening);
        records.write(PROVENANCE, &provenance::to_json(&runs))?;
        Ok(records)
    }

    /// Makes a folder that of the same experiment with more pairs, which `identity` describes.
    ///
    /// Its records are set aside, and appended when their turn comes. So they are in the order of a run that had all
    /// pairs from the beginning.
    ///
    /// # Errors
    ///
    /// If another program made the folder, unless that is allowed. If another run has it open, a record is damaged, or
    /// the operating system fails.
    pub(crate) fn grow(folder: &Path, identity: &impl Serialize, opening: &FolderOpening) -> Result {
        if let Some(difference) = provenance::difference(&provenance::read(folder)?, opening) {
            return Err(Error::OtherProgram { folder: folder.to_owned(), difference });
        }
        let mut file = open_file(&folder.join(R::FILE))?;
        let found = FoundRecords::<R>::read_out_of_order(folder, &file)?;
        found.torn.iter().for_each(|torn| (opening.tell)(&torn.told(R::WHAT)));
        found.set_aside(folder, &mut file)?;
        describe(folder, &json_of(identity))
    }

    /// Reads the records in the folder of the experiment described by `identity`, and changes nothing there.
    ///
    /// # Errors
    ///
    /// If the folder holds the results of another experiment, or none.
    /// If a run has it open, a record is damaged, or the operating system fails.
    pub fn look(folder: &Path, identity: &impl Serialize) -> Result<Records<R>> {
        let identity = json_of(identity);
        check_identity(folder, &identity)?;
        let path = folder.join(R::FILE);
        let file = files::open(&path, READING)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock_shared() {
            bail!("{}: a run is writing to it", path.display());
        }
        let mut found = FoundRecords::read(folder, &file)?;
        match found.torn.take() {
            Some(torn) => Err(torn.error::<R>()),
            None => Ok(Records::read_only(folder, file, found.all(), None)),
        }
    }

    /// Where nothing is appended, what was rescued is as good as what is in the file.
    fn read_only(folder: &Path, file: File, known: HashMap<R::Key, R>, other_program: Option<String>) -> Records<R> {
        Records { folder: folder.to_owned(), file, known, rescued: HashMap::new(), other_program }
    }

    /// The record of a piece, if the piece has been finished.
    pub fn find(&self, key: &R::Key) -> Option<&R> {
        self.known.get(key)
    }

    /// Takes out the record of a piece that has been finished and is not in the file, to be appended in its turn.
    pub fn rescued(&mut self, key: &R::Key) -> Option<R> {
        self.rescued.remove(key).map(|(_, record)| record)
    }

    /// Appends what was rescued and has had no turn, now that the run has come to its end.
    ///
    /// # Errors
    ///
    /// If the operating system fails.
    pub fn settle(&mut self) -> Result {
        if self.other_program.is_some() {
            return Ok(());
        }
        let left = std::mem::take(&mut self.rescued).into_values();
        found::in_order(left).try_for_each(|record| self.append(record))?;
        found::forget_rescued::<R>(&self.folder, &self.file)
    }

    /// Refuses to go on with the folder of another program, unless that is allowed.
    ///
    /// # Errors
    ///
    /// The difference of the two programs.
    pub(crate) fn check_program(&self) -> Result {
        let refuse = |difference| Err(Error::OtherProgram { folder: self.folder.clone(), difference });
        self.other_program.clone().map_or(Ok(()), refuse)
    }

    /// Appends the record of a finished piece.
    ///
    /// # Errors
    ///
    /// If another program made the folder, unless that is allowed.
    /// If the operating system fails, for example because the disk is full.
    /// The written part of the line is cut off when the folder is opened next.
    pub fn append(&mut self, record: R) -> Result {
        self.check_program()?;
        self.file
            .write_all(line_of(&record).as_bytes())
            .map_err(Error::io(&self.folder.join(R::FILE), "cannot append a record"))?;
        self.known.insert(record.key(), record);
        Ok(())
    }

    /// Writes a file of the folder, whole or not at all.
    ///
    /// # Errors
    ///
    /// If the operating system fails.
    pub fn write(&self, name: &str, content: &str) -> Result {
        WholeFile::create(&self.folder.join(name))?.write(content.as_bytes())
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// The records of a folder in their order, without an unfinished last line, which is told. Nothing is changed.
///
/// # Errors
///
/// If there are no records, or one is damaged.
pub fn recorded<R: Record>(folder: &Path, tell: fn(&str)) -> Result<Vec<R>> {
    let path = folder.join(R::FILE);
    let file = files::open(&path, READING)?;
    let (mut lines, mut records, mut seen) = (Lines::of(&path, &file), Vec::new(), HashSet::new());
    while let Some(line) = lines.next::<R>()? {
        match line.state {
            State::AsWritten | State::Changed => {}
            State::Unfinished => tell(&lines.unfinished()),
            State::Damaged(damage) => return Err(lines.damaged::<R>(damage)),
        }
        records.extend(line.records.into_iter().filter(|record| seen.insert(record.key())));
    }
    Ok(records)
}

/// The largest whole number in a part of a record, wherever it stands.
pub(crate) fn largest_in(part: &impl Serialize) -> u64 {
    fn of(json: &Json) -> u64 {
        match json {
            Json::Array(items) => items.iter().map(of).max().unwrap_or(0),
            Json::Object(fields) => fields.values().map(of).max().unwrap_or(0),
            other => other.as_u64().unwrap_or(0),
        }
    }
    of(&json_of(part))
}

/// A record as a line of its file.
fn line_of(record: &impl Record) -> String {
    seal(&serde_json::to_string(record).expect("a record is representable as JSON")) + "\n"
}

pub(super) const READING: &str = "cannot read the records";

/// Opens the file of records, and locks it against other runs.
fn open_file(path: &Path) -> Result<File> {
    files::open_locked(path)?.ok_or_else(|| Error::Invalid(format!("{}: another run is writing to it", path.display())))
}

/// Refuses a folder that has files with names of results but no description. They may belong to anybody.
fn check_ownership(folder: &Path) -> Result {
    let names = result_files(folder)?;
    if let Some(name) = names.first().filter(|_| !names.iter().any(|name| name == IDENTITY)) {
        let why = format!("it holds a {name}, but no {IDENTITY} that says of what experiment");
        bail!("{}: {why}; choose another folder with --out", folder.display());
    }
    Ok(())
}

/// Writes the description of the experiment, unless it is there to the byte.
fn describe(folder: &Path, identity: &Json) -> Result {
    let path = folder.join(IDENTITY);
    let description = serde_json::to_string_pretty(identity).expect("JSON is representable as text") + "\n";
    if files::read(&path, MOST_TEXT, READING).is_ok_and(|found| found == description.as_bytes()) {
        Ok(())
    } else {
        WholeFile::create(&path)?.write(description.as_bytes())
    }
}

/// Refuses a folder that belongs to another experiment.
fn check_identity(folder: &Path, wanted: &Json) -> Result {
    let path = folder.join(IDENTITY);
    let text = files::read_text(&path, "cannot read the file")?;
    let problem = match serde_json::from_str(&text) {
        Err(_) => format!("its {IDENTITY} is damaged, so that nothing says what its records are of"),
        Ok(found) => match first_difference("", &without_growth(found), &without_growth(wanted.clone())) {
            None => return Ok(()),
            Some(difference) => format!("it holds the results of another experiment ({difference})"),
        },
    };
    Err(Error::OtherExperiment { folder: folder.to_owned(), problem })
}

/// What a folder is of without when that was decided, which does not matter to single records.
fn without_growth(mut identity: Json) -> Json {
    identity.as_object_mut().map(|fields| fields.remove("grown"));
    identity
}

/// Removes all results except the file of records, which is open and locked, and the description, which is overwritten.
fn remove_results(folder: &Path, records: &str) -> Result {
    for name in result_files(folder)?.into_iter().filter(|name| name != records && name != IDENTITY) {
        let path = folder.join(name);
        fs::remove_file(&path).map_err(Error::io(&path, "cannot remove the file"))?;
    }
    Ok(())
}

/// The files of the folder that have names of results, except empty ones.
///
/// A run that was killed before it wrote its description leaves one empty file.
fn result_files(folder: &Path) -> Result<Vec<String>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::io(folder, "cannot read the folder")(error)),
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(Error::io(folder, "cannot read the folder"))?;
        let is_empty = entry.metadata().is_ok_and(|metadata| metadata.len() == 0);
        names.extend(entry.file_name().into_string().ok().filter(|name| is_result(name) && !is_empty));
    }
    names.sort();
    Ok(names)
}

fn is_result(name: &str) -> bool {
    const NAMES: [&str; 9] = [
        IDENTITY,
        PROVENANCE,
        "results.json",
        "results.csv",
        "ratings.json",
        "claims.json",
        "agreement.json",
        "report.md",
        "report.html",
    ];
    NAMES.contains(&name) || name.ends_with(".jsonl") || (name.starts_with("plot-") && name.ends_with(".svg"))
}
