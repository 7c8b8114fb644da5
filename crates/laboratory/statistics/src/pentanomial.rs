//! Pairs of games, counted by how they ended.
//!
//! Two games from one start with sides exchanged are not independent.
//! If the start favours a side, one player is lucky in the first game, and the other player in the second.
//! Pairs are independent, so pairs are counted, by the challenger's points in both games together: 0, 1/2, 1, 3/2 or 2.
//! A [`Pentanomial`] holds these counts.
//! Pairs from starts that are mirror images of one another are copies of each other.
//! Count only one of them, since the counts of pairs do not show which are copies.
//!
//! The test in [`sprt`](super::sprt) rests on the likeliest distribution of a pair's outcome among those with a given
//! mean score.
//! Source: M. Van den Bergh, "Comments on Normalized Elo",
//! <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>, proposition 1.1.

use crate::bisection::first_failing;

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
    pub fn total(&self) -> u64 {
        self.pairs.iter().sum()
    }

    pub(super) fn counts(&self) -> [f64; 5] {
        self.pairs.map(|pairs| pairs as f64)
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
    // Where both extreme outcomes were observed, this is a rounding error. Elsewhere it may be what the pole's outcome
    // has: that of the most points where `theta` is below 0, for `1 + theta (1 - score)` is 0 there.
    let left = 1.0 - probabilities.iter().sum::<f64>();
    probabilities[if theta < 0.0 { 4 } else { 0 }] += left;
    probabilities
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: f64, right: f64, slack: f64) {
        assert!((left - right).abs() <= slack, "{left} is not {right}");
    }

    #[test]
    #[should_panic(expected = "two games cannot give 0.7 points")]
    fn points_come_by_halves() {
        Pentanomial::default().record(0.7);
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
}
