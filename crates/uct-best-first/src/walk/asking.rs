//! Children of which a search of the evaluator's found only a bound, and when they are asked for again.

use bestply_core::{Bounds, Evaluator, Observer, Position, Stop};
use bestply_tree::{Expansion, Keep, Rank};

use crate::Transpositions;
use crate::frame::NOWHERE;
use crate::walk::Walk;

impl<P, E, O, T, K> Walk<'_, '_, P, E, O, T, K>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    T: Transpositions<P>,
    K: Keep<P>,
{
    /// Whether only a bound is known of a child of the node at `depth`.
    pub(super) fn is_only_bounded(&self, depth: usize, child: usize) -> bool {
        let first_child = self.search.tree().first_child(self.search.node_at(depth)).expect("the node has children");
        let node = self.search.tree().node(first_child.sibling(child));
        node.kind().is_bound() && node.expansion() == Expansion::None && !self.is_on_walk(depth, child)
    }

    /// Leaves the walk below the node at `depth`, and asks for the exact value of one of the node's children.
    #[cold]
    pub(super) fn ask(&mut self, depth: usize, child: usize) -> Result<(), Stop> {
        while self.frames.len() > depth + 1 {
            self.leave();
        }
        self.frames[depth].chosen = NOWHERE;
        self.search.ask_again(child, Bounds::OPEN)
    }

    /// Asks for children of the node at `depth`, to which a value was just backed up, until the best one's is exact.
    pub(super) fn ask_for_value(&mut self, depth: usize) -> Result<(), Stop> {
        while let Some(best) = self.best_if_only_bounded(depth) {
            self.ask(depth, best)?;
            let best = self.search.best_child().expect("the node has children").value();
            self.frames[depth].value = best;
        }
        Ok(())
    }

    /// The child of the node at `depth` that has the best value, if that is only a bound.
    fn best_if_only_bounded(&self, depth: usize) -> Option<usize> {
        let frame = &self.frames[depth];
        let children = self.search.tree().children(self.search.node_at(depth)).enumerate();
        let rank = |(index, node): (usize, &bestply_tree::Node<_, K>)| match self.frames.get(depth + 1) {
            Some(child) if index == frame.chosen => Rank::exact(frame.side.orient(child.value), index),
            _ => node.rank(frame.side, index),
        };
        let best = children.map(rank).max()?.index();
        self.is_only_bounded(depth, best).then_some(best)
    }
}
