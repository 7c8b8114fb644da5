//! Parts of limits.

use std::sync::atomic::Ordering;
use std::time::Duration;

use bestply::Limit;

/// What is asked of limits here.
pub(crate) trait Limits {
    /// One of so many equal parts. Depth and bytes are not divided.
    fn part(&self, parts: usize) -> Limit;

    /// Whether no evaluation or no time is left.
    fn is_spent(&self) -> bool;

    /// Whether the flag that ends the search is raised.
    fn is_stopped(&self) -> bool;
}

impl Limits for Limit {
    fn part(&self, parts: usize) -> Limit {
        let evaluations = self.evaluations.map(|most| (most / parts as u64).max(1));
        let time = self.time.map(|time| time / u32::try_from(parts).unwrap_or(u32::MAX));
        Limit { evaluations, time, ..self.clone() }
    }

    fn is_spent(&self) -> bool {
        self.evaluations == Some(0) || self.time == Some(Duration::ZERO)
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}
