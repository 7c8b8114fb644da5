//! How the folder of a shard describes itself.

use std::path::Path;

use bestply_catalogue::kept::check_sum_of;
use bestply_catalogue::texts;
use serde::{Deserialize, Serialize};

use super::{Shard, ShardProblem};
use crate::Error;
use crate::files::{self, MOST_TEXT};
use crate::outcome::records::{IDENTITY, PairRecord, Record, Records};
use crate::outcome::sealed::{seal, unseal};

/// The file in which a shard's folder describes itself.
pub(super) const SHARD_FILE: &str = "shard.json";

/// The version of a shard's description that is written and read.
const VERSION: u64 = 1;

/// The description in a shard's folder: a JSON object with its check sum ([`seal`]).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ShardFile {
    version: u64,
    #[serde(flatten)]
    pub(super) shard: Shard,
    pub(super) finished: bool,
    pub(super) arguments: Vec<String>,
    /// Of a finished shard: the check sums of what else is in its folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sums: Option<Sums>,
}

/// The check sums of a shard's other files: what it is of, and what it played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Sums {
    #[serde(rename = "experiment.json")]
    identity: String,
    #[serde(rename = "games.jsonl")]
    games: String,
}

impl Sums {
    fn of(folder: &Path) -> Result<Sums, Error> {
        let sum = |name| {
            let path = folder.join(name);
            check_sum_of(files::open(&path, READING)?).map_err(Error::io(&path, READING))
        };
        Ok(Sums { identity: sum(IDENTITY)?, games: sum(PairRecord::FILE)? })
    }
}

const READING: &str = "cannot read the file";

impl ShardFile {
    /// The description of a shard's folder as it is now.
    pub(super) fn new(shard: Shard, arguments: Vec<String>, finished: bool, folder: &Path) -> Result<ShardFile, Error> {
        let sums = finished.then(|| Sums::of(folder)).transpose()?;
        Ok(ShardFile { version: VERSION, shard, finished, arguments, sums })
    }

    /// The description in a folder, if the folder is a shard's.
    pub(super) fn read(folder: &Path) -> Result<Option<ShardFile>, Error> {
        let path = folder.join(SHARD_FILE);
        if !path.exists() {
            return Ok(None);
        }
        // What is no text is damaged; what cannot be read at all is told as it is.
        let text = texts::read(&files::read(&path, MOST_TEXT, READING)?).unwrap_or_default();
        let json = text.strip_suffix('\n').and_then(|line| unseal(line.as_bytes()).ok());
        let file: Option<ShardFile> = json.and_then(|json| serde_json::from_str(&json).ok());
        let is_shard = |file: &ShardFile| Shard::new(file.shard.shard, file.shard.of).is_some();
        let file = file.filter(|file| file.version == VERSION && is_shard(file));
        Ok(Some(file.ok_or_else(|| ShardProblem::Damaged(folder.to_owned()))?))
    }

    /// The description in the folder of a shard.
    pub(super) fn of(folder: &Path) -> Result<ShardFile, Error> {
        Ok(ShardFile::read(folder)?.ok_or_else(|| ShardProblem::NotAShard(folder.to_owned()))?)
    }

    pub(super) fn write(&self, records: &Records) -> Result<(), Error> {
        let json = serde_json::to_string(self).expect("it is representable as JSON");
        records.write(SHARD_FILE, &format!("{}\n", seal(&json)))
    }

    /// Refuses a folder in which other files are not those of the shard that was finished.
    pub(super) fn check_others(&self, folder: &Path) -> Result<(), Error> {
        let (stated, found) = (self.sums.as_ref(), Sums::of(folder)?);
        let file = match stated {
            Some(sums) if *sums == found => return Ok(()),
            Some(sums) if sums.games == found.games => IDENTITY,
            _ => PairRecord::FILE,
        };
        Err(ShardProblem::OtherFile { folder: folder.to_owned(), file, shard: self.shard }.into())
    }
}
