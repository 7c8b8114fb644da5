//! The hyperbolic tangent, the same to the bit on all machines.

use std::sync::LazyLock;

/// The argument beyond which the result is taken as 1. There it is 1 - 2.3e-7.
const LAST: f64 = 8.0;

/// The places of the table in one unit of the argument.
const PLACES: f64 = 256.0;

/// The results at the places from 0 to [`LAST`], and one more.
static TABLE: LazyLock<Vec<f32>> =
    LazyLock::new(|| (0..=(LAST * PLACES) as usize + 1).map(|place| tanh(place as f64 / PLACES) as f32).collect());

/// The argument beyond which the hyperbolic tangent is 1, to the last bit.
const LAST_OF_ALL: f64 = 20.0;

/// The hyperbolic tangent with an error below 2e-6, by straight lines between the places of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Squash(&'static [f32]);

impl Squash {
    pub(crate) fn new() -> Squash {
        Squash(&TABLE)
    }

    #[inline]
    pub(crate) fn apply(self, x: f32) -> f32 {
        let place = x.abs().min(LAST as f32) * PLACES as f32;
        let before = place as usize;
        let part = place - before as f32;
        let size = self.0[before] + part * (self.0[before + 1] - self.0[before]);
        size.copysign(x)
    }
}

/// The hyperbolic tangent, by additions, multiplications and divisions alone.
///
/// Those are exact to the bit everywhere; the standard library's function is the operating system's.
pub(crate) fn tanh(x: f64) -> f64 {
    // exp(2x) = exp(2x / 1024)^1024, the small power by its series.
    let small = 2.0 * x.abs().min(LAST_OF_ALL) / 1024.0;
    let (mut term, mut power) = (1.0, 1.0);
    for number in 1..12 {
        term *= small / f64::from(number);
        power += term;
    }
    for _ in 0..10 {
        power *= power;
    }
    ((power - 1.0) / (power + 1.0)).copysign(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_hyperbolic_tangent() {
        for step in -100_000..=100_000 {
            let x = step as f32 / 10_000.0;
            let error = (Squash::new().apply(x) - x.tanh()).abs();
            assert!(error < 2e-6, "{x}: {error}");
        }
        assert_eq!(Squash::new().apply(f32::MAX), Squash::new().apply(8.0));
        for x in [-f64::MAX, -30.0, -1.5, 0.0, 1e-9, 0.3, 19.9, 25.0, f64::INFINITY] {
            assert!((tanh(x) - x.tanh()).abs() < 1e-12, "{x}");
        }
    }
}
