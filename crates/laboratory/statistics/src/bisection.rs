//! Bisection, which needs neither a derivative nor a starting point.

/// The number of halvings that reduce an interval to rounding errors: an `f64` has 53 bits.
///
/// The other halvings are for a root near 0, whose bits begin below the interval's. Elsewhere they change nothing.
const HALVINGS: usize = 64;

/// The number nearest to `holding`, on the way to `failing`, at which a condition fails.
///
/// It is `failing` if the condition fails nowhere before.
/// The condition must change only once on the way, and is not evaluated at the ends.
pub(crate) fn first_failing(mut holding: f64, mut failing: f64, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(holding, failing);
        *(if holds(middle) { &mut holding } else { &mut failing }) = middle;
    }
    failing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_directions_and_no_change() {
        assert!((first_failing(1.0, 2.0, |x| x * x < 2.0) - std::f64::consts::SQRT_2).abs() < 1e-15);
        assert!((first_failing(0.0, -2.0, |x| x * x < 2.0) + std::f64::consts::SQRT_2).abs() < 1e-15);
        assert_eq!(first_failing(0.5, 1.0, |_| true), 1.0);
        assert_eq!(first_failing(1.0, 1.0, |_| false), 1.0);
    }
}
