use serde::{Deserialize, Serialize};

use super::Checked;

/// The largest Elo difference that can be tested. Beyond it, nearly every game is won.
const LARGEST: f64 = 1000.0;

/// A sequential probability ratio test.
/// It ends a cell as soon as the pairs played so far have decided.
///
/// Its question is whether the challenger is stronger by `elo1` Elo points rather than by `elo0`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with `elo0` and `elo1`")]
pub struct SequentialTest {
    /// The lesser difference, of the challenger above the opponent, in Elo points.
    pub elo0: f64,
    /// The greater difference, in Elo points.
    pub elo1: f64,
    /// The probability of accepting `elo1` if `elo0` is true.
    #[serde(default = "one_in_twenty")]
    pub alpha: f64,
    /// The probability of accepting `elo0` if `elo1` is true.
    #[serde(default = "one_in_twenty")]
    pub beta: f64,
}

fn one_in_twenty() -> f64 {
    0.05
}

impl SequentialTest {
    /// The number of pairs that are played before the test is asked again.
    ///
    /// It is constant, so that the number of threads does not affect the results.
    pub const BATCH: u64 = 32;

    pub(super) fn check(&self) -> Checked {
        let SequentialTest { elo0, elo1, alpha, beta } = *self;
        ensure!(-LARGEST <= elo0 && elo0 < elo1 && elo1 <= LARGEST, "sprt" =>
            "`elo0` of `sprt` must be less than `elo1`, both from -{LARGEST} to {LARGEST}, not {elo0} and {elo1}");
        ensure!(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0, "sprt" =>
            "`alpha` and `beta` of `sprt` must be above 0, and less than 1 together, not {alpha} and {beta}");
        Ok(())
    }
}
