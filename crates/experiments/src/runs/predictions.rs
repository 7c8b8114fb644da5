//! How shallow searches predict deep ones in a game: what multi-ProbCut needs of an evaluation (Buro 1997).
//!
//! **The key decision** is that the evaluation's own searches are measured, by the engine's alpha-beta without anything
//! selective, in positions of games between shallow searches that sometimes play at random.
//! For each stage of the game and each pair of depths the deep value is fitted by a line to the shallow one.
//! The outcome depends on the options, and not on the number of threads.

use bestply::{Limit, Player, Position, Prediction, Value, mix};
use bestply_catalogue::{AnyPosition, Catalogue, SearcherSpec, Venue};
use toml::Table;

use crate::Error;
use crate::contest::Problem;
use crate::play::in_order::{in_order, thread_pool};

/// What to fit, and to how much.
#[derive(Clone, Debug)]
pub struct Fitting {
    /// The game.
    pub game: String,
    /// The evaluation; the game's first where it is left out.
    pub evaluation: Option<String>,
    /// The deepest searches.
    pub depth: usize,
    /// The number of plies of a stage of the game.
    pub stage_plies: usize,
    /// The number of games from which positions are taken, one position in four.
    pub games: u64,
    /// The number of threads; all cores if it is `None`. It does not affect the outcome.
    pub threads: Option<usize>,
}

/// A prediction for one stage of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitted {
    /// The number of the stage, from 0.
    pub stage: usize,
    /// The prediction.
    pub prediction: Prediction,
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
}

/// A position's stage, and its values by depth, from depth 1 on, as its side to move sees them.
struct Measured {
    stage: usize,
    values: Vec<Value>,
}

/// Fits a prediction for each stage and each pair of depths that differ by an even number of plies or start at 1.
///
/// # Errors
///
/// If the game or its evaluation cannot be had, or the threads cannot be started.
pub fn fit(catalogue: &Catalogue, fitting: &Fitting, mut progress: impl FnMut()) -> Result<Vec<Fitted>, Error> {
    let about = catalogue.game_named(&fitting.game).map_err(Problem::from)?;
    let evaluation = fitting.evaluation.clone().unwrap_or_else(|| about.evaluations[0].to_owned());
    catalogue.check_evaluation(&fitting.game, &evaluation).map_err(Problem::from)?;
    let settings = catalogue.game_settings(&fitting.game, &Table::new()).map_err(Problem::from)?;
    let venue = catalogue.venue(&fitting.game, &settings, None, &[&evaluation]);
    let venue = venue.map_err(|error| Error::Invalid(error.to_string()))?;
    let engine = catalogue.searcher_spec("principal-variation-search").map_err(Problem::from)?;
    let first = if venue.start_count().is_some() { 1 } else { Fitting::FIRST_START };
    let games: Vec<u64> = (0..fitting.games).collect();
    let start = |game: u64| first + venue.start_count().map_or(game, |starts| game % starts);
    let work = |&game: &u64| {
        Game { catalogue, venue: &venue, evaluation: &evaluation, engine: &engine, fitting }.measure(start(game), game)
    };
    let mut measured = Vec::new();
    in_order(&thread_pool(fitting.threads)?, &games, work, |of_game: Vec<Measured>| {
        measured.extend(of_game);
        progress();
        Ok(())
    })?;
    Ok(fit_all(&measured, fitting.depth))
}

/// A game whose positions are measured.
struct Game<'f> {
    catalogue: &'f Catalogue,
    venue: &'f Venue,
    evaluation: &'f str,
    engine: &'f SearcherSpec,
    fitting: &'f Fitting,
}

impl Game<'_> {
    fn measure(&self, start: u64, seed: u64) -> Vec<Measured> {
        let mut position = self.venue.start(start).0;
        let mut ply = self.venue.moves_to(start).map_or(0, |moves| moves.len());
        let mut measured = Vec::new();
        let mut dice = mix(seed);
        let mut throw = |sides: u64| {
            dice = mix(dice);
            dice % sides
        };
        while !position.is_terminal() {
            if throw(Fitting::ONE_IN) == 0 {
                let stage = ply / self.fitting.stage_plies;
                measured.extend(self.values(&position).map(|values| Measured { stage, values }));
            }
            let index = match throw(Fitting::ONE_IN) {
                0 => throw(position.move_count() as u64) as usize,
                _ => self.search(&position, 2).1,
            };
            position.play(index);
            ply += 1;
        }
        measured
    }

    /// The values of a position at all depths, as its side to move sees them; `None` where one is infinite.
    fn values(&self, position: &AnyPosition) -> Option<Vec<Value>> {
        const FAR: Value = Value::MAX / 2;
        let values = (1..=self.fitting.depth).map(|depth| self.search(position, depth).0);
        let values: Vec<Value> = values.map(|value| position.to_move().sign() * value.max(-Value::MAX)).collect();
        values.iter().all(|value| value.abs() < FAR).then_some(values)
    }

    /// The value and the move of a search.
    fn search(&self, position: &AnyPosition, depth: usize) -> (Value, usize) {
        let evaluator = self.venue.evaluator(self.evaluation, position.to_move());
        let mut player = Player::new(position.clone(), self.catalogue.any_searcher(self.engine), evaluator);
        let report = player.search(&Limit::new().depth(depth));
        (report.value.expect("it was not cut short"), report.best_move.map_or(0, bestply_catalogue::AnyMove::index))
    }
}

fn fit_all(measured: &[Measured], depth: usize) -> Vec<Fitted> {
    let stages = measured.iter().map(|measured| measured.stage + 1).max().unwrap_or(0);
    let pairs = || (3..=depth).flat_map(|deep| (1..deep - 1).map(move |shallow| (deep, shallow)));
    let pairs = || pairs().filter(|(deep, shallow)| (deep - shallow) % 2 == 0 || *shallow <= 2);
    let of_stage = |stage| {
        let of_stage: Vec<&Measured> = measured.iter().filter(|measured| measured.stage == stage).collect();
        pairs().filter_map(move |(deep, shallow)| {
            let at = |depth: usize| of_stage.iter().map(move |measured| f64::from(measured.values[depth - 1]));
            let prediction = line(deep, shallow, at(shallow).zip(at(deep)))?;
            Some(Fitted { stage, prediction, positions: of_stage.len() })
        })
    };
    (0..stages).flat_map(of_stage).collect()
}

/// The line through the points by least squares; `None` where they are too few, or do not rise.
fn line(deep: usize, shallow: usize, points: impl Iterator<Item = (f64, f64)> + Clone) -> Option<Prediction> {
    const FEWEST: f64 = 30.0;
    let sum = |of: fn((f64, f64)) -> f64| points.clone().map(of).sum::<f64>();
    let count = sum(|_| 1.0);
    let (mean_x, mean_y) = (sum(|(x, _)| x) / count, sum(|(_, y)| y) / count);
    let about = |of: fn(f64, f64) -> f64| points.clone().map(|(x, y)| of(x - mean_x, y - mean_y)).sum::<f64>();
    let (xx, xy) = (about(|x, _| x * x), about(|x, y| x * y));
    let slope = xy / xx;
    if count < FEWEST || slope.is_nan() || slope <= 0.0 {
        return None;
    }
    let offset = mean_y - slope * mean_x;
    let errors: f64 = points.map(|(x, y)| (y - slope * x - offset).powi(2)).sum();
    Some(Prediction { deep, shallow, slope, offset, sigma: (errors / (count - 2.0)).sqrt() })
}
