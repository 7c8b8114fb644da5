//! How the folder of a shard describes itself.

use std::collections::BTreeMap;
use std::path::Path;

use bestply_catalogue::kept::check_sum_of;
use bestply_catalogue::texts;
use serde::{Deserialize, Serialize};

use super::shard::{SHARD_FILE, Shard, ShardProblem};
use crate::files::{self, MOST_TEXT};
use crate::outcome::records::{IDENTITY, PairRecord, Record, Records};
use crate::outcome::sealed::{seal, unseal};
use crate::{Error, Result};

/// The version of a shard's description that is written and read.
const VERSION: u64 = 1;

/// What a shard's folder holds: a line of JSON with its check sum.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ShardFile {
    /// The version of the file.
    version: u64,
    #[serde(flatten)]
    pub(super) shard: Shard,
    /// Whether the shard is finished.
    pub(super) finished: bool,
    /// By what the merge repeats the run.
    pub(super) arguments: Vec<String>,
    /// Of a finished shard: the check sums of the other files in its folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sums: Option<BTreeMap<String, String>>,
}

/// The check sum of a file of a folder.
fn sum_of(folder: &Path, name: &str) -> Result<String> {
    let path = folder.join(name);
    check_sum_of(files::open(&path, READING)?).map_err(Error::io(&path, READING))
}

const READING: &str = "cannot read the file";

impl ShardFile {
    /// The description of a shard's folder as it is now, with the sums of what it is of and of what it did.
    pub(super) fn new<R: Record>(shard: Shard, arguments: Vec<String>, finished: bool, folder: &Path) -> Result<Self> {
        let sum = |name: &str| Ok::<_, Error>((name.to_owned(), sum_of(folder, name)?));
        let sums = finished.then(|| [IDENTITY, R::FILE].into_iter().map(sum).collect()).transpose()?;
        Ok(ShardFile { version: VERSION, shard, finished, arguments, sums })
    }

    /// The description in a folder, if the folder is a shard's.
    pub(super) fn read(folder: &Path) -> Result<Option<ShardFile>> {
        let path = folder.join(SHARD_FILE);
        if !path.exists() {
            return Ok(None);
        }
        // What is no text is damaged; what cannot be read at all is told as it is.
        let text = texts::read(&files::read(&path, MOST_TEXT, READING)?).unwrap_or_default();
        let json = text.strip_suffix('\n').and_then(|line| unseal(line.as_bytes()).ok());
        let file: Option<ShardFile> = json.and_then(|json| serde_json::from_str(&json).ok());
        let is_shard = |file: &ShardFile| Shard::new(file.shard.number(), file.shard.of()).is_some();
        let file = file.filter(|file| file.version == VERSION && is_shard(file));
        Ok(Some(file.ok_or_else(|| ShardProblem::Damaged(folder.to_owned()))?))
    }

    /// The description in the folder of a shard.
    pub(super) fn of(folder: &Path) -> Result<ShardFile> {
        ShardFile::read(folder)?
            .ok_or_else(|| Error::at(folder, format!("not the folder of a shard: it has no {SHARD_FILE}")))
    }

    pub(super) fn write<R: Record>(&self, records: &Records<R>) -> Result {
        let json = serde_json::to_string(self).expect("it is representable as JSON");
        records.write(SHARD_FILE, &format!("{}\n", seal(&json)))
    }

    /// Refuses a folder in which other files are not those of the shard that was finished.
    pub(super) fn check_others(&self, folder: &Path) -> Result {
        let unstated = || [IDENTITY, PairRecord::FILE].map(|name| (name.to_owned(), String::new())).into();
        let stated = self.sums.clone().unwrap_or_else(unstated);
        let found = stated.keys().map(|name| sum_of(folder, name)).collect::<Result<Vec<_>, _>>()?;
        // The records come last in the order of names, and are told first.
        if let Some(((file, _), _)) = stated.iter().zip(found).rev().find(|((_, stated), found)| *stated != found) {
            let finished = format!("the finished shard {}", self.shard);
            Err(Error::at(folder, format!("its {file} is not the one of {finished}: give its command again")))
        } else {
            Ok(())
        }
    }
}
