//! Equal cost: the challenger's depth limit at which both sides spend the same.
//!
//! The wanted depth is the one whose cost over the whole tournament comes nearest to the opponent's, as a ratio.
//! The ratio rises with the depth.
//! So the search is for two neighbouring depths, one too cheap and one too expensive;
//! the answer is the nearer of the two.
//! It starts from a prediction, corrects that on a few pairs, and only then plays whole tournaments.

use std::collections::BTreeMap;

use bestply_catalogue::CostGrowth;

/// The depths tried over the whole tournament, each with its cost ratio, and the one chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// The depth whose ratio is nearest to 1.
    pub depth: usize,
    /// The cost of the challenger divided by that of the opponent, for each depth tried.
    pub(crate) ratios: BTreeMap<usize, f64>,
}

/// The depth that is expected to cost as much as the opponent's `opponent_depth`.
///
/// `before` are the depths of equal cost to the opponent's smaller depths, in order.
/// Alpha-beta's cost grows by about the same factor every two plies, but odd and even plies differ.
/// If the challenger's growth is quadratic, the step between calibrated depths grows by about a half every two plies.
/// If it is exponential, the steps are about equal.
pub(crate) fn predict(growth: CostGrowth, opponent_depth: usize, before: &[usize]) -> usize {
    match (growth, before) {
        (_, []) => 3 * opponent_depth - 2,
        (_, [a]) => a + 2,
        (CostGrowth::Quadratic, [a, b]) => b + 2 * b.saturating_sub(*a),
        (CostGrowth::Quadratic, [.., a, b, c]) => c + (3 * b.saturating_sub(*a)).div_ceil(2),
        (CostGrowth::Exponential, [a, b]) => b + b.saturating_sub(*a) + 1,
        (CostGrowth::Exponential, [.., a, _, c]) => c + c.saturating_sub(*a).div_ceil(3),
    }
}

/// The number of pairs, the first of a tournament, that a calibration plays before it plays all of them.
pub fn sample(pairs: u64) -> u64 {
    (pairs / 10).clamp(1, 50)
}

/// Finds the depth of equal cost, no deeper than `deepest`.
///
/// `ratio(depth, pairs)` plays this many pairs of the tournament, except those that were played before.
/// It returns the challenger's cost divided by the opponent's on these pairs.
///
/// # Errors
///
/// Those of `ratio`.
pub(crate) fn calibrate<E>(
    growth: CostGrowth,
    prediction: usize,
    deepest: usize,
    pairs: u64,
    mut ratio: impl FnMut(usize, u64) -> Result<f64, E>,
) -> Result<Calibration, E> {
    let on_sample = bracket(growth, prediction.clamp(1, deepest), deepest, |depth| ratio(depth, sample(pairs)))?;
    bracket(growth, on_sample.depth, deepest, |depth| ratio(depth, pairs))
}

/// Tries depths, starting at `start`, until two neighbours have ratios on both sides of 1,
/// or there is no such neighbour.
fn bracket<E>(
    growth: CostGrowth,
    start: usize,
    deepest: usize,
    mut ratio: impl FnMut(usize) -> Result<f64, E>,
) -> Result<Calibration, E> {
    let mut ratios = BTreeMap::new();
    let mut next = Some(start);
    while let Some(depth) = next {
        ratios.insert(depth, ratio(depth)?);
        next = next_depth(growth, &ratios, deepest);
    }
    let distance = |ratio: &f64| ratio.ln().abs();
    let nearest = ratios.iter().min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)));
    let (&depth, _) = nearest.expect("at least one depth is tried");
    Ok(Calibration { depth, ratios })
}

/// The next depth to try, strictly between the deepest cheap one and the shallowest expensive one above it.
fn next_depth(growth: CostGrowth, ratios: &BTreeMap<usize, f64>, deepest: usize) -> Option<usize> {
    let cheap = ratios.iter().rev().find(|(_, ratio)| **ratio < 1.0).map(|(&depth, &ratio)| (depth, ratio));
    let above = cheap.map_or(0, |(depth, _)| depth);
    let dear = ratios.range(above + 1..).find(|(_, ratio)| **ratio >= 1.0).map(|(&depth, &ratio)| (depth, ratio));
    let below = dear.map_or(deepest + 1, |(depth, _)| depth);
    if below <= above + 1 {
        return None;
    }
    let guess = match (cheap, dear) {
        (Some(cheap), Some(dear)) => interpolate(growth, cheap, dear),
        (Some((depth, ratio)), None) | (None, Some((depth, ratio))) => extrapolate(growth, depth, ratio),
        (None, None) => unreachable!("a ratio is below 1 or not"),
    };
    Some((guess.round() as usize).clamp(above + 1, below - 1))
}

/// The depth at which the ratio is 1 by the law of growth through one point.
fn extrapolate(growth: CostGrowth, depth: usize, ratio: f64) -> f64 {
    depth_at(growth, logarithm(growth, depth) - ratio.max(f64::MIN_POSITIVE).ln())
}

/// The depth at which the ratio is 1 by the law of growth through two points on both sides of it.
fn interpolate(growth: CostGrowth, (cheap, cheap_ratio): (usize, f64), (dear, dear_ratio): (usize, f64)) -> f64 {
    let (low, high) = (logarithm(growth, cheap), logarithm(growth, dear));
    depth_at(growth, low - (high - low) * cheap_ratio.ln() / (dear_ratio / cheap_ratio).ln())
}

/// The factor by which an exponential cost grows with a ply.
const PER_PLY: f64 = 1.4;

/// The logarithm of the cost of a depth, up to a constant.
fn logarithm(growth: CostGrowth, depth: usize) -> f64 {
    if growth == CostGrowth::Quadratic { 2.0 * (depth as f64).ln() } else { PER_PLY.ln() * depth as f64 }
}

fn depth_at(growth: CostGrowth, logarithm: f64) -> f64 {
    if growth == CostGrowth::Quadratic { (logarithm / 2.0).exp() } else { logarithm / PER_PLY.ln() }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    /// Calibrates a challenger whose cost is this function of depth.
    ///
    /// Returns the calibration and the number of whole tournaments played.
    fn calibrated(prediction: usize, deepest: usize, cost: impl Fn(usize) -> f64) -> (Calibration, usize) {
        calibrated_as(CostGrowth::Quadratic, prediction, deepest, cost)
    }

    fn calibrated_as(
        growth: CostGrowth,
        prediction: usize,
        deepest: usize,
        cost: impl Fn(usize) -> f64,
    ) -> (Calibration, usize) {
        let mut whole = 0;
        let calibration = calibrate(growth, prediction, deepest, 100, |depth, pairs| {
            whole += usize::from(pairs == 100);
            Ok::<_, Infallible>(cost(depth))
        });
        let Ok(calibration) = calibration;
        (calibration, whole)
    }

    #[test]
    fn finds_the_nearest_depth_by_few_tournaments() {
        for equal in [1.0, 1.4, 3.0, 16.6, 59.3, 76.0] {
            for exponent in [1.2, 2.0, 2.7] {
                for prediction in [1, 3, 40, 99] {
                    let cost = |depth: usize| (depth as f64 / equal).powf(exponent);
                    let (calibration, whole) = calibrated(prediction, 100, cost);
                    let distance = |depth: usize| cost(depth).ln().abs();
                    let nearest = (1..=100).min_by(|&a, &b| distance(a).total_cmp(&distance(b))).unwrap();
                    assert_eq!(calibration.depth, nearest, "equal at {equal}, exponent {exponent}");
                    assert!(whole <= 2 && calibration.ratios.len() == whole, "{whole} tournaments");
                }
            }
        }
    }

    #[test]
    fn a_wrong_guess_of_the_growth_changes_no_result() {
        for equal in [1.0, 4.0, 18.4] {
            for prediction in [1, 9, 30] {
                let cost = |depth: usize| 1.5_f64.powf(depth as f64 - equal);
                let [guessed, wrong] = [CostGrowth::Exponential, CostGrowth::Quadratic]
                    .map(|growth| calibrated_as(growth, prediction, 60, cost));
                assert_eq!(guessed.0.depth, equal.round() as usize);
                assert_eq!(wrong.0.depth, guessed.0.depth);
            }
        }
    }

    #[test]
    fn stops_at_the_ends_of_the_range() {
        assert_eq!(calibrated(5, 20, |depth| depth as f64 / 100.0).0.depth, 20);
        assert_eq!(calibrated(5, 20, |depth| depth as f64 * 2.0).0.depth, 1);
        assert_eq!(calibrated(5, 1, |_| 3.0).0.depth, 1);
        assert!(calibrated(5, 20, |_| 0.0).1 <= 2, "costs that do not grow end the search at the deepest depth");
    }

    #[test]
    fn predicts_the_published_depths() {
        let published = [1, 3, 7, 11, 17, 23, 33, 43, 59, 76];
        for known in 0..published.len() {
            let predicted = predict(CostGrowth::Quadratic, known + 1, &published[..known]);
            assert!(predicted.abs_diff(published[known]) <= 2, "{predicted} for {}", published[known]);
        }
        let published = [1, 4, 8, 12, 15, 19];
        for known in 0..published.len() {
            let predicted = predict(CostGrowth::Exponential, known + 1, &published[..known]);
            assert!(predicted.abs_diff(published[known]) <= 1, "{predicted} for {}", published[known]);
        }
    }
}
