//! The results folder: what a run writes, and what the next run of the same experiment finds there.

use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::hash::Hash;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::Error;
use crate::contest::{Sides, first_difference};
use crate::files;
use crate::outcome::provenance::{self, Opening, PROVENANCE};
use crate::outcome::results::Generations;
use crate::outcome::sealed::{Damage, runs_on, seal, unseal};

/// The file with the description of the experiment that a folder belongs to.
pub const IDENTITY: &str = "experiment.json";
/// The file with one line for each finished pair of games.
const GAMES: &str = "games.jsonl";

/// The most bytes of a line: many times those of the longest games.
const MOST_BYTES: u64 = 64 << 20;

/// The largest number of a record. A million such numbers can be added up without overflow.
const LARGEST: u64 = 1 << 43;

/// A finished piece of an experiment, as one line of a file.
pub trait Record: Serialize + DeserializeOwned {
    /// The file's name, which ends in `.jsonl`.
    const FILE: &'static str;
    /// The description of a line, in words.
    const WHAT: &'static str;
    /// The type of what a record depends on.
    type Key: Eq + Hash;

    /// What this record depends on.
    fn key(&self) -> Self::Key;

    /// The largest of its numbers that are added up.
    fn largest(&self) -> u64;
}

/// A finished pair, as one line of `games.jsonl`. Everything except `elapsed_us` repeats exactly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairRecord {
    /// The cell that the pair was played for.
    pub cell: String,
    /// The challenger's depth limit; `null` if it has none.
    pub challenger_depth: Option<usize>,
    /// The seed of the start.
    pub seed: u64,
    /// The number of the start among all starts, if some are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_number: Option<u64>,
    /// The terminal value of the game in which the challenger played MAX.
    pub challenger_as_max: i32,
    /// The terminal value of the game in which the opponent played MAX.
    pub opponent_as_max: i32,
    /// The number of static evaluations.
    pub evaluations: Sides<u64>,
    /// The number of children made.
    pub generations: Sides<Generations>,
    /// The number of searches.
    pub moves: Sides<u64>,
    /// The time spent searching, in microseconds, if it is recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elapsed_us: Option<Sides<u64>>,
    /// The number of searches that ended because their bytes were spent, if there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out_of_memory: Option<Sides<u64>>,
    /// The start in the game's notation, and both games from it.
    pub played: PlayedPair,
}

/// What was played in a pair, in the game's notation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedPair {
    /// The position that both games began with.
    pub start: String,
    /// The game in which the challenger played MAX.
    pub challenger_as_max: PlayedGame,
    /// The game in which the opponent played MAX.
    pub opponent_as_max: PlayedGame,
}

/// The moves of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedGame {
    /// The moves, with blanks between them. A move has no blank in it, see [`word`].
    pub moves: String,
    /// Which side forfeited the game and why, if the game did not end by its rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
}

/// The loss of a game otherwise than by its rules: by an illegal move, a crash or a stall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forfeit {
    /// The side that lost: `max` or `min`.
    pub side: Loser,
    /// The reason.
    pub reason: String,
}

/// The side that lost a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loser {
    /// MAX.
    Max,
    /// MIN.
    Min,
}

impl Loser {
    /// The side's name, `max` or `min`.
    pub fn name(self) -> &'static str {
        match self {
            Loser::Max => "max",
            Loser::Min => "min",
        }
    }
}

/// A move as one word: a blank becomes `_`, and so does an empty text.
pub fn word(text: &str) -> String {
    match text.is_empty() {
        true => "_".to_owned(),
        false => text.chars().map(|character| if character.is_whitespace() { '_' } else { character }).collect(),
    }
}

impl Record for PairRecord {
    const FILE: &'static str = GAMES;
    const WHAT: &'static str = "a record of a pair";
    type Key = (String, Option<usize>, u64);

    fn key(&self) -> Self::Key {
        (self.cell.clone(), self.challenger_depth, self.seed)
    }

    fn largest(&self) -> u64 {
        let Sides { challenger, opponent } = self.generations;
        let generations = [challenger.all, challenger.first, opponent.all, opponent.first];
        let [elapsed, out_of_memory] = [self.elapsed_us, self.out_of_memory].map(Option::unwrap_or_default);
        let sides = [self.evaluations, self.moves, elapsed, out_of_memory];
        let sides = sides.into_iter().flat_map(|sides| [sides.challenger, sides.opponent]);
        sides.chain(generations).max().unwrap_or(0)
    }
}

/// A results folder opened for one experiment: its records, and the file to which more are appended.
///
/// Once [`append`](Records::append) returns, the operating system has the record.
/// So a run that is killed loses none.
#[derive(Debug)]
pub struct Records<R: Record = PairRecord> {
    folder: PathBuf,
    file: File,
    known: HashMap<R::Key, R>,
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
    /// If a record is damaged.
    /// If the operating system fails.
    /// Nothing is changed then.
    pub fn open(folder: &Path, identity: &impl Serialize, opening: &Opening) -> Result<Records<R>, Error> {
        let identity = serde_json::to_value(identity).expect("a description is representable as JSON");
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
        let file = open_file(&folder.join(R::FILE))?;
        if fresh {
            // The records go first, and the old description stays until the new one replaces it.
            // So a run that is killed in between leaves no records that seem to belong to another experiment.
            file.set_len(0).map_err(Error::io(&folder.join(R::FILE), "cannot empty the file"))?;
            remove_results(folder, R::FILE)?;
        }
        let mut records = Records { folder: folder.to_owned(), file, known: HashMap::new(), other_program };
        if fresh || is_new {
            let description = serde_json::to_string_pretty(&identity).expect("JSON is representable as text");
            records.write(IDENTITY, &format!("{description}\n"))?;
        }
        let end = records.read()?;
        if records.other_program.is_some() {
            return Ok(records);
        }
        let path = folder.join(R::FILE);
        let refused = || Error::io(&path, "cannot read the records");
        records.file.set_len(end).map_err(refused())?;
        records.file.seek(SeekFrom::Start(end)).map_err(refused())?;
        provenance::add(&mut runs, opening);
        records.write(PROVENANCE, &provenance::to_json(&runs))?;
        Ok(records)
    }

    /// Reads the records in the folder of the experiment described by `identity`, and changes nothing there.
    ///
    /// # Errors
    ///
    /// If the folder holds the results of another experiment, or none.
    /// If a run has it open, a record is damaged, or the operating system fails.
    pub fn look(folder: &Path, identity: &impl Serialize) -> Result<Records<R>, Error> {
        let identity = serde_json::to_value(identity).expect("a description is representable as JSON");
        check_identity(folder, &identity)?;
        let path = folder.join(R::FILE);
        let file = files::open(&path, READING)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock_shared() {
            return Err(Error::Invalid(format!("{}: a run is writing to it", path.display())));
        }
        let mut records = Records { folder: folder.to_owned(), file, known: HashMap::new(), other_program: None };
        records.read()?;
        Ok(records)
    }

    /// All records, in any order.
    pub fn known(&self) -> impl Iterator<Item = &R> {
        self.known.values()
    }

    /// As [`known`](Records::known), to keep.
    pub fn into_known(self) -> impl Iterator<Item = R> {
        self.known.into_values()
    }

    /// The record of a piece, if the piece has been finished.
    pub fn find(&self, key: &R::Key) -> Option<&R> {
        self.known.get(key)
    }

    /// Refuses to go on with the folder of another program, unless that is allowed.
    ///
    /// # Errors
    ///
    /// The difference of the two programs.
    pub fn check_program(&self) -> Result<(), Error> {
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
    pub fn append(&mut self, record: R) -> Result<(), Error> {
        self.check_program()?;
        let line = seal(&serde_json::to_string(&record).expect("a record is representable as JSON")) + "\n";
        self.file
            .write_all(line.as_bytes())
            .map_err(Error::io(&self.folder.join(R::FILE), "cannot append a record"))?;
        self.known.insert(record.key(), record);
        Ok(())
    }

    /// Writes a file of the folder, whole or not at all.
    ///
    /// # Errors
    ///
    /// If the operating system fails.
    pub fn write(&self, name: &str, content: &str) -> Result<(), Error> {
        let path = self.folder.join(name);
        let temporary = self.folder.join(format!(".{name}.tmp"));
        let written = fs::write(&temporary, content).and_then(|()| fs::rename(&temporary, &path));
        written.map_err(Error::io(&path, "cannot write the file"))
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Reads all records. Returns the offset of a last line that a killed run did not finish, or the end.
    fn read(&mut self) -> Result<u64, Error> {
        let path = self.folder.join(R::FILE);
        scan(&path, &self.file, |record: R| drop(self.known.insert(record.key(), record)))
    }
}

/// The records of a folder in their order, without an unfinished last line. Nothing is changed.
///
/// # Errors
///
/// If there are no records, or one is damaged.
pub fn recorded<R: Record>(folder: &Path) -> Result<Vec<R>, Error> {
    let path = folder.join(R::FILE);
    let mut records = Vec::new();
    scan(&path, &files::open(&path, READING)?, |record| records.push(record))?;
    Ok(records)
}

const READING: &str = "cannot read the records";

/// Calls `take` with all records of a file, and returns the offset at which the last finished line ends.
fn scan<R: Record>(path: &Path, file: &File, mut take: impl FnMut(R)) -> Result<u64, Error> {
    let mut reader = BufReader::new(file);
    let (mut line, mut number, mut end) = (Vec::new(), 0, 0);
    loop {
        line.clear();
        let length = reader.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line);
        let length = length.map_err(Error::io(path, READING))? as u64;
        number += 1;
        let damaged = |damage| Error::Damaged { path: path.to_owned(), line: number, what: R::WHAT, damage };
        match line.strip_suffix(b"\n") {
            Some(line) => take(read_line(line).map_err(damaged)?),
            None if length == MOST_BYTES => return Err(damaged(Damage::TooLong(MOST_BYTES))),
            // A killed run leaves at most an unfinished line, and nothing after it.
            None if runs_on(&line) => return Err(damaged(Damage::NoSum)),
            None => return Ok(end),
        }
        end += length;
    }
}

fn read_line<R: Record>(line: &[u8]) -> Result<R, Damage> {
    let record: R = serde_json::from_str(&unseal(line)?)?;
    match record.largest() > LARGEST {
        true => Err(Damage::TooLarge(LARGEST)),
        false => Ok(record),
    }
}

/// Opens the file of records, and locks it against other runs.
fn open_file(path: &Path) -> Result<File, Error> {
    let busy = || Error::Invalid(format!("{}: another run is writing to it", path.display()));
    files::open_locked(path)?.ok_or_else(busy)
}

/// Refuses a folder that has files with names of results but no description. They may belong to anybody.
fn check_ownership(folder: &Path) -> Result<(), Error> {
    let names = result_files(folder)?;
    match names.first() {
        Some(name) if !names.iter().any(|name| name == IDENTITY) => Err(Error::Invalid(format!(
            "{}: it holds a {name}, but no {IDENTITY} that says of what experiment; choose another folder with --out",
            folder.display()
        ))),
        _ => Ok(()),
    }
}

/// Refuses a folder that belongs to another experiment.
fn check_identity(folder: &Path, wanted: &Json) -> Result<(), Error> {
    let path = folder.join(IDENTITY);
    let text = files::read_text(&path, "cannot read the file")?;
    let problem = match serde_json::from_str(&text) {
        Err(_) => format!("its {IDENTITY} is damaged"),
        Ok(found) => match first_difference("", &found, wanted) {
            None => return Ok(()),
            Some(difference) => format!("it holds the results of another experiment ({difference})"),
        },
    };
    Err(Error::OtherExperiment { folder: folder.to_owned(), problem })
}

/// Removes all results except the file of records, which is open and locked, and the description, which is overwritten.
fn remove_results(folder: &Path, records: &str) -> Result<(), Error> {
    for name in result_files(folder)?.into_iter().filter(|name| name != records && name != IDENTITY) {
        let path = folder.join(name);
        fs::remove_file(&path).map_err(Error::io(&path, "cannot remove the file"))?;
    }
    Ok(())
}

/// The files of the folder that have names of results, except empty ones.
///
/// A run that was killed before it wrote its description leaves one empty file.
fn result_files(folder: &Path) -> Result<Vec<String>, Error> {
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
