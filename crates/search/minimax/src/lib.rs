//! Minimax and alpha-beta in textbook form (Brautaset 2007): no saved tree, no ordering, a dozen lines each.
//! They are the code to show a student, and the yardstick of every other searcher.
//!
//! Each algorithm comes twice.
//! [`minimax`] and [`alpha_beta`] are functions that return a value and nothing else; they are the ones to read.
//! They call themselves, so that the call stack limits how many plies they can look ahead.
//! [`Minimax`] and [`PlainAlphaBeta`] are the same algorithms as a [`Searcher`](bestply_core::Searcher):
//! with limits, a principal variation and counts.
//! They keep the nodes on the path on a stack of their own, and search games of any length.
//!
//! **The key decision** is that only a leaf of the search is evaluated: a finished position, or one at the depth limit.
//! Every other position is worth what its best child is worth.
//! Here *generations* and *evaluations* therefore differ.
//! A generation is a child made, whatever becomes of it; an evaluation is one leaf.
//! The full tree of tic-tac-toe takes 549,945 generations (549,946 nodes with the root) and 255,168 evaluations,
//! one for each possible game.
//! The searchers that keep a tree evaluate every node they make, so that their two counts are equal.
//!
//! A searcher obtains the value of a leaf from the leaf's parent, at the depth limit and at the end of a game alike.
//! So it works with an evaluator that searches, or that depends on the parent, as with any other.
//! The functions evaluate a leaf by itself, and refuse an evaluator whose values depend on the parent.
//!
//! Without a depth limit the whole tree is searched, however large.
//! Nothing is kept from move to move.
//! A report's `nodes` is the length of the longest path held at once, in nodes, and its `bytes` is 0.
//! Its `completed_depth` is the depth limit, or without one the length of the longest path in plies.
//! It is `None` where a limit cut the search short.
//!
//! An observer is told of the leaves that are generated.
//! For every other node it is told when the node is entered and when its value is backed up.
//! Values of alpha-beta that are outside the bounds are cut to the nearer bound, and reported as bounds.
//!
//! ```
//! use bestply_core::{Limit, Searcher};
//! use bestply_explicit_game::{ExplicitTree, NodeValue};
//! use bestply_minimax::{Minimax, PlainAlphaBeta, minimax};
//!
//! // Two moves with two replies each.
//! let mut root = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))").unwrap().position();
//! assert_eq!(minimax(&mut root, &mut NodeValue, None), 2);
//!
//! let full = Minimax.search(&mut root, &mut NodeValue, &Limit::default());
//! assert_eq!((full.best_move, full.value, full.counts.generations), (Some(1), Some(2), 6));
//! assert_eq!(full.counts.evaluations, 4, "one for each leaf");
//!
//! let first = PlainAlphaBeta.search(&mut root, &mut NodeValue, &Limit::new().depth(1));
//! assert_eq!((first.best_move, first.value), (Some(1), Some(6)));
//! ```

mod plain;
mod search;
mod searchers;

pub use plain::{alpha_beta, minimax};
pub use searchers::{Minimax, PlainAlphaBeta};
