use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use bestply_core::ranges::{InvalidSetting, check};

use crate::{Prior, PriorsFrom};

/// A bound far beyond any use, which keeps sums exact enough.
const MOST: f64 = 1e6;

/// The constants of selection by upper confidence bounds. Every value of this type is valid for a search.
///
/// A child's score is its scaled value + *C* √(ln *N* / *n*), and that of a child not visited yet value + urgency.
/// *N* is the number of visits of the node, and *n* that of the child.
///
/// ```
/// use bestply_visits::{InvalidSetting, Uct};
///
/// let uct = Uct::new(0.3, 0.5)?;
/// assert_eq!((uct.exploration(), uct.urgency()), (0.3, 0.5));
/// let refused = Uct::new(-1.0, 0.0).unwrap_err();
/// assert_eq!(refused.to_string(), "an exploration constant of -1: it is from 0 to 1000000");
/// # Ok::<(), InvalidSetting>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uct {
    exploration: f64,
    urgency: f64,
}

impl Uct {
    /// The valid exploration constants.
    pub const EXPLORATION: RangeInclusive<f64> = 0.0..=MOST;
    /// The valid first-play urgencies.
    pub const URGENCY: RangeInclusive<f64> = -MOST..=MOST;

    /// What a win counts as, where the evaluation says what a win is worth to it.
    ///
    /// In the account of UCT best-first, static values are within [-1, 1] and a win lies far outside.
    pub const WIN: NonZeroU32 = NonZeroU32::new(16).expect("it is not 0");

    /// No exploration and no urgency: the child with the best value.
    pub const NONE: Uct = Uct { exploration: 0.0, urgency: 0.0 };

    /// Selection with these constants.
    ///
    /// # Errors
    ///
    /// If the exploration constant *C* is not in [`Uct::EXPLORATION`], or the urgency not in [`Uct::URGENCY`].
    pub fn new(exploration: f64, urgency: f64) -> Result<Uct, InvalidSetting> {
        check("an exploration constant", exploration, &Uct::EXPLORATION)?;
        check("a first-play urgency", urgency, &Uct::URGENCY)?;
        Ok(Uct { exploration, urgency })
    }

    /// The exploration constant *C*.
    pub fn exploration(&self) -> f64 {
        self.exploration
    }

    /// The first-play urgency.
    pub fn urgency(&self) -> f64 {
        self.urgency
    }
}

impl Default for Uct {
    /// *C* = 1.5, the account's figure for Oware, and an urgency of 2, which was measured (`docs/match-up.md`).
    fn default() -> Uct {
        Uct { exploration: 1.5, urgency: 2.0 }
    }
}

/// The constants of selection at random, with probabilities proportional to e^(scaled value / temperature).
/// Every value of this type is valid for a search.
///
/// ```
/// use bestply_visits::{InvalidSetting, Softmax};
///
/// let softmax = Softmax::new(0.2, 7)?;
/// assert_eq!((softmax.temperature(), softmax.seed()), (0.2, 7));
/// assert!(Softmax::new(0.0, 7).is_err());
/// # Ok::<(), InvalidSetting>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Softmax {
    temperature: f64,
    seed: u64,
}

impl Softmax {
    /// The valid temperatures.
    pub const TEMPERATURE: RangeInclusive<f64> = 1.0 / MOST..=MOST;

    /// Selection at this temperature. The random numbers of `seed` start anew in each search.
    ///
    /// # Errors
    ///
    /// If the temperature is not in [`Softmax::TEMPERATURE`].
    pub fn new(temperature: f64, seed: u64) -> Result<Softmax, InvalidSetting> {
        check("a temperature", temperature, &Softmax::TEMPERATURE)?;
        Ok(Softmax { temperature, seed })
    }

    /// The temperature: the smaller, the closer the selection is to that of the best value.
    pub fn temperature(&self) -> f64 {
        self.temperature
    }

    /// The seed of the random numbers.
    pub fn seed(&self) -> u64 {
        self.seed
    }
}

impl Default for Softmax {
    /// A tenth of the value that counts as 1.
    fn default() -> Softmax {
        Softmax { temperature: 0.1, seed: 0 }
    }
}

/// The constants of selection by priors and upper confidence bounds (PUCT). Every value of this type is valid for a
/// search.
///
/// A child's score is its scaled value + *C* *P* √*N* / (1 + *n*), whether it was visited or not.
/// *N* is the number of visits of the node, and *n* that of the child.
/// *P* is the child's [prior](crate::Prior): the part of the node's visits that the child's first value promises it.
///
/// Source: Rosin 2011, in the form of Silver et al. 2017, whose network gives *P*.
///
/// ```
/// use bestply_visits::{InvalidSetting, Puct};
///
/// let puct = Puct::new(0.5, 2.0)?;
/// assert_eq!((puct.exploration(), puct.tolerance()), (0.5, 2.0));
/// assert!(Puct::new(0.5, 0.0).is_err());
///
/// // The bonus of a child that is promised a quarter of sixteen visits, and has had one.
/// let quarter = bestply_visits::Prior::new(1.0, 4.0);
/// assert_eq!(puct.width(16) * puct.share(quarter, 1), 0.25);
/// # Ok::<(), InvalidSetting>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Puct {
    exploration: f64,
    tolerance: f64,
    priors: PriorsFrom,
}

impl Puct {
    /// The valid tolerances.
    pub const TOLERANCE: RangeInclusive<f64> = 1.0 / MOST..=MOST;

    /// Selection with these constants.
    ///
    /// # Errors
    ///
    /// If the exploration constant *C* is not in [`Uct::EXPLORATION`], or the tolerance not in [`Puct::TOLERANCE`].
    pub fn new(exploration: f64, tolerance: f64) -> Result<Puct, InvalidSetting> {
        check("an exploration constant", exploration, &Uct::EXPLORATION)?;
        check("a tolerance", tolerance, &Puct::TOLERANCE)?;
        Ok(Puct { exploration, tolerance, priors: PriorsFrom::Evaluator })
    }

    /// The same constants, and priors from there.
    ///
    /// ```
    /// use bestply_visits::{PriorsFrom, Puct};
    ///
    /// assert_eq!(Puct::default().priors(), PriorsFrom::Evaluator);
    /// assert_eq!(Puct::default().with_priors(PriorsFrom::Values).priors(), PriorsFrom::Values);
    /// ```
    #[must_use]
    pub fn with_priors(self, priors: PriorsFrom) -> Puct {
        Puct { priors, ..self }
    }

    /// Where priors come from.
    pub fn priors(&self) -> PriorsFrom {
        self.priors
    }

    /// The exploration constant *C*.
    pub fn exploration(&self) -> f64 {
        self.exploration
    }

    /// The tolerance: a child whose first value is by so much worse than the best has half of the best one's prior.
    pub fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// The weight of a child whose first value is by `loss`, 0 or more, worse than the best, which has the weight 1.
    ///
    /// Its [prior](crate::Prior) is the weight's part of the sum of all children's weights.
    ///
    /// Weights of e^(-loss / tolerance) play no better, and this takes the four operations alone
    /// (`docs/lead-why.md`).
    #[inline]
    pub fn weight(&self, loss: f64) -> f64 {
        self.tolerance / (self.tolerance + loss)
    }

    /// *C* √*N*, for a node visited *N* times: the factor that the bonuses of its children have in common.
    #[inline(always)]
    pub fn width(&self, visits: u32) -> f64 {
        self.exploration * f64::from(visits).sqrt()
    }

    /// *P* / (1 + *n*), for a child of this prior visited *n* times: the rate at which its bonus grows with the width.
    #[inline(always)]
    pub fn share(&self, prior: Prior, visits: u32) -> f64 {
        // A walk asks this of each child that it passes, mostly of few visits, and a product takes less time.
        let part = PARTS.get(visits as usize).copied().unwrap_or_else(|| part_of(visits));
        prior.part() * part
    }
}

/// 1 / (1 + *n*) for the first visits.
static PARTS: [f64; 1024] = {
    let mut parts = [0.0; 1024];
    let mut visits = 0;
    while visits < parts.len() {
        parts[visits] = part_of(visits as u32);
        visits += 1;
    }
    parts
};

/// 1 / (1 + *n*).
const fn part_of(visits: u32) -> f64 {
    1.0 / (1.0 + visits as f64)
}

impl Default for Puct {
    /// *C* = 1.5 as in [`Uct`], and a tolerance of 2, an eighth of a win, which was measured (`docs/lead.md`).
    fn default() -> Puct {
        Puct { exploration: 1.5, tolerance: 2.0, priors: PriorsFrom::Evaluator }
    }
}
