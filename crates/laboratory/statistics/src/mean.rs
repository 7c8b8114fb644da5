//! Means, medians and deviations of measurements that are numbers and no shares.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// A mean, and how well it is known.
///
/// ```
/// use bestply_statistics::Mean;
///
/// let mean = Mean::of(&[1.0, 2.0, 3.0]).expect("there are several");
/// assert_eq!(mean.mean, 2.0);
/// assert!((mean.interval_95[1] - 4.484).abs() < 1e-3);
/// // One half, one and two are one in the geometric mean.
/// assert_eq!(Mean::of_ratios(&[0.5, 1.0, 2.0]).expect("there are several").mean, 1.0);
/// assert_eq!(Mean::of(&[1.0]), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its 95 % interval by Student's *t*, the numbers being independent.
    pub interval_95: [f64; 2],
}

impl Mean {
    /// The mean of these numbers; `None` of fewer than two, which tell nothing of how they differ.
    pub fn of(numbers: &[f64]) -> Option<Mean> {
        let (mean, variance) = mean_and_variance(numbers)?;
        let freedom = numbers.len() as f64 - 1.0;
        let quantile = StudentsT::new(0.0, 1.0, freedom).expect("freedom is positive").inverse_cdf(0.975);
        let half_width = quantile * (variance / numbers.len() as f64).sqrt();
        Some(Mean { mean, interval_95: [mean - half_width, mean + half_width] })
    }

    /// How the mean compares with 0 beyond chance: at 95 %, for this mean by itself. Equal if chance may be all.
    pub fn sign(self) -> Ordering {
        match self.interval_95 {
            [low, _] if low > 0.0 => Ordering::Greater,
            [_, high] if high < 0.0 => Ordering::Less,
            _ => Ordering::Equal,
        }
    }

    /// The geometric mean of positive ratios, for which twice as much and half as much cancel.
    pub fn of_ratios(ratios: &[f64]) -> Option<Mean> {
        let logarithms: Vec<f64> = ratios.iter().map(|ratio| ratio.ln()).collect();
        let Mean { mean, interval_95 } = Mean::of(&logarithms)?;
        Some(Mean { mean: mean.exp(), interval_95: interval_95.map(f64::exp) })
    }
}

/// The middle of these numbers, or the mean of the two in the middle; `None` of none.
///
/// ```
/// use bestply_statistics::median;
///
/// assert_eq!([median(vec![3.0, 1.0, 2.0]), median(vec![4.0, 1.0]), median(vec![])], [Some(2.0), Some(2.5), None]);
/// ```
pub fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    match numbers.len() % 2 {
        0 => Some((numbers.get(middle.checked_sub(1)?)? + numbers[middle]) / 2.0),
        _ => Some(numbers[middle]),
    }
}

/// The mean of these numbers, and the variance of the population of which they are a sample; `None` of fewer than two.
///
/// ```
/// use bestply_statistics::mean_and_variance;
///
/// assert_eq!(mean_and_variance(&[1.0, 2.0, 6.0]), Some((3.0, 7.0)));
/// assert_eq!(mean_and_variance(&[1.0]), None);
/// ```
pub fn mean_and_variance(numbers: &[f64]) -> Option<(f64, f64)> {
    let freedom = numbers.len().checked_sub(1).filter(|&freedom| freedom > 0)? as f64;
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / freedom;
    Some((mean, variance))
}
