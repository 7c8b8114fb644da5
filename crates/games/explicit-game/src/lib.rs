//! Games that are written down: every node with its static value, its side to move and its children.
//!
//! This is the game of examples, of the papers' figures and of tests.
//! It is small enough to follow a search of it by hand, and free to be stranger than any real game.
//! A side may move twice, a node may have a single child, the game may end anywhere, and values may be infinite.
//!
//! **The key decision** is that a node is a number, and a position is a tree with the number of a node.
//! A test can therefore ask which nodes a search came to.
//! Clones of a tree share its nodes, so that positions are cheap to copy.
//!
//! A tree is built child by child ([`ExplicitTree::add_child`]) or read from its text ([`ExplicitTree::parse`]),
//! and it is written as the same text.
//! A move is the index of a child.
//! [`NodeValue`] is the evaluator: it gives the static value of the node.
//!
//! ```
//! use bestply_core::{Evaluator, Position};
//! use bestply_explicit_game::{ExplicitTree, NodeValue};
//!
//! // Figure 1 of Korf & Chickering 1993: MAX to move, two moves with two replies each.
//! let tree = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))")?;
//! let mut position = tree.position();
//! assert_eq!(position.moves(), 0..2);
//! position.make(1);
//! assert_eq!(NodeValue.evaluate(&position), 6);
//! position.make(0);
//! assert_eq!(NodeValue.evaluate(&position), 5);
//! assert!(position.is_terminal());
//! # Ok::<(), bestply_explicit_game::ParseError>(())
//! ```

mod explicit_position;
mod explicit_tree;
mod notation;

pub use explicit_position::{ExplicitPosition, NodeValue};
pub use explicit_tree::ExplicitTree;
pub use notation::{ParseError, ParseErrorKind};
