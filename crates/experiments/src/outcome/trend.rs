//! How the score changes with a parameter of the game.

use super::results::{Cell, Game, groups};
use super::statistics::{Z_95, two_sided_p};
use super::verdict::Verdict;

/// The change of the score with a parameter, for each tenfold of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Trend {
    /// The parameter.
    pub parameter: String,
    /// The change of the score with each tenfold of the parameter.
    pub slope: f64,
    /// The 95 % interval of the slope.
    pub interval: [f64; 2],
    /// The two-sided p-value of the slope against none, before correction.
    pub p_value: f64,
    /// Whether the score grows.
    pub verdict: Verdict,
}

impl Trend {
    /// The line through these scores over the logarithm of a parameter, fitted by least squares.
    ///
    /// Each cell comes with what it must have in common with the others that it is compared with,
    /// besides the values of the game's other parameters.
    /// Cells that begin at the same starts are not independent.
    /// The errors of such cells add up as if they were one where that makes the slope less certain.
    ///
    /// # Panics
    ///
    /// If a cell lacks the parameter.
    pub(super) fn of<'c>(parameter: &str, cells: &[(&'c Cell, String)]) -> Trend {
        let place = |cell: &Cell| f64::from(cell.game.parameters[parameter]).log10();
        let strata = groups(cells.iter().collect(), |(cell, common)| (others(&cell.game, parameter), common));
        let mut pulls: Vec<(&'c Cell, f64)> = Vec::new();
        for stratum in &strata {
            let mean = stratum.iter().map(|(cell, _)| place(cell)).sum::<f64>() / stratum.len() as f64;
            pulls.extend(stratum.iter().map(|(cell, _)| (*cell, place(cell) - mean)));
        }
        let spread: f64 = pulls.iter().map(|(_, pull)| pull * pull).sum();
        let slope = pulls.iter().map(|(cell, pull)| pull * cell.score().0).sum::<f64>() / spread;
        let of_starts = |cells: &Vec<&(&Cell, f64)>| {
            let errors = || cells.iter().map(|(cell, pull)| pull * standard_error(cell));
            let independent: f64 = errors().map(|error| error * error).sum();
            independent.max(errors().sum::<f64>().powi(2))
        };
        let starts = groups(pulls.iter().collect(), |(cell, _)| cell.game.at_any_cost());
        let error = starts.iter().map(of_starts).sum::<f64>().sqrt() / spread;
        let interval = [slope - Z_95 * error, slope + Z_95 * error];
        Trend {
            parameter: parameter.to_owned(),
            slope,
            interval,
            p_value: two_sided_p(slope, error),
            verdict: Verdict::of(slope > 0.0),
        }
    }
}

/// The game with any value of this parameter.
fn others(game: &Game, parameter: &str) -> Game {
    let mut game = game.clone();
    game.parameters.remove(parameter);
    game
}

/// The standard error of a cell's score, from its interval, so that it is above none where all is won.
fn standard_error(cell: &Cell) -> f64 {
    let [low, high] = cell.score().1;
    (high - low) / (2.0 * Z_95)
}
