//! Children of which a search of the evaluator's found only a bound, and when they are asked for again.

use bestply_core::{Bounds, Side, Stop};
use bestply_tree::{Expansion, Rank};

use crate::Transpositions;
use crate::frame::NOWHERE;
use crate::store::{Child, Store};
use crate::walk::Walk;

impl<S: Store, T: Transpositions<S::Position>> Walk<'_, S, T> {
    /// Whether only a bound is known of a child of the node at `depth`.
    pub(super) fn is_only_bounded(&self, depth: usize, child: usize) -> bool {
        let first_child = self.first_child(self.store.place(depth));
        self.is_bound_of_leaf(first_child, child) && !self.is_on_walk(depth, child)
    }

    /// Whether a child is a leaf of which only a bound is known.
    pub(super) fn is_bound_of_leaf(&self, first_child: S::Place, child: usize) -> bool {
        let place = self.store.sibling(first_child, child);
        self.store.child(place).kind().is_bound() && self.store.expansion(place) == Expansion::None
    }

    /// Leaves the walk below the node at `depth`, and asks for the exact value of one of the node's children.
    #[cold]
    pub(super) fn ask(&mut self, depth: usize, child: usize) -> Result<(), Stop> {
        self.leave_below(depth);
        self.path[depth].chosen = NOWHERE;
        self.store.ask_again(child, Bounds::OPEN)
    }

    /// Asks for children of the node at `depth`, to which a value was just backed up, until the best one's is exact.
    pub(super) fn ask_for_value(&mut self, depth: usize) -> Result<(), Stop> {
        while let Some(best) = self.best_if_only_bounded(depth) {
            self.ask(depth, best)?;
            let side = self.path[depth].side;
            let best = self.best_child(side).expect("the node has children");
            self.path[depth].value = side.orient(best.value());
        }
        Ok(())
    }

    /// The child that `side` ranks first of those of the node where the board is.
    pub(super) fn best_child(&self, side: Side) -> Option<Rank> {
        self.store.children(self.store.here()).enumerate().map(|(index, child)| child.rank(side, index)).max()
    }

    /// The child of the node at `depth` that has the best value, if that is only a bound.
    fn best_if_only_bounded(&self, depth: usize) -> Option<usize> {
        let frame = &self.path[depth];
        let children = self.store.children(self.store.place(depth)).enumerate();
        let rank = |(index, node): (usize, &S::Child)| match self.path.frames.get(depth + 1) {
            Some(child) if index == frame.chosen => Rank::exact(frame.side.orient(child.value), index),
            _ => node.rank(frame.side, index),
        };
        let best = children.map(rank).max()?.index();
        self.is_only_bounded(depth, best).then_some(best)
    }
}
