//! Whether challengers score more than half, where nothing else is asked of a run.

use serde::{Deserialize, Serialize};

use crate::outcome::verdict::Verdict;

/// Whether a challenger scores more than half of the points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AboveHalf {
    /// The two-sided p-value of the score against one half, before correction.
    pub p_value: f64,
    /// What the cell says of it, corrected for the number of cells.
    pub verdict: Verdict,
}
