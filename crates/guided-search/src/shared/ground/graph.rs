use bestply_core::{Counts, Evaluator, Keyed, Observer, Position, Stop, Value};

use super::{Ground, GroundOf, Walks};
use crate::Visits;
use crate::store::{Child, Graph, GraphSearch, Place};

/// Transpositions share nodes within an island. What several islands lead to is in each of them.
impl Ground for Graph {
    type Source = ();
    type Place = Place;

    const SHARES: bool = true;

    const LEAST_LIMIT_BYTES: usize = Graph::LEAST_LIMIT_BYTES;

    fn source() {}

    fn keep_memory((): &(), _: bool) {}

    #[cfg(test)]
    fn bytes_kept((): &()) -> usize {
        0
    }

    fn of_leaf((): &(), value: Value, visits: Visits) -> Graph {
        Graph::of_leaf(value, visits)
    }

    fn may_be_of<P: Position>(&self, position: &P) -> bool {
        Graph::may_be_of(self, position)
    }

    fn advance_by<P: Position>(&mut self, position: &mut P, mv: P::Move) {
        self.advance(position, mv);
    }

    fn set_root_value(&mut self, value: Value) {
        Graph::set_root_value(self, value);
    }

    fn of_child(&mut self, index: usize) -> Option<Graph> {
        self.child_graph(index)
    }

    fn become_child(&mut self, index: usize) -> bool {
        self.advance_to(index);
        self.bury_all();
        Graph::root(self).is_some()
    }

    fn bytes(&self) -> usize {
        Graph::bytes(self)
    }

    fn nodes(&self) -> usize {
        self.count()
    }

    /// All that the root leads to may be below each of its children.
    fn bytes_to_divide(&self) -> usize {
        Graph::bytes(self) * self.children(Place::ROOT).count()
    }

    fn root(&self) -> Place {
        Place::ROOT
    }

    fn known(&self, place: Place) -> (Value, Visits) {
        let edge = self.edge(place);
        (edge.value(), edge.visits())
    }

    fn children(&self, place: Place) -> impl Iterator<Item = Place> {
        self.places_of_children(place)
    }

    fn is_expanded(&self, place: Place) -> bool {
        self.edge(place).node().is_some_and(|node| self.node(node).is_complete())
    }

    fn is_exact(&self, place: Place) -> bool {
        !self.edge(place).kind().is_bound()
    }
}

impl<P: Keyed> GroundOf<P> for Graph {
    fn search<E: Evaluator<P>, O: Observer>(
        &mut self,
        (position, evaluator, observer): (&mut P, &mut E, &mut O),
        walks: &Walks<'_>,
    ) -> (Option<Stop>, Counts) {
        let search = GraphSearch::new(self, position, (evaluator, observer), walks.limit, walks.memory);
        let mut search = search.below(walks.path);
        let ended = walks.on(&mut search);
        (ended, search.end().0.counts())
    }
}
