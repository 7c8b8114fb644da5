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
    /// Which of the shards it is, from 1.
    shard: u64,
    /// How many shards there are.
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

/// What can be wrong with shards where somebody tells it apart; all else is [`Error::Invalid`](crate::Error::Invalid).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShardProblem {
    /// A text that should name a shard does not.
    #[error("expected a shard such as 2/5, the second of five; there are at most {} shards", Shard::MOST)]
    NoShard,
    /// The description in a shard's folder cannot be read.
    #[error("{}: its {SHARD_FILE} is damaged; give the shard's command again", .0.display())]
    Damaged(PathBuf),
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
    /// A contest may end early, which can only be decided with all its pairs.
    #[error("{0}: a contest that a sequential test may end cannot be shared; play it without --shard")]
    SequentialTest(String),
}
