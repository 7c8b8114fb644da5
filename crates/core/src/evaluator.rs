use crate::{Position, Value};

/// The static evaluation of a game's positions, finished ones included.
///
/// One call of [`evaluate`](Evaluator::evaluate), or one child's value, is one *evaluation*, the papers' unit of cost.
///
/// A static value can profit from the parent: features that siblings share, pattern indices updated by the move, a batch
/// for a network. A searcher therefore tells the evaluator of the parent once for each expansion (or resumption of one),
/// with [`enter`](Evaluator::enter), and then asks child by child, since the next child may never be needed. A searcher
/// that always makes all children asks for all at once, with [`evaluate_children`](Evaluator::evaluate_children). Between `enter` and
/// the last child asked for, the position is the parent's. The defaults make, evaluate and unmake.
///
/// `&mut self` leaves room for caches; values must not depend on them.
pub trait Evaluator<P: Position> {
    /// The static value of a position, from MAX's point of view.
    fn evaluate(&mut self, position: &P) -> Value;

    /// Tells of the parent whose children will be asked for next.
    #[inline]
    fn enter(&mut self, parent: &P) {
        let _ = parent;
    }

    /// The static value of the child that `mv` leads to. `parent` is the position last entered, and is left as it was.
    #[inline]
    fn evaluate_child(&mut self, parent: &mut P, mv: P::Move) -> Value {
        let undo = parent.make(mv);
        let value = self.evaluate(parent);
        parent.unmake(mv, undo);
        value
    }

    /// The static values of `values.len()` children, from the `first`-th in canonical order on.
    #[inline]
    fn evaluate_children(&mut self, parent: &mut P, first: usize, values: &mut [Value]) {
        for (value, mv) in values.iter_mut().zip(parent.moves().skip(first)) {
            *value = self.evaluate_child(parent, mv);
        }
    }
}
