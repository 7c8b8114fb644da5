use bestply_core::{Evaluator, Observer, Position};

use crate::{Deferred, Keep, TreeSearch};

/// The evaluator's own priors, where a search asks for them.
#[derive(Debug, Default)]
pub(super) struct GivenPriors {
    are_wanted: bool,
    /// Those of the node whose children were made last.
    of_node: Vec<f32>,
    /// Those of deferred leaves, each where its values are among the values of all.
    of_deferred: Vec<f32>,
}

impl<P, E, O, T, K> TreeSearch<'_, P, E, O, T, K>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    T: Copy + Default,
    K: Keep<P>,
{
    /// Asks the evaluator for its [priors](Evaluator::priors), too, wherever all children of a node are made from now
    /// on.
    pub fn ask_for_priors(&mut self) {
        self.priors.are_wanted = true;
    }

    /// The priors of the children of the node, the last of which were just made; empty where nobody asked for them.
    pub fn priors(&self) -> &[f32] {
        &self.priors.of_node
    }

    /// The priors of the children of a leaf that was just settled.
    /// They are empty where nobody asked for them, or where a limit forbade one of the children.
    pub fn priors_of(&self, leaf: &Deferred<K>) -> &[f32] {
        let priors = leaf.values();
        if self.priors.are_wanted && leaf.is_whole() { &self.priors.of_deferred[priors] } else { &[] }
    }

    /// Asks for the priors of the children of the node, all of which are made.
    pub(super) fn find_priors(&mut self, children: usize) {
        if self.priors.are_wanted {
            self.evaluator.priors(self.position, self.priors.for_node(children));
        }
    }
}

impl GivenPriors {
    /// Where the priors of the children of a node are to be written, if they are wanted.
    #[inline(always)]
    pub(super) fn for_node(&mut self, children: usize) -> &mut [f32] {
        if self.are_wanted {
            self.of_node.clear();
            self.of_node.resize(children, 0.0);
        }
        &mut self.of_node
    }

    /// Where the priors of the children of a leaf are to be written whose first value is number `first`.
    #[inline(always)]
    pub(super) fn for_deferred(&mut self, first: usize, children: usize) -> &mut [f32] {
        if !self.are_wanted {
            return &mut [];
        }
        self.of_deferred.truncate(first);
        self.of_deferred.resize(first + children, 0.0);
        &mut self.of_deferred[first..]
    }

    /// Where the priors of all deferred leaves are, which have so many children together.
    #[inline(always)]
    pub(super) fn for_all_deferred(&mut self, children: usize) -> &mut [f32] {
        if self.are_wanted { &mut self.of_deferred[..children] } else { &mut [] }
    }
}
