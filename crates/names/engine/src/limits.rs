//! Parts of limits.

use std::sync::atomic::Ordering;
use std::time::Duration;

use bestply::Limit;

/// One of so many equal parts. Depth and bytes are not divided.
pub(crate) fn part(limit: &Limit, parts: usize) -> Limit {
    let evaluations = limit.evaluations.map(|most| (most / parts as u64).max(1));
    let time = limit.time.map(|time| time / u32::try_from(parts).unwrap_or(u32::MAX));
    Limit { evaluations, time, ..limit.clone() }
}

/// Whether no evaluation or no time is left.
pub(crate) fn is_spent(limit: &Limit) -> bool {
    limit.evaluations == Some(0) || limit.time == Some(Duration::ZERO)
}

/// Whether the flag that ends the search is raised.
pub(crate) fn is_stopped(limit: &Limit) -> bool {
    limit.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
}
