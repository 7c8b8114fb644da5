//! The normal distribution, with the same bits on every machine.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

use libm::{erfc, exp};

/// A normal distribution. With a deviation of 0 it is certain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Normal {
    pub(crate) mean: f64,
    pub(crate) deviation: f64,
}

impl Normal {
    /// The probability of a number of at most this.
    pub(crate) fn at_most(self, number: f64) -> f64 {
        if self.deviation == 0.0 {
            return f64::from(u8::from(self.mean <= number));
        }
        0.5 * erfc(-(number - self.mean) / self.deviation * FRAC_1_SQRT_2)
    }

    /// By how much a number exceeds this one on average, where one that does not counts as 0.
    pub(crate) fn excess_over(self, number: f64) -> f64 {
        if number == f64::INFINITY {
            return 0.0; // The formula has a product of infinity and 0 here.
        }
        if self.deviation == 0.0 {
            return (self.mean - number).max(0.0);
        }
        let distance = (number - self.mean) / self.deviation;
        let density = exp(-distance * distance / 2.0) / (2.0 * PI).sqrt();
        self.deviation * (density - distance * 0.5 * erfc(distance * FRAC_1_SQRT_2)).max(0.0)
    }
}
