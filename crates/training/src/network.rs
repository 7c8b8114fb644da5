//! Networks learnt from self-play on all threads, and measured on the way.
//!
//! [`train_network`] plays games with the network as it is, some at a time, and learns from them: TD(λ), by gradients.
//!
//! **The key decision** is that games are played with the integers that a search uses, many at once,
//! while the gradients of one batch of positions after the other are computed by a library, `candle`.
//! Games depend on their numbers alone, and are learnt from in their order.
//! So the weights depend on the settings and the seed, not on the number of threads.
//!
//! ```no_run
//! use bestply_catalogue::Catalogue;
//! use bestply_training::network::{NetworkTraining, train_network};
//!
//! let training = NetworkTraining::new(100_000, 1, "oware.safetensors".into());
//! let trained = train_network(&Catalogue::standard(), "oware", &training)?;
//! trained.strengths.iter().for_each(|strength| println!("{strength}"));
//! # Ok::<(), bestply_experiments::Error>(())
//! ```

mod course;
mod gradient;
mod history;

use std::path::PathBuf;

use bestply::games::breakthrough::Breakthrough;
use bestply::games::learnt::{TupleFeatures, Tuples};
use bestply::games::oware::Oware;
use bestply::learning::Settings;
use bestply_catalogue::Catalogue;
use bestply_experiments::Error;
use bestply_experiments::contest::Problem;

use crate::Strength;

pub use course::{Course, train};
pub use history::{Check, History};

/// What to train, for how long, and where to write the weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkTraining {
    /// The number of games of self-play.
    pub games: u64,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of threads; all cores by default. It does not affect the weights.
    pub threads: Option<usize>,
    /// The units of each hidden layer, one or two of them.
    pub hidden: Vec<usize>,
    /// The file to which the weights are written.
    pub out: PathBuf,
}

impl NetworkTraining {
    /// The units of the hidden layers, where nothing else is said.
    pub const HIDDEN: [usize; 1] = [64];

    /// A training on all cores of a network of the usual size.
    #[must_use]
    pub fn new(games: u64, seed: u64, out: PathBuf) -> NetworkTraining {
        NetworkTraining { games, seed, threads: None, hidden: NetworkTraining::HIDDEN.to_vec(), out }
    }
}

/// The result of a training.
#[derive(Clone, Debug, PartialEq)]
pub struct Trained {
    /// The errors and strengths on the way.
    pub history: History,
    /// The results of the weights against the game's plain evaluation.
    pub strengths: Vec<Strength>,
    /// The number of bytes written.
    pub bytes: usize,
    /// The pictures of errors and strengths.
    pub plots: Vec<PathBuf>,
}

/// Trains the network of one of bestply's own games.
///
/// # Errors
///
/// As for [`train`], and if the game has no network.
pub fn train_network(catalogue: &Catalogue, game: &str, training: &NetworkTraining) -> Result<Trained, Error> {
    fn course<G: Tuples>(
        game: &'static str,
        worth: fn(i32) -> f32,
        mirror: fn(usize) -> usize,
    ) -> Course<TupleFeatures<G>> {
        let settings = Settings { batch: 200, random_plies: 8, ..Settings::default() };
        Course {
            game,
            features: TupleFeatures::default(),
            settings,
            worth,
            mirror,
            yardsticks: vec!["plain"],
            rate: 2e-3,
        }
    }
    match game {
        "oware" => train(catalogue, &course::<Oware>("oware", seeds, |input| input), training),
        "breakthrough" => train(catalogue, &course::<Breakthrough>("breakthrough", sign, |input| input ^ 7), training),
        _ => {
            let about = catalogue.game_named(game).map_err(Problem::from)?;
            Err(Error::Invalid(format!("{}: this program trains no network of it", about.name)))
        }
    }
}

/// A win is 1, by whatever points.
fn sign(points: i32) -> f32 {
    points.signum() as f32
}

/// A win is 0.6 at least, and the more seeds the better: two points more are a seed more.
fn seeds(points: i32) -> f32 {
    sign(points) * (0.6 + points.unsigned_abs().min(32) as f32 / 80.0)
}
