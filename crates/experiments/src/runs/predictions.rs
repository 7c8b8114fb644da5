//! How static values and shallow searches predict deep ones in a game: what multi-ProbCut needs of an evaluation
//! (Buro 1997), and what searchers need that believe a value to be uncertain.
//!
//! **The key decision** is that the evaluation's own searches are measured, by the engine's alpha-beta without anything
//! selective, in positions of games between shallow searches that sometimes play at random.
//! For each stage of the game and each pair of depths the deep value is fitted by a line to the shallow one,
//! and for each depth the static values are compared with the search's.
//! The outcome depends on the options, and not on the number of threads.

use bestply::{Evaluator, Limit, Player, Position, Prediction, StaticError, Value, mix};
use bestply_catalogue::{AnyPosition, Catalogue, SpecError, Venue};
use bestply_statistics::Moments;
use toml::Table;

use crate::Error;
use crate::contest::Problem;
use crate::play::in_order::{in_order, thread_pool};

/// What to fit, and to how much.
#[derive(Clone, Debug)]
pub struct Fitting {
    /// The game.
    pub game: String,
    /// The game's settings, as `branching` of random games.
    pub settings: Table,
    /// The evaluation; the game's first where it is left out.
    pub evaluation: Option<String>,
    /// The deepest searches.
    pub depth: usize,
    /// The number of games from which positions are taken, one position in four.
    pub games: u64,
    /// The number of threads; all cores if it is `None`. It does not affect the outcome.
    pub threads: Option<usize>,
}

/// What was found for one stage of the game: a [`Prediction`] or a [`StaticError`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitted<T> {
    /// The number of the stage, as the evaluation [counts](Evaluator::stage) it.
    pub stage: usize,
    /// What was found.
    pub found: T,
    /// The number of positions that it is fitted to.
    pub positions: usize,
}

impl Fitting {
    /// The greatest depth.
    pub const MAX_DEPTH: usize = 12;
    /// The most games.
    pub const MAX_GAMES: u64 = 100_000;

    /// The first of the numbers of the starts, which no match uses.
    const FIRST_START: u64 = 500_000_000;
    /// One move in so many is random, and one position in so many is taken.
    const ONE_IN: u64 = 4;
    /// The fewest positions of a stage that say anything.
    const FEWEST: usize = 30;
}

/// A position's stage, and its values by depth, from its static value on, as its side to move sees them.
struct Measured {
    stage: usize,
    values: Vec<Value>,
}

/// Fits a prediction for each stage and each pair of depths that differ by an even number of plies or start at 1.
///
/// # Errors
///
/// If the game or its evaluation cannot be had, or the threads cannot be started.
pub fn fit(catalogue: &Catalogue, fitting: &Fitting, progress: impl FnMut()) -> Result<Vec<Fitted<Prediction>>, Error> {
    let pairs = (3..=fitting.depth).flat_map(|deep| (1..deep - 1).map(move |shallow| (deep, shallow)));
    let pairs = Vec::from_iter(pairs.filter(|(deep, shallow)| (deep - shallow) % 2 == 0 || *shallow <= 2));
    let measured = measure(catalogue, fitting, progress)?;
    Ok(of_stages(&measured, pairs, |(deep, shallow), points| line(deep, shallow, points)))
}

/// Compares static values with those of searches to each depth, for each stage.
///
/// # Errors
///
/// As [`fit`]; and if the evaluation has no value of a position by itself, but only after its parent.
pub fn errors(
    catalogue: &Catalogue,
    fitting: &Fitting,
    progress: impl FnMut(),
) -> Result<Vec<Fitted<StaticError>>, Error> {
    let measured = measure(catalogue, fitting, progress)?;
    let depths = (1..=fitting.depth).map(|depth| (depth, 0));
    Ok(of_stages(&measured, Vec::from_iter(depths), |(depth, _), points| Some(static_error(depth, points))))
}

/// Plays the games, and measures their positions.
fn measure(catalogue: &Catalogue, fitting: &Fitting, mut progress: impl FnMut()) -> Result<Vec<Measured>, Error> {
    let about = catalogue.game_named(&fitting.game).map_err(Problem::from)?;
    let evaluation = fitting.evaluation.clone().unwrap_or_else(|| about.evaluations[0].to_owned());
    catalogue.check_evaluation(&fitting.game, &evaluation).map_err(Problem::from)?;
    let game = catalogue.game_with(&fitting.game, &fitting.settings).map_err(Problem::from)?;
    let venue = game.venue(None, &[&evaluation]);
    let venue = venue.map_err(|error| Error::Invalid(error.to_string()))?;
    if venue.evaluator(&evaluation, bestply::Side::Max).properties().depends_on_parent {
        return Err(Error::Invalid(format!("{evaluation} has values of children only, which depend on the parent")));
    }
    let engine = catalogue.player("principal-variation-search").map_err(Problem::from)?;
    let first = if venue.start_count().is_some() { 1 } else { Fitting::FIRST_START };
    let games: Vec<u64> = (0..fitting.games).collect();
    let start = |game: u64| first + venue.start_count().map_or(game, |starts| game % starts);
    let work = |&game: &u64| {
        Game { venue: &venue, evaluation: &evaluation, engine: &engine, fitting }.measure(start(game), game)
    };
    let mut measured = Vec::new();
    in_order(&thread_pool(fitting.threads)?, &games, work, |of_game: Result<Vec<Measured>, SpecError>| {
        measured.extend(of_game.map_err(Problem::from)?);
        progress();
        Ok(())
    })?;
    Ok(measured)
}

/// A game whose positions are measured.
struct Game<'f> {
    venue: &'f Venue,
    evaluation: &'f str,
    engine: &'f bestply_catalogue::Player,
    fitting: &'f Fitting,
}

impl Game<'_> {
    fn measure(&self, start: u64, seed: u64) -> Result<Vec<Measured>, SpecError> {
        let mut position = self.venue.start(start).0;
        let stages = self.venue.evaluator(self.evaluation, position.to_move());
        let mut measured = Vec::new();
        let mut dice = mix(seed);
        let mut throw = |sides: u64| {
            dice = mix(dice);
            dice % sides
        };
        while !position.is_terminal() {
            if throw(Fitting::ONE_IN) == 0 {
                let stage = stages.stage(&position);
                measured.extend(self.values(&position)?.map(|values| Measured { stage, values }));
            }
            let index = match throw(Fitting::ONE_IN) {
                0 => throw(position.move_count() as u64) as usize,
                _ => self.search(&position, 2)?.1,
            };
            position.play(index);
        }
        Ok(measured)
    }

    /// The values of a position at all depths, as its side to move sees them; `None` where one is infinite.
    fn values(&self, position: &AnyPosition) -> Result<Option<Vec<Value>>, SpecError> {
        const FAR: Value = Value::MAX / 2;
        let static_value = self.venue.evaluator(self.evaluation, position.to_move()).evaluate(position);
        let mut values = vec![static_value];
        for depth in 1..=self.fitting.depth {
            values.push(self.search(position, depth)?.0);
        }
        let values: Vec<Value> =
            values.into_iter().map(|value| position.to_move().sign() * value.max(-Value::MAX)).collect();
        Ok(values.iter().all(|value| value.abs() < FAR).then_some(values))
    }

    /// The value and the move of a search.
    fn search(&self, position: &AnyPosition, depth: usize) -> Result<(Value, usize), SpecError> {
        let evaluator = self.venue.evaluator(self.evaluation, position.to_move());
        let mut player = Player::new(position.clone(), self.engine.any_searcher()?, evaluator);
        let report = player.search(&Limit::new().depth(depth));
        let index = report.best_move.map_or(0, |mv| position.index_of(mv));
        Ok((report.value.expect("it was not cut short"), index))
    }
}

/// What `find` makes of the values at each pair of depths, deep and shallow, in the order of the stages.
fn of_stages<T>(
    measured: &[Measured],
    pairs: Vec<(usize, usize)>,
    find: impl Fn((usize, usize), &[(f64, f64)]) -> Option<T>,
) -> Vec<Fitted<T>> {
    let stages = measured.iter().map(|measured| measured.stage + 1).max().unwrap_or(0);
    let mut all = Vec::new();
    for stage in 0..stages {
        let of_stage = measured.iter().filter(|measured| measured.stage == stage);
        let of_stage = Vec::from_iter(of_stage.map(|measured| &measured.values));
        if of_stage.len() < Fitting::FEWEST {
            continue;
        }
        for &(deep, shallow) in &pairs {
            let point = |values: &&Vec<Value>| (f64::from(values[shallow]), f64::from(values[deep]));
            let found = find((deep, shallow), &Vec::from_iter(of_stage.iter().map(point)));
            all.extend(found.map(|found| Fitted { stage, found, positions: of_stage.len() }));
        }
    }
    all
}

/// The line through the points by least squares; `None` where they do not rise.
fn line(deep: usize, shallow: usize, points: &[(f64, f64)]) -> Option<Prediction> {
    let moments = Moments::of(points);
    let slope = moments.slope();
    if slope.is_nan() || slope <= 0.0 {
        return None;
    }
    let offset = moments.mean_y - slope * moments.mean_x;
    let errors: f64 = points.iter().map(|(x, y)| (y - slope * x - offset).powi(2)).sum();
    Some(Prediction { deep, shallow, slope, offset, sigma: (errors / (points.len() as f64 - 2.0)).sqrt() })
}

/// How the second of each pair differs from the first.
fn static_error(depth: usize, points: &[(f64, f64)]) -> StaticError {
    let moments = Moments::of(points);
    let Moments { mean_x, mean_y, xx, xy, yy } = moments;
    let variance = (xx - 2.0 * xy + yy) / (points.len() as f64 - 1.0);
    StaticError {
        depth,
        mean: mean_y - mean_x,
        deviation: variance.max(0.0).sqrt(),
        correlation: moments.correlation(),
    }
}
