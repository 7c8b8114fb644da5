//! Parts of limits.

use std::sync::atomic::Ordering;

use bestply::Limit;

/// What is asked of limits here.
pub(crate) trait Limits {
    /// One of so many equal parts. Depth and bytes are not divided.
    fn part(&self, parts: usize) -> Limit;

    /// Whether the flag that ends the search is raised.
    fn is_stopped(&self) -> bool;
}

impl Limits for Limit {
    fn part(&self, parts: usize) -> Limit {
        let evaluations = self.evaluations.map(|most| (most / parts as u64).max(1));
        let time = self.time.map(|time| time / u32::try_from(parts).unwrap_or(u32::MAX));
        Limit { evaluations, time, ..self.clone() }
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}
