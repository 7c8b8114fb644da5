use bestply_core::Generation;
use bestply_explicit_game::ExplicitPosition;

use crate::naive::saved::SavedTree;
use crate::naive::{Definition, Expected, alpha_beta, best_first};

/// Best-first extension: naive alpha-beta, then naive best-first on the tree that it leaves.
pub struct NaiveExtension {
    saved: SavedTree,
    alpha_beta_depth: usize,
}

impl NaiveExtension {
    /// The extension of alpha-beta to this depth.
    pub fn new(alpha_beta_depth: usize) -> NaiveExtension {
        NaiveExtension { saved: SavedTree::default(), alpha_beta_depth }
    }
}

impl Definition for NaiveExtension {
    fn search(&mut self, position: &ExplicitPosition, depth: Option<usize>) -> Expected {
        let root = self.saved.root(position);
        let (_, mut steps) = alpha_beta::search(root, position.tree(), Some(self.alpha_beta_depth), false);
        let (stop, variation) = best_first::search(root, position.tree(), depth, Generation::default(), &mut steps);
        root.expected(position, stop, &variation, steps)
    }

    fn advance(&mut self, index: usize) {
        self.saved.advance(index);
    }
}
