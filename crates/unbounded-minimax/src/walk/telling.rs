//! What an observer is told.

use bestply_core::{Evaluator, Event, Observer, Position, Value, ValueKind};

use crate::graph::Sharing;
use crate::walk::Walk;

impl<P, E, O, S> Walk<'_, '_, P, E, O, S>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    S: Sharing<P>,
{
    pub(super) fn tell(&mut self, event: impl for<'e> FnOnce(&'e [usize]) -> Event<'e>) {
        if self.observer.is_watching() {
            let path = self.path();
            self.observer.observe(event(&path));
        }
    }

    /// The child indices from the root to the end of the walk.
    pub(super) fn path(&self) -> Vec<usize> {
        self.frames[..self.frames.len() - 1].iter().map(|frame| frame.choice.index).collect()
    }

    /// Tells of the children of the node at the end of the walk, from the `first`-th on.
    pub(super) fn tell_of_children(&mut self, first: usize) {
        if self.observer.is_watching() {
            let node = self.top().node;
            for index in first..self.graph.edges(node).len() {
                let value = self.graph.edges(node)[index].value;
                self.tell(|path| Event::Generated { path, index, value });
            }
            let fully = self.graph.node(node).is_complete();
            self.tell(|path| Event::Expanded { path, fully });
            for index in first..self.graph.edges(node).len() {
                let edge = self.graph.edges(node)[index];
                if edge.kind().is_bound() {
                    self.tell_of_value(index, edge.value, ValueKind::Bound);
                }
            }
        }
    }

    /// Tells of a static value that is only a bound, or of the exact one that was found later.
    pub(super) fn tell_of_value(&mut self, child: usize, value: Value, kind: ValueKind) {
        if self.observer.is_watching() {
            let mut path = self.path();
            path.push(child);
            self.observer.observe(Event::BackedUp { path: &path, value, kind });
        }
    }
}
