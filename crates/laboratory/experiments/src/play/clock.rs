//! The clock of a player's time.

use std::time::Duration;

/// The processor time that this thread has used. Other work of the machine does not count.
///
/// Windows counts it in steps of about 16 ms, so that times of a few milliseconds mean little there.
pub fn processor_time() -> Duration {
    of_this_thread()
}

#[cfg(unix)]
fn of_this_thread() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(not(unix))]
fn of_this_thread() -> Duration {
    cpu_time::ThreadTime::now().as_duration()
}
