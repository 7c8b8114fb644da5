use std::hint::black_box;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Idle work that makes every evaluation of a search dearer by the same time, and changes nothing else.
///
/// What an expensive evaluation does to a searcher can so be found without one.
/// The work is a chain of arithmetic of fixed length, in which no clock is read.
/// Its length is calibrated once a process for each cost.
/// Other work of the machine slows the chain as it slows the search.
///
/// ```
/// use std::time::Duration;
/// use bestply_core::{Limit, Surcharge};
///
/// let dear = Limit::new().evaluations(100).surcharge(Surcharge::lasting(Duration::from_micros(1)));
/// assert!(!dear.surcharge.is_none() && Limit::new().surcharge.is_none());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Surcharge {
    /// The number of links of the chain.
    pub(crate) links: u64,
}

/// The lengths that were calibrated in this process, by their costs.
static CALIBRATED: Mutex<Vec<(Duration, Surcharge)>> = Mutex::new(Vec::new());

impl Surcharge {
    /// The evaluations of one measurement.
    const EVALUATIONS: u32 = 64;
    /// The measurements of which the fastest counts.
    const MEASUREMENTS: u32 = 30;
    /// The length of the chain by which the time of one link is found.
    const LONG: u64 = 4096;

    /// The surcharge of this time for each evaluation.
    ///
    /// The first call with a cost takes up to some 50 milliseconds for a cost of 10 microseconds, all others nothing.
    pub fn lasting(cost: Duration) -> Surcharge {
        if cost.is_zero() {
            return Surcharge::default();
        }
        let mut calibrated = CALIBRATED.lock().unwrap_or_else(PoisonError::into_inner);
        let known = calibrated.iter().find(|(known, _)| *known == cost).map(|&(_, surcharge)| surcharge);
        known.unwrap_or_else(|| {
            let surcharge = Surcharge::calibrated(cost.as_nanos() as f64);
            calibrated.push((cost, surcharge));
            surcharge
        })
    }

    /// Whether there is none.
    pub fn is_none(self) -> bool {
        self.links == 0
    }

    /// Does the work of so many evaluations.
    #[inline(never)]
    pub(crate) fn pay(self, evaluations: usize) {
        for _ in 0..evaluations {
            let chain = (0..self.links).fold(1_u64, |link, _| (link ^ 0x9e37_79b9_7f4a_7c15).rotate_left(7));
            black_box(chain);
        }
    }

    /// The time of one link gives a first length, and the time of that length a better one:
    /// the beginning and the end of a chain take time, too.
    fn calibrated(cost: f64) -> Surcharge {
        let link = Surcharge { links: Surcharge::LONG }.nanoseconds() / Surcharge::LONG as f64;
        let mut links = (cost / link).max(1.0);
        for _ in 0..2 {
            let excess = Surcharge { links: links as u64 }.nanoseconds() - cost;
            links = (links - excess / link).max(1.0);
        }
        Surcharge { links: links.round() as u64 }
    }

    /// How long the work of one evaluation takes: the least of several measurements, for anything else may run between.
    fn nanoseconds(self) -> f64 {
        let measured = |_| {
            let started = Instant::now();
            (0..Surcharge::EVALUATIONS).for_each(|_| black_box(self).pay(1));
            started.elapsed()
        };
        let least = (0..Surcharge::MEASUREMENTS).map(measured).min().expect("there is a measurement");
        least.as_nanos() as f64 / f64::from(Surcharge::EVALUATIONS)
    }
}
