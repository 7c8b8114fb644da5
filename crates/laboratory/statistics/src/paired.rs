//! What pairs of games tell of a player's share of the points.
//!
//! Two games from one start with sides exchanged are not independent, nor are pairs from starts that are images of one
//! another, nor what several opponents and budgets make of one start.
//! So the unit of chance is the *cluster* of a start: all that was played from it and from its images.
//! The variance of the mean comes from how much the clusters differ, whatever the reason:
//! draws, starts that favour a side (both games of a pair cancel), or starts that suit a player (both agree).
//! Source: Liang and Zeger 1986, "Longitudinal data analysis using generalized linear models", Biometrika 73.
//!
//! # The interval and the test
//!
//! Let `v` be that variance, and `d = v / (m (1 - m))` its ratio to the greatest that a share of mean `m` can have.
//! A share `p` is in the interval if the mean is within `t` standard deviations `sqrt(d p (1 - p))` of it.
//! This is Wilson's interval of `1 / d` independent pairs that are won or lost,
//! where `d` may well be smaller than one over the number of pairs.
//! `t` is Student's quantile.
//! The test of a claimed share is the same inequality: the interval consists of the claims that it does not reject.
//!
//! # Few pairs
//!
//! The variance is multiplied by `n / (n - 1)` for `n` clusters, and has `n - 1` degrees of freedom.
//! But where all clusters are won or lost, the variance follows from the mean, as Wilson's does, and the quantile is
//! the normal one: the degrees are `(n - 1) / (1 - r)`, where `r` is the clusters' variance divided by `m (1 - m)`.
//!
//! Chance may let all clusters of a sample end alike, with a variance of 0, which nobody believes.
//! Therefore a small part of a cluster that is won and of one that is lost are imagined beside the others.
//! The part is 0.03; where all ended alike, it is a half.
//!
//! These corrections are the simplest of those tried that cover 94 to 96.5 % from ten pairs on (`paired/tests.rs`):
//! Student's interval alone covers 90 to 94 %, and an imagined half cluster at both ends 97 to 99.7 %.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use statrs::distribution::{ContinuousCDF, StudentsT};

/// The part of a cluster won, and of one lost, that is imagined beside those of a sample.
const IMAGINED: f64 = 0.03;

/// [`IMAGINED`] where all clusters ended alike.
const IMAGINED_IF_ALIKE: f64 = 0.5;

/// Shares that differ by less than this are equal: the difference is a rounding error.
///
/// The least true difference of two means of a million pairs is a fourth of a millionth.
const ROUNDING: f64 = 1e-9;

/// So many degrees of freedom are as good as any more: the 95 % quantile is 0.0002 above the normal one.
///
/// Where all clusters are won or lost, there would be infinitely many.
const MOST_FREEDOM: f64 = 1e4;

/// The probability with which [`Estimate::smallest_difference`] is shown.
const POWER: f64 = 0.8;

/// The pairs of one cell: two players with their budgets in one game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    pairs: Vec<(u64, f64)>,
}

impl Sample {
    /// Independent pairs, or games: how many with each share of the points.
    pub fn of_counts<const N: usize>(counts: [(f64, u64); N]) -> Sample {
        let shares = counts.into_iter().flat_map(|(share, number)| std::iter::repeat_n(share, number as usize));
        (0..).zip(shares).collect()
    }

    /// Adds a pair: the cluster of its start, and the challenger's share of its points, from 0 to 1.
    ///
    /// Starts that are images of one another have the same cluster.
    ///
    /// # Panics
    ///
    /// If the share is not between 0 and 1.
    pub fn add(&mut self, cluster: u64, share: f64) {
        assert!((0.0..=1.0).contains(&share), "a share of the points is between 0 and 1: {share}");
        self.pairs.push((cluster, share));
    }

    /// What the pairs tell of the challenger's share of the points.
    pub fn estimate(&self) -> Estimate {
        Estimate::of([self])
    }

    fn mean(&self) -> f64 {
        self.pairs.iter().map(|(_, share)| share).sum::<f64>() / self.pairs.len() as f64
    }
}

/// Collects pairs: the cluster and the share of each.
impl FromIterator<(u64, f64)> for Sample {
    fn from_iter<I: IntoIterator<Item = (u64, f64)>>(pairs: I) -> Sample {
        let mut sample = Sample::default();
        pairs.into_iter().for_each(|(cluster, share)| sample.add(cluster, share));
        sample
    }
}

/// A share of the points, and how well it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    mean: f64,
    /// The mean with the imagined clusters, which is neither 0 nor 1.
    moderate_mean: f64,
    variance: f64,
    /// The degrees of freedom of the variance; 0 if nothing tells it.
    freedom: f64,
    /// The part of the variance that follows from the mean, from 0 to 1.
    follows: f64,
}

impl Estimate {
    /// Nothing was played.
    const UNKNOWN: Estimate = Estimate { mean: 0.5, moderate_mean: 0.5, variance: 0.25, freedom: 0.0, follows: 0.0 };

    /// The mean over cells that begin at the same starts, such as those of one game. Cells weigh the same.
    ///
    /// A cluster's deviation is the sum of its pairs' deviations from the means of their cells,
    /// so cells need not have the same starts. Cells without pairs are left out.
    pub fn of<'s>(cells: impl IntoIterator<Item = &'s Sample>) -> Estimate {
        let cells: Vec<&Sample> = cells.into_iter().filter(|cell| !cell.pairs.is_empty()).collect();
        if cells.is_empty() {
            return Estimate::UNKNOWN;
        }
        let weight = 1.0 / cells.len() as f64;
        let mean = cells.iter().map(|cell| weight * cell.mean()).sum();
        Estimate::of_clusters(mean, deviations(cells.into_iter().map(|cell| (weight, cell))))
    }

    /// The estimate from how far each cluster moves the mean.
    fn of_clusters(mean: f64, deviations: Vec<f64>) -> Estimate {
        let clusters = deviations.len() as f64;
        if clusters < 2.0 {
            return Estimate { mean, ..Estimate::UNKNOWN };
        }
        let are_alike = deviations.iter().all(|deviation| deviation.abs() * clusters < ROUNDING);
        let imagined = if are_alike { IMAGINED_IF_ALIKE } else { IMAGINED };
        let moderate_mean = (clusters * mean + imagined) / (clusters + 2.0 * imagined);
        let variance = variance_of(&deviations, of_imagined(imagined, mean, clusters));
        let freedom = clusters - 1.0;
        let estimate = Estimate { mean, moderate_mean, variance, freedom, follows: 0.0 };
        Estimate { follows: (freedom * estimate.variance_ratio()).min(1.0), ..estimate }
    }

    /// The mean of independent estimates, such as those of several games. They weigh the same.
    ///
    /// The degrees of freedom are Satterthwaite's (1946, "An approximate distribution of estimates of variance
    /// components", Biometrics Bulletin 2).
    /// No part of the variance is taken to follow from the mean, for that of one estimate says little of it.
    /// The mean is known only if all estimates are.
    pub fn mean_of(independent: &[Estimate]) -> Estimate {
        match independent {
            [] => return Estimate::UNKNOWN,
            [only] => return *only,
            _ => {}
        }
        let number = independent.len() as f64;
        let sum = |of: fn(&Estimate) -> f64| independent.iter().map(of).sum::<f64>();
        let (variance, freedom) = sum_of_variances(independent.iter().map(|it| (it.variance, it.freedom)));
        Estimate {
            mean: sum(|it| it.mean) / number,
            moderate_mean: sum(|it| it.moderate_mean) / number,
            variance: variance / (number * number),
            freedom,
            follows: 0.0,
        }
    }

    /// The share of the points; 0.5 if nothing was played, since the players then did equally well.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard error of the mean.
    pub(crate) fn standard_error(&self) -> f64 {
        self.variance.sqrt()
    }

    /// The 95 % interval of the share; [0, 1] if there are fewer than two clusters.
    pub fn interval_95(&self) -> [f64; 2] {
        let Some(student) = self.student() else { return [0.0, 1.0] };
        // The roots p of (mean - p)^2 = reach p (1 - p): the error is that of the claimed share, not of the mean,
        // so that no interval leaves [0, 1] and a mean of 0 or 1 has one.
        let reach = student.inverse_cdf(0.975).powi(2) * self.variance_ratio();
        let centre = (self.mean + reach / 2.0) / (1.0 + reach);
        let half_width = (reach * self.mean * (1.0 - self.mean) + reach * reach / 4.0).sqrt() / (1.0 + reach);
        [(centre - half_width).max(0.0), (centre + half_width).min(1.0)]
    }

    /// The two-sided p-value of the claim that the share is `claimed`; 1 if there are fewer than two clusters.
    pub fn p_value(&self, claimed: f64) -> f64 {
        let Some(student) = self.student().filter(|_| self.mean != claimed) else { return 1.0 };
        let error = (self.variance_ratio() * claimed * (1.0 - claimed)).sqrt();
        2.0 * student.sf((self.mean - claimed).abs() / error)
    }

    /// The smallest difference from a claimed share that such a sample shows four times of five, in a test at `level`.
    ///
    /// It is a share of the points, by the standard error of this sample; 1 if there are fewer than two clusters.
    pub fn smallest_difference(&self, level: f64) -> f64 {
        let Some(student) = self.student() else { return 1.0 };
        let quantiles = student.inverse_cdf(1.0 - level / 2.0) + student.inverse_cdf(POWER);
        (quantiles * self.standard_error()).min(1.0)
    }

    /// The variance, divided by the greatest that one observation of a share with this mean can have.
    fn variance_ratio(&self) -> f64 {
        self.variance / (self.moderate_mean * (1.0 - self.moderate_mean))
    }

    /// The distribution of a deviation divided by its estimated error, if anything tells the error.
    fn student(&self) -> Option<StudentsT> {
        let freedom = self.freedom / (1.0 - self.follows);
        StudentsT::new(0.0, 1.0, freedom.min(MOST_FREEDOM)).ok()
    }
}

/// How far each cluster moves a sum of the cells' means, each with its weight.
fn deviations<'s>(cells: impl Iterator<Item = (f64, &'s Sample)>) -> Vec<f64> {
    let mut deviations: BTreeMap<u64, f64> = BTreeMap::new();
    for (weight, cell) in cells {
        let (mean, weight) = (cell.mean(), weight / cell.pairs.len() as f64);
        for (cluster, share) in &cell.pairs {
            *deviations.entry(*cluster).or_default() += weight * (share - mean);
        }
    }
    deviations.into_values().collect()
}

/// A sum of the shares of cells, each with its weight, such as the slope of a line through them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contrast {
    value: f64,
    variance: f64,
    freedom: f64,
}

impl Contrast {
    /// The sum over groups of cells. Those of a group begin at the same starts, and groups are independent.
    ///
    /// As in an [`Estimate`], a small part of a cluster that is won and of one that is lost are imagined in each cell,
    /// and the degrees of freedom are Satterthwaite's.
    pub fn of(groups: &[Vec<(f64, &Sample)>]) -> Contrast {
        let value = groups.iter().flatten().map(|(weight, cell)| weight * cell.mean()).sum();
        let (variance, freedom) = sum_of_variances(groups.iter().map(|group| variance_and_freedom(group)));
        Contrast { value, variance, freedom: freedom.min(MOST_FREEDOM) }
    }

    /// The sum.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The 95 % interval of the sum: Student's.
    pub fn interval_95(&self) -> [f64; 2] {
        let reach = self.student().map_or(f64::INFINITY, |it| it.inverse_cdf(0.975)) * self.variance.sqrt();
        [self.value - reach, self.value + reach]
    }

    /// The two-sided p-value of the claim that the sum is 0; 1 where a group has fewer than two clusters.
    pub fn p_value(&self) -> f64 {
        self.student().map_or(1.0, |it| 2.0 * it.sf(self.value.abs() / self.variance.sqrt()))
    }

    fn student(&self) -> Option<StudentsT> {
        StudentsT::new(0.0, 1.0, self.freedom).ok()
    }
}

/// The variance of a weighed sum over cells that begin at the same starts, and its degrees of freedom.
fn variance_and_freedom(group: &[(f64, &Sample)]) -> (f64, f64) {
    let clusters = deviations(group.iter().copied());
    let number = clusters.len() as f64;
    if number < 2.0 {
        return (f64::INFINITY, 1.0);
    }
    let imagined = |(weight, cell): &(f64, &Sample)| {
        let mean = cell.mean();
        let are_alike = cell.pairs.iter().all(|(_, share)| (share - mean).abs() < ROUNDING);
        let imagined = if are_alike { IMAGINED_IF_ALIKE } else { IMAGINED };
        weight * weight * of_imagined(imagined, mean, number)
    };
    (variance_of(&clusters, group.iter().map(imagined).sum()), number - 1.0)
}

/// What this part of a cluster that is won, and of one that is lost, adds to the squares of so many clusters.
fn of_imagined(part: f64, mean: f64, clusters: f64) -> f64 {
    part * (mean * mean + (1.0 - mean).powi(2)) / (clusters * clusters)
}

/// The variance of a sum that clusters move so far, of which there are at least two.
fn variance_of(deviations: &[f64], of_imagined: f64) -> f64 {
    let clusters = deviations.len() as f64;
    let squares: f64 = deviations.iter().map(|deviation| deviation * deviation).sum();
    (squares + of_imagined) * clusters / (clusters - 1.0)
}

/// The variance of a sum of independent parts, each with its variance and degrees of freedom, and the sum's degrees of
/// freedom, which are Satterthwaite's.
fn sum_of_variances(parts: impl Iterator<Item = (f64, f64)>) -> (f64, f64) {
    let add = |(variance, squares): (f64, f64), (more, freedom): (f64, f64)| {
        (variance + more, squares + more * more / freedom)
    };
    let (variance, squares) = parts.fold((0.0, 0.0), add);
    (variance, variance * variance / squares)
}
