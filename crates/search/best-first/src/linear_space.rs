//! The search of a node for whose children the tree has no room.

use bestply_core::{Bounds, Evaluator, Observer, Position, Stop, ValueKind};
use bestply_recursive_best_first::{NodeStart, RecursiveBestFirst};
use bestply_tree::{Beyond, Keep};

use crate::walk::PrincipalWalk;

impl<P: Position, E: Evaluator<P>, O: Observer, K: Keep<P>> PrincipalWalk<'_, '_, P, E, O, K> {
    /// Searches the node in linear space, since the tree has no room for its children. Only the node's value stays.
    #[cold]
    pub(crate) fn search_in_linear_space(&mut self, bounds: Bounds) -> Result<(), Stop> {
        let value = self.search.node().value();
        let Beyond { path, bytes, position, evaluator, meter, observer } = self.search.beyond();
        let start = NodeStart { path, depth: Some(self.depth), bytes };
        let searcher = RecursiveBestFirst::default();
        let outcome = searcher.search_below(position, evaluator, meter, observer, start, (value, bounds));
        self.search.set_value(outcome.value, ValueKind::Exact);
        self.search.was_beyond(outcome.nodes, outcome.bytes, &outcome.stopped_at);
        outcome.stop.map_or(Ok(()), Err)
    }
}
