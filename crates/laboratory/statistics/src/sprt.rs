//! When to stop playing: a sequential test of one Elo difference against another.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::elo::expected_score;
use crate::pentanomial::{Pentanomial, likeliest};

/// The count that fastchess and Fishtest assume for an outcome that was not observed.
///
/// With none, its term of the ratio might be 0 · ln(0 / 0), and no test could begin.
const UNSEEN: f64 = 1e-3;

/// Why a test is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum InvalidSprt {
    /// The differences are not in order, not finite, or too far from 0 for their scores to differ from 0 and 1.
    #[error("elo0 {elo0} must be less than elo1 {elo1}, and both must have scores between 0 and 1")]
    Elo {
        /// The lesser difference.
        elo0: f64,
        /// The greater difference.
        elo1: f64,
    },
    /// The errors are not probabilities, or so large that a coin toss errs less.
    #[error("alpha {alpha} and beta {beta} must be above 0, and less than 1 together")]
    Errors {
        /// The probability of accepting `elo1` if `elo0` is true.
        alpha: f64,
        /// The probability of accepting `elo0` if `elo1` is true.
        beta: f64,
    },
}

/// A sequential probability ratio test: is the challenger stronger by `elo1` rather than by `elo0`?
///
/// The test is Wald's (A. Wald 1945, "Sequential tests of statistical hypotheses",
/// Annals of Mathematical Statistics 16).
/// It is generalised as in computer chess (Fishtest, fastchess, OpenBench).
/// A difference alone does not say how often pairs end with which points.
/// So each of the two hypotheses takes the distribution that suits it best (X. Li, J. Liu and Z. Ying 2014,
/// "Generalized sequential probability ratio test for separate families of hypotheses", Sequential Analysis 33).
/// The bounds are Wald's, for which the errors are at most about `alpha` and `beta`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    scores: [f64; 2],
    bounds: [f64; 2],
}

/// The judgement of the pairs played so far. See [`Sprt::judge`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// The natural logarithm of the pairs' likelihood under `elo1` divided by that under `elo0`.
    pub log_likelihood_ratio: f64,
    /// The bounds of the test: `elo0` is accepted at the first or below, `elo1` at the second or above.
    pub bounds: [f64; 2],
    /// Whether the test has stopped.
    pub verdict: SprtVerdict,
}

/// Whether a test has stopped, and for which difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtVerdict {
    /// The challenger is not stronger by more than `elo0`.
    Elo0Accepted,
    /// The challenger is stronger by `elo1` or more.
    Elo1Accepted,
    /// More pairs must be played.
    Undecided,
}

impl Sprt {
    /// A test of the difference `elo0` against `elo1`, in Elo points of the challenger above the opponent.
    ///
    /// `alpha` is the wanted probability of accepting `elo1` if `elo0` is true.
    /// `beta` is that of accepting `elo0` if `elo1` is true.
    ///
    /// # Errors
    ///
    /// [`InvalidSprt`] unless `elo0 < elo1`, both near enough to 0 for scores between 0 and 1, and `alpha` and `beta`
    /// are positive with a sum less than 1.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, InvalidSprt> {
        let scores = [elo0, elo1].map(expected_score);
        if !(0.0 < scores[0] && scores[0] < scores[1] && scores[1] < 1.0) {
            return Err(InvalidSprt::Elo { elo0, elo1 });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(InvalidSprt::Errors { alpha, beta });
        }
        Ok(Self { scores, bounds: [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()] })
    }

    /// Whether the pairs played so far decide.
    ///
    /// The probabilities of error hold if this is asked after every pair, or every few,
    /// and the first decision is final.
    /// An outcome not yet observed counts as a thousandth of a pair, as in fastchess and Fishtest.
    pub fn judge(&self, pairs: &Pentanomial) -> Judgement {
        let log_likelihood_ratio = self.log_likelihood_ratio(pairs);
        let verdict = match self.bounds {
            [low, _] if log_likelihood_ratio <= low => SprtVerdict::Elo0Accepted,
            [_, high] if log_likelihood_ratio >= high => SprtVerdict::Elo1Accepted,
            _ => SprtVerdict::Undecided,
        };
        Judgement { log_likelihood_ratio, bounds: self.bounds, verdict }
    }

    fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        let counts = pairs.counts().map(|count| if count == 0.0 { UNSEEN } else { count });
        let [under_elo0, under_elo1] = self.scores.map(|score| likeliest(&counts, score));
        (0..5).map(|outcome| counts[outcome] * (under_elo1[outcome] / under_elo0[outcome]).ln()).sum()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::{RngAlgorithm, TestRng};

    use super::*;

    fn close(left: f64, right: f64, slack: f64) {
        assert!((left - right).abs() <= slack, "{left} is not {right}");
    }

    fn ratio(elo0: f64, elo1: f64, pairs: [u64; 5]) -> f64 {
        Sprt::new(elo0, elo1, 0.05, 0.05).unwrap().judge(&Pentanomial { pairs }).log_likelihood_ratio
    }

    /// The examples of fastchess's own tests (`app/tests/sprt_test.cpp`), to their two decimals.
    #[test]
    fn fastchess_has_the_same_ratios() {
        close(ratio(0.5, 2.5, [223, 9863, 21_279, 10_037, 246]), -3.07, 0.005);
        close(ratio(0.0, 2.0, [871, 26_175, 55_983, 26_678, 821]), -4.98, 0.005);
    }

    /// The numbers come from a transcript of Van den Bergh's own program in Python (`LLRcalc.py`).
    ///
    /// That program uses Newton's method where this module uses bisection.
    #[test]
    fn fishtest_has_the_same_ratios() {
        for (elo0, elo1, pairs, expected) in [
            (0.5, 2.5, [223, 9863, 21_279, 10_037, 246], -3.074_126_439_585_705),
            (0.0, 10.0, [1, 12, 40, 20, 4], 1.030_951_414_893_760_6),
            (-5.0, 5.0, [0, 0, 9, 3, 0], 0.345_125_915_743_048_3),
            (0.0, 20.0, [0, 0, 2, 0, 37], 2.180_485_205_913_212_3),
            (-3.0, 1.0, [10, 0, 0, 0, 5], -0.057_077_162_486_477_75),
        ] {
            close(ratio(elo0, elo1, pairs), expected, 1e-9);
        }
    }

    #[test]
    fn impossible_tests_are_refused() {
        for (elo0, elo1) in [(5.0, 5.0), (5.0, 0.0), (0.0, f64::INFINITY), (f64::NAN, 0.0), (0.0, 1e9)] {
            assert!(matches!(Sprt::new(elo0, elo1, 0.05, 0.05), Err(InvalidSprt::Elo { .. })), "{elo0} {elo1}");
        }
        for (alpha, beta) in [(0.0, 0.05), (0.05, 0.0), (0.5, 0.5), (f64::NAN, 0.05), (-0.1, 0.2)] {
            assert!(matches!(Sprt::new(0.0, 5.0, alpha, beta), Err(InvalidSprt::Errors { .. })), "{alpha} {beta}");
        }
    }

    #[test]
    fn nothing_played_decides_nothing() {
        let judgement = Sprt::new(-5.0, 5.0, 0.05, 0.1).unwrap().judge(&Pentanomial::default());
        close(judgement.log_likelihood_ratio, 0.0, 1e-12);
        assert_eq!(judgement.verdict, SprtVerdict::Undecided);
        assert_eq!(judgement.bounds, [(0.1_f64 / 0.95).ln(), (0.9_f64 / 0.05).ln()]);
    }

    /// Matches between players of known difference, with many split pairs, tested after every pair.
    ///
    /// The tolerance is three standard deviations of the number of wrong verdicts.
    #[test]
    fn errors_are_as_rare_as_asked() {
        const MATCHES: usize = 2000;
        let (alpha, beta) = (0.05, 0.1);
        let test = Sprt::new(0.0, 50.0, alpha, beta).unwrap();
        let base = [8.0, 20.0, 40.0, 24.0, 12.0];
        let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
        for (elo, wrong, error) in [(0.0, SprtVerdict::Elo1Accepted, alpha), (50.0, SprtVerdict::Elo0Accepted, beta)] {
            let probabilities = likeliest(&base, expected_score(elo));
            let wrongs =
                (0..MATCHES).filter(|_| play_until_decided(&test, &probabilities, &mut random) == wrong).count();
            let most = MATCHES as f64 * error + 3.0 * (MATCHES as f64 * error * (1.0 - error)).sqrt();
            assert!(wrongs as f64 <= most, "{wrongs} wrong verdicts at {elo}");
            assert!(wrongs as f64 >= 0.3 * MATCHES as f64 * error, "only {wrongs}: the test plays on for nothing");
        }
    }

    fn play_until_decided(test: &Sprt, probabilities: &[f64; 5], random: &mut TestRng) -> SprtVerdict {
        let mut pairs = Pentanomial::default();
        loop {
            let mut left = random.random::<f64>();
            let outcome = probabilities.iter().position(|p| {
                left -= p;
                left < 0.0
            });
            pairs.pairs[outcome.unwrap_or(4)] += 1;
            let verdict = test.judge(&pairs).verdict;
            if verdict != SprtVerdict::Undecided {
                return verdict;
            }
        }
    }

    proptest! {
        #[test]
        fn exchanged_players_exchange_the_sign(
            mut pairs in [0_u64..300, 0..300, 0..300, 0..300, 0..300],
            elo1 in 1.0..50.0,
        ) {
            let before = ratio(0.0, elo1, pairs);
            pairs.reverse();
            prop_assert!((before + ratio(-elo1, 0.0, pairs)).abs() < 1e-6);
        }

        /// A better pair supports the greater difference more.
        #[test]
        fn more_points_raise_the_ratio(pairs in [1_u64..300, 1..300, 1..300, 1..300, 1..300], outcome in 0_usize..4) {
            let [worse, better] = [outcome, outcome + 1].map(|one_more| {
                let mut pairs = pairs;
                pairs[one_more] += 1;
                ratio(0.0, 10.0, pairs)
            });
            prop_assert!(worse < better);
        }
    }
}
