use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::Surcharge;

/// What ends a search: the first that is reached of any combination of limits.
///
/// The default has no limit.
///
/// ```
/// use std::time::Duration;
/// use bestply_core::Limit;
///
/// let limit = Limit::new().depth(12).evaluations(10_000).time(Duration::from_millis(50));
/// assert_eq!((limit.depth, limit.bytes), (Some(12), None));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limit {
    /// The depth limit in plies below the root. Each searcher's page says what its depth limit means.
    pub depth: Option<usize>,
    /// The most static evaluations. A search never exceeds this number.
    ///
    /// It also limits the children whose values are known without an evaluation,
    /// to [`Limit::SPARED`] times this number.
    /// A search that needs no evaluations would otherwise never end.
    pub evaluations: Option<u64>,
    /// The most elapsed time.
    ///
    /// A search overruns it by one evaluation, one batch of evaluations, or two milliseconds, whichever is longest.
    /// This holds on a machine with a core to spare.
    pub time: Option<Duration>,
    /// The clock that measures `time` and the elapsed time of reports. `None` is the system's monotonic clock.
    pub clock: Option<Clock>,
    /// The most bytes that the nodes of the search may take, at any moment.
    ///
    /// Beside its nodes a search takes buffers: some hundred bytes for each ply of its line,
    /// lists of what to free of up to a quarter of the limit, and what leaves expanded together take until they are.
    ///
    /// The searcher's settings say what happens when the bytes are spent.
    pub bytes: Option<usize>,
    /// A flag that another thread may raise to end the search. The search looks at it whenever it reads the clock.
    pub stop: Option<Arc<AtomicBool>>,
    /// What each evaluation costs besides itself. It ends a search that is limited in time sooner, and no other.
    pub surcharge: Surcharge,
}

/// A clock of the caller's own, such as the processor time of the thread. It returns the time since its zero.
///
/// It may stand still, but must never run faster than elapsed time.
/// A search reads it only after enough elapsed time has passed for `time` to be over.
pub type Clock = fn() -> Duration;

impl Limit {
    /// How many children may be made without an evaluation for each evaluation that is allowed.
    pub const SPARED: u64 = 4;

    /// No limit.
    ///
    /// ```
    /// use bestply_core::Limit;
    ///
    /// let limit = Limit::new();
    /// assert!(limit.depth.is_none() && limit.evaluations.is_none() && limit.time.is_none());
    /// ```
    pub fn new() -> Limit {
        Limit::default()
    }

    /// The same limit with this [`depth`](Limit::depth).
    ///
    /// ```
    /// use bestply_core::Limit;
    ///
    /// assert_eq!(Limit::new().depth(4).depth, Some(4));
    /// ```
    #[must_use]
    pub fn depth(self, depth: usize) -> Limit {
        Limit { depth: Some(depth), ..self }
    }

    /// The same limit with this number of [`evaluations`](Limit::evaluations).
    ///
    /// ```
    /// use bestply_core::Limit;
    ///
    /// assert_eq!(Limit::new().evaluations(10_000).evaluations, Some(10_000));
    /// ```
    #[must_use]
    pub fn evaluations(self, evaluations: u64) -> Limit {
        Limit { evaluations: Some(evaluations), ..self }
    }

    /// The same limit with this elapsed [`time`](Limit::time).
    ///
    /// ```
    /// use std::time::Duration;
    /// use bestply_core::Limit;
    ///
    /// let limit = Limit::new().time(Duration::from_millis(50));
    /// assert_eq!(limit.time, Some(Duration::from_millis(50)));
    /// ```
    #[must_use]
    pub fn time(self, time: Duration) -> Limit {
        Limit { time: Some(time), ..self }
    }

    /// The same limit with this [`clock`](Limit::clock).
    ///
    /// ```
    /// use std::time::Duration;
    /// use bestply_core::Limit;
    ///
    /// // A clock that stands still: the time is never over.
    /// let limit = Limit::new().time(Duration::from_millis(50)).clock(|| Duration::ZERO);
    /// assert!(limit.clock.is_some());
    /// ```
    #[must_use]
    pub fn clock(self, clock: Clock) -> Limit {
        Limit { clock: Some(clock), ..self }
    }

    /// The same limit with this number of [`bytes`](Limit::bytes).
    ///
    /// ```
    /// use bestply_core::Limit;
    ///
    /// assert_eq!(Limit::new().bytes(1 << 20).bytes, Some(1_048_576));
    /// ```
    #[must_use]
    pub fn bytes(self, bytes: usize) -> Limit {
        Limit { bytes: Some(bytes), ..self }
    }

    /// The same limit with a flag that ends the search once it is raised.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use bestply_core::Limit;
    ///
    /// let flag = Arc::new(AtomicBool::new(false));
    /// let limit = Limit::new().stop(Arc::clone(&flag));
    /// // … start the search in another thread, and some time later:
    /// flag.store(true, Ordering::Relaxed);
    /// assert!(limit.stop.expect("it was given").load(Ordering::Relaxed));
    /// ```
    #[must_use]
    pub fn stop(self, flag: Arc<AtomicBool>) -> Limit {
        Limit { stop: Some(flag), ..self }
    }

    /// The same limit with this [`surcharge`](Limit::surcharge) on each evaluation.
    ///
    /// ```
    /// use std::time::Duration;
    /// use bestply_core::{Limit, Surcharge};
    ///
    /// let limit = Limit::new().time(Duration::from_millis(50)).surcharge(Surcharge::default());
    /// assert!(limit.surcharge.is_none());
    /// ```
    #[must_use]
    pub fn surcharge(self, surcharge: Surcharge) -> Limit {
        Limit { surcharge, ..self }
    }

    /// The most children that may be made without an evaluation.
    #[inline]
    pub(crate) fn most_unevaluated(&self) -> u64 {
        self.evaluations.map_or(u64::MAX, |most| most.saturating_mul(Limit::SPARED))
    }
}
