use bestply_core::{Evaluator, Observer, Position};

use crate::{Deferred, Keep, TreeSearch};

impl<P: Position, E: Evaluator<P>, O: Observer, T: Copy + Default, K: Keep<P>> TreeSearch<'_, P, E, O, T, K> {
    /// Asks the evaluator for its [priors](Evaluator::priors), too, wherever all children of a node are made from now
    /// on.
    pub fn ask_for_priors(&mut self) {
        self.priors.ask();
    }

    /// The priors of the children of the node, the last of which were just made; empty where nobody asked for them.
    pub fn priors(&self) -> &[f32] {
        self.priors.of_node()
    }

    /// The priors of the children of a leaf that was just settled.
    /// They are empty where nobody asked for them, or where a limit forbade one of the children.
    pub fn priors_of(&self, leaf: &Deferred<K>) -> &[f32] {
        if leaf.is_whole() { self.priors.of_deferred(leaf.values()) } else { &[] }
    }

    /// Asks for the priors of the children of the node, all of which are made.
    pub(super) fn find_priors(&mut self, children: usize) {
        if self.priors.are_wanted {
            self.evaluator.priors(self.position, self.priors.for_node(children));
        }
    }
}
