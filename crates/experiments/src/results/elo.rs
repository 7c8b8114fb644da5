use serde::{Deserialize, Serialize};

use crate::statistics::{Count, wilson_interval_clustered};

/// How much stronger one player is than another, in Elo points (A. E. Elo 1978, "The Rating of Chessplayers, Past and Present"):
/// 400 points are odds of ten to one. Rounded to a tenth; without a number where no finite one says it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Elo {
    /// The share of points scored, a tie being half a point for each.
    pub score: f64,
    /// The difference for which that score is the expected one.
    pub difference: Option<f64>,
    /// The ends of its 95 % interval.
    pub interval_95: [Option<f64>; 2],
}

impl Elo {
    /// From games won, decided and tied. A tie is taken for half a game won and half a game lost, which makes the interval a
    /// little too wide.
    #[must_use]
    pub fn of(count: Count, ties: u64, design_effect: f64) -> Elo {
        let half_points = Count::new(2 * count.wins + ties, 2 * (count.decided + ties));
        let interval = wilson_interval_clustered(half_points, 2.0 * design_effect);
        Elo {
            score: super::round4(half_points.rate()),
            difference: difference(half_points.rate()),
            interval_95: interval.map(difference),
        }
    }
}

/// The difference whose expected score this is.
fn difference(score: f64) -> Option<f64> {
    let is_finite = score > 0.0 && score < 1.0;
    is_finite.then(|| (4000.0 * (score / (1.0 - score)).log10()).round() / 10.0)
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
