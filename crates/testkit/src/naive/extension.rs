use bestply_core::{Bounds, Generation};
use bestply_explicit_game::ExplicitPosition;

use crate::Answers;
use crate::naive::asking::Asking;
use crate::naive::saved::SavedTree;
use crate::naive::{Definition, Expected, alpha_beta, best_first};

/// Best-first extension: naive alpha-beta, then naive best-first on the tree that it leaves.
pub struct NaiveExtension {
    saved: SavedTree,
    alpha_beta_depth: usize,
    asking: Asking,
}

impl NaiveExtension {
    /// The extension of alpha-beta to this depth.
    pub fn new(alpha_beta_depth: usize) -> NaiveExtension {
        NaiveExtension { saved: SavedTree::default(), alpha_beta_depth, asking: Asking::default() }
    }

    /// The same with a quiescence search that answers so.
    #[must_use]
    pub fn asking(self, answers: Answers) -> NaiveExtension {
        NaiveExtension { asking: Asking::of(answers), ..self }
    }
}

impl Definition for NaiveExtension {
    fn search(&mut self, position: &ExplicitPosition, depth: Option<usize>) -> Expected {
        let root = self.saved.root(position);
        let (tree, depth_of_alpha_beta) = (position.tree(), Some(self.alpha_beta_depth));
        self.asking.begin();
        let (_, mut steps) = alpha_beta::search(root, tree, depth_of_alpha_beta, false, &mut self.asking);
        let (stop, variation) =
            best_first::search(root, tree, depth, Generation::default(), (&mut steps, &mut self.asking));
        let mut expected = root.expected(position, stop, &variation, steps);
        expected.report.counts.evaluations += self.asking.again;
        expected
    }

    fn questions(&self) -> &[(usize, Bounds)] {
        &self.asking.questions
    }

    fn advance(&mut self, index: usize) {
        self.saved.advance(index);
    }
}
