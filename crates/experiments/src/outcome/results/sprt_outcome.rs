use serde::{Deserialize, Serialize};

use super::round4;
use crate::contest::SequentialTest;
use crate::outcome::statistics::pentanomial::Pentanomial;
use crate::outcome::statistics::sprt::{Judgement, SprtVerdict};

/// What a sequential test came to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtOutcome {
    /// What was asked.
    pub test: SequentialTest,
    /// Which difference is accepted, if one is.
    pub verdict: SprtVerdict,
    /// The pairs that counted: of starts that are mirror images the first.
    pub counted: u64,
    /// Those with 0, 1/2, 1, 3/2 and 2 points for the challenger.
    pub pentanomial: [u64; 5],
    /// The natural logarithm of how many times likelier `elo1` makes them than `elo0` does.
    pub log_likelihood_ratio: f64,
    /// `elo0` is accepted at the first or below, `elo1` at the second or above.
    pub bounds: [f64; 2],
}

impl SprtOutcome {
    /// What these pairs came to.
    #[must_use]
    pub fn of(test: &SequentialTest, pairs: &Pentanomial, judgement: &Judgement) -> SprtOutcome {
        SprtOutcome {
            test: *test,
            verdict: judgement.verdict,
            counted: pairs.total(),
            pentanomial: pairs.pairs,
            log_likelihood_ratio: round4(judgement.log_likelihood_ratio),
            bounds: judgement.bounds.map(round4),
        }
    }
}
