//! The clock of a player's time.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The processor time that this thread has used. Other work of the machine does not count.
pub fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}
