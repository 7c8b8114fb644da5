//! What a player's time is measured by.

use std::time::Duration;

use bestply::Side;
use bestply_catalogue::{AnyPosition, Contestant, Failure, Spent};
use rustix::time::{ClockId, clock_gettime};

/// A contestant whose time is the processor time of the thread that it plays in: what else the machine does is no part of it.
///
/// A limit on its time is one on elapsed time all the same, for it is the search that keeps it. What a foreign program spends is spent in
/// another process, and not seen.
pub(super) struct OnProcessorClock {
    contestant: Box<dyn Contestant>,
    elapsed: Duration,
}

impl OnProcessorClock {
    pub(super) fn new(contestant: Box<dyn Contestant>) -> OnProcessorClock {
        OnProcessorClock { contestant, elapsed: Duration::ZERO }
    }

    fn timed<T>(&mut self, work: impl FnOnce(&mut dyn Contestant) -> T) -> T {
        let started = processor_time();
        let outcome = work(self.contestant.as_mut());
        self.elapsed += processor_time().saturating_sub(started);
        outcome
    }
}

/// The processor time of this thread so far.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

impl Contestant for OnProcessorClock {
    fn start_game(&mut self, start: &AnyPosition, side: Side) -> Result<(), Failure> {
        self.contestant.start_game(start, side)
    }

    fn choose(&mut self) -> Result<usize, Failure> {
        self.timed(|contestant| contestant.choose())
    }

    fn finish(&mut self) -> Result<usize, Failure> {
        self.timed(|contestant| contestant.finish())
    }

    fn follow(&mut self, index: usize) -> Result<(), Failure> {
        self.contestant.follow(index)
    }

    fn spent(&self) -> Spent {
        Spent { elapsed: self.elapsed, ..self.contestant.spent() }
    }
}
