//! Windows: for how long walks go the same way, and which values change that.

use bestply_core::Event;
use bestply_visits::Window;

use crate::Transpositions;
use crate::store::Store;
use crate::walk::Walk;

impl<S: Store, T: Transpositions<S::Position>> Walk<'_, S, T> {
    /// Sets the window of the child on the walk of the node at `depth`,
    /// and returns whether the next walk surely goes there.
    ///
    /// While the window holds, walks that come to the node go on to that child.
    #[inline(always)]
    pub(super) fn bound_child(&mut self, depth: usize) -> bool {
        let [frame, child] = self.path.with_child(depth);
        // A proved child is not selected again, however good its value is.
        if !self.plan.looks_ahead() || child.proof.is_known() {
            return false;
        }
        let rest = frame.rivals.value;
        if !frame.rivals.is_open {
            // There is no other child to go to.
            child.window = frame.window.of_child(frame.side, rest, f64::NEG_INFINITY, u64::MAX);
            return true;
        }
        let (node_visits, child_visits) = (frame.count(self.walks), child.through(self.walks));
        let prior = child.prior;
        if child_visits == 0 && (self.plan.leaves > 1 || self.policy.urges()) {
            // A walk that expands nothing is not counted here, and others not before their batch ends, so that the next
            // one would find the child unvisited still.
            return false;
        }
        let value = f64::from(child.seen_from_above(self.plan.back_up, self.walks).0) * f64::from(frame.side.sign());
        let width = self.policy.width(node_visits);
        // What the child must be worth: the best rival's score less the child's own bonus. Meanwhile the node's width
        // grows, and the child's share of it falls. So the worst is assumed after the walks: rivals with the width of
        // then, and the child with the width of now and the share of then.
        let need = |walks: u32| {
            let rivals = frame.rivals.most(self.policy.width(node_visits.saturating_add(walks)));
            (rivals - width * self.policy.share(prior, child_visits.saturating_add(walks))) * self.plan.scale.scale()
        };
        let (until, need) = if self.policy.ignores_visits() {
            (u64::MAX, need(0))
        } else {
            let (walks, need) = Window::foresee(child_visits, value, need);
            (self.walks + u64::from(walks), need)
        };
        child.window = frame.window.of_child(frame.side, rest, need, until);
        value > need
    }

    /// Tells the observer of the window of the node at the end of the walk.
    #[inline(always)]
    pub(super) fn tell_of_window(&mut self) {
        let (root, window) = (&self.path[0], self.path[self.path.end()].window);
        let until = window.until(root.visits_after(0));
        self.store.tell(|path| Event::Selected { path, window: window.values(), until });
    }
}
