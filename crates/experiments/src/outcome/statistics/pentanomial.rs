//! Pairs of games, counted by how they ended.
//!
//! Two games from one start with sides exchanged are not independent.
//! If the start favours a side, one player is lucky in the first game, and the other player in the second.
//! Pairs are independent, so pairs are counted, by the challenger's points in both games together: 0, 1/2, 1, 3/2 or 2.
//! A [`Pentanomial`] holds these counts.
//! Pairs from starts that are mirror images of one another are copies of each other.
//! Count only one of them, since the counts of pairs do not show which are copies.
//!
//! The intervals here and the test in [`sprt`](super::sprt) rest on one computation.
//! It is the likeliest distribution of a pair's outcome among those with a given mean score.
//! Source: M. Van den Bergh, "Comments on Normalized Elo",
//! <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>, proposition 1.1.

use super::Z_95;
use super::bisection::first_failing;
use super::elo_scale::difference;

/// The mean score a game of a pair, for each of its outcomes.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The numbers of pairs of games that ended with 0, 1/2, 1, 3/2 and 2 points for the challenger, in this order.
///
/// A pair is the same start played twice with sides exchanged; a tie is half a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial {
    /// The numbers of pairs by the challenger's half points.
    pub pairs: [u64; 5],
}

impl Pentanomial {
    /// Counts one more pair, in which the challenger scored `points`.
    ///
    /// # Panics
    ///
    /// If `points` is none of 0, 1/2, 1, 3/2 and 2.
    pub fn record(&mut self, points: f64) {
        let outcome = SCORES.iter().position(|&score| 2.0 * score == points);
        self.pairs[outcome.unwrap_or_else(|| panic!("two games cannot give {points} points"))] += 1;
    }

    /// The number of pairs.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The mean score of a game, between 0 and 1; 0.5 if nothing was played, since the players then did equally well.
    #[must_use]
    pub fn score(&self) -> f64 {
        let total = self.total();
        if total == 0 { 0.5 } else { weighted_sum(&self.counts(), |score| score) / total as f64 }
    }

    /// An estimate of the variance of [`score`](Self::score):
    /// the unbiased variance of the pairs divided by their number.
    ///
    /// `None` before the second pair.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let (total, score) = (self.total() as f64, self.score());
        (total > 1.0)
            .then(|| weighted_sum(&self.counts(), |outcome| (outcome - score).powi(2)) / (total * (total - 1.0)))
    }

    /// The 95 % interval of the mean score.
    ///
    /// It consists of the scores within 1.96 standard errors of the observed one.
    /// The error is that of the likeliest distribution *with that score*.
    ///
    /// If both games of every pair go to one player,
    /// this is Wilson's interval (see [`wilson_interval`](super::wilson_interval)).
    /// If no game is a tie, it is Tango's interval for matched pairs (T. Tango 1998,
    /// "Equivalence test and confidence interval for the difference in proportions for the paired-sample design",
    /// Statistics in Medicine 17).
    /// With many pairs it is the usual one from [`variance`](Self::variance).
    /// But it stays within [0, 1], and keeps its width if all pairs ended alike.
    /// It costs some ten thousand sums over the outcomes.
    #[must_use]
    pub fn score_interval_95(&self) -> [f64; 2] {
        [0.0, 1.0].map(|extreme| self.farthest_score_towards(extreme))
    }

    /// The Elo difference at which the score is expected; `None` if one player won everything.
    ///
    /// It is positive if the challenger is the stronger player.
    #[must_use]
    pub fn elo(&self) -> Option<f64> {
        difference(self.score())
    }

    /// The 95 % interval of [`elo`](Self::elo): that of the score on the logistic scale. An infinite end is `None`.
    #[must_use]
    pub fn elo_interval_95(&self) -> [Option<f64>; 2] {
        self.score_interval_95().map(difference)
    }

    pub(super) fn counts(&self) -> [f64; 5] {
        self.pairs.map(|pairs| pairs as f64)
    }

    /// The end of the score's interval on the side of `extreme`, which is 0 or 1.
    fn farthest_score_towards(&self, extreme: f64) -> f64 {
        let (counts, total, score) = (self.counts(), self.total() as f64, self.score());
        first_failing(score, extreme, |mean| {
            let variance = weighted_sum(&likeliest(&counts, mean), |outcome| (outcome - mean).powi(2));
            total * (score - mean).powi(2) <= Z_95 * Z_95 * variance
        })
    }
}

/// The weighted sum of a function of the scores.
/// The function is not evaluated where the weight is 0, since it may have a pole there.
fn weighted_sum(weights: &[f64; 5], of: impl Fn(f64) -> f64) -> f64 {
    weights.iter().zip(SCORES).filter(|(weight, _)| **weight != 0.0).map(|(weight, score)| weight * of(score)).sum()
}

/// The probabilities that make the counts likeliest among all those with mean `score`, strictly between 0 and 1.
///
/// If the share `q` of the outcome `a` was observed, its probability is `q / (1 + theta (a - score))`.
/// `theta` makes the mean right: it is the root of a function that falls between the two poles of the extreme outcomes.
/// If an extreme outcome was not observed, there may be no root before its pole.
/// Then `theta` is the pole, and the outcome has the remaining probability.
pub(super) fn likeliest(counts: &[f64; 5], score: f64) -> [f64; 5] {
    let total: f64 = counts.iter().sum();
    let theta = first_failing(-1.0 / (1.0 - score), 1.0 / score, |theta| {
        weighted_sum(counts, |outcome| (outcome - score) / (1.0 + theta * (outcome - score))) > 0.0
    });
    let mut probabilities = [0.0; 5];
    for ((probability, count), outcome) in probabilities.iter_mut().zip(counts).zip(SCORES) {
        if *count > 0.0 {
            *probability = count / total / (1.0 + theta * (outcome - score));
        }
    }
    let left = 1.0 - probabilities.iter().sum::<f64>();
    probabilities[if theta < 0.0 { 4 } else { 0 }] += left;
    probabilities
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use statrs::function::factorial::ln_factorial;

    use super::*;
    use crate::outcome::statistics::{Count, wilson_interval};

    fn close(left: f64, right: f64, slack: f64) {
        assert!((left - right).abs() <= slack, "{left} is not {right}");
    }

    /// The examples of fastchess's own tests (`app/tests/elo_test.cpp`). The error is half the interval.
    #[test]
    fn fastchess_has_the_same_differences() {
        for (pairs, elo, error) in [
            ([34, 54, 63, 64, 75], 55.58, 27.65),
            ([332, 433, 498, 333, 334], -8.64, 10.33),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95),
        ] {
            let counts = Pentanomial { pairs };
            let [low, high] = counts.elo_interval_95().map(Option::unwrap);
            close(counts.elo().unwrap(), elo, 0.005);
            close((high - low) / 2.0, error, 0.01 * error);
        }
    }

    #[test]
    fn the_interval_is_wilsons_without_split_pairs() {
        for (wins, decided) in [(89, 100), (0, 10), (10, 10), (1, 1), (500, 1000), (0, 0)] {
            let interval = Pentanomial { pairs: [decided - wins, 0, 0, 0, wins] }.score_interval_95();
            let wilson = wilson_interval(Count::new(wins, decided));
            for (end, expected) in interval.into_iter().zip(wilson) {
                close(end, expected, 1e-12);
            }
        }
        let [low, high] = Pentanomial { pairs: [0, 0, 0, 0, 10] }.elo_interval_95();
        assert!(low.is_some() && high.is_none());
    }

    /// The pairs show no spread, but it is not certain that all pairs are split.
    #[test]
    fn pairs_that_are_all_split_leave_doubt() {
        let counts = Pentanomial { pairs: [0, 0, 100, 0, 0] };
        let [low, high] = counts.score_interval_95();
        close(0.5 - low, high - 0.5, 1e-12);
        assert!(high > 0.51 && high < 0.53, "{high}");
        assert_eq!((counts.elo(), counts.variance()), (Some(0.0), Some(0.0)));
    }

    #[test]
    fn the_variance_is_that_of_the_pairs() {
        let mut counts = Pentanomial::default();
        for points in [0.0, 2.0, 1.5, 1.0] {
            counts.record(points);
            assert_eq!(counts.variance().is_some(), counts.total() > 1);
        }
        close(counts.score(), 0.5625, 1e-15);
        close(
            counts.variance().unwrap(),
            (4.0 * 0.316_406_25 + 4.0 * 0.191_406_25 + 0.140_625 + 0.015_625) / 48.0,
            0.02,
        );
    }

    #[test]
    #[should_panic(expected = "two games cannot give 0.7 points")]
    fn points_come_by_halves() {
        Pentanomial::default().record(0.7);
    }

    /// All ways in which a few pairs can end, each with its probability.
    ///
    /// How likely is an interval that contains the truth?
    #[test]
    fn intervals_of_few_pairs_hold_the_truth() {
        for base in [[1.0, 2.0, 4.0, 2.0, 1.0], [1.0, 1.0, 20.0, 3.0, 2.0], [1.0, 2.0, 6.0, 10.0, 20.0]] {
            let total = weighted_sum(&base, |_| 1.0);
            let truth = weighted_sum(&base, |score| score) / total;
            let probability = |pairs: &[u64; 5]| -> f64 {
                let term = |(&pairs, weight): (&u64, f64)| pairs as f64 * (weight / total).ln() - ln_factorial(pairs);
                (ln_factorial(PAIRS) + pairs.iter().zip(base).map(term).sum::<f64>()).exp()
            };
            let holds_truth = |pairs: &[u64; 5]| {
                let [low, high] = Pentanomial { pairs: *pairs }.score_interval_95();
                low <= truth && truth <= high
            };
            let coverage: f64 = outcomes().iter().filter(|pairs| holds_truth(pairs)).map(probability).sum();
            assert!(coverage > 0.93, "{coverage} with {base:?}");
        }
    }

    const PAIRS: u64 = 12;

    fn outcomes() -> Vec<[u64; 5]> {
        (0..(PAIRS + 1).pow(4))
            .map(|code| [0, 1, 2, 3].map(|place| code / (PAIRS + 1).pow(place) % (PAIRS + 1)))
            .filter(|[a, b, c, d]| a + b + c + d <= PAIRS)
            .map(|[a, b, c, d]| [a, b, c, d, PAIRS - a - b - c - d])
            .collect()
    }

    /// The logarithm of the counts' likelihood, at its maximum over the distributions with a mean score.
    ///
    /// It is found without the formula, by a grid that is refined around its best point.
    fn by_force(counts: &[f64; 5], score: f64) -> f64 {
        let (mut best, mut centre, mut width) = (f64::NEG_INFINITY, [0.2; 3], 0.25);
        for _ in 0..60 {
            let around = centre;
            for step in 0..125 {
                let inner = [1, 5, 25].map(|place| f64::from(step / place % 5) - 2.0);
                let inner: [f64; 3] = std::array::from_fn(|i| around[i] + width * inner[i]);
                let last = score - 0.25 * inner[0] - 0.5 * inner[1] - 0.75 * inner[2];
                let all = [1.0 - last - inner.iter().sum::<f64>(), inner[0], inner[1], inner[2], last];
                let likelihood: f64 = counts.iter().zip(all).map(|(count, p)| count * p.ln()).sum();
                if likelihood > best {
                    (best, centre) = (likelihood, inner);
                }
            }
            width *= 0.75;
        }
        best
    }

    #[test]
    fn no_distribution_is_likelier() {
        for counts in [[3.0, 5.0, 9.0, 6.0, 2.0], [20.0, 1.0, 4.0, 1.0, 2.0], [1.0, 1.0, 1.0, 30.0, 1.0]] {
            for score in [0.35, 0.5, 0.6] {
                let found = likeliest(&counts, score);
                close(weighted_sum(&found, |_| 1.0), 1.0, 1e-12);
                close(weighted_sum(&found, |outcome| outcome), score, 1e-12);
                let likelihood: f64 = counts.iter().zip(found).map(|(count, p)| count * p.ln()).sum();
                close(likelihood, by_force(&counts, score), 1e-6);
            }
        }
    }

    proptest! {
        #[test]
        fn exchanged_players_exchange_the_ends(pairs in [0_u64..300, 0..300, 0..300, 0..300, 0..300]) {
            let (counts, mut mirrored) = (Pentanomial { pairs }, Pentanomial { pairs });
            mirrored.pairs.reverse();
            let ([low, high], [other_low, other_high]) = (counts.score_interval_95(), mirrored.score_interval_95());
            prop_assert!((low + other_high - 1.0).abs() < 1e-9 && (high + other_low - 1.0).abs() < 1e-9);
            prop_assert!(low <= counts.score() && counts.score() <= high);
        }
    }
}
