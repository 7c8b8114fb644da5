//! Bestply's searchers, compiled once for any game.
//!
//! [`Standard`] is any of them, as a searcher of [`AnyPosition`](bestply_any_game::AnyPosition).
//! [`GameSolver`] and [`proof_ends`] solve any game by proof numbers.
//!
//! **The key decision** is that they are compiled in this crate, and in one copy: for those who
//! [watch](bestply_any_game::Watching) and for those who do not.
//! A crate that uses them waits for none of it but at the end, when a program is linked.
//!
//! ```
//! use bestply::explicit_game::{ExplicitPosition, ExplicitTree, NodeValue};
//! use bestply::{BestFirst, Limit, Player};
//! use bestply_any_game::{AnyEvaluator, AnyPosition};
//! use bestply_any_search::Standard;
//!
//! let tree = AnyPosition::new(ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?.position());
//! let evaluator = AnyEvaluator::new::<ExplicitPosition, _>(NodeValue);
//! let mut player = Player::new(tree, Standard::from(BestFirst::default()), evaluator);
//! assert_eq!(player.search(&Limit::new().depth(2)).best_move.map(|mv| mv.number()), Some(0));
//! # Ok::<(), bestply::explicit_game::ParseError>(())
//! ```

mod ends;
mod solver;
mod standard;

use std::any::Any;

use bestply::tree::Tree;

pub use ends::{Ends, EndsOf, proof_ends};
pub use solver::{GameSolver, Judging};
pub use standard::Standard;

/// The saved tree of a searcher, whatever it keeps of nodes and moves.
pub trait SavedTree: Any {
    /// Exchanges the two trees if they are of one type, and does nothing otherwise.
    fn exchange(&mut self, other: &mut dyn SavedTree);
}

impl<T: 'static, K: 'static> SavedTree for Tree<T, K> {
    fn exchange(&mut self, other: &mut dyn SavedTree) {
        let other: &mut dyn Any = other;
        if let Some(other) = other.downcast_mut() {
            std::mem::swap(self, other);
        }
    }
}
