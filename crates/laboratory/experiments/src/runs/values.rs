//! What an evaluation's static values say of positions that no training saw.

use std::path::Path;

use super::study::{Findings, JobRow, Study, section};
use crate::contest::distinct;
use crate::play::fingerprint;
use crate::{Error, Result, files};
use bestply::{Evaluator, Position, Side, Value};
use bestply_catalogue::{AnyPosition, Catalogue, EvaluationSpec, Venue};
use bestply_presentation::table;
use bestply_presentation::words::{quantity, tenths_within};
use bestply_statistics::{Count, Moments, Z_95, wilson_interval};
use serde::Serialize;
use serde_json::{Value as Json, json};
use toml::Table;

use super::held_out::{HeldOutFile, HeldOutPosition};

/// The largest difference of a game that counts as close, in points.
const CLOSE: f64 = 12.0;

/// The study of evaluations on positions that no training saw.
pub struct StaticValues {
    game: &'static str,
    /// The positions with their groups and the values that they should have.
    positions: Vec<(String, f64, AnyPosition)>,
    checksum: String,
    /// The evaluations, each in its game.
    evaluations: Vec<(String, Venue)>,
}

/// How well the values of an evaluation agree with those that positions should have; `rows.jsonl` has these values.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ValuesAgreement {
    /// The evaluation.
    pub evaluation: String,
    /// The group of positions.
    pub group: String,
    /// The agreement on all positions.
    pub all: Correlation,
    /// The agreement on those positions that should be worth at most twelve points for either side.
    pub(crate) close: Correlation,
    /// By how many points the evaluation takes the side to move for better off than it is,
    /// in the mean of all positions.
    ///
    /// The unit of its values is that in which they spread as widely as those that positions should have.
    pub(crate) bias: f64,
}

/// How well pairs of numbers agree.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Correlation {
    /// The number of pairs.
    pub pairs: usize,
    /// Pearson's coefficient. It is not a number where one side is always the same.
    pub coefficient: f64,
    /// The 95 % interval of the coefficient (Fisher 1921). It takes the pairs as independent and normal.
    pub interval_95: [f64; 2],
    /// How often both sides have the same sign, of the pairs that should have one.
    pub(crate) same_sign: f64,
    /// The 95 % interval of that share.
    pub(crate) same_sign_interval_95: [f64; 2],
}

impl Correlation {
    pub(super) fn of(pairs: &[(f64, f64)]) -> Correlation {
        let decided = pairs.iter().filter(|(_, value)| *value != 0.0);
        let same = decided.clone().filter(|(found, value)| (*found > 0.0) == (*value > 0.0));
        let sign = Count::new(same.count() as u64, decided.count() as u64);
        let coefficient = Moments::of(pairs).correlation();
        let error = Z_95 / (pairs.len() as f64 - 3.0).sqrt();
        Correlation {
            pairs: pairs.len(),
            coefficient,
            interval_95: [-error, error].map(|error| (coefficient.atanh() + error).tanh()),
            same_sign: sign.rate(),
            same_sign_interval_95: wilson_interval(sign),
        }
    }

    /// The coefficient with its interval.
    pub(super) fn within(&self) -> String {
        let [low, high] = self.interval_95;
        format!("{:.3} ({low:.3}\u{2013}{high:.3})", self.coefficient)
    }

    /// The share of equal signs with its interval.
    pub(super) fn same_side(&self) -> String {
        tenths_within(self.same_sign, self.same_sign_interval_95)
    }
}

impl StaticValues {
    /// The study of these evaluations, or of all of the game's but for those whose weights nobody has, on the positions
    /// of a file, or on Othello's that come with the program. `weights` is a file for those that read one.
    ///
    /// A line of the file has a position's group, its value in points for the side to move, and the position as a text.
    /// Empty lines and lines that begin with `#` say nothing.
    ///
    /// # Errors
    ///
    /// If the game or an evaluation is unknown, or a file cannot be read or is wrong.
    pub fn new(
        catalogue: &Catalogue,
        game: &str,
        evaluations: &[String],
        positions: Option<&Path>,
        weights: Option<&Path>,
    ) -> Result<StaticValues> {
        let about = catalogue.game_named(game)?;
        let game = about.name;
        let HeldOutFile { checksum, positions, .. } = HeldOutFile::read(game, positions)?;
        let read = |it: HeldOutPosition| Ok((it.group, it.value, catalogue.position(game, &it.position)?));
        let positions = positions.into_iter().map(read).collect::<Result<_>>()?;
        let weights = weights.map(|path| files::read(path, files::MOST_DATA, "cannot read the weights")).transpose()?;
        let names: Vec<&str> = match evaluations {
            [] => about.evaluations_with(weights.is_some()).collect(),
            named => named.iter().map(String::as_str).collect(),
        };
        let of_game = catalogue.game_with(game, &Table::new())?;
        let venue = |name: &str| {
            catalogue.check_evaluation(game, name)?;
            if weights.is_some() && !about.all_learnt.contains(&name) && !evaluations.is_empty() {
                bail!("--weights is not for `{name}`, which reads none: leave it out");
            }
            let venue = catalogue.venue(&of_game, weights.as_deref(), &[EvaluationSpec::named(name)]);
            Ok::<_, Error>((name.to_owned(), venue.map_err(|error| Error::Invalid(format!("{name}: {error}")))?))
        };
        let evaluations = names.into_iter().map(venue).collect::<Result<_, _>>()?;
        Ok(StaticValues { game, positions, checksum, evaluations })
    }
}

impl Study for StaticValues {
    /// The place of an evaluation.
    type Job = usize;
    /// The values of an evaluation for the side to move, by position.
    type Row = JobRow<Vec<Value>>;
    type Results = Vec<ValuesAgreement>;

    const UNITS: &'static str = "evaluations";

    fn identity(&self) -> Json {
        let evaluations: Vec<String> =
            self.evaluations.iter().map(|(name, venue)| format!("{name} ({})", fingerprint(venue, name))).collect();
        json!({ "study": "values", "game": self.game, "positions": self.checksum, "evaluations": evaluations })
    }

    fn jobs(&self) -> Vec<usize> {
        (0..self.evaluations.len()).collect()
    }

    fn key(&self, place: &usize) -> String {
        self.evaluations[*place].0.clone()
    }

    fn part(&self, place: &usize) -> String {
        self.key(place)
    }

    fn work(&self, &place: &usize) -> Result<JobRow<Vec<Value>>> {
        let (name, venue) = &self.evaluations[place];
        let mut evaluator = venue.evaluator(name, Side::Max);
        let value = |(_, _, position): &(_, _, AnyPosition)| {
            evaluator.evaluate(position).saturating_mul(position.to_move().sign())
        };
        Ok(JobRow { job: name.clone(), found: self.positions.iter().map(value).collect() })
    }

    fn results(&self, rows: Vec<JobRow<Vec<Value>>>) -> Vec<ValuesAgreement> {
        let groups: Vec<&str> = distinct(self.positions.iter().map(|(group, ..)| group.as_str()));
        let agreement = |row: &JobRow<Vec<Value>>, group: &str| {
            let pairs = row.found.iter().zip(&self.positions).filter(|(_, position)| position.0 == group);
            let all: Vec<(f64, f64)> = pairs.map(|(&found, position)| (f64::from(found), position.1)).collect();
            let close: Vec<(f64, f64)> = all.iter().copied().filter(|pair| pair.1.abs() <= CLOSE).collect();
            let moments = Moments::of(&all);
            // How much more values are in the mean than they should be, in a unit in which both spread as widely.
            let bias = moments.mean_x * (moments.yy / moments.xx).sqrt() - moments.mean_y;
            let (evaluation, group) = (row.job.clone(), group.to_owned());
            ValuesAgreement { evaluation, group, all: Correlation::of(&all), close: Correlation::of(&close), bias }
        };
        rows.iter().flat_map(|row| groups.iter().map(move |group| agreement(row, group))).collect()
    }

    fn findings(&self, found: &Vec<ValuesAgreement>) -> Findings {
        let of_evaluation = |of: &[ValuesAgreement]| {
            let table = table!(of, |it|
                "group": it.group, "positions": quantity(it.all.pairs as f64), "r": it.all.within(),
                "same sign": it.all.same_side(), "points too many": format!("{:+.1}", it.bias),
                "close": quantity(it.close.pairs as f64), "r": it.close.within(), "same sign": it.close.same_side());
            section(&of[0].evaluation, table)
        };
        let best = found.iter().max_by(|a, b| a.all.coefficient.total_cmp(&b.all.coefficient));
        let best = best
            .map(|it| format!("The best agreement is {}'s, {:.3} in {}.", it.evaluation, it.all.coefficient, it.group));
        Findings {
            title: format!("What static values say of positions of {}", self.game),
            answer: best.into_iter().collect(),
            sections: found.chunk_by(|a, b| a.evaluation == b.evaluation).map(of_evaluation).collect(),
            legend: format!(
                "r is the correlation of static values with those that the positions should have, and the same sign is \
                 of those that should have one, both with 95% intervals. Points too many are how much better off the \
                 evaluation takes the side to move for, in the mean. Close positions should be worth at most {CLOSE} \
                 points for either side."
            ),
            method: format!("{} positions that no training saw.", self.positions.len()),
            ..Findings::default()
        }
    }
}
