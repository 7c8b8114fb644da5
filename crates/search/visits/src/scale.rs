use std::num::NonZeroU32;

/// The value that counts as 1 in a search whose scores are of values and visits.
///
/// ```
/// use std::num::NonZeroU32;
///
/// use bestply_visits::Scale;
///
/// let [win, sixteen, seven] = [16_384, 16, 7].map(|number| NonZeroU32::new(number).expect("it is not 0"));
/// assert_eq!(Scale::OfEvaluation.where_a_win_is(sixteen, Some(win)).value(), 1024.0);
/// assert_eq!(Scale::OfEvaluation.where_a_win_is(sixteen, None).value(), 32_768.0);
/// assert_eq!(Scale::Given(seven).where_a_win_is(sixteen, Some(win)).value(), 7.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// A part of what a win is worth to the evaluation.
    /// Where the evaluation does not say that, it is 2^15, the largest edge of random games.
    #[default]
    OfEvaluation,
    /// This value, whatever the evaluation says.
    Given(NonZeroU32),
}

impl Scale {
    /// The scale of an evaluation that says nothing.
    const NEUTRAL: f64 = 32_768.0;

    /// The scale with which a win counts as `wins`, rounded up, unless a scale is given.
    ///
    /// `win_value` is what the [evaluator says](bestply_core::Properties::win_value).
    #[must_use]
    pub fn where_a_win_is(self, wins: NonZeroU32, win_value: Option<NonZeroU32>) -> Scale {
        match (self, win_value) {
            (Scale::OfEvaluation, Some(value)) => {
                let scale = NonZeroU32::new(value.get().div_ceil(wins.get()));
                Scale::Given(scale.expect("a part of something, rounded up, is not 0"))
            }
            _ => self,
        }
    }

    /// The value that counts as 1, to an evaluation that says nothing.
    pub fn value(self) -> f64 {
        match self {
            Scale::OfEvaluation => Scale::NEUTRAL,
            Scale::Given(scale) => f64::from(scale.get()),
        }
    }

    /// What divides values by the [value](Scale::value) that counts as 1.
    pub fn divisor(self) -> Divisor {
        let scale = self.value();
        // The bits of a power of two are those of its exponent.
        let is_power_of_two = scale.to_bits().trailing_zeros() >= f64::MANTISSA_DIGITS - 1;
        // Of powers of two alone: with other scales a product would round otherwise than the quotient.
        Divisor { scale, reciprocal: is_power_of_two.then(|| scale.recip()) }
    }
}

/// What divides values by a scale, each quotient rounded once.
///
/// ```
/// use std::num::NonZeroU32;
///
/// use bestply_visits::Scale;
///
/// for scale in [49, 64] {
///     let divisor = Scale::from(NonZeroU32::new(scale).expect("it is not 0")).divisor();
///     assert_eq!(divisor.divide(7.0), 7.0 / f64::from(scale));
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Divisor {
    scale: f64,
    /// That of a power of two, which is exact: the product is the quotient, and takes less time.
    reciprocal: Option<f64>,
}

impl Divisor {
    /// The value that counts as 1.
    #[inline(always)]
    pub fn scale(self) -> f64 {
        self.scale
    }

    /// A value in units of the scale.
    #[inline(always)]
    pub fn divide(self, value: f64) -> f64 {
        self.reciprocal.map_or_else(|| value / self.scale, |reciprocal| value * reciprocal)
    }
}

impl From<NonZeroU32> for Scale {
    fn from(scale: NonZeroU32) -> Scale {
        Scale::Given(scale)
    }
}
