use bestply_core::Value;

use crate::{Divisor, Puct};

/// The part of a node's visits that a child's first value promises it, from 0 to 1, in 31 bits.
///
/// It is rounded down, so that priors of the same weights are the same to the bit wherever they are kept.
///
/// ```
/// use bestply_visits::{Prior, Puct};
///
/// // Of two children one is worse by the tolerance, and has half the weight of the other.
/// let puct = Puct::new(0.5, 2.0)?;
/// let weights = [0.0, 2.0].map(|loss| puct.weight(loss));
/// let priors = weights.map(|weight| Prior::new(weight, weights.iter().sum()));
/// assert!((priors[0].part() - 2.0 / 3.0).abs() < 1e-9);
/// assert_eq!(Prior::from_bits(priors[1].bits()), priors[1]);
/// # Ok::<(), bestply_visits::InvalidSetting>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prior(u32);

impl Prior {
    /// The bits of a prior.
    pub const BITS: u32 = 31;

    const MOST: u32 = (1 << Prior::BITS) - 1;

    /// The part that a weight is of a sum of weights, which is not less.
    #[inline]
    pub fn new(weight: f64, sum: f64) -> Prior {
        // A single child has all, which would be 2^31 and takes one bit too many.
        Prior(((weight / sum * f64::from(1_u32 << Prior::BITS)) as u32).min(Prior::MOST))
    }

    /// The prior with these [bits](Prior::bits). Those above the [31st](Prior::BITS) count for nothing.
    #[inline(always)]
    pub fn from_bits(bits: u32) -> Prior {
        Prior(bits & Prior::MOST)
    }

    /// The prior in the lower 31 bits of a number.
    #[inline(always)]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The prior as a number from 0 to 1.
    #[inline(always)]
    pub fn part(self) -> f64 {
        f64::from(self.0) / f64::from(1_u32 << Prior::BITS)
    }
}

/// Where the priors of a node's children come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PriorsFrom {
    /// The evaluator, if it [gives any](bestply_core::Properties::gives_priors); else their values.
    #[default]
    Evaluator,
    /// Their values.
    Values,
}

/// Makes the priors of siblings from their values, or from what an evaluator gives, in a buffer of its own.
///
/// ```
/// use bestply_visits::{Priors, Puct, Scale};
///
/// // The second child is by the tolerance, of one unit of 32,768, worse than the first.
/// let (puct, divisor) = (Puct::new(0.5, 1.0)?, Scale::default().divisor());
/// let mut priors = Priors::default();
/// let priors = priors.of(&puct, divisor, [40_000, 7_232].into_iter());
/// let parts: Vec<f64> = priors.iter().map(|prior| prior.part()).collect();
/// assert!((parts[0] - 2.0 / 3.0).abs() < 1e-9 && (parts[1] - 1.0 / 3.0).abs() < 1e-9);
/// # Ok::<(), bestply_visits::InvalidSetting>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Priors {
    weights: Vec<f64>,
    sum: f64,
}

impl Priors {
    /// The priors of the children that have these values, as the side that chooses sees them.
    ///
    /// # Panics
    ///
    /// If there is no child.
    #[inline(always)]
    pub fn of(&mut self, puct: &Puct, divisor: Divisor, values: impl Iterator<Item = Value> + Clone) -> &Priors {
        let best = f64::from(values.clone().max().expect("a node has a child"));
        self.weights.clear();
        self.weights.extend(values.map(|value| puct.weight(divisor.divide(best - f64::from(value)))));
        self.sum = self.weights.iter().sum();
        self
    }

    /// The priors of the children to which an evaluator gives these parts.
    ///
    /// They are divided by their sum. A negative one, or one that is no number, counts as 0.
    /// If all are 0, all children are promised the same.
    ///
    /// ```
    /// use bestply_visits::Priors;
    ///
    /// let mut priors = Priors::default();
    /// let mut parts = |given: &[f32]| priors.of_given(given).iter().map(|prior| prior.part()).collect::<Vec<_>>();
    /// assert_eq!(parts(&[3.0, 0.0, -2.0, 1.0]), [0.75, 0.0, 0.0, 0.25]);
    /// assert_eq!(parts(&[0.0, f32::NAN]), [0.5, 0.5]);
    /// ```
    #[inline]
    pub fn of_given(&mut self, parts: &[f32]) -> &Priors {
        self.weights.clear();
        // `max` turns what is no number, which `clamp` lets pass, into 0.
        self.weights.extend(parts.iter().map(|&part| f64::from(part.clamp(0.0, f32::MAX).max(0.0))));
        self.sum = self.weights.iter().sum();
        if self.sum == 0.0 {
            self.weights.fill(1.0);
            self.sum = self.weights.len() as f64;
        }
        self
    }

    /// The priors, one for each child.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = Prior> {
        self.weights.iter().map(|&weight| Prior::new(weight, self.sum))
    }
}
