//! A shard of a run, and what can be wrong with one.

use std::fmt::{self, Display, Formatter};
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The file in which a shard's folder says what it is.
pub(super) const SHARD_FILE: &str = "shard.json";

/// A part of the pairs of a run, written as `2/5`: the second of five.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    shard: u64,
    of: u64,
}

impl Shard {
    /// The most shards of a run.
    pub const MOST: u64 = 10_000;

    /// The shard of this number, from 1 on, of so many shards; `None` if there is no such shard.
    pub fn new(number: u64, of: u64) -> Option<Shard> {
        ((1..=Shard::MOST).contains(&of) && (1..=of).contains(&number)).then_some(Shard { shard: number, of })
    }

    /// The shard's number, from 1 on.
    pub fn number(self) -> u64 {
        self.shard
    }

    /// The number of shards.
    pub fn of(self) -> u64 {
        self.of
    }

    /// Whether the pair at this place of a cell, or the job at this place of a study, from 0 on, belongs to the shard.
    pub(crate) fn has(self, place: u64) -> bool {
        place % self.of == self.shard - 1
    }
}

impl Display for Shard {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.shard, self.of)
    }
}

impl FromStr for Shard {
    type Err = ShardProblem;

    fn from_str(text: &str) -> Result<Shard, ShardProblem> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        numbers.and_then(|(number, of)| Shard::new(number, of)).ok_or(ShardProblem::NoShard)
    }
}

/// What can be wrong with shards.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShardProblem {
    /// A text that should name a shard does not.
    #[error("expected a shard such as 2/5, the second of five; there are at most {} shards", Shard::MOST)]
    NoShard,
    /// A folder that a merge was given is not a shard's.
    #[error("{}: not the folder of a shard: it has no {SHARD_FILE}", .0.display())]
    NotAShard(PathBuf),
    /// The description in a shard's folder cannot be read.
    #[error("{}: its {SHARD_FILE} is damaged; give the shard's command again", .0.display())]
    Damaged(PathBuf),
    /// A file in a shard's folder is not the one that was there when the shard was finished.
    #[error("{}: its {file} is not the one of the finished shard {shard}: give its command again", .folder.display())]
    OtherFile {
        /// The folder.
        folder: PathBuf,
        /// The file's name.
        file: String,
        /// The shard.
        shard: Shard,
    },
    /// The folder belongs to another shard, or to a whole run.
    #[error(
        "{}: it holds {found}, not shard {wanted}; choose another folder with --out, or start anew with --fresh",
        .folder.display()
    )]
    OtherShard {
        /// The folder.
        folder: PathBuf,
        /// What it holds, in words.
        found: String,
        /// The shard that was to be played.
        wanted: Shard,
    },
    /// The folder of a whole run belongs to a shard.
    #[error(
        "{}: it holds shard {shard}; choose another folder with --out, or start anew with --fresh",
        .folder.display()
    )]
    IsAShard {
        /// The folder.
        folder: PathBuf,
        /// The shard.
        shard: Shard,
    },
    /// A shard was not played to its end.
    #[error("{}: shard {shard} is not finished: give its command again", .folder.display())]
    Unfinished {
        /// The folder.
        folder: PathBuf,
        /// The shard.
        shard: Shard,
    },
    /// Shards belong to different divisions.
    #[error(
        "{}: it holds shard {found}, and {} shard {first}: they are not of one run",
        .folder.display(), .first_folder.display()
    )]
    OtherDivision {
        /// The folder.
        folder: PathBuf,
        /// Its shard.
        found: Shard,
        /// The first folder.
        first_folder: PathBuf,
        /// Its shard.
        first: Shard,
    },
    /// A shard is given twice.
    #[error("{} and {}: both hold shard {shard}", .first.display(), .second.display())]
    Doubled {
        /// The shard.
        shard: Shard,
        /// A folder that holds it.
        first: PathBuf,
        /// The other one.
        second: PathBuf,
    },
    /// Shards are missing.
    #[error("missing of {of} shards: {}", listed(.numbers))]
    Missing {
        /// Their numbers.
        numbers: Vec<u64>,
        /// The number of shards of the run.
        of: u64,
    },
    /// A shard belongs to another run.
    #[error("{}: a foreign shard: {problem}", .folder.display())]
    Foreign {
        /// The folder.
        folder: PathBuf,
        /// How the shard differs.
        problem: String,
    },
    /// Two shards played the same pair with different results.
    #[error(
        "{}: it and another shard disagree on pair {seed} of {cell}: they were not played by one program",
        .folder.display()
    )]
    Disagreement {
        /// The folder of the shard that was read later.
        folder: PathBuf,
        /// The cell.
        cell: String,
        /// The seed of the pair.
        seed: u64,
    },
    /// The calibration asks for a tournament that the shards did not foresee.
    #[error(
        "{cell}: the calibration asks for depth {depth}, of which {pairs} pairs are not played: \
         give the shards' commands again with --after {}, then this one",
        .folder.display()
    )]
    Unforeseen {
        /// The cell.
        cell: String,
        /// The challenger's depth.
        depth: usize,
        /// The number of missing pairs.
        pairs: usize,
        /// The folder of the merge.
        folder: PathBuf,
    },
    /// A calibration by elapsed time would differ from shard to shard.
    #[error(
        "{0}: a calibration by time cannot be shared, since no two shards measure the same; play it without --shard"
    )]
    TimedCalibration(String),
    /// A contest may end early, which can only be decided with all its pairs.
    #[error("{0}: a contest that a sequential test may end cannot be shared; play it without --shard")]
    SequentialTest(String),
    /// Which jobs there are follows from the rows of all others.
    #[error("what is played next follows from all that was played: it cannot be shared; leave out --shard")]
    Rounds,
}

/// Some of the numbers, and how many more there are.
fn listed(numbers: &[u64]) -> String {
    const SHOWN: usize = 10;
    let shown: Vec<String> = numbers.iter().take(SHOWN).map(u64::to_string).collect();
    let more = numbers.len().saturating_sub(SHOWN);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", shown.join(", "))
}
