use bestply_core::{Evaluator, Keyed, Value};

use super::{UnboundedWalks, Walk};
use crate::naive::uct_best_first::drawn;

impl<P: Keyed + Clone, E: Evaluator<P>> UnboundedWalks<'_, P, E> {
    /// Draws the values of a leaf's children towards the leaf's own, which the edge to it has.
    pub(super) fn draw(&self, walk: &Walk<P>, values: &mut [Value]) {
        if let (true, Some(&parent), Some(&index)) = (self.draws(), walk.nodes.last(), walk.path.last()) {
            let own = self.naive.nodes[parent].edges[index].value;
            values.iter_mut().for_each(|value| *value = drawn(*value, own, self.naive.settings.shrinkage));
        }
    }

    /// The static value of the finished position at the end of the walk, if the edge to it has a drawn one.
    pub(super) fn static_value(&mut self, walk: &Walk<P>) -> Option<Value> {
        let (&index, above) = walk.path.split_last().filter(|_| self.draws())?;
        Some(self.ask_below(above, index))
    }

    fn draws(&self) -> bool {
        self.naive.settings.shrinkage > 0.0 && !self.evaluator.properties().searches
    }
}
