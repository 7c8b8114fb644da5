//! Minimax and alpha-beta as the textbook has them (Brautaset 2007): no saved tree, no ordering, a dozen lines each.
//! The code to show a student, and the yardstick of every other searcher.
//!
//! Each comes twice. [`minimax`] and [`alpha_beta`] are functions that return a value and nothing else; they are the
//! ones to read. They call themselves, so that the call stack limits the plies that they can look ahead. [`Minimax`]
//! and [`PlainAlphaBeta`] are the same as a [`Searcher`](bestply_core::Searcher): with limits, a principal variation
//! and counts. They keep the nodes on the path on a stack of their own, and search games of any length.
//!
//! **The key decision** is that only a leaf of the search is evaluated: a finished position, or one at the depth limit.
//! All other positions are worth what their children are worth. Here *generations* and *evaluations* thus differ: a
//! generation is a child made, whatever becomes of it; an evaluation is one leaf. On the full tree of tic-tac-toe that
//! is 549,945 generations (549,946 nodes with the root) and 255,168 evaluations, one for each way a game can go. The
//! searchers that keep a tree evaluate every node they make, so that theirs are equal.
//!
//! A searcher has the value of a leaf from the leaf's parent, be it at the depth limit or the end of a game, so that an
//! evaluator that searches, or that depends on the parent, is served like any other. The functions evaluate a leaf by
//! itself.
//!
//! Without a depth limit the whole tree is searched, however large. There is nothing to keep from move to move: a
//! report's `nodes` is the longest path held at once, in nodes, and its `bytes` are none. Its `completed_depth` is the
//! depth limit, or without one the plies of the longest path; none where a limit cut the search short.
//!
//! An observer is told of the leaves that are generated, and of all other nodes when they are entered and when their
//! value is backed up. Alpha-beta's values outside the bounds, cut to the nearer one, are bounds.
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
