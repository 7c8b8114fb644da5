//! What a sample shows beyond chance.

use std::fmt;

use bestply_statistics::holm;
use serde::{Deserialize, Serialize};

/// The probability, over all the cells of a report, of calling any true agreement a disagreement.
pub const FAMILY_WISE_LEVEL: f64 = 0.05;

/// What a sample says of a claim, corrected for the number of claims, or of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The challenger scores more than the claimed share, beyond chance.
    Holds,
    /// The challenger scores less than the claimed share, beyond chance.
    Fails,
    /// The difference may be chance.
    NotShown,
}

/// Withdraws the verdicts that may be chance, by [Holm's procedure](holm): each with its two-sided p-value.
pub fn correct<'v>(tests: impl Iterator<Item = (f64, &'v mut Verdict)>) {
    let (p_values, verdicts): (Vec<f64>, Vec<&mut Verdict>) = tests.unzip();
    for (verdict, is_shown) in verdicts.into_iter().zip(holm(&p_values, FAMILY_WISE_LEVEL)) {
        if !is_shown {
            *verdict = Verdict::NotShown;
        }
    }
}

impl Verdict {
    /// What the score says as it is, without regard to chance.
    pub fn of(is_above: bool) -> Verdict {
        if is_above { Verdict::Holds } else { Verdict::Fails }
    }

    /// The one of three texts that is for this verdict: what holds, what fails, or what is not shown.
    pub fn told<T>(self, [holds, fails, not_shown]: [T; 3]) -> T {
        match self {
            Verdict::Holds => holds,
            Verdict::Fails => fails,
            Verdict::NotShown => not_shown,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.told(["holds", "fails", "not shown"]))
    }
}
