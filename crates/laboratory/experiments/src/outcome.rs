//! What is computed from the games played: records of pairs, scores, cells and statistics.

pub mod judged;
pub mod provenance;
pub mod records;
pub mod results;
pub mod score;
pub mod sealed;
pub mod standings;
mod torn;
pub mod trend;
pub mod verdict;

use std::ops::AddAssign;

use bestply::Counts;
use serde::{Deserialize, Serialize};

/// Children made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generations {
    /// All children, repetitions included.
    pub all: u64,
    /// Children made for the first time. A searcher in linear space makes some again.
    pub first: u64,
}

impl Generations {
    /// The generations of some searches.
    pub fn of(counts: Counts) -> Self {
        Self { all: counts.generations, first: counts.first_generations }
    }
}

impl AddAssign for Generations {
    fn add_assign(&mut self, other: Self) {
        self.all += other.all;
        self.first += other.first;
    }
}
