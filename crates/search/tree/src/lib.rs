//! The persistent search tree of the best-first and alpha-beta searchers: eight bytes a node, kept from move to move.
//!
//! **The key decision** is what a node does *not* hold.
//! It holds no moves, because a child is the *i*-th move of its parent's position.
//! It holds one handle for all its children, because siblings lie side by side.
//! It holds no position, because positions are replayed.
//! What remains is the value and one word: the handle of the group of children, with three flags.
//! Korf & Chickering's node (1993, section 4) took three words and "could be reduced to two";
//! these are the two words, at half the width.
//!
//! Memory is reclaimed in place.
//! Re-rooting ([`Tree::advance`]) and pruning ([`Tree::prune`]) let go of whole subtrees at once.
//! The groups of these subtrees are reclaimed bit by bit as new nodes are added, and used again.
//! So neither operation causes a pause, and all bytes of the limit ([`Tree::set_limit`]) serve the tree.
//! A searcher that finds no room ([`Tree::has_room`]) stops, or prunes what is farthest from its principal variation.
//!
//! Many trees that come and go in several threads can have their memory from a [`Pool`].
//!
//! A [`TreeSearch`] is what a searcher does with a tree, a position and its limits; the searchers are walks over it.
//!
//! A node is *unexpanded*, *partially expanded* or *fully expanded* ([`Expansion`]).
//! A searcher that needs more than a value in its nodes brings a payload type.
//! In games whose moves are slow to list, a tree keeps each node's move ([`KeptMove`]).
//!
//! ```
//! use bestply_core::Side;
//! use bestply_tree::{Expansion, Tree};
//!
//! let mut tree: Tree = Tree::new();
//! let root = tree.root();
//! assert!(tree.has_room(3));
//! tree.add_children(root, 3, [4, 6]); // two of three children
//! assert_eq!(tree.node(root).expansion(), Expansion::Partial);
//! assert_eq!(tree.best_child(root, Side::Max), Some(1));
//!
//! tree.advance(1);
//! assert_eq!(tree.node(tree.root()).value(), 6);
//! assert_eq!(tree.node(tree.root()).expansion(), Expansion::None);
//! ```

mod arena;
mod child_bounds;
mod children;
mod free_list;
mod given_priors;
mod keep;
mod line;
mod node;
mod node_id;
mod pool;
mod proof;
mod search_path;
mod tree;
mod tree_search;

pub use child_bounds::ChildBounds;
pub use children::Children;
pub use given_priors::GivenPriors;
pub use keep::{Keep, KeptMove};
pub use node::{Expansion, Rank, TreeNode};
pub use node_id::NodeId;
pub use pool::Pool;
pub use tree::Tree;
pub use tree_search::{Beyond, Deferral, Deferred, Memory, Step, TreeSearch};
