use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::{Clock, Counts, Limit, Stop};

/// Counts what a search does, and says when its limits on evaluations, time and the stop flag are reached.
///
/// A searcher asks the meter for each evaluation before it makes the evaluation.
/// This costs one comparison, except where the meter reads the clock and looks at the flag.
/// How often that happens depends on the evaluations: after each evaluation if they are slow,
/// and after 64 at most if they are fast.
#[derive(Debug)]
pub struct Meter<'a> {
    limit: &'a Limit,
    watch: Watch,
    counts: Counts,
    regenerations: u64,
    /// The number of children made without an evaluation.
    unevaluated: u64,
    steps: u64,
    /// The number of evaluations up to which nothing is done but counting.
    next_evaluation: u64,
    /// The number of evaluations at which the limits are looked at again.
    next_look: u64,
    next_other: u64,
}

/// A limit allowed fewer evaluations than were wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutShort {
    /// The number of evaluations that the limit allowed. They are counted.
    pub found: usize,
    /// The limit.
    pub stop: Stop,
}

impl CutShort {
    /// How many evaluations an outcome allowed where so many were wanted.
    #[inline]
    pub fn found_of(outcome: Result<(), CutShort>, wanted: usize) -> usize {
        outcome.map_or_else(|short| short.found, |()| wanted)
    }
}

impl<'a> Meter<'a> {
    /// Starts counting, and starts the clock.
    pub fn start(limit: &'a Limit) -> Meter<'a> {
        let watch = Watch::start(limit);
        // Where nothing is looked at between evaluations, the first look is at the last: a tiny search has none.
        let is_unseen = !watch.is_watched && limit.surcharge.is_none();
        let next_evaluation = if is_unseen { limit.evaluations.unwrap_or(u64::MAX) } else { 0 };
        Meter {
            limit,
            watch,
            counts: Counts::default(),
            regenerations: 0,
            unevaluated: 0,
            steps: 0,
            next_evaluation,
            next_look: 0,
            next_other: 0,
        }
    }

    /// Counts one evaluation, and allows it.
    ///
    /// # Errors
    ///
    /// The limit that forbids it; nothing is counted then.
    #[inline(always)]
    pub fn evaluation(&mut self) -> Result<(), Stop> {
        // One comparison for both limits: what is looked at, the clock or the number, comes due at this count.
        if self.counts.evaluations < self.next_evaluation {
            self.counts.evaluations += 1;
            return Ok(());
        }
        self.check_evaluations(1).map_err(|short| short.stop)
    }

    /// Counts `wanted` evaluations, and allows them.
    ///
    /// # Errors
    ///
    /// The limit that forbids one of the evaluations; the evaluations before it are counted.
    #[inline]
    pub fn evaluations(&mut self, wanted: usize) -> Result<(), CutShort> {
        if self.evaluations_at_once(wanted) { Ok(()) } else { self.check_evaluations(wanted) }
    }

    /// Counts `wanted` evaluations if the limits need not be looked at before the last of them.
    /// Returns whether they were counted.
    #[inline(always)]
    pub(crate) fn evaluations_at_once(&mut self, wanted: usize) -> bool {
        let counted = self.counts.evaluations + wanted as u64;
        let fits = counted <= self.next_evaluation;
        if fits {
            self.counts.evaluations = counted;
        }
        fits
    }

    /// How many evaluations may be made without a look at the clock between them.
    #[inline]
    pub fn at_once(&self) -> usize {
        usize::try_from(self.watch.evaluations.interval).unwrap_or(usize::MAX)
    }

    /// Counts a child that is made without an evaluation because its value is known otherwise, and allows it.
    ///
    /// # Errors
    ///
    /// The limit that forbids it; nothing is counted then.
    #[inline]
    pub fn unevaluated(&mut self) -> Result<(), Stop> {
        // Else a search that a table answers would go on for ever without an evaluation to stop at.
        if self.unevaluated >= self.limit.most_unevaluated() {
            return Err(Stop::Evaluations);
        }
        self.step()?;
        self.unevaluated += 1;
        Ok(())
    }

    /// Allows a step of work that makes no child, such as a walk that only proves something.
    ///
    /// So the clock is read in such work, too.
    ///
    /// # Errors
    ///
    /// [`Stop::Time`] if time is up, [`Stop::Asked`] if the flag is raised.
    #[inline]
    pub fn step(&mut self) -> Result<(), Stop> {
        if self.steps >= self.next_other {
            self.look_up()?;
            self.next_other = self.steps.saturating_add(self.watch.steps.interval);
        }
        self.steps += 1;
        Ok(())
    }

    /// Counts one expansion that made so many children; an expansion without children does not count.
    #[inline]
    pub fn expansion(&mut self, children: usize) {
        self.counts.expansions += u64::from(children > 0);
        self.generations(children);
    }

    /// Counts children made.
    /// They count as made for the first time unless [`regenerations`](Meter::regenerations) says otherwise.
    #[inline]
    pub fn generations(&mut self, children: usize) {
        self.counts.generations += children as u64;
    }

    /// Counts one expansion that does not yet know how many children it will make.
    #[inline]
    pub fn expansion_begun(&mut self) {
        self.counts.expansions += 1;
    }

    /// Says that `children` of those counted had been made before.
    #[inline]
    pub fn regenerations(&mut self, children: usize) {
        self.regenerations += children as u64;
    }

    /// What has been counted so far.
    #[inline]
    pub fn counts(&self) -> Counts {
        Counts { first_generations: self.counts.generations - self.regenerations, ..self.counts }
    }

    /// The limit of the search.
    pub fn limit(&self) -> &'a Limit {
        self.limit
    }

    /// The time since the search began, by the limit's [`clock`](Limit::clock).
    pub fn elapsed(&self) -> Duration {
        self.watch.elapsed()
    }

    /// Reads the clock and looks at the flag at once.
    ///
    /// # Errors
    ///
    /// [`Stop::Time`] if time is up, [`Stop::Asked`] if the flag is raised.
    #[cold]
    pub fn look_up(&mut self) -> Result<(), Stop> {
        // Relaxed, since the flag says nothing about other memory.
        if self.limit.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Stop::Asked);
        }
        self.watch.look(self.counts.evaluations, self.steps)
    }

    /// Counts evaluations one way or another: those that the limits are looked at for, and all that are surcharged.
    #[cold]
    fn check_evaluations(&mut self, wanted: usize) -> Result<(), CutShort> {
        let surcharge = self.limit.surcharge;
        if surcharge.is_none() {
            let allowed = self.look_at_evaluations(wanted);
            // Only without a surcharge: with one each evaluation comes here to pay.
            self.next_evaluation = self.next_look;
            return allowed;
        }
        let counted = self.counts.evaluations + wanted as u64;
        let allowed = if counted <= self.next_look {
            self.counts.evaluations = counted;
            Ok(())
        } else {
            self.look_at_evaluations(wanted)
        };
        surcharge.pay(CutShort::found_of(allowed, wanted));
        allowed
    }

    fn look_at_evaluations(&mut self, wanted: usize) -> Result<(), CutShort> {
        let left = self.limit.evaluations.map_or(u64::MAX, |most| most - self.counts.evaluations);
        let allowed = left.min(wanted as u64);
        // The clock is not asked where nothing is allowed, so that the reason is the same on every machine.
        let outcome = if allowed == 0 { Err(Stop::Evaluations) } else { self.look_up() };
        outcome.map_err(|stop| CutShort { found: 0, stop })?;
        self.counts.evaluations += allowed;
        self.next_look =
            self.counts.evaluations.saturating_add((left - allowed).min(self.watch.evaluations.interval - 1));
        if allowed < wanted as u64 {
            return Err(CutShort { found: allowed as usize, stop: Stop::Evaluations });
        }
        Ok(())
    }
}

/// The clock of a search, and how often it is to be read.
#[derive(Debug)]
struct Watch {
    started: Instant,
    /// The limit's own clock, and its reading at the start.
    own: Option<(Clock, Duration)>,
    time: Option<Duration>,
    /// The earliest time at which any clock can reach `time`.
    deadline: Option<Instant>,
    is_watched: bool,
    /// The time of the last look at the clock.
    looked: Instant,
    /// Evaluations and steps have a rhythm each, because many fast steps say nothing of a slow evaluation.
    evaluations: Rhythm,
    steps: Rhythm,
}

/// How much work of one kind was done when the clock was read last, and how much may be done before the next reading.
#[derive(Debug)]
struct Rhythm {
    done: u64,
    interval: u64,
}

impl Watch {
    /// The most work between two looks at the clock. A look costs some tens of nanoseconds.
    const MOST: u64 = 64;

    /// The approximate time between two looks at the clock.
    const AIM: Duration = Duration::from_micros(100);

    fn start(limit: &Limit) -> Watch {
        let started = Instant::now();
        let own = limit.clock.map(|clock| (clock, clock()));
        let deadline = limit.time.and_then(|time| started.checked_add(time));
        let is_watched = deadline.is_some() || limit.stop.is_some();
        // From 1, since nobody knows yet how long an evaluation takes.
        let rhythm = || Rhythm { done: 0, interval: if is_watched { 1 } else { u64::MAX } };
        Watch {
            started,
            own,
            time: limit.time,
            deadline,
            is_watched,
            looked: started,
            evaluations: rhythm(),
            steps: rhythm(),
        }
    }

    /// Reads the clock and chooses the next intervals. `evaluations` and `steps` are the totals since the start.
    fn look(&mut self, evaluations: u64, steps: u64) -> Result<(), Stop> {
        if !self.is_watched {
            return Ok(());
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            // The deadline is on the wall's clock. Where the limit is on another, as of processor time, some may be
            // left.
            self.postpone(now)?;
        }
        let passed = now - self.looked;
        self.evaluations.follow(evaluations, passed);
        self.steps.follow(steps, passed);
        self.looked = now;
        Ok(())
    }

    /// Moves the deadline as far off as the limit's own clock allows.
    fn postpone(&mut self, now: Instant) -> Result<(), Stop> {
        let left = self.own.and(self.time).and_then(|time| time.checked_sub(self.elapsed()));
        let left = left.filter(|left| !left.is_zero()).ok_or(Stop::Time)?;
        self.deadline = now.checked_add(left);
        Ok(())
    }

    fn elapsed(&self) -> Duration {
        self.own.map_or_else(|| self.started.elapsed(), |(clock, started)| clock().saturating_sub(started))
    }
}

impl Rhythm {
    /// Notes what was done until now, and adjusts the interval to how long it took.
    fn follow(&mut self, done: u64, passed: Duration) {
        let since = done - self.done;
        self.done = done;
        if passed > Watch::AIM {
            self.interval = (since * Watch::AIM.as_nanos() as u64 / passed.as_nanos() as u64).clamp(1, self.interval);
        } else if since > 0 {
            self.interval = (self.interval * 2).min(Watch::MOST);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::sync::{Arc, OnceLock};

    use super::*;
    use crate::Surcharge;

    #[test]
    fn evaluations_are_never_exceeded() {
        for most in [0, 1, 63, 64, 65, 1000] {
            for wanted in [1, 3, 300] {
                let limit = Limit::new().evaluations(most);
                let mut meter = Meter::start(&limit);
                let short = loop {
                    if let Err(short) = meter.evaluations(wanted) {
                        break short;
                    }
                };
                assert!(short.found < wanted && short.stop == Stop::Evaluations);
                assert_eq!(meter.counts().evaluations, most);
                assert_eq!(meter.evaluation(), Err(Stop::Evaluations));
            }
        }
    }

    /// The surcharge takes time and nothing else: the same evaluations are allowed, and the same are forbidden.
    #[test]
    fn a_surcharge_changes_no_count() {
        let asks = [1, 3, 64, 2, 300, 1, 65];
        for most in [None, Some(0), Some(5), Some(200), Some(437)] {
            let counted = |surcharge: Surcharge| {
                let limit = Limit { evaluations: most, surcharge, ..Limit::default() };
                let mut meter = Meter::start(&limit);
                let outcome = |wanted: usize| match (wanted, meter.evaluations_at_once(wanted)) {
                    (_, true) => (Ok(()), meter.counts()),
                    (1, false) => (meter.evaluation().map_err(|stop| CutShort { found: 0, stop }), meter.counts()),
                    (wanted, false) => (meter.evaluations(wanted), meter.counts()),
                };
                asks.map(outcome)
            };
            assert_eq!(counted(Surcharge { links: 3 }), counted(Surcharge::default()), "{most:?}");
        }
    }

    #[test]
    fn a_surcharged_search_looks_at_its_limits_as_often_as_any() {
        let raised = Arc::new(AtomicBool::new(false));
        let limit = Limit::new().stop(Arc::clone(&raised)).surcharge(Surcharge { links: 1 });
        let mut meter = Meter::start(&limit);
        for _ in 0..1000 {
            assert_eq!(meter.evaluation(), Ok(()));
        }
        raised.store(true, Ordering::Relaxed);
        let more = (0..).find(|_| meter.evaluation() == Err(Stop::Asked)).expect("it is seen");
        assert!(more <= Watch::MOST, "{more}");
    }

    #[test]
    fn children_made_without_evaluations_are_limited_as_well() {
        for most in [0, 1, 63, 64, 1000] {
            let limit = Limit::new().evaluations(most);
            let mut meter = Meter::start(&limit);
            let mut made = 0;
            while meter.unevaluated().is_ok() {
                made += 1;
            }
            assert_eq!((made, meter.counts().evaluations), (Limit::SPARED * most, 0));
            assert_eq!(meter.evaluation().is_ok(), most > 0);
        }
    }

    #[test]
    fn a_raised_flag_is_seen_soon_whatever_is_counted() {
        type Count = fn(&mut Meter<'_>) -> Result<(), Stop>;
        let counts: [Count; 3] = [|meter| meter.evaluation(), |meter| meter.unevaluated(), |meter| meter.step()];
        for count in counts {
            let raised = Arc::new(AtomicBool::new(false));
            let limit = Limit::new().stop(Arc::clone(&raised));
            let mut meter = Meter::start(&limit);
            for _ in 0..1000 {
                assert_eq!(count(&mut meter), Ok(()));
            }
            raised.store(true, Ordering::Relaxed);
            let more = (0..).find(|_| count(&mut meter) == Err(Stop::Asked)).expect("it is seen");
            assert!(more <= Watch::MOST, "{more}");
        }
    }

    #[test]
    fn a_raised_flag_and_spent_time_forbid_the_first_evaluation() {
        let asked = Limit::new().stop(Arc::new(AtomicBool::new(true)));
        assert_eq!(Meter::start(&asked).evaluation(), Err(Stop::Asked));
        let late = Limit::new().time(Duration::ZERO);
        assert_eq!(Meter::start(&late).evaluation(), Err(Stop::Time));
        assert_eq!(Meter::start(&late).step(), Err(Stop::Time));
        let never = Limit::new().time(Duration::MAX);
        assert_eq!(Meter::start(&never).evaluation(), Ok(()));
    }

    #[test]
    fn the_clock_is_read_after_each_evaluation_that_is_dear() {
        let limit = Limit::new().time(Duration::from_secs(3600));
        let mut meter = Meter::start(&limit);
        for _ in 0..1000 {
            meter.evaluation().expect("there is time");
        }
        std::thread::sleep(Duration::from_millis(5));
        while meter.watch.evaluations.interval > 1 {
            std::thread::sleep(Duration::from_micros(200));
            meter.evaluation().expect("there is time");
        }
        assert!(meter.counts().evaluations < 1000 + 2 * Watch::MOST);
        assert_eq!(meter.next_evaluation, meter.counts().evaluations, "the next one is not made unseen");
        assert!(meter.elapsed() >= Duration::from_millis(5));
    }

    /// A clock that runs at half the speed of the time that passes.
    fn half_speed() -> Duration {
        static EPOCH: OnceLock<Instant> = OnceLock::new();
        EPOCH.get_or_init(Instant::now).elapsed() / 2
    }

    #[test]
    fn a_clock_of_ones_own_is_the_one_that_ends_the_search() {
        let limit = Limit::new().time(Duration::from_millis(5)).clock(half_speed);
        let before = Instant::now();
        let mut meter = Meter::start(&limit);
        while meter.step().is_ok() {}
        assert!(before.elapsed() >= Duration::from_millis(10));
        assert!(meter.elapsed() >= Duration::from_millis(5));
        assert_eq!(meter.evaluation(), Err(Stop::Time), "it stays ended");

        let stands_still = Limit::new().time(Duration::from_nanos(1)).clock(|| Duration::MAX);
        let mut meter = Meter::start(&stands_still);
        assert!((0..1000).all(|_| meter.evaluation().is_ok()));
        assert_eq!(meter.elapsed(), Duration::ZERO);
        assert_eq!(Meter::start(&Limit::new().time(Duration::ZERO).clock(half_speed)).step(), Err(Stop::Time));
    }

    /// So much was done until now, and so many microseconds passed since the last look.
    #[test]
    fn looks_at_the_clock_come_as_often_as_the_work_asks_for() {
        let mut rhythm = Rhythm { done: 0, interval: 1 };
        let cheap = [(1, 1, 2), (3, 1, 4), (7, 100, 8), (7, 1, 8), (15, 1, 16), (31, 1, 32), (63, 1, 64), (127, 1, 64)];
        let dear = [(191, 400, 16), (207, 200, 8), (208, 5000, 1), (209, 5000, 1), (210, 101, 1), (211, 100, 2)];
        for (done, passed, interval) in cheap.into_iter().chain(dear) {
            rhythm.follow(done, Duration::from_micros(passed));
            assert_eq!((rhythm.done, rhythm.interval), (done, interval));
        }
    }

    #[test]
    fn children_made_again_are_not_made_for_the_first_time() {
        let limit = Limit::new();
        let mut meter = Meter::start(&limit);
        meter.expansion(0);
        meter.expansion(3);
        meter.generations(2);
        meter.regenerations(1);
        meter.expansion_begun();
        let counts = meter.counts();
        assert_eq!((counts.generations, counts.first_generations, counts.expansions), (5, 4, 2));
    }
}
