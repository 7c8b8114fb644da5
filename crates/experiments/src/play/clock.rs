//! What a player's time is measured by.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The processor time of this thread so far: what else the machine does is no part of it.
pub(super) fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}
