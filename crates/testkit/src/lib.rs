//! What every searcher and every game of bestply is tested with: trees written down, random trees, searchers written from
//! their definitions, and two conformance suites of one line each.
//!
//! **The key decision** is that a searcher is never tested against itself. [`naive`] holds a second writing of each algorithm,
//! as the papers define it and without regard to cost: it starts from the root at every step. A fast searcher
//! must agree with it step by step, on thousands of small trees that are stranger than any game: passes, double moves, single
//! children, early ends, nothing but ties, infinities.
//!
//! A searcher's test is [`check_searcher`], a game's [`check_game`]; a searcher to which only some of the promises apply takes
//! the parts (see [`conformance`]).
//!
//! ```
//! use bestply_core::{Evaluator, Position};
//! use bestply_testkit::{ExplicitTree, NodeValue, naive};
//!
//! // Figure 1 of Korf & Chickering 1993: MAX to move, two moves with two replies each.
//! let tree = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))")?;
//! let mut position = tree.position();
//! assert_eq!(position.moves(), 0..2);
//! position.make(1);
//! assert_eq!(NodeValue.evaluate(&position), 6);
//! assert_eq!(naive::minimax(&tree.position(), 2), 2);
//! # Ok::<(), bestply_testkit::ParseError>(())
//! ```

pub mod conformance;
mod explicit_position;
mod explicit_tree;
pub mod naive;
mod notation;
mod random_trees;
mod recorder;
mod watched_value;

pub use conformance::{check_game, check_searcher};
pub use explicit_position::{ExplicitPosition, NodeValue};
pub use explicit_tree::ExplicitTree;
pub use notation::{ParseError, ParseErrorKind};
pub use random_trees::{Dice, RandomTrees};
pub use recorder::{Recorder, Step};
pub use watched_value::WatchedValue;
