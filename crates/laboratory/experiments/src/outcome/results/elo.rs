use bestply_statistics::elo::difference;
use serde::{Deserialize, Serialize};

/// How much stronger one player is than another, in Elo points (A. E. Elo 1978, "The Rating of Chessplayers,
/// Past and Present").
///
/// A difference of 400 points means odds of ten to one.
/// Differences are rounded to a tenth, and `None` if they are infinite.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Elo {
    /// The difference at which the score is expected.
    pub difference: Option<f64>,
    /// The ends of the difference's 95 % interval: the differences at the ends of the score's.
    pub interval_95: [Option<f64>; 2],
}

impl Elo {
    /// The difference at which a share of the points with this interval is expected.
    pub fn of(score: f64, interval_95: [f64; 2]) -> Elo {
        let rounded = |score: f64| difference(score).map(|points| (10.0 * points).round() / 10.0);
        Elo { difference: rounded(score), interval_95: interval_95.map(rounded) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_differences() {
        let even = Elo::of(0.5, [0.4, 0.6]);
        assert_eq!((even.difference, even.interval_95), (Some(0.0), [Some(-70.4), Some(70.4)]));
        assert_eq!(Elo::of(10.0 / 11.0, [0.5, 1.0]), Elo { difference: Some(400.0), interval_95: [Some(0.0), None] });
    }
}
