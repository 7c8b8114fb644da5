//! Evaluations of games learnt from self-play on all threads, and measured on the way.
//!
//! [`train`] trains what the entry of a game in a catalogue describes: its tuples, or its network.
//! The game is bestply's or anybody's.
//! A training can be interrupted and [continued](Training::continues):
//! what was learnt so far is kept beside the weights.
//!
//! **The key decision** is that games are played and learnt from batch by batch (see [`bestply::learning`]),
//! with the integers that a search uses, and in the order of their numbers.
//! So the weights depend on the settings, the number of games and the seed alone.
//!
//! ```no_run
//! use bestply_catalogue::Catalogue;
//! use bestply_training::{Model, Training, train};
//!
//! let training = Training::new(100_000, 1, "othello.weights".into());
//! let trained = train(&Catalogue::standard(), "othello", &Model::default(), &training)?;
//! trained.strengths.iter().for_each(|strength| println!("{strength}"));
//! # Ok::<(), bestply_experiments::Error>(())
//! ```

mod backwards;
mod checkpoint;
mod course;
mod held_out;
mod history;
mod network_model;
mod progress;
mod strength;
mod strong;
mod study;
mod tuple_model;
mod yardstick;

use std::num::NonZeroU64;
use std::path::PathBuf;

use bestply::learning::HeldOut;
use bestply_catalogue::Catalogue;
use bestply_experiments::{Error, Result};

pub use backwards::{BackwardsStudy, LearntBlock, Recipe, learnt_line, train_backwards};
pub use checkpoint::Checkpoint;
pub use course::Course;
pub use held_out::{HELD_OUT_SEED, Making, make_held_out};
pub use history::{History, StrengthCheck};
pub use strength::Strength;
pub use strong::{STRONG_POSITIONS, strong_recipe, train_strong};
pub use study::{NoTreeToLearn, StudyPlan, StudyReward, StudySearch, StudyTarget};
pub use yardstick::Yardstick;

/// For how long to train, and where to write the weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Training {
    /// The number of games of self-play, those of a training that is continued among them.
    pub games: u64,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of threads; all cores by default. It does not affect the weights.
    pub threads: Option<usize>,
    /// The file to which the weights are written.
    ///
    /// What was learnt so far is in a folder beside it, named `.training` after it.
    pub out: PathBuf,
    /// Whether to go on from what an earlier training to the same file has learnt.
    ///
    /// An interrupted training that is continued to the same number of games comes to the bytes that one run comes to.
    /// One that goes on to more games does not: its rate of learning fell too soon.
    pub continues: bool,
    /// The pairs of games of each measurement of strength, at most one from each of the game's starts.
    ///
    /// By default a pair is played from each, or from the first [`DRAWN_STARTS`](Yardstick::DRAWN_STARTS).
    /// It does not affect the weights.
    pub pairs: Option<NonZeroU64>,
    /// A file of openings, as of experiments, after which the games of self-play begin in place of the game's start.
    pub openings: Option<PathBuf>,
}

impl Training {
    /// A new training on all cores.
    pub fn new(games: u64, seed: u64, out: PathBuf) -> Training {
        Training { games, seed, threads: None, out, continues: false, pairs: None, openings: None }
    }
}

/// What is learnt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Model {
    /// Tables of tuples.
    Tuples(LearntBy),
    /// A network with so many units in each hidden layer, one or two of them.
    Network {
        /// The units of each hidden layer.
        hidden: Vec<usize>,
        /// What it is learnt from.
        by: LearntBy,
        /// What it says of a position.
        heads: Heads,
    },
}

/// What a network says of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heads {
    /// Its value.
    #[default]
    Value,
    /// Its value, and a policy, which is learnt from the visits of searches that play.
    ValueAndPolicy,
}

impl Model {
    /// The units of the hidden layers of a network, where nothing else is said.
    pub const HIDDEN: [usize; 1] = [64];
}

/// Tuples, by temporal differences.
impl Default for Model {
    fn default() -> Model {
        Model::Tuples(LearntBy::default())
    }
}

/// What weights are learnt from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LearntBy {
    /// Games in which each move is the best child's, and the values that follow in the game: TD(λ).
    #[default]
    TemporalDifferences,
    /// Games in which each move is found by a search, and what the searches found: by default Descent.
    Study(StudyPlan),
}

/// The games played by searches that are played with the same weights. Each may have some thousands of lessons.
const STUDY_BATCH: u64 = 20;

impl LearntBy {
    /// The games that are played with the same weights: those of the course, or fewer where each has many lessons.
    fn batch(self, course: u64) -> u64 {
        if self == LearntBy::TemporalDifferences { course } else { course.min(STUDY_BATCH) }
    }
}

/// The result of a training.
#[derive(Clone, Debug, PartialEq)]
pub struct Trained {
    /// The errors and strengths on the way.
    pub history: History,
    /// The error on games that were not trained on, of tuples ([`Course::held_out_games`]).
    pub held_out: Option<HeldOut>,
    /// The results of the weights against the game's evaluations that are not learnt.
    pub strengths: Vec<Strength>,
    /// The number of bytes written.
    pub bytes: usize,
    /// The pictures of errors and strengths.
    pub plots: Vec<PathBuf>,
}

/// Trains what the entry of a game says can be learnt, shows the progress on standard error, and writes the weights.
///
/// # Errors
///
/// If there is no such game or it has nothing of the kind to learn, a file cannot be written,
/// which is found before the training begins,
/// there is an earlier training that is not to be continued, or nothing to be continued,
/// another process trains to the same file,
/// or the operating system refuses the threads.
pub fn train(catalogue: &Catalogue, game: &str, model: &Model, training: &Training) -> Result<Trained> {
    Course::of(catalogue, game)?.train(model, training)
}

/// The error of a game that has nothing of the kind to learn.
fn nothing_to_learn(game: &str, kind: &str, method: &str) -> Error {
    Error::Invalid(format!("{game}: it has no {kind} to learn; `GameEntry::{method}` says it (docs/adding-a-game.md)"))
}

/// The held-out error as a text.
pub fn held_out_line(held_out: &HeldOut) -> String {
    format!("held-out error {:.1} of {:.1} points", held_out.error(), held_out.spread())
}
