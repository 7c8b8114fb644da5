//! Evaluations of bestply's games, learnt from self-play on all threads, and measured on the way.
//!
//! [`train_game`] trains the learnt evaluation of one of bestply's games, and [`train`] any course of one's own.
//! With the feature `networks`, the module `network` trains networks.
//!
//! **The key decision** is that games are played and learnt from batch by batch (see [`bestply::learning`]).
//! So the weights depend only on the number of games and the seed.
//!
//! ```no_run
//! use bestply_catalogue::Catalogue;
//! use bestply_training::{By, Training, held_out_line, train_game};
//!
//! let out = "othello.weights".into();
//! let training = Training { games: 100_000, seed: 1, threads: None, out, by: By::default() };
//! let trained = train_game(&Catalogue::standard(), "othello", &training)?;
//! println!("{}", held_out_line(&trained.held_out));
//! # Ok::<(), bestply_experiments::Error>(())
//! ```

mod backwards;
mod checkpoint;
mod descent;
mod held_out;
mod losses;
mod measure;
#[cfg(feature = "networks")]
pub mod network;
mod positions;
mod strong;
mod yardstick;

use std::path::PathBuf;

use bestply::games::breakthrough::Breakthrough;
use bestply::games::connect_four::ConnectFour;
use bestply::games::learnt::TupleFeatures;
use bestply::games::lines_of_action::LinesOfAction;
use bestply::games::onitama::Onitama;
use bestply::games::oware::Oware;
use bestply::learning::{Episode, Features, HeldOut, Learner, Settings};
use bestply::othello::evaluation::PatternFeatures;
use bestply_catalogue::{Catalogue, SpecError};
use bestply_experiments::Error;
use bestply_experiments::contest::Problem;
use bestply_experiments::files::WholeFile;
use bestply_experiments::play::in_order::thread_pool;
use bestply_presentation::terminal::LiveLine;
use descent::Descent;
use rayon::ThreadPool;
use rayon::prelude::*;

pub use backwards::{Learnt, Recipe, Study, learnt_line, train_backwards};
pub use checkpoint::Checkpoint;
pub use held_out::{HELD_OUT_SEED, Making, make_held_out};
pub use losses::{Judging, Loss, judge};
pub use measure::{Agreement, Correlation, Measurement, measure};
pub use strong::{STRONG_POSITIONS, strong_recipe};
pub use yardstick::{Contest, Strength, Yardstick};

/// What to train, for how long, and where to write the weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Training {
    /// The number of games of self-play.
    pub games: u64,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of threads; all cores by default. It does not affect the weights.
    pub threads: Option<usize>,
    /// The file to which the weights are written.
    pub out: PathBuf,
    /// What the weights are learnt from.
    pub by: By,
}

/// What an evaluation is learnt from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// Games in which each move is the best child's, and the values that follow in the game: TD(λ).
    #[default]
    TemporalDifferences,
    /// Games in which each move is found by a search to the end of the game, and all nodes that the search expanded:
    /// Descent (Cohen-Solal 2020).
    Descent {
        /// The evaluations of a move.
        evaluations: u64,
    },
}

impl By {
    /// The games that are played with the same weights: those of the course, or fewer where each has many lessons.
    fn batch(self, course: u64) -> u64 {
        match self {
            By::TemporalDifferences => course,
            By::Descent { .. } => course.min(DESCENT_BATCH),
        }
    }
}

/// The games of Descent that are played with the same weights. Each has some thousands of lessons.
const DESCENT_BATCH: u64 = 20;

/// How a game's evaluation is trained.
#[derive(Clone, Debug)]
pub struct Course<F> {
    /// The game's name in the catalogue.
    pub game: &'static str,
    /// The features that are learnt.
    pub features: F,
    /// How games are played and learnt from. The number of games and the seed are the training's.
    pub settings: Settings,
    /// The evaluations against which the learnt one is measured. The last one is also used on the way.
    pub yardsticks: Vec<&'static str>,
    /// The number of games of the held-out error, [`HELD_OUT_GAMES`] in the courses of bestply's games.
    pub held_out_games: u64,
}

impl<F> Course<F> {
    /// The course of a game whose learnt evaluation is measured against the game's evaluations that are not learnt.
    ///
    /// # Errors
    ///
    /// If there is no such game.
    pub fn new(
        catalogue: &Catalogue,
        game: &'static str,
        features: F,
        settings: Settings,
    ) -> Result<Course<F>, SpecError> {
        let about = catalogue.game_named(game)?;
        // An evaluation with the same weights under another name is no yardstick either.
        let is_learnt = |name: &str| about.all_learnt.iter().any(|learnt| name.starts_with(learnt));
        let others = about.evaluations.iter().copied().filter(|&name| !is_learnt(name));
        Ok(Course { game, features, settings, yardsticks: others.collect(), held_out_games: HELD_OUT_GAMES })
    }
}

/// The result of a training.
#[derive(Clone, Debug, PartialEq)]
pub struct Trained {
    /// The error on games that were not trained on, see [`Course::held_out_games`].
    pub held_out: HeldOut,
    /// The results of the weights against other evaluations.
    pub strengths: Vec<Strength>,
    /// The number of bytes written.
    pub bytes: usize,
}

/// The number of games of the held-out error, see [`HeldOut`].
///
/// They begin with random moves of their own numbers, which are never trained on.
/// They go on with the best moves by the measured weights, until the outcome under best play is known.
pub const HELD_OUT_GAMES: u64 = 2000;

/// How often the training stops to measure error and strength.
const CHECKS: u64 = 10;

/// Trains the learnt evaluation of one of bestply's own games.
///
/// # Errors
///
/// As for [`train`], and if the game has no such evaluation.
pub fn train_game(catalogue: &Catalogue, game: &str, training: &Training) -> Result<Trained, Error> {
    /// Othello's settings with smaller batches of games, because these evaluations need fewer games.
    fn small() -> Settings {
        Settings { batch: 1000, random_plies: 8, ..Settings::default() }
    }
    macro_rules! course {
        ($name:literal, $features:expr, $settings:expr) => {{
            let course = Course::new(catalogue, $name, $features, $settings).map_err(Problem::from)?;
            train(catalogue, course, training)
        }};
    }
    match game {
        "othello" => course!("othello", PatternFeatures, Settings::default()),
        "connect-four" => course!("connect-four", TupleFeatures::<ConnectFour>::default(), small()),
        "breakthrough" => course!("breakthrough", TupleFeatures::<Breakthrough>::default(), small()),
        "oware" => course!("oware", TupleFeatures::<Oware>::default(), small()),
        "onitama" => course!("onitama", TupleFeatures::<Onitama>::default(), small()),
        "lines-of-action" => course!("lines-of-action", TupleFeatures::<LinesOfAction>::default(), small()),
        _ => {
            let about = catalogue.game_named(game).map_err(Problem::from)?;
            Err(Error::Invalid(format!("{}: this program learns no evaluation of it", about.name)))
        }
    }
}

/// Trains, shows the progress on standard error, and writes the weights.
///
/// # Errors
///
/// If the file cannot be written, which is found before the training begins,
/// or the operating system refuses the threads.
pub fn train<F>(catalogue: &Catalogue, course: Course<F>, training: &Training) -> Result<Trained, Error>
where
    F: Features<Evaluator: Send + Sync> + Send + Sync,
{
    let pool = thread_pool(training.threads)?;
    let file = WholeFile::create(&training.out)?;
    let Course { game, features, settings, yardsticks, held_out_games } = course;
    let learnt = catalogue.game_named(game).map_err(Problem::from)?.learnt;
    let evaluation = learnt.ok_or_else(|| Error::Invalid(format!("{game} has no evaluation that is learnt")))?;
    let yardstick = Yardstick { catalogue, game, evaluation, opponents: yardsticks };
    let batch = training.by.batch(settings.batch);
    let settings = Settings { games: training.games, seed: training.seed, batch, ..settings };
    let mut learner = Learner::new(features, settings);
    let mut line = LiveLine::new("games");
    line.start("training".to_owned(), 0, training.games);
    let mut next_check = training.games / CHECKS;
    for batch in learner.batches() {
        let played = batch.end;
        line.advance(batch.end - batch.start, "");
        pool.install(|| learn(&mut learner, training.by, batch));
        if played >= next_check && played < training.games {
            next_check += training.games / CHECKS;
            let strength = yardstick.check(&learner.layout().write(&learner.weights()), &pool)?;
            let strength = strength.map_or_else(String::new, |strength| format!("; {strength}"));
            let held_out = hold_out(&learner, held_out_games, &pool);
            line.finished(&format!("{played} games: {}{strength}", held_out_line(&held_out)));
        }
    }
    line.finished(&format!("{} games: measuring strength", training.games));
    let bytes = learner.layout().write(&learner.weights());
    let strengths = yardstick.examine(&bytes, &pool)?;
    file.finish(&bytes)?;
    Ok(Trained { held_out: hold_out(&learner, held_out_games, &pool), strengths, bytes: bytes.len() })
}

/// Plays the games of a batch and learns from them.
fn learn<F>(learner: &mut Learner<F>, by: By, batch: std::ops::Range<u64>)
where
    F: Features<Evaluator: Send + Sync> + Send + Sync,
{
    let player = learner.player();
    let episodes: Vec<Episode> = match by {
        By::TemporalDifferences => batch.into_par_iter().map(|game| player.play(game)).collect(),
        By::Descent { evaluations } => {
            let study = |features, evaluator| Descent::new(features, evaluator, evaluations);
            batch.into_par_iter().map(|game| player.study(game, study)).collect()
        }
    };
    drop(player);
    let blocks: Vec<_> = learner.blocks().collect();
    blocks.into_par_iter().for_each(|block| block.learn(&episodes));
}

fn hold_out<F>(learner: &Learner<F>, games: u64, pool: &ThreadPool) -> HeldOut
where
    F: Features<Evaluator: Send + Sync> + Send + Sync,
{
    let player = learner.player();
    let games: Vec<HeldOut> = pool.install(|| (0..games).into_par_iter().map(|game| player.hold_out(game)).collect());
    // The sum is taken in order, because a floating-point sum depends on it.
    games.into_iter().sum()
}

/// The held-out error as a text.
pub fn held_out_line(held_out: &HeldOut) -> String {
    format!("held-out error {:.1} of {:.1} points", held_out.error(), held_out.spread())
}
