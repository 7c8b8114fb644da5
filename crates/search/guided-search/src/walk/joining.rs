//! Nodes of a graph that several parents share: a walk comes to some that walks by other edges expanded or proved.

use crate::Transpositions;
use crate::frame::NodeOnWalk;
use crate::store::Store;
use crate::walk::Walk;

impl<S: Store, T: Transpositions<S::Position>> Walk<'_, S, T> {
    /// Joins the leaf at the end of the walk to the expanded node of the same position, if there is one.
    ///
    /// Returns whether the walk goes on from there.
    pub(super) fn join(&mut self) -> bool {
        self.store.depth() < self.plan.depth && self.store.join() && !self.enter_again().proof.is_known()
    }

    /// Comes to the node at the end of the walk, of which something else is known since the walk came there.
    pub(super) fn enter_again(&mut self) -> &NodeOnWalk<S::Place, T::Key> {
        let leaf = self.path.frames.pop();
        self.enter();
        // The siblings above are as they were, and with them the values for which walks come here.
        let node = self.path.last();
        node.window = leaf.map_or(node.window, |leaf| leaf.window);
        node
    }

    /// Whether walks of other parents proved the node at the end of the walk.
    #[inline(always)]
    pub(super) fn is_proved_by_others(&self) -> bool {
        self.path[self.path.end()].proof.is_known()
    }
}
