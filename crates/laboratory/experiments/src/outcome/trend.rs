//! How the score changes with a parameter of the game.

use bestply_statistics::paired::{Contrast, Sample};
use serde::Serialize;

use super::results::{Cell, groups, written};
use super::verdict::Verdict;

/// The change of the score with a parameter, for each tenfold of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trend {
    /// The parameter.
    pub(crate) parameter: String,
    /// The change of the score with each tenfold of the parameter.
    #[serde(serialize_with = "written::rounded")]
    pub slope: f64,
    /// The 95 % interval of the slope.
    #[serde(rename = "interval_95", serialize_with = "written::rounded_ends")]
    pub interval: [f64; 2],
    /// The two-sided p-value of the slope against none, before correction.
    #[serde(serialize_with = "written::to_four_digits")]
    pub p_value: f64,
    /// Whether the score grows.
    pub verdict: Verdict,
}

impl Trend {
    /// The line through these scores over the logarithm of a parameter, fitted by least squares.
    ///
    /// Each cell comes with its pairs, and with what it must have in common with the others that it is compared with,
    /// besides the values of the game's other parameters.
    /// Cells of one game at several costs begin at the same starts, whose clusters are what is independent.
    ///
    /// # Panics
    ///
    /// If a cell lacks the parameter.
    pub(super) fn of(parameter: &str, cells: &[(&Cell, &Sample, String)]) -> Trend {
        let place = |cell: &Cell| f64::from(cell.game.parameters[parameter]).log10();
        let mut pulls: Vec<(&Cell, &Sample, f64)> = Vec::new();
        for stratum in groups(cells, |(cell, _, common)| (cell.game.without(parameter), common)) {
            let mean = stratum.iter().map(|(cell, ..)| place(cell)).sum::<f64>() / stratum.len() as f64;
            pulls.extend(stratum.iter().map(|&&(cell, sample, _)| (cell, sample, place(cell) - mean)));
        }
        let spread: f64 = pulls.iter().map(|(.., pull)| pull * pull).sum();
        let of_starts = groups(&pulls, |(cell, ..)| cell.game.at_any_cost());
        let weighed =
            of_starts.iter().map(|cells| cells.iter().map(|(_, sample, pull)| (pull / spread, *sample)).collect());
        let slope = Contrast::of(&weighed.collect::<Vec<_>>());
        let (interval, p_value) = (slope.interval_95(), slope.p_value());
        let verdict = Verdict::of(slope.value() > 0.0);
        Trend { parameter: parameter.to_owned(), slope: slope.value(), interval, p_value, verdict }
    }
}
