use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::{Counts, Stop};

/// What ends a search: any combination of limits, whichever comes first. The default limits nothing.
///
/// ```
/// use bestply_core::Limit;
///
/// let limit = Limit { evaluations: Some(10_000), ..Limit::depth(12) };
/// assert_eq!(limit.depth, Some(12));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limit {
    /// The depth below the root, in plies, that the searcher aims at; what that means is the searcher's.
    pub depth: Option<usize>,
    /// The most static evaluations. Never exceeded. Nor are more than [`Limit::SPARED`] times as many children made whose values are
    /// known without one: a search that is spared its evaluations would not end otherwise.
    pub evaluations: Option<u64>,
    /// The most elapsed time. The clock is read every 256 evaluations, or children made without one, so that a search may run over by as
    /// many.
    pub time: Option<Duration>,
    /// The most bytes that the searcher's tree may hold. What happens when they are spent is the searcher's configuration.
    pub bytes: Option<usize>,
    /// A flag that another thread may raise to end the search. It is read every 256 evaluations, the first included.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limit {
    /// How many children may be made without an evaluation for each evaluation that is allowed.
    pub const SPARED: u64 = 4;

    /// A limit by depth alone.
    pub fn depth(depth: usize) -> Limit {
        Limit { depth: Some(depth), ..Limit::default() }
    }

    /// A limit by evaluations alone.
    pub fn evaluations(evaluations: u64) -> Limit {
        Limit { evaluations: Some(evaluations), ..Limit::default() }
    }
}

/// Counts what a search does, and says when its limits on evaluations, time and the stop flag are reached.
///
/// A searcher asks for each evaluation before it makes it. The cost is one comparison, save at every 256th.
#[derive(Debug)]
pub struct Meter<'a> {
    limit: &'a Limit,
    deadline: Option<Instant>,
    evaluations: u64,
    regenerations: u64,
    unevaluated: u64,
    expansions: u64,
    next_check: u64,
    next_check_of_unevaluated: u64,
}

/// After so many evaluations the clock is read, and the flag.
const BETWEEN_CHECKS: u64 = 256;

impl<'a> Meter<'a> {
    /// Starts counting, and the clock.
    pub fn start(limit: &'a Limit) -> Meter<'a> {
        let deadline = limit.time.and_then(|time| Instant::now().checked_add(time));
        Meter {
            limit,
            deadline,
            evaluations: 0,
            regenerations: 0,
            unevaluated: 0,
            expansions: 0,
            next_check: 0,
            next_check_of_unevaluated: 0,
        }
    }

    /// Counts one evaluation, which is also a generation (a first one, unless [`regenerations`](Meter::regenerations) says
    /// otherwise), and allows it.
    ///
    /// # Errors
    ///
    /// The limit that forbids it; nothing is counted then.
    #[inline]
    pub fn evaluation(&mut self) -> Result<(), Stop> {
        self.evaluations(1).map(|_| ())
    }

    /// Counts and allows up to `wanted` evaluations (at least one, if `wanted` is not 0), and says how many.
    ///
    /// # Errors
    ///
    /// The limit that forbids any; nothing is counted then.
    #[inline]
    pub fn evaluations(&mut self, wanted: usize) -> Result<usize, Stop> {
        if self.evaluations + wanted as u64 > self.next_check {
            return self.check(wanted);
        }
        self.evaluations += wanted as u64;
        Ok(wanted)
    }

    /// Counts one expansion if any children were made.
    #[inline]
    pub fn expansion(&mut self, children: usize) {
        self.expansions += u64::from(children > 0);
    }

    /// Says that `children` of those whose evaluations were counted had been made before.
    #[inline]
    pub fn regenerations(&mut self, children: usize) {
        self.regenerations += children as u64;
    }

    /// Counts a child more that is made without an evaluation, for its value is known otherwise, and allows it.
    ///
    /// # Errors
    ///
    /// The limit that forbids it; nothing is counted then.
    #[inline]
    pub fn unevaluated(&mut self) -> Result<(), Stop> {
        if self.unevaluated >= self.next_check_of_unevaluated {
            self.check_unevaluated()?;
        }
        self.unevaluated += 1;
        Ok(())
    }

    /// What has been counted so far.
    pub fn counts(&self) -> Counts {
        Counts {
            evaluations: self.evaluations,
            generations: self.evaluations + self.unevaluated,
            first_generations: self.evaluations + self.unevaluated - self.regenerations,
            expansions: self.expansions,
        }
    }

    #[cold]
    fn check(&mut self, wanted: usize) -> Result<usize, Stop> {
        let left = self.limit.evaluations.map_or(u64::MAX, |most| most - self.evaluations);
        if left == 0 {
            return Err(Stop::Evaluations);
        }
        self.look_up()?;
        let allowed = left.min(wanted as u64);
        self.evaluations += allowed;
        self.next_check = self.evaluations + (left - allowed).min(BETWEEN_CHECKS - 1);
        Ok(allowed as usize)
    }

    #[cold]
    fn check_unevaluated(&mut self) -> Result<(), Stop> {
        let most = self.limit.evaluations.map_or(u64::MAX, |most| most.saturating_mul(Limit::SPARED));
        if self.unevaluated >= most {
            return Err(Stop::Evaluations);
        }
        self.look_up()?;
        self.next_check_of_unevaluated = most.min(self.unevaluated + BETWEEN_CHECKS);
        Ok(())
    }

    /// Looks up from the work: at the flag and the clock.
    fn look_up(&self) -> Result<(), Stop> {
        if self.limit.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Stop::Asked);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Stop::Time),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_never_exceeded() {
        for most in [0, 1, 255, 256, 257, 1000] {
            for wanted in [1, 3, 300] {
                let limit = Limit::evaluations(most);
                let mut meter = Meter::start(&limit);
                while let Ok(allowed) = meter.evaluations(wanted) {
                    assert!((1..=wanted).contains(&allowed));
                }
                assert_eq!(meter.counts().evaluations, most);
                assert_eq!(meter.evaluation(), Err(Stop::Evaluations));
            }
        }
    }

    #[test]
    fn children_made_without_evaluations_are_limited_as_well() {
        for most in [0, 1, 63, 64, 1000] {
            let limit = Limit::evaluations(most);
            let mut meter = Meter::start(&limit);
            while meter.unevaluated().is_ok() {}
            assert_eq!((meter.counts().generations, meter.counts().evaluations), (Limit::SPARED * most, 0));
            assert_eq!(meter.evaluation().is_ok(), most > 0);
        }
        let raised = Arc::new(AtomicBool::new(false));
        let asked = Limit { stop: Some(Arc::clone(&raised)), ..Limit::default() };
        let mut meter = Meter::start(&asked);
        assert_eq!(meter.unevaluated(), Ok(()));
        raised.store(true, Ordering::Relaxed);
        while meter.unevaluated().is_ok() {}
        assert_eq!((meter.counts().generations, meter.unevaluated()), (256, Err(Stop::Asked)));
    }

    #[test]
    fn a_raised_flag_and_spent_time_forbid_the_first_evaluation() {
        let asked = Limit { stop: Some(Arc::new(AtomicBool::new(true))), ..Limit::default() };
        assert_eq!(Meter::start(&asked).evaluation(), Err(Stop::Asked));
        let late = Limit { time: Some(Duration::ZERO), ..Limit::default() };
        assert_eq!(Meter::start(&late).evaluation(), Err(Stop::Time));
        let never = Limit { time: Some(Duration::MAX), ..Limit::default() };
        assert_eq!(Meter::start(&never).evaluation(), Ok(()));
    }
}
