//! Evaluations learnt from self-play: n-tuple tables, temporal differences, and the file they are kept in.
//!
//! **The key decision** is that a game brings its evaluation as it will be used,
//! and that games are played with that evaluation.
//! [`SelfPlay`] says where games begin and what they come to.
//! A game's [`Features`] say which weights are active in a position, and make the evaluator from weights of 16 bits.
//! Weights are learnt in floating point and rounded before each batch of games,
//! so that every evaluation measured is one that can be shipped.
//! [`Weights`] are those in use, from a file or from the program.
//!
//! A game's [`Planes`] are what a network sees of it; networks are in crates of their own.
//! [`SquareTuples`] are features of any game with planes: whoever has written those has written nothing else.
//!
//! A [`Learner`] does no I/O and starts no threads.
//! It plays games by their numbers, and any number of threads may play games at once.
//! It learns from the games block by block, in the order of their numbers,
//! so that the same seed gives the same weights.
//!
//! ```
//! use bestply_core::{Evaluator, Position, Side, Value};
//! use bestply_learning::{Features, Layout, Learner, SelfPlay, Settings};
//!
//! /// Take one or two matches; whoever takes the last one wins.
//! #[derive(Clone)]
//! struct Nim { matches: u8, to_move: Side }
//!
//! impl Position for Nim {
//!     type Move = u8;
//!     type Moves = std::ops::RangeInclusive<u8>;
//!     type Undo = ();
//!     fn to_move(&self) -> Side { self.to_move }
//!     fn moves(&self) -> Self::Moves { 1..=self.matches.min(2) }
//!     fn make(&mut self, taken: u8) { self.matches -= taken; self.to_move = self.to_move.other(); }
//!     fn unmake(&mut self, taken: u8, (): ()) { self.matches += taken; self.to_move = self.to_move.other(); }
//! }
//!
//! /// A weight for each number of matches.
//! struct Count;
//!
//! #[derive(Clone)]
//! struct CountEvaluator(Vec<i16>);
//!
//! impl Evaluator<Nim> for CountEvaluator {
//!     fn evaluate(&mut self, nim: &Nim) -> Value {
//!         match nim.matches {
//!             0 => nim.to_move.loss(),
//!             matches if nim.to_move == Side::Max => Value::from(self.0[usize::from(matches)]),
//!             matches => -Value::from(self.0[usize::from(matches)]),
//!         }
//!     }
//! }
//!
//! impl SelfPlay for Count {
//!     type Position = Nim;
//!     fn start(&self, _: u64) -> Nim { Nim { matches: 12, to_move: Side::Max } }
//!     fn outcome(&self, nim: &Nim) -> Option<Value> {
//!         (nim.matches == 0).then_some(if nim.to_move == Side::Max { -1 } else { 1 })
//!     }
//! }
//!
//! impl Features for Count {
//!     type Evaluator = CountEvaluator;
//!     fn layout(&self) -> Layout { Layout { game: "nim", fingerprint: 1, weights: 13, units: 1000 } }
//!     fn evaluator(&self, weights: &[i16]) -> CountEvaluator { CountEvaluator(weights.to_vec()) }
//!     fn active(&self, nim: &Nim, addresses: &mut Vec<u32>) { addresses.push(u32::from(nim.matches)); }
//! }
//!
//! let mut learner = Learner::new(Count, Settings { games: 5000, batch: 100, random_plies: 8, ..Settings::default() });
//! for batch in learner.batches() {
//!     let player = learner.player();
//!     let episodes: Vec<_> = batch.map(|game| player.play(game)).collect();
//!     drop(player);
//!     learner.blocks().for_each(|block| block.learn(&episodes));
//! }
//! // A multiple of three matches is lost for the side to move.
//! let weights = learner.weights();
//! assert!((1..=12).all(|matches| (weights[matches] < 0) == (matches % 3 == 0)), "{weights:?}");
//! ```

mod backwards;
mod calibration;
mod chain;
mod features;
mod fingerprint;
mod learner;
mod lookahead;
mod planes;
mod player;
mod regression;
mod square_tuples;
mod tables;
mod weights;

pub use backwards::{Backwards, Sampler, Sampling, Teacher, Valued};
pub use calibration::Logistic;
pub use chain::Chain;
pub use features::{Features, SelfPlay};
pub use fingerprint::Fingerprint;
pub use learner::{Block, Learner, Settings};
pub use planes::{Outlook, OwnPlanes, Planes, Sight, add_squares, set_squares};
pub use player::{Episode, EpisodePlayer, HeldOut, Taught, TeachingSearch, is_decisive, teach, teach_by_search};
pub use regression::{Examples, Regression};
pub use square_tuples::{SquareTuples, SumOfTuples, rectangles};
pub use tables::{Tables, Weights};
pub use weights::{Layout, WeightsError};
