use bestply_statistics::pentanomial::Pentanomial;
use bestply_statistics::sprt::{Judgement, SprtVerdict};
use serde::{Deserialize, Serialize};

use super::round4;
use crate::contest::SequentialTest;

/// The result of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtOutcome {
    /// The test.
    pub test: SequentialTest,
    /// The accepted difference, if one is accepted.
    pub verdict: SprtVerdict,
    /// The pairs that counted. Of pairs on starts that are mirror images, only the first counts.
    pub counted: u64,
    /// The numbers of pairs with 0, 1/2, 1, 3/2 and 2 points for the challenger.
    pub pentanomial: [u64; 5],
    /// The natural logarithm of the pairs' likelihood under `elo1` divided by that under `elo0`.
    pub log_likelihood_ratio: f64,
    /// `elo0` is accepted at the first bound or below, `elo1` at the second or above.
    pub bounds: [f64; 2],
}

impl SprtOutcome {
    /// The result of a test of these pairs.
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
