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
/// # Ok::<(), bestply_visits::InvalidConstant>(())
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
