use serde::{Deserialize, Serialize};

use crate::outcome::statistics::elo_scale::{difference, expected_score};
use crate::outcome::statistics::{Count, wilson_interval_clustered};

/// How much stronger one player is than another, in Elo points (A. E. Elo 1978, "The Rating of Chessplayers,
/// Past and Present").
///
/// A difference of 400 points means odds of ten to one.
/// Differences are rounded to a tenth, and `None` if they are infinite.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Elo {
    /// The share of points scored. A tie is half a point for each.
    pub score: f64,
    /// The difference at which that score is expected.
    pub difference: Option<f64>,
    /// The ends of the difference's 95 % interval.
    pub interval_95: [Option<f64>; 2],
}

impl Elo {
    /// The difference from the counts of games won, decided and tied.
    ///
    /// A tie counts as half a game won and half a game lost, which makes the interval slightly too wide.
    #[must_use]
    pub fn of(count: Count, ties: u64, design_effect: f64) -> Elo {
        let half_points = half_points(count, ties);
        let rounded = |score: f64| difference(score).map(|points| (10.0 * points).round() / 10.0);
        Elo {
            score: super::round4(half_points.rate()),
            difference: rounded(half_points.rate()),
            interval_95: score_interval(half_points, design_effect).map(rounded),
        }
    }

    /// The 95 % interval of the score: the expected scores at the ends of the difference's interval.
    #[must_use]
    pub fn score_interval(&self) -> [f64; 2] {
        let [low, high] = self.interval_95;
        let expected = |difference| super::round4(expected_score(difference));
        [low.map_or(0.0, expected), high.map_or(1.0, expected)]
    }
}

/// The count of half points won among all half points. A tie is one for each side.
#[must_use]
pub fn half_points(count: Count, ties: u64) -> Count {
    Count::new(2 * count.wins + ties, 2 * (count.decided + ties))
}

/// The 95 % interval of the share of the points. Two half points are one observation.
#[must_use]
pub fn score_interval(half_points: Count, design_effect: f64) -> [f64; 2] {
    wilson_interval_clustered(half_points, 2.0 * design_effect)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_differences() {
        let even = Elo::of(Count::new(40, 80), 20, 1.0);
        assert_eq!((even.score, even.difference), (0.5, Some(0.0)));
        assert_eq!(even.interval_95[0].map(|low| -low), even.interval_95[1]);
        assert_eq!(Elo::of(Count::new(10, 11), 0, 1.0).difference, Some(400.0));
        let all = Elo::of(Count::new(100, 100), 0, 1.0);
        assert_eq!((all.difference, all.interval_95[1]), (None, None));
        assert!(all.interval_95[0].is_some_and(|low| low > 500.0));
        assert_eq!(all.score_interval()[1], 1.0);
    }

    #[test]
    fn the_scores_at_the_ends_are_those_of_the_interval() {
        let elo = Elo::of(Count::new(40, 80), 20, 1.0);
        let [low, high] = wilson_interval_clustered(Count::new(100, 200), 2.0);
        let [expected_low, expected_high] = elo.score_interval();
        assert!((low - expected_low).abs() < 2e-4 && (high - expected_high).abs() < 2e-4);
    }

    #[test]
    fn clusters_widen_the_interval() {
        let width = |design_effect| {
            let [low, high] = Elo::of(Count::new(60, 100), 0, design_effect).interval_95;
            high.unwrap() - low.unwrap()
        };
        assert!(width(2.0) > 1.3 * width(1.0));
    }
}
