//! How static values and shallow searches predict deep ones in a game: what multi-ProbCut needs of an evaluation
//! (Buro 1997), and what searchers need that believe a value to be uncertain.
//!
//! **The key decision** is that the evaluation's own searches are measured, by the engine's alpha-beta without anything
//! selective, in positions of games between shallow searches that sometimes play at random.
//! For each stage of the game and each pair of depths the deep value is fitted by a line to the shallow one,
//! and for each depth the static values are compared with the search's.

use bestply::{Evaluator, Limit, Position, Value};
use bestply_catalogue::{AnyPosition, Catalogue, EvaluationSpec, SearcherSpec};
use bestply_presentation::table;
use bestply_presentation::words::count;
use bestply_statistics::Moments;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::study::{Findings, JobRow, Study, section};
use crate::Result;
use crate::contest::GameSpec;
use crate::play::seat::{Seat, properties_alone};
use crate::play::shallow::shallow_game;

/// The study of a game's positions, ready to be run.
pub struct Predictions<'c> {
    seat: Seat<'c>,
    game: GameSpec,
    depth: usize,
    games: u64,
}

/// What each position is worth, as its side to move sees it; a row has a list of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasuredPosition {
    /// The number of the stage, as the evaluation counts it.
    stage: usize,
    /// The value at each depth from 0, which is the static value.
    values: Vec<Value>,
}

/// How values predict those of searches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PredictionResults {
    /// How far static values lie from those of searches: a row for each stage and depth.
    pub errors: Vec<ErrorOfStage>,
    /// How shallow searches predict deep ones: a row for each stage and pair of depths.
    pub(crate) predictions: Vec<PredictionOfStage>,
}

/// How far static values lie from those of searches in one stage of the game: a [`StaticError`](bestply::StaticError).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ErrorOfStage {
    /// The number of the stage, as the evaluation [counts](Evaluator::stage) it.
    pub(crate) stage: usize,
    /// The depth of the searches.
    pub depth: usize,
    /// By how much the values of searches lie above static ones, in the mean.
    pub mean: f64,
    /// The standard deviation of the difference.
    pub deviation: f64,
    /// The correlation of both.
    pub correlation: f64,
    /// The number of positions.
    pub positions: usize,
}

/// How shallow searches predict deep ones in one stage of the game: a [`Prediction`](bestply::Prediction).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PredictionOfStage {
    /// The number of the stage, as the evaluation [counts](Evaluator::stage) it.
    pub(crate) stage: usize,
    /// The depth of the predicted search.
    pub(crate) deep: usize,
    /// The depth of the search that predicts it.
    pub(crate) shallow: usize,
    /// By how much the deep value grows with the shallow one.
    pub slope: f64,
    /// The deep value where the shallow one is 0.
    pub(crate) offset: f64,
    /// The standard deviation of what is not predicted.
    pub(crate) sigma: f64,
    /// The number of positions.
    pub positions: usize,
}

impl<'c> Predictions<'c> {
    /// The greatest depth.
    pub const MAX_DEPTH: usize = 12;
    /// The most games.
    pub const MAX_GAMES: u64 = 100_000;

    /// One position in so many is taken.
    const ONE_IN: usize = 4;
    /// The fewest positions of a stage that say anything.
    const FEWEST: usize = 30;

    /// The study of so many games, from each of which one position in four is taken and searched to this depth.
    ///
    /// # Errors
    ///
    /// If the game or its evaluation cannot be had, or the evaluation has no value of a position by itself.
    pub fn new(catalogue: &'c Catalogue, game: GameSpec, by: Option<&str>, depth: usize, games: u64) -> Result<Self> {
        let engine = SearcherSpec::read("principal-variation-search")?;
        let seat = Seat::new(catalogue, &game.kind, &game.settings, engine, by.map(EvaluationSpec::named))?;
        properties_alone(&seat.venue, seat.evaluation.name())?;
        Ok(Predictions { seat, game, depth, games })
    }

    /// The values of a position at all depths, as its side to move sees them; `None` where one is infinite.
    fn values(&self, position: &AnyPosition) -> Option<Vec<Value>> {
        const FAR: Value = Value::MAX / 2;
        let Seat { venue, evaluation, .. } = &self.seat;
        let static_value = venue.evaluator(evaluation.name(), position.to_move()).evaluate(position);
        let searched = (1..=self.depth)
            .map(|depth| self.seat.search(position, &Limit::new().depth(depth)).0.expect("it was not cut short"));
        let values = std::iter::once(static_value).chain(searched);
        let values: Vec<Value> = values.map(|value| position.to_move().sign() * value.max(-Value::MAX)).collect();
        values.iter().all(|value| value.abs() < FAR).then_some(values)
    }
}

impl Study for Predictions<'_> {
    type Job = u64;
    /// The positions of a game.
    type Row = JobRow<Vec<MeasuredPosition>>;
    type Results = PredictionResults;

    const UNITS: &'static str = "games";

    fn identity(&self) -> Json {
        let GameSpec { kind, settings } = &self.game;
        json!({
            "study": "predictions", "game": kind, "settings": settings, "depth": self.depth, "games": self.games,
            "engine": self.seat.described(),
        })
    }

    fn jobs(&self) -> Vec<u64> {
        (0..self.games).collect()
    }

    fn key(&self, game: &u64) -> String {
        format!("game {game}")
    }

    fn part(&self, _: &u64) -> String {
        self.game.kind.clone()
    }

    fn work(&self, &game: &u64) -> Result<JobRow<Vec<MeasuredPosition>>> {
        let mut positions = Vec::new();
        let Seat { venue, evaluation, .. } = &self.seat;
        shallow_game(&self.seat, game, |position, dice| {
            if dice.below(Predictions::ONE_IN) == 0 {
                let stage = venue.evaluator(evaluation.name(), position.to_move()).stage(position);
                positions.extend(self.values(position).map(|values| MeasuredPosition { stage, values }));
            }
        });
        Ok(JobRow { job: self.key(&game), found: positions })
    }

    fn results(&self, rows: Vec<JobRow<Vec<MeasuredPosition>>>) -> PredictionResults {
        let measured: Vec<MeasuredPosition> = rows.into_iter().flat_map(|row| row.found).collect();
        let mut results = PredictionResults { errors: Vec::new(), predictions: Vec::new() };
        for stage in 0..measured.iter().map(|measured| measured.stage + 1).max().unwrap_or(0) {
            let of_stage: Vec<_> = measured.iter().filter(|it| it.stage == stage).map(|it| &it.values).collect();
            if of_stage.len() < Predictions::FEWEST {
                continue;
            }
            let points = |deep: usize, shallow: usize| {
                of_stage.iter().map(|it| (f64::from(it[shallow]), f64::from(it[deep]))).collect::<Vec<_>>()
            };
            let errors = (1..=self.depth).map(|depth| ErrorOfStage::of(stage, depth, &points(depth, 0)));
            results.errors.extend(errors);
            // Pairs of depths that differ by an even number of plies, or that start at 1 or 2.
            let pairs = (3..=self.depth).flat_map(|deep| (1..deep - 1).map(move |shallow| (deep, shallow)));
            let pairs = pairs.filter(|(deep, shallow)| (deep - shallow) % 2 == 0 || *shallow <= 2);
            let prediction = |(deep, shallow)| PredictionOfStage::of(stage, deep, shallow, &points(deep, shallow));
            results.predictions.extend(pairs.filter_map(prediction));
        }
        results
    }

    fn findings(&self, results: &PredictionResults) -> Findings {
        let game = &self.game.kind;
        let errors = table!(&results.errors, |it|
            "stage": it.stage, "depth": it.depth, "mean": format!("{:.1}", it.mean),
            "deviation": format!("{:.1}", it.deviation), "correlation": format!("{:.3}", it.correlation),
            "positions": it.positions);
        let predictions = table!(&results.predictions, |it|
            "stage": it.stage, "deep": it.deep, "shallow": it.shallow, "slope": format!("{:.3}", it.slope),
            "offset": format!("{:.1}", it.offset), "sigma": format!("{:.1}", it.sigma), "positions": it.positions);
        let stages = results.errors.iter().filter(|it| it.depth == 1);
        let of = count(stages.map(|it| it.positions).sum(), "position", "positions");
        Findings {
            title: format!("How values predict those of searches in {game}"),
            answer: vec![format!("{of} of {} in {game} were searched to depth {}.", count(self.games as usize, "game", "games"), self.depth)],
            sections: vec![
                section("How far static values lie from those of searches", errors),
                section("How shallow searches predict deep ones", predictions),
            ],
            legend: "Values are as the side to move sees them. An error is by how much a search's value lies above the \
                     static one in the mean, with the standard deviation of the difference and the correlation of both. \
                     A prediction is the line through shallow and deep values by least squares, with the standard \
                     deviation of what it does not predict. The evaluation says what the stages are."
                .to_owned(),
            method: format!(
                "Games between searches of two plies, in which one move in four is random and one position in four is \
                 taken, with the evaluation {}.",
                self.seat.evaluation.name()
            ),
            ..Findings::default()
        }
    }
}

impl PredictionOfStage {
    /// The line through the points by least squares; `None` where they do not rise.
    fn of(stage: usize, deep: usize, shallow: usize, points: &[(f64, f64)]) -> Option<PredictionOfStage> {
        let moments = Moments::of(points);
        let slope = moments.slope();
        if slope.is_nan() || slope <= 0.0 {
            return None;
        }
        let offset = moments.mean_y - slope * moments.mean_x;
        let errors: f64 = points.iter().map(|(x, y)| (y - slope * x - offset).powi(2)).sum();
        let sigma = (errors / (points.len() as f64 - 2.0)).sqrt();
        Some(PredictionOfStage { stage, deep, shallow, slope, offset, sigma, positions: points.len() })
    }
}

impl ErrorOfStage {
    /// How the second of each pair differs from the first.
    fn of(stage: usize, depth: usize, points: &[(f64, f64)]) -> ErrorOfStage {
        let moments = Moments::of(points);
        let Moments { mean_x, mean_y, xx, xy, yy } = moments;
        let deviation = ((xx - 2.0 * xy + yy) / (points.len() as f64 - 1.0)).max(0.0).sqrt();
        let correlation = moments.correlation();
        ErrorOfStage { stage, depth, mean: mean_y - mean_x, deviation, correlation, positions: points.len() }
    }
}
