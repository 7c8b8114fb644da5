//! The Elo scale: differences in strength as odds (A. E. Elo 1978, "The Rating of Chessplayers, Past and Present").
//!
//! A difference of 400 points stands for odds of ten to one.
//! So the expected score of a game is the logistic function of the difference.
//! A tie is half a point for each player.

use std::f64::consts::LN_10;

/// Elo points for one unit of the natural logarithm of the odds.
pub(crate) const POINTS_PER_LOG_ODDS: f64 = 400.0 / LN_10;

/// The expected score of a game, between 0 and 1.
/// `difference` is the player's rating minus the opponent's, in Elo points.
pub(crate) fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference / POINTS_PER_LOG_ODDS).exp())
}

/// The difference in Elo points at which this score is expected; `None` for 0 and 1, where it is infinite.
pub fn difference(score: f64) -> Option<f64> {
    let is_finite = score > 0.0 && score < 1.0;
    is_finite.then(|| POINTS_PER_LOG_ODDS * (score / (1.0 - score)).ln())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_to_one_is_400_points() {
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-15);
        assert!((difference(1.0 / 11.0).unwrap() + 400.0).abs() < 1e-10);
        assert_eq!((difference(0.0), difference(0.5), difference(1.0)), (None, Some(0.0), None));
    }
}
