//! What is found in the folder of a run: the records in their file, and those that were torn away from it.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{READING, Record, line_of};
use crate::files::{self, WholeFile};
use crate::outcome::torn::{Lines, State, Torn};
use crate::{Error, Result};

/// The records of a folder.
pub(super) struct FoundRecords<R: Record> {
    /// Those at the beginning of the file that is as it was written.
    pub(super) known: HashMap<R::Key, R>,
    /// The others, each with its place among them.
    pub(super) rescued: HashMap<R::Key, (usize, R)>,
    /// What is missing.
    pub(super) torn: Option<Torn>,
    /// Where that beginning ends.
    end: u64,
    /// Whether anything follows it.
    is_changed: bool,
}

/// The order of the lines of a file.
#[derive(PartialEq, Eq)]
enum Order {
    AsWritten,
    Unknown,
}

impl<R: Record> Default for FoundRecords<R> {
    fn default() -> FoundRecords<R> {
        FoundRecords { known: HashMap::new(), rescued: HashMap::new(), torn: None, end: 0, is_changed: false }
    }
}

impl<R: Record> FoundRecords<R> {
    /// Reads the file of records, and what an earlier run rescued of it. Nothing is changed.
    pub(super) fn read(folder: &Path, file: &File) -> Result<FoundRecords<R>> {
        let mut found = FoundRecords::default();
        if found.read_file(folder, file)? == Order::Unknown {
            // Of two lines of one piece, nobody knows which is in its place. So no line is taken for one that is.
            return FoundRecords::read_out_of_order(folder, file);
        }
        found.read_rescued(folder)?;
        Ok(found)
    }

    /// As [`read`](FoundRecords::read), with no record in its place.
    pub(super) fn read_out_of_order(folder: &Path, file: &File) -> Result<FoundRecords<R>> {
        let mut found = FoundRecords { is_changed: true, ..FoundRecords::default() };
        found.read_file(folder, file)?;
        found.read_rescued(folder)?;
        Ok(found)
    }

    fn read_file(&mut self, folder: &Path, mut file: &File) -> Result<Order> {
        let path = folder.join(R::FILE);
        file.rewind().map_err(Error::io(&path, READING))?;
        let (mut lines, mut order) = (Lines::of(&path, file), Order::AsWritten);
        while let Some(line) = lines.next::<R>()? {
            if line.records.iter().any(|record| self.has(&record.key())) {
                order = Order::Unknown;
            }
            self.is_changed |= !matches!(line.state, State::AsWritten) || order == Order::Unknown;
            if self.is_changed {
                line.records.into_iter().for_each(|record| self.rescue(record));
            } else {
                self.known.extend(line.records.into_iter().map(|record| (record.key(), record)));
                self.end = lines.end;
            }
            self.note(&path, lines.number, line.state);
        }
        Ok(order)
    }

    fn read_rescued(&mut self, folder: &Path) -> Result {
        let path = rescued_file::<R>(folder);
        if !path.exists() {
            return Ok(());
        }
        let file = files::open(&path, READING)?;
        let mut lines = Lines::of(&path, &file);
        while let Some(line) = lines.next::<R>()? {
            line.records.into_iter().for_each(|record| self.rescue(record));
            self.note(&path, lines.number, line.state);
        }
        Ok(())
    }

    fn has(&self, key: &R::Key) -> bool {
        self.known.contains_key(key) || self.rescued.contains_key(key)
    }

    /// Keeps a record that is not in the file's beginning. Of two of one piece, the first counts.
    fn rescue(&mut self, record: R) {
        let (key, place) = (record.key(), self.rescued.len());
        if !self.has(&key) {
            self.rescued.insert(key, (place, record));
        }
    }

    fn note(&mut self, path: &Path, line: usize, state: State) {
        if let State::Damaged(damage) = state {
            Torn::note(&mut self.torn, path, line, damage);
        }
    }

    /// Cuts off what follows the file's beginning, once what is whole of it is safe in a file beside it.
    pub(super) fn set_aside(&self, folder: &Path, file: &mut File) -> Result {
        if self.is_changed && !self.rescued.is_empty() {
            let mut lines = in_order(self.rescued.values().map(|(place, record)| (*place, record))).map(line_of);
            WholeFile::create(&rescued_file::<R>(folder))?
                .fill(|file| lines.try_for_each(|line| file.write_all(line.as_bytes())))?;
        }
        let cut = file.set_len(self.end).and_then(|()| file.seek(SeekFrom::Start(self.end)));
        cut.map_err(Error::io(&folder.join(R::FILE), "cannot cut off what was torn"))?;
        if self.rescued.is_empty() { forget_rescued::<R>(folder, file) } else { Ok(()) }
    }

    /// All of them, for whoever appends nothing.
    pub(super) fn all(self) -> HashMap<R::Key, R> {
        let mut all = self.known;
        all.extend(self.rescued.into_iter().map(|(key, (_, record))| (key, record)));
        all
    }
}

/// Records in the order in which they were rescued.
pub(super) fn in_order<T>(rescued: impl Iterator<Item = (usize, T)>) -> impl Iterator<Item = T> {
    let mut rescued: Vec<(usize, T)> = rescued.collect();
    rescued.sort_unstable_by_key(|&(place, _)| place);
    rescued.into_iter().map(|(_, record)| record)
}

/// Removes the file of what was rescued, of which all is in the file of records by now.
pub(super) fn forget_rescued<R: Record>(folder: &Path, file: &File) -> Result {
    let path = rescued_file::<R>(folder);
    if !path.exists() {
        return Ok(());
    }
    file.sync_data().map_err(Error::io(&folder.join(R::FILE), "cannot write the file"))?;
    match fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::io(&path, "cannot remove the file")(error)),
        _ => Ok(()),
    }
}

/// The file with the records that were behind a torn one and have had no turn yet.
fn rescued_file<R: Record>(folder: &Path) -> PathBuf {
    folder.join(format!("rescued-{}", R::FILE))
}
