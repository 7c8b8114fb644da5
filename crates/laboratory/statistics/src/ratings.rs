//! The ratings of players who met one another in pairs of games.
//!
//! The model is that of Bradley and Terry (1952, "Rank analysis of incomplete block designs", Biometrika 39),
//! which is also Elo's.
//! The expected score of a game is the logistic function of the players' difference,
//! and a tie is half a point for each.
//! The ratings are those that make the points likeliest.
//! Only these give every player the expected points, and Newton's method finds them.
//!
//! # What is independent
//!
//! Only starts are independent: all players meet on the same starts,
//! and a start that is hard for one player is hard for the next.
//! The intervals therefore come from how much the *starts* differ,
//! by the cluster-robust "sandwich" covariance (K.-Y. Liang and S. L. Zeger 1986,
//! "Longitudinal data analysis using generalized linear models", Biometrika 73),
//! with Student's t for the number of starts.
//! Compared with a bootstrap, this needs no random numbers and costs one pass.
//! It never draws a sample of starts in which a strong player lost nothing, so that no finite rating exists.
//! It also holds where ties and exchanged sides make a pair vary less than the model says.
//!
//! Starts that are copies of one another, such as mirror images, must have the same number.

mod fit;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use statrs::distribution::{ContinuousCDF, StudentsT};
use thiserror::Error;

use self::fit::{likeliest, residuals_by_start, sandwich};
use crate::bisection::first_failing;
use crate::elo::expected_score;

/// The games of a pair, and the points shared in it.
const GAMES: f64 = 2.0;

/// The probability outside each end of a 95 % interval.
const TAIL: f64 = 0.025;

/// A standard error of fewer Elo points than this is a rounding error: the starts did not differ.
const LEAST_ERROR: f64 = 1e-6;

/// A rating in Elo points that is farther than all others.
const FARTHEST: f64 = 1e5;

/// The result of a pair of games: the same start, played twice with sides exchanged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairResult {
    /// The first player, numbered from 0.
    pub first: usize,
    /// The second player, numbered from 0.
    pub second: usize,
    /// The start played, or the class of starts that are copies of one another.
    pub start: u64,
    /// The points of the first player in both games, from 0 to 2. The second player has the rest.
    pub points: f64,
}

/// How strong one player is, in Elo points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The difference from the mean of all players with a finite rating; `None` for the others.
    pub difference: Option<f64>,
    /// The ends of the difference's 95 % interval; `None` if an end is infinite or unknown.
    pub interval_95: [Option<f64>; 2],
}

/// Why players cannot be rated.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RatingError {
    /// A result is invalid: an unknown player, a player against itself, or points outside 0 to 2.
    #[error("no result of {players} players: {result:?}")]
    Result {
        /// The number of players.
        players: usize,
        /// The first invalid result.
        result: PairResult,
    },
    /// The players fall into groups that never met.
    #[error("the players {groups:?} never met those of another group")]
    Disconnected {
        /// The groups' players, each group in ascending order.
        groups: Vec<Vec<usize>>,
    },
    /// Those who neither won nor lost everything fall into groups without finite differences.
    ///
    /// Of any two such groups, one won all the points between them, or only players set aside met both.
    #[error("between the groups of players {groups:?} no finite difference explains the points")]
    Separated {
        /// The groups' players, each group in ascending order.
        groups: Vec<Vec<usize>>,
    },
}

/// The ratings of all players, and how well they are known.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    ratings: Vec<Rating>,
    errors: Errors,
}

impl Ratings {
    /// The likeliest ratings of the players numbered from 0 to `players - 1`. Their mean is 0.
    ///
    /// A player who won or lost everything has no finite rating.
    /// Nor has a player who did so against all others that are not set aside for this reason.
    /// Such a rating is an interval with one end:
    /// the rating with which such a row of points has a probability of 2.5 %.
    /// For this the pairs of a start count as one game.
    /// The interval has no end if the player met no player with a finite rating.
    ///
    /// If all starts went alike, or there is only one, nothing tells how well the ratings are known,
    /// and the intervals have no ends.
    /// The cost is that of a few passes over the results and inversions of a matrix of the players.
    ///
    /// # Errors
    ///
    /// [`RatingError`] when a result is impossible, or differences between groups of players do not exist.
    pub fn of(players: usize, results: &[PairResult]) -> Result<Self, RatingError> {
        let points = points_table(players, results)?;
        let groups = linked_groups((0..players).collect(), |i, j| points[i][j] + points[j][i] > 0.0);
        if groups.len() > 1 {
            return Err(RatingError::Disconnected { groups });
        }
        let rated = with_finite_rating(&points);
        let groups = linked_groups(rated.clone(), |i, j| points[i][j] > 0.0);
        if groups.len() > 1 {
            return Err(RatingError::Separated { groups });
        }
        let strengths = likeliest(&points, &rated);
        let residuals = residuals_by_start(results, &strengths);
        let errors = Errors { covariance: sandwich(&strengths, &points, &residuals), starts: residuals.len() };
        let rating = |(player, strength): (usize, &Option<f64>)| match strength {
            Some(strength) => finite(*strength, errors.half_width(player)),
            None => infinite(player, &strengths, results),
        };
        Ok(Self { ratings: strengths.iter().enumerate().map(rating).collect(), errors })
    }

    /// The rating of each player.
    pub fn ratings(&self) -> &[Rating] {
        &self.ratings
    }

    /// How much stronger the first player is than the second, with the 95 % interval by Student's t.
    ///
    /// It cannot be computed from the intervals of the ratings, since these are not independent.
    /// `None` if a rating or the error is not known.
    ///
    /// # Panics
    ///
    /// When there is no such player.
    pub fn difference(&self, first: usize, second: usize) -> Option<(f64, [f64; 2])> {
        let difference = self.ratings[first].difference? - self.ratings[second].difference?;
        let half_width = self.errors.of_difference(first, second)? * self.errors.student()?.inverse_cdf(1.0 - TAIL);
        Some((difference, [difference - half_width, difference + half_width]))
    }

    /// The probability that the first player is stronger than the second.
    ///
    /// It is the probability that the estimated difference, with its error by Student's t,
    /// has the sign of the true one.
    /// `None` if a rating or the error is not known.
    ///
    /// # Panics
    ///
    /// When there is no such player.
    pub fn likelihood_of_superiority(&self, first: usize, second: usize) -> Option<f64> {
        let difference = self.ratings[first].difference? - self.ratings[second].difference?;
        Some(self.errors.student()?.cdf(difference / self.errors.of_difference(first, second)?))
    }

    /// The two-sided p-value of the claim that two players are equally strong.
    /// `None` if a rating or the error is not known.
    ///
    /// # Panics
    ///
    /// When there is no such player.
    pub fn p_value(&self, first: usize, second: usize) -> Option<f64> {
        let difference = self.ratings[first].difference? - self.ratings[second].difference?;
        Some(2.0 * self.errors.student()?.sf(difference.abs() / self.errors.of_difference(first, second)?))
    }
}

/// The uncertainty of the ratings.
#[derive(Clone, Debug, PartialEq)]
struct Errors {
    /// The covariance in squared Elo points, by player; 0 for players without a finite rating.
    covariance: Vec<Vec<f64>>,
    /// The number of independent observations.
    starts: usize,
}

impl Errors {
    /// Half the 95 % interval of a player's rating.
    fn half_width(&self, player: usize) -> Option<f64> {
        Some(known_error(self.covariance[player][player])? * self.student()?.inverse_cdf(1.0 - TAIL))
    }

    /// The standard error of the difference of two players.
    fn of_difference(&self, first: usize, second: usize) -> Option<f64> {
        // All ratings have mean 0, so those of two players go up and down together or against one another.
        let covariance = |i: usize, j: usize| self.covariance[i][j];
        known_error(covariance(first, first) + covariance(second, second) - 2.0 * covariance(first, second))
    }

    /// The distribution of an estimate divided by its standard error, which is itself estimated from the starts.
    fn student(&self) -> Option<StudentsT> {
        StudentsT::new(0.0, 1.0, self.starts.checked_sub(1)? as f64).ok()
    }
}

/// The standard error, unless it is a rounding error.
fn known_error(variance: f64) -> Option<f64> {
    Some(variance.max(0.0).sqrt()).filter(|&error| error > LEAST_ERROR)
}

/// The points of each player against each other, of which there are two in a pair.
///
/// # Errors
///
/// If a result is of no two of the players, or of no two games.
pub fn points_table(players: usize, results: &[PairResult]) -> Result<Vec<Vec<f64>>, RatingError> {
    let mut table = vec![vec![0.0; players]; players];
    for &result in results {
        let PairResult { first, second, points, .. } = result;
        if first.max(second) >= players || first == second || !(0.0..=GAMES).contains(&points) {
            return Err(RatingError::Result { players, result });
        }
        table[first][second] += points;
        table[second][first] += GAMES - points;
    }
    Ok(table)
}

/// The members in groups, such that links lead from each member of a group to each other one.
///
/// Source: S. Warshall 1962, "A theorem on Boolean matrices", Journal of the ACM 9.
fn linked_groups(members: Vec<usize>, is_linked: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let n = members.len();
    let mut reaches: Vec<Vec<bool>> =
        members.iter().map(|&i| members.iter().map(|&j| i == j || is_linked(i, j)).collect()).collect();
    for (via, i, j) in (0..n * n * n).map(|triple| (triple / (n * n), triple / n % n, triple % n)) {
        reaches[i][j] |= reaches[i][via] && reaches[via][j];
    }
    let group_of = |i: usize| (0..n).filter(|&j| reaches[i][j] && reaches[j][i]).collect::<Vec<usize>>();
    let groups = (0..n).filter_map(|i| Some(group_of(i)).filter(|group| group[0] == i));
    groups.map(|group| group.into_iter().map(|index| members[index]).collect()).collect()
}

/// All players except those who won or lost everything against the rest, and again those of the rest.
///
/// If only one is left, it stays, so that the others can be compared with it.
fn with_finite_rating(points: &[Vec<f64>]) -> Vec<usize> {
    let mut rated: Vec<usize> = (0..points.len()).collect();
    while rated.len() > 1 {
        let won_and_lost =
            |&i: &usize| rated.iter().any(|&j| points[i][j] > 0.0) && rated.iter().any(|&j| points[j][i] > 0.0);
        let rest: Vec<usize> = rated.iter().copied().filter(won_and_lost).collect();
        if rest.len() == rated.len() {
            break;
        }
        rated = rest;
    }
    rated
}

/// The rating of a player who both won and lost points against the rated ones.
fn finite(difference: f64, half_width: Option<f64>) -> Rating {
    let end = |side: f64| half_width.map(|half_width| difference + side * half_width);
    Rating { difference: Some(difference), interval_95: [end(-1.0), end(1.0)] }
}

/// The rating of a player who won or lost everything against the rated ones.
fn infinite(player: usize, strengths: &[Option<f64>], results: &[PairResult]) -> Rating {
    let mut by_start: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    let mut has_won = false;
    for &PairResult { first, second, start, points } in results {
        let (opponent, points) = if first == player { (second, points) } else { (first, GAMES - points) };
        if let (true, Some(strength)) = ([first, second].contains(&player), strengths[opponent]) {
            by_start.entry(start).or_default().push(strength);
            has_won = points > 0.0;
        }
    }
    let side = if has_won { 1.0 } else { -1.0 };
    let end = (!by_start.is_empty()).then(|| side * least_to_win(by_start.values(), side));
    Rating { difference: None, interval_95: if has_won { [end, None] } else { [None, end] } }
}

/// The rating with which winning one game of every start has a probability of 2.5 %.
///
/// The opponent of a game is any of the start's opponents. Every opponent's rating is multiplied by `side`.
fn least_to_win<'a>(starts: impl Iterator<Item = &'a Vec<f64>> + Clone, side: f64) -> f64 {
    let surprise = |rating: f64| -> f64 {
        let of_start = |opponents: &Vec<f64>| {
            let sum: f64 = opponents.iter().map(|opponent| -expected_score(rating - side * opponent).ln()).sum();
            sum / opponents.len() as f64
        };
        starts.clone().map(of_start).sum()
    };
    first_failing(-FARTHEST, FARTHEST, |rating| surprise(rating) > -TAIL.ln())
}
