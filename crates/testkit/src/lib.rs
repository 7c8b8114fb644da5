//! The tests of every searcher and every game of bestply.
//! They are random trees, searchers written from their definitions, and two conformance suites of one line each.
//!
//! **The key decision** is that a searcher is never tested against itself.
//! [`naive`] holds a second writing of each algorithm, as the papers define it and without regard to cost:
//! it starts from the root at every step.
//! A fast searcher must agree with it step by step, on thousands of small trees.
//! These are stranger than any real game: they have passes, double moves, single children, early ends,
//! nothing but ties, and infinities.
//!
//! The test of a searcher is [`check_searcher`], and that of a game [`check_game`].
//! A searcher to which only some of the promises apply takes the parts (see [`conformance`]).
//!
//! Searchers are tested in the games of `bestply-explicit-game`, written down or random.
//! This crate is only a dev-dependency of other crates, because everything in it is for tests.
//!
//! ```
//! use bestply_explicit_game::{ExplicitTree, NodeValue};
//! use bestply_testkit::conformance::GameCheck;
//! use bestply_testkit::{RandomTrees, check_game, naive};
//!
//! // Figure 1 of Korf & Chickering 1993: MAX to move, two moves with two replies each.
//! let tree = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))")?;
//! assert_eq!(naive::minimax(&tree.position(), 2), 2);
//!
//! // A tree of its own for each seed, and a game like any other.
//! let tree = RandomTrees::default().tree(1);
//! check_game(&tree.position(), &mut NodeValue, &GameCheck::default());
//! # Ok::<(), bestply_explicit_game::ParseError>(())
//! ```

pub mod conformance;
mod corridor;
mod deferring;
mod drop_four;
mod hashed_priors;
mod hesitant_value;
mod maze;
pub mod naive;
mod quiet_value;
mod random_trees;
mod recorder;
mod reviewable;
mod watched_value;
mod web;

pub use conformance::{check_game, check_searcher};
pub use corridor::{Corridor, CorridorValue};
pub use deferring::Deferring;
pub use drop_four::{DropFour, DropValue};
pub use hashed_priors::HashedPriors;
pub use hesitant_value::HesitantValue;
pub use maze::{Maze, MazeMove, MazeValue};
pub use quiet_value::{Answers, QuietValue};
pub use random_trees::{Dice, RandomTrees};
pub use recorder::{Recorder, Step};
pub use reviewable::reviewable;
pub use watched_value::WatchedValue;
pub use web::{ParentValue, Web, WebValue};
