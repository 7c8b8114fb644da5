//! What an evaluation's static values say of positions that no training saw.

use std::fmt;
use std::path::Path;

use bestply::Evaluator;
use bestply::Position;
use bestply_catalogue::Catalogue;
use bestply_experiments::Error;
use bestply_experiments::contest::Problem;
use bestply_experiments::files;
use bestply_statistics::{Count, Moments, Z_95, wilson_interval};
use toml::Table;

use crate::positions::{HeldOut, Positions};

/// The largest difference of a game that counts as close, in points.
const CLOSE: f64 = 12.0;

/// What to measure, and on which positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measurement<'a> {
    /// The game.
    pub game: &'a str,
    /// The evaluations; all of the game's where there is none, but for those whose weights nobody has.
    pub evaluations: Vec<String>,
    /// The file of positions; Othello's come with the program.
    pub positions: Option<&'a Path>,
    /// The file of weights for the evaluations that read one.
    pub weights: Option<&'a Path>,
}

/// How well the values of an evaluation agree with those that positions should have.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// The evaluation.
    pub evaluation: String,
    /// The group of positions.
    pub group: String,
    /// The agreement on all positions.
    pub all: Correlation,
    /// The agreement on those positions that should be worth at most twelve points for either side.
    pub close: Correlation,
    /// By how many points the evaluation takes the side to move for better off than it is,
    /// in the mean of all positions.
    ///
    /// The unit of its values is that in which they spread as widely as those that positions should have.
    pub bias: f64,
}

/// How well pairs of numbers agree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correlation {
    /// The number of pairs.
    pub pairs: usize,
    /// Pearson's coefficient. It is not a number where one side is always the same.
    pub coefficient: f64,
    /// How often both sides have the same sign, of the pairs that should have one.
    pub sign: Count,
}

impl Correlation {
    fn of(pairs: &[(f64, f64)]) -> Correlation {
        let decided = pairs.iter().filter(|(_, value)| *value != 0.0);
        let same = decided.clone().filter(|(found, value)| (*found > 0.0) == (*value > 0.0));
        let sign = Count::new(same.count() as u64, decided.count() as u64);
        Correlation { pairs: pairs.len(), coefficient: Moments::of(pairs).correlation(), sign }
    }

    /// The 95 % interval of the coefficient (Fisher 1921). It takes the pairs as independent and normal.
    #[must_use]
    pub fn interval(&self) -> [f64; 2] {
        let error = Z_95 / (self.pairs as f64 - 3.0).sqrt();
        [-error, error].map(|error| (self.coefficient.atanh() + error).tanh())
    }
}

impl fmt::Display for Correlation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([low, high], r) = (self.interval(), self.coefficient);
        let sign = [self.sign.rate()].into_iter().chain(wilson_interval(self.sign)).map(|rate| 100.0 * rate);
        let [rate, least, most] = sign.collect::<Vec<_>>().try_into().expect("there are three");
        write!(formatter, "{r:.3} ({low:.3}\u{2013}{high:.3}), {rate:.1}% ({least:.1}\u{2013}{most:.1})")
    }
}

/// Measures evaluations on positions that no training saw.
///
/// A line of the file has a position's group, its value in points for the side to move, and the position as a text.
/// Empty lines and lines that begin with `#` say nothing.
///
/// # Errors
///
/// If the game or an evaluation is unknown, or a file cannot be read or is wrong.
pub fn measure(catalogue: &Catalogue, measurement: &Measurement<'_>) -> Result<Vec<Agreement>, Error> {
    let about = catalogue.game_named(measurement.game).map_err(Problem::from)?;
    let game = about.name;
    let positions = Positions::read(game, measurement.positions)?;
    let held_out = positions.held_out()?;
    let weights = measurement.weights.map(|path| files::read(path, files::MOST_DATA, "cannot read the weights"));
    let weights = weights.transpose()?;
    let names: Vec<&str> = match measurement.evaluations.is_empty() {
        true => about.evaluations_with(weights.is_some()).collect(),
        false => measurement.evaluations.iter().map(String::as_str).collect(),
    };
    let of_game = catalogue.game_with(game, &Table::new()).map_err(Problem::from)?;
    let mut found = Vec::new();
    for evaluation in names {
        catalogue.check_evaluation(game, evaluation).map_err(Problem::from)?;
        let venue = of_game.venue(weights.as_deref(), &[evaluation]);
        let venue = venue.map_err(|error| Error::Invalid(format!("{evaluation}: {error}")))?;
        let mut evaluator = venue.evaluator(evaluation, bestply::Side::Max);
        let mut pairs: Vec<(&str, f64, f64)> = Vec::new();
        for HeldOut { group, value, position } in &held_out {
            let position = catalogue.position(game, position).map_err(Problem::from)?;
            let statics = f64::from(evaluator.evaluate(&position)) * f64::from(position.to_move().sign());
            pairs.push((group, statics, *value));
        }
        found.extend(agreements(evaluation, &pairs));
    }
    Ok(found)
}

/// The agreement in each group, in the order in which the groups first come up.
fn agreements(evaluation: &str, pairs: &[(&str, f64, f64)]) -> Vec<Agreement> {
    let mut groups: Vec<&str> = Vec::new();
    for &(group, ..) in pairs {
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    let agreement = |&group: &&str| {
        let all = pairs.iter().filter(|pair| pair.0 == group).map(|&(_, found, value)| (found, value));
        let all: Vec<(f64, f64)> = all.collect();
        let close: Vec<(f64, f64)> = all.iter().copied().filter(|pair| pair.1.abs() <= CLOSE).collect();
        let bias = bias(&Moments::of(&all));
        let (all, close) = (Correlation::of(&all), Correlation::of(&close));
        Agreement { evaluation: evaluation.to_owned(), group: group.to_owned(), all, close, bias }
    };
    groups.iter().map(agreement).collect()
}

/// How much more the first numbers are in the mean than the second, in a unit in which both spread as widely.
fn bias(moments: &Moments) -> f64 {
    moments.mean_x * (moments.yy / moments.xx).sqrt() - moments.mean_y
}
