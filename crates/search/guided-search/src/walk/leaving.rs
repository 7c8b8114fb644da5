//! Nodes that the walk comes to and leaves. Those on the walk are ahead of the tree until it leaves them.

use bestply_core::{Event, Stop, ValueKind};
use bestply_tree::Expansion;

use crate::end::End;
use crate::frame::NodeOnWalk;
use crate::store::{Child, Store};
use crate::walk::Walk;
use crate::{BackUp, Transpositions};

impl<S: Store, T: Transpositions<S::Position>> Walk<'_, S, T> {
    /// Adds the node that the search is at to the walk.
    pub(super) fn enter(&mut self) {
        let (side, key) = (self.store.side(), self.table.key(self.store.position()));
        let (value, visits) = self.store.known(self.store.here());
        let edge = self.store.child(self.store.here());
        let edge = (edge.value(), edge.visits());
        self.path.frames.push(NodeOnWalk::new(side, value, (visits, edge), key, self.walks));
    }

    /// The first child of a node, some of whose children are made.
    pub(super) fn first_child(&self, place: S::Place) -> S::Place {
        self.store.first_child(place).expect("an expanded node has children")
    }

    /// Leaves the walk below the node at `depth`.
    pub(super) fn leave_below(&mut self, depth: usize) {
        while self.path.end() > depth {
            self.leave();
        }
    }

    /// Leaves the end of the walk for its parent, and writes its values to the tree.
    pub(super) fn leave(&mut self) {
        if self.batch.holds_virtual_losses() {
            self.note_left();
        }
        self.write();
        self.path.frames.pop();
        if let Some(step) = self.path.steps.pop() {
            self.store.ascend(step);
        }
    }

    /// Writes what is known of the end of the walk to the tree, and tells the observer if no virtual loss lies on it.
    fn write(&mut self) {
        let depth = self.path.end();
        let frame = &self.path[depth];
        let (value, visits) = (frame.value, frame.visits(self.walks));
        let node = self.store.place(depth);
        let edge = frame.seen_from_above(self.plan.back_up, self.walks);
        self.store.write(node, value, visits, edge);
        if !self.batch.holds_virtual_losses() {
            self.tell_of_values();
        }
        let is_expanded = || self.store.expansion(node) == Expansion::Full;
        // A finished root has no value here: its report evaluates it.
        let has_static_value = || self.enters_static_values() && depth > 0;
        if self.table.knows() && visits.count > 0 && (has_static_value() || is_expanded()) {
            self.table.enter(self.path[depth].key, value, visits.count);
        }
    }

    /// Whether the table has static values, too: one that depends on the parent is not the position's (D43).
    pub(super) fn enters_static_values(&self) -> bool {
        !self.store.properties().depends_on_parent
    }

    /// Tells the observer what the tree knows of the node that the search is at.
    #[inline(always)]
    pub(super) fn tell_of_values(&mut self) {
        if self.store.is_watched() {
            let (value, visits) = self.store.known(self.store.here());
            self.store.tell(|path| Event::BackedUp { path, value, kind: ValueKind::Exact });
            self.store.tell(|path| Event::Visited { path, visits: visits.count, proof: visits.proof().plies() });
        }
    }

    /// Leaves all nodes of the walk, once the search has ended, and backs up what is still to be.
    pub(super) fn leave_all(&mut self, mut ended: Result<(), Stop>) -> End {
        while let Some(parent) = self.path.end().checked_sub(1) {
            // Where values go up until they are stable, those above are right but for two: nodes that leave no choice,
            // at which backing up stops in any case, and those above the expansions of a walk that was cut short.
            let is_cut_short = ended.is_err() && self.plan.settings.expansions().get() > 1;
            if self.plan.back_up != BackUp::UntilStable || parent < self.path.forced || is_cut_short {
                self.back_up_to(parent);
                // Only a limit on depth leaves something to ask with.
                if self.plan.searches() && ended == Err(Stop::Depth) {
                    ended = self.ask_for_value(parent).and(ended);
                }
            }
            // Who asked for a child left the walk below already.
            self.leave_below(parent);
        }
        // No parent tells the edge to the root what the root is worth.
        let root = &mut self.path[0];
        root.told = (root.value, root.proof);
        let is_proved = root.proof.is_known();
        self.leave();
        match ended {
            Err(Stop::Terminal) => End::Finished,
            Err(stop) => End::Stopped(stop),
            Ok(()) if is_proved => End::Proved,
            Ok(()) => End::Open,
        }
    }
}
