//! The arithmetic of ratings: the maximum of the likelihood, and how far each start moves it.

use std::collections::BTreeMap;

use super::{GAMES, PairResult};
use crate::elo::{POINTS_PER_LOG_ODDS, expected_score};

/// Rows of numbers.
type Matrix = Vec<Vec<f64>>;

/// Newton's method ends after a step that moves no difference by more than this number of Elo points.
const CONVERGED: f64 = 1e-7;

/// More steps than any tournament takes. A step may move a difference by some 170 points.
const MOST_STEPS: usize = 1000;

/// The likeliest ratings of the rated players, with mean 0, by Newton's method; `None` for the others.
///
/// A step is shortened so that no difference moves by more than one unit of the logarithm of the odds.
/// Such a short step raises the likelihood from any point.
/// Source: F. Bach 2010, "Self-concordant analysis for logistic regression", Electronic Journal of Statistics 4.
pub(super) fn likeliest(points: &[Vec<f64>], rated: &[usize]) -> Vec<Option<f64>> {
    let mut strengths: Vec<Option<f64>> = (0..points.len()).map(|i| rated.contains(&i).then_some(0.0)).collect();
    for _ in 0..MOST_STEPS {
        let surplus: Vec<f64> = (0..points.len()).map(|player| surplus(player, &strengths, points)).collect();
        let mut step = times(&inverse(information(&strengths, points)), &surplus);
        step.iter_mut().for_each(|change| *change *= POINTS_PER_LOG_ODDS);
        let [least, most] = step.iter().fold([0.0_f64; 2], |[least, most], &x| [least.min(x), most.max(x)]);
        // A full step from equal ratings overshoots where somebody won nearly everything, and may never come back.
        let shortening = (POINTS_PER_LOG_ODDS / (most - least)).min(1.0);
        for (strength, change) in strengths.iter_mut().zip(step) {
            *strength = strength.map(|strength| strength + shortening * change);
        }
        if most - least < CONVERGED {
            break;
        }
    }
    strengths
}

/// The points that a player scored against the rated ones, minus those expected.
pub(super) fn surplus(player: usize, strengths: &[Option<f64>], points: &[Vec<f64>]) -> f64 {
    let against = |opponent: usize| {
        let expected = expected_score(strengths[player]? - strengths[opponent]?);
        Some(points[player][opponent] - (points[player][opponent] + points[opponent][player]) * expected)
    };
    (0..points.len()).filter_map(against).sum()
}

/// Fisher's information about the ratings, per squared unit of the logarithm of the odds.
///
/// It tells nothing of a rating that is common to all, so that it has no inverse.
/// A constant added for all rated players gives it one, which is right for vectors that sum to 0.
/// A player without a rating has a one on the diagonal.
fn information(strengths: &[Option<f64>], points: &[Vec<f64>]) -> Matrix {
    let constant = 1.0 / strengths.len() as f64;
    let mut matrix = vec![vec![0.0; strengths.len()]; strengths.len()];
    for (i, strength) in strengths.iter().enumerate() {
        matrix[i][i] += if strength.is_some() { constant } else { 1.0 };
        for (j, opponent) in strengths.iter().enumerate().filter(|&(j, _)| j != i) {
            let (Some(strength), Some(opponent)) = (strength, opponent) else { continue };
            let expected = expected_score(strength - opponent);
            let weight = (points[i][j] + points[j][i]) * expected * (1.0 - expected);
            matrix[i][i] += weight;
            matrix[i][j] += constant - weight;
        }
    }
    matrix
}

/// For each start with rated players, the points of every player minus those expected.
pub(super) fn residuals_by_start(results: &[PairResult], strengths: &[Option<f64>]) -> BTreeMap<u64, Vec<f64>> {
    let mut residuals = BTreeMap::new();
    for &PairResult { first, second, start, points } in results {
        if let (Some(strength), Some(opponent)) = (strengths[first], strengths[second]) {
            let of_start = residuals.entry(start).or_insert_with(|| vec![0.0; strengths.len()]);
            let residual = points - GAMES * expected_score(strength - opponent);
            of_start[first] += residual;
            of_start[second] -= residual;
        }
    }
    residuals
}

/// The covariance of the ratings in squared Elo points.
///
/// It is the sum over the starts of how far each moves the ratings, squared.
/// One start gives 0, since its residuals are 0.
pub(super) fn sandwich(strengths: &[Option<f64>], points: &[Vec<f64>], residuals: &BTreeMap<u64, Vec<f64>>) -> Matrix {
    let bread = inverse(information(strengths, points));
    let starts = residuals.len() as f64;
    // As in `paired.rs`, the variance of few starts is too small by (n - 1) / n.
    let scale = POINTS_PER_LOG_ODDS.powi(2) * starts / (starts - 1.0).max(1.0);
    let mut covariance = vec![vec![0.0; strengths.len()]; strengths.len()];
    for influence in residuals.values().map(|of_start| times(&bread, of_start)) {
        for (row, left) in covariance.iter_mut().zip(&influence) {
            row.iter_mut().zip(&influence).for_each(|(sum, right)| *sum += scale * left * right);
        }
    }
    covariance
}

fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// The inverse of a symmetric positive definite matrix, by Gauss-Jordan elimination. No pivot of such a matrix is 0.
fn inverse(mut matrix: Matrix) -> Matrix {
    for pivot in 0..matrix.len() {
        let divisor = std::mem::replace(&mut matrix[pivot][pivot], 1.0);
        matrix[pivot].iter_mut().for_each(|entry| *entry /= divisor);
        let pivot_row = matrix[pivot].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|&(i, _)| i != pivot) {
            let factor = std::mem::replace(&mut row[pivot], 0.0);
            row.iter_mut().zip(&pivot_row).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    matrix
}
