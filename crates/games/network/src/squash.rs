//! The hyperbolic tangent and softmax, the same to the bit on all machines.

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
    let power = power_of_e(2.0 * x.abs().min(LAST_OF_ALL));
    ((power - 1.0) / (power + 1.0)).copysign(x)
}

/// The parts of a policy, from its outputs for the legal moves, in place: e to the power of each, divided by their sum.
///
/// No part is less than e^-40 of the largest.
pub(crate) fn softmax(outputs: &mut [f32]) {
    let most = outputs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let part = |output: f32| 1.0 / power_of_e(f64::from(most - output).min(2.0 * LAST_OF_ALL));
    let sum: f64 = outputs.iter().map(|&output| part(output)).sum();
    outputs.iter_mut().for_each(|output| *output = (part(*output) / sum) as f32);
}

/// e to the power of a number that is not negative, and not much more than 40.
fn power_of_e(exponent: f64) -> f64 {
    // exp(x) = exp(x / 1024)^1024, the small power by its series.
    let small = exponent / 1024.0;
    let (mut term, mut power) = (1.0, 1.0);
    for number in 1..12 {
        term *= small / f64::from(number);
        power += term;
    }
    for _ in 0..10 {
        power *= power;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_is_a_softmax() {
        let outputs = [0.5_f32, -3.0, 2.0, 100.0, 97.5];
        for count in 1..=outputs.len() {
            let mut parts = outputs[..count].to_vec();
            softmax(&mut parts);
            let most = outputs[..count].iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let sum: f32 = outputs[..count].iter().map(|output| (output - most).exp()).sum();
            for (part, output) in parts.iter().zip(outputs) {
                assert!((part - (output - most).exp() / sum).abs() < 1e-6, "{parts:?}");
            }
        }
    }

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
