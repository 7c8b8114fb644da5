//! Leaves whose values are drawn towards those of their parents (`docs/meaning.md`, 17.8).

use bestply_core::{Bounds, Evaluator, Observer, Position, Stop};

use crate::graph::Sharing;
use crate::walk::Walk;

impl<P, E, O, S> Walk<'_, '_, P, E, O, S>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    S: Sharing<P>,
{
    /// Draws the first of the values just found towards that which the node at the end of the walk has as a leaf.
    #[inline(always)]
    pub(super) fn draw_values(&mut self, found: usize) {
        if self.draws() {
            let (parent, shrinkage) = (self.top().value, self.settings.shrinkage());
            self.values[..found].iter_mut().for_each(|value| *value = shrinkage.of(*value, parent));
        }
    }

    /// Gives the finished position at the end of the walk its static value again, if that was drawn.
    ///
    /// It costs an evaluation, which a limit may forbid.
    #[inline(always)]
    pub(super) fn make_exact(&mut self) -> Result<(), Stop> {
        if self.draws() { self.evaluate_again() } else { Ok(()) }
    }

    #[cold]
    fn evaluate_again(&mut self) -> Result<(), Stop> {
        let (mv, undo) = self.steps.pop().expect("the walk leads on from the root");
        self.position.unmake(mv, undo);
        self.evaluator.enter(self.position);
        let value = self.evaluator.value_of_child(self.position, mv, Bounds::OPEN, &mut self.meter);
        self.steps.push((mv, self.position.make(mv)));
        self.top().value = value?;
        Ok(())
    }

    /// Whether the end of the walk draws its children's values, and its own was drawn.
    fn draws(&self) -> bool {
        let shrinks = !self.settings.shrinkage().is_none() && !self.evaluator.properties().searches;
        shrinks && !self.steps.is_empty()
    }
}
