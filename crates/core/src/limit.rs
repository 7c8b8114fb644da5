use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What ends a search: any combination of limits, whichever comes first. The default limits nothing.
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
    /// The depth below the root, in plies, that the searcher aims at; what that means is the searcher's.
    pub depth: Option<usize>,
    /// The most static evaluations. Never exceeded.
    /// Nor are more than [`Limit::SPARED`] times as many children made whose values are known without one: a search that is
    /// spared its evaluations would not end otherwise.
    pub evaluations: Option<u64>,
    /// The most elapsed time. A search runs over by one evaluation, or one batch of them, or two milliseconds, whichever is
    /// longest, on a machine with a core to spare.
    pub time: Option<Duration>,
    /// The clock that `time` is measured by, and that reports give; without one it is the time that passes.
    pub clock: Option<Clock>,
    /// The most bytes that the searcher's tree may hold. What happens when they are spent is the searcher's configuration.
    pub bytes: Option<usize>,
    /// A flag that another thread may raise to end the search. It is seen as soon as the time would be.
    pub stop: Option<Arc<AtomicBool>>,
}

/// A clock of one's own, such as the processor time of the thread: how long ago it stood at zero.
///
/// It may stand still, but must never run ahead of the time that passes: a search reads it only when that much has passed.
pub type Clock = fn() -> Duration;

impl Limit {
    /// How many children may be made without an evaluation for each evaluation that is allowed.
    pub const SPARED: u64 = 4;

    /// No limit.
    pub fn new() -> Limit {
        Limit::default()
    }

    /// With this limit on the [`depth`](Limit::depth).
    #[must_use]
    pub fn depth(self, depth: usize) -> Limit {
        Limit { depth: Some(depth), ..self }
    }

    /// With this limit on [`evaluations`](Limit::evaluations).
    #[must_use]
    pub fn evaluations(self, evaluations: u64) -> Limit {
        Limit { evaluations: Some(evaluations), ..self }
    }

    /// With this limit on elapsed [`time`](Limit::time).
    #[must_use]
    pub fn time(self, time: Duration) -> Limit {
        Limit { time: Some(time), ..self }
    }

    /// With this [`clock`](Limit::clock).
    #[must_use]
    pub fn clock(self, clock: Clock) -> Limit {
        Limit { clock: Some(clock), ..self }
    }

    /// With this limit on the [`bytes`](Limit::bytes) of the tree.
    #[must_use]
    pub fn bytes(self, bytes: usize) -> Limit {
        Limit { bytes: Some(bytes), ..self }
    }

    /// With a flag that ends the search once it is raised.
    #[must_use]
    pub fn stop(self, flag: Arc<AtomicBool>) -> Limit {
        Limit { stop: Some(flag), ..self }
    }

    /// The most children made without an evaluation.
    #[inline]
    pub(crate) fn most_unevaluated(&self) -> u64 {
        self.evaluations.map_or(u64::MAX, |most| most.saturating_mul(Limit::SPARED))
    }
}
