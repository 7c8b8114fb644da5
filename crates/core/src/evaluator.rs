use std::num::NonZeroU32;

use crate::{Bounds, CutShort, Meter, Position, Prediction, Stop, Value};

/// The static evaluation of a game's positions, finished ones included.
///
/// One call of [`evaluate`](Evaluator::evaluate), or one child's value, is one *evaluation*, the papers' unit of cost.
///
/// A searcher obtains a node's static value from the node's parent, except for the root of a finished game.
/// The searcher calls [`enter`](Evaluator::enter) with the parent once for each expansion or resumed expansion.
/// Then it asks for the children one by one, since the next child may never be needed, or for many at once.
/// Between `enter` and the last child asked for, the position is the parent's.
/// So a static value can profit from the parent: by features that siblings share,
/// by pattern indices that the move updates, or by a batch for a network.
/// A child's value may even *depend* on its parent; [`depends_on_parent`] must then say so.
///
/// # What to implement
///
/// | the evaluator | implements |
/// |---|---|
/// | knows a position by itself | [`evaluate`](Evaluator::evaluate), or is an [`evaluator_fn`](crate::evaluator_fn) |
/// | gains by knowing the parent | [`enter`](Evaluator::enter) and [`evaluate_child`](Evaluator::evaluate_child) too |
/// | gives a child another value below another parent | the same two, and [`depends_on_parent`] |
/// | gains by knowing the siblings | [`evaluate_children`] too, perhaps [`batches`] |
/// | gains by knowing many leaves | [`defer_children`] and [`settle`] too |
/// | asks something outside, which may fail | [`FallibleEvaluator`](crate::FallibleEvaluator) too |
/// | searches, as quiescence search does | [`Quiescence`] instead, in a [`Searching`] |
/// | is for searchers that weigh values against visits | [`win_value`] too |
///
/// `&mut self` leaves room for caches; the values must not depend on the caches.
///
/// [`depends_on_parent`]: Evaluator::depends_on_parent
/// [`evaluate_children`]: Evaluator::evaluate_children
/// [`batches`]: Evaluator::batches
/// [`defer_children`]: Evaluator::defer_children
/// [`Quiescence`]: crate::Quiescence
/// [`Searching`]: crate::Searching
/// [`settle`]: Evaluator::settle
/// [`win_value`]: Evaluator::win_value
///
/// ```
/// use bestply_core::{Evaluator, evaluator_fn};
/// # use bestply_core::{Position, Side};
/// # struct Nim(u8);
/// # impl Position for Nim {
/// #     type Move = u8;
/// #     type Moves = std::ops::RangeInclusive<u8>;
/// #     type Undo = ();
/// #     fn to_move(&self) -> Side { Side::Max }
/// #     fn moves(&self) -> Self::Moves { 1..=self.0.min(2) }
/// #     fn make(&mut self, taken: u8) { self.0 -= taken; }
/// #     fn unmake(&mut self, taken: u8, (): ()) { self.0 += taken; }
/// # }
///
/// // A closure is an evaluator, by way of a function.
/// let mut matches_left = evaluator_fn(|nim: &Nim| i32::from(nim.0));
/// let mut nim = Nim(5);
/// assert_eq!(matches_left.evaluate_child(&mut nim, 2), 3);
/// ```
pub trait Evaluator<P: Position> {
    /// The static value of a position, from MAX's point of view.
    fn evaluate(&mut self, position: &P) -> Value;

    /// Announces the parent whose children will be asked for next.
    #[inline]
    fn enter(&mut self, parent: &P) {
        let _ = parent;
    }

    /// The static value of the child that `mv` leads to.
    /// `parent` is the position last entered, and is left as it was.
    #[inline]
    fn evaluate_child(&mut self, parent: &mut P, mv: P::Move) -> Value {
        let undo = parent.make(mv);
        let value = self.evaluate(parent);
        parent.unmake(mv, undo);
        value
    }

    /// Writes the static values of `values.len()` children to `values`, from the `first`-th in canonical order on.
    #[inline]
    fn evaluate_children(&mut self, parent: &mut P, first: usize, values: &mut [Value]) {
        for (value, mv) in values.iter_mut().zip(parent.moves().skip(first)) {
            *value = self.evaluate_child(parent, mv);
        }
    }

    /// Whether a child's value depends on the parent from which it is asked for, besides the child's position.
    ///
    /// If so, the same position may have different static values below different parents.
    /// A transposition table then holds no static values.
    /// It still holds backed-up values, because the parents that these depend on lie below.
    #[inline]
    fn depends_on_parent(&self) -> bool {
        false
    }

    /// How the values of shallow searches predict those of deep ones in positions like this one.
    ///
    /// A selective search leaves a position early where a prediction says that the deep search is not needed.
    /// By default nothing is predicted.
    #[inline]
    fn predictions(&self, position: &P) -> &[Prediction] {
        let _ = position;
        &[]
    }

    /// What a win is worth in the units of the static values: the value of a position that is as good as won.
    ///
    /// Static values may lie beyond it. It is the same in all positions.
    /// A searcher that weighs values against visits takes its scale from it, where none was given.
    /// By default nothing is said.
    #[inline]
    fn win_value(&self) -> Option<NonZeroU32> {
        None
    }

    /// Whether evaluating many children together costs much less than evaluating them one by one.
    /// A searcher then does not look at the clock between them.
    #[inline]
    fn batches(&self) -> bool {
        false
    }

    /// Whether a child's value is found by a search, which bounds cut short.
    ///
    /// If so, a value at or beyond one of the bounds that a child was asked for within is only a bound itself
    /// ([`Bounds::kind`]), and a searcher that needs more asks again.
    #[inline(always)]
    fn searches(&self) -> bool {
        false
    }

    /// The value of a child as a searcher asks for it: [`evaluate_child`](Evaluator::evaluate_child),
    /// counted by the meter.
    ///
    /// `bounds` are the values between which the searcher wants to know the exact one; they are open
    /// ([`Bounds::OPEN`]) where it wants to know it in any case.
    /// Only an evaluator that [`searches`](Evaluator::searches) gains by them.
    ///
    /// To evaluate by a search, implement [`Quiescence`](crate::Quiescence) rather than override this method.
    ///
    /// # Errors
    ///
    /// The limit that forbids an evaluation. `parent` is then as it was before the call, too.
    #[inline(always)]
    fn value_of_child(
        &mut self,
        parent: &mut P,
        mv: P::Move,
        bounds: Bounds,
        meter: &mut Meter<'_>,
    ) -> Result<Value, Stop> {
        let _ = bounds;
        meter.evaluation()?;
        Ok(self.evaluate_child(parent, mv))
    }

    /// The exact values of children as a searcher asks for them:
    /// [`evaluate_children`](Evaluator::evaluate_children), counted by the meter.
    ///
    /// # Errors
    ///
    /// The limit that forbids one of the evaluations, with the number of values found before.
    /// `parent` is then as it was before the call, too.
    #[inline]
    fn values_of_children(
        &mut self,
        parent: &mut P,
        first: usize,
        values: &mut [Value],
        meter: &mut Meter<'_>,
    ) -> Result<(), CutShort> {
        if meter.evaluations_at_once(values.len()) {
            self.evaluate_children(parent, first, values);
            return Ok(());
        }
        evaluate_in_parts(self, parent, first, values, meter)
    }

    /// Asks for the values of one leaf's children, where the values of several leaves' children are wanted together.
    /// Like [`values_of_children`](Evaluator::values_of_children),
    /// but the values may be left open until [`settle`](Evaluator::settle).
    ///
    /// An evaluator that works on batches overrides both methods.
    /// `defer_children` then asks the meter for the evaluations and notes down what must be known of the children.
    /// `settle` evaluates everything noted down.
    ///
    /// # Errors
    ///
    /// As [`values_of_children`](Evaluator::values_of_children).
    #[inline]
    fn defer_children(
        &mut self,
        parent: &mut P,
        first: usize,
        values: &mut [Value],
        meter: &mut Meter<'_>,
    ) -> Result<(), CutShort> {
        self.values_of_children(parent, first, values, meter)
    }

    /// Writes the values of all children deferred since the last call to `values`,
    /// in the order in which they were deferred.
    #[inline]
    fn settle(&mut self, values: &mut [Value]) {
        let _ = values;
    }
}

/// Finds the values of children in parts, and looks at the clock between the parts as often as the meter asks for.
#[cold]
fn evaluate_in_parts<P: Position, E: Evaluator<P> + ?Sized>(
    evaluator: &mut E,
    parent: &mut P,
    first: usize,
    values: &mut [Value],
    meter: &mut Meter<'_>,
) -> Result<(), CutShort> {
    let mut found = 0;
    while found < values.len() {
        let rest = values.len() - found;
        let part = if evaluator.batches() { rest } else { rest.min(meter.at_once()) };
        let allowed = meter.evaluations(part);
        let part = CutShort::found_of(allowed, part);
        if part > 0 {
            evaluator.evaluate_children(parent, first + found, &mut values[found..found + part]);
            found += part;
        }
        allowed.map_err(|CutShort { stop, .. }| CutShort { found, stop })?;
    }
    Ok(())
}

/// Implements [`Evaluator`] for a pointer to an evaluator by passing every call on.
macro_rules! evaluator_behind {
    ($($pointer:tt)*) => {
        impl<P: Position, E: Evaluator<P> + ?Sized> Evaluator<P> for $($pointer)* {
            #[inline]
            fn evaluate(&mut self, position: &P) -> Value {
                (**self).evaluate(position)
            }

            #[inline]
            fn enter(&mut self, parent: &P) {
                (**self).enter(parent);
            }

            #[inline]
            fn evaluate_child(&mut self, parent: &mut P, mv: P::Move) -> Value {
                (**self).evaluate_child(parent, mv)
            }

            #[inline]
            fn evaluate_children(&mut self, parent: &mut P, first: usize, values: &mut [Value]) {
                (**self).evaluate_children(parent, first, values);
            }

            #[inline]
            fn depends_on_parent(&self) -> bool {
                (**self).depends_on_parent()
            }

            #[inline]
            fn predictions(&self, position: &P) -> &[Prediction] {
                (**self).predictions(position)
            }

            #[inline]
            fn win_value(&self) -> Option<NonZeroU32> {
                (**self).win_value()
            }

            #[inline]
            fn batches(&self) -> bool {
                (**self).batches()
            }

            #[inline]
            fn searches(&self) -> bool {
                (**self).searches()
            }

            #[inline]
            fn value_of_child(
                &mut self,
                parent: &mut P,
                mv: P::Move,
                bounds: Bounds,
                meter: &mut Meter<'_>,
            ) -> Result<Value, Stop> {
                (**self).value_of_child(parent, mv, bounds, meter)
            }

            #[inline]
            fn values_of_children(
                &mut self,
                parent: &mut P,
                first: usize,
                values: &mut [Value],
                meter: &mut Meter<'_>,
            ) -> Result<(), CutShort> {
                (**self).values_of_children(parent, first, values, meter)
            }

            #[inline]
            fn defer_children(
                &mut self,
                parent: &mut P,
                first: usize,
                values: &mut [Value],
                meter: &mut Meter<'_>,
            ) -> Result<(), CutShort> {
                (**self).defer_children(parent, first, values, meter)
            }

            #[inline]
            fn settle(&mut self, values: &mut [Value]) {
                (**self).settle(values);
            }
        }
    };
}

evaluator_behind!(&mut E);
evaluator_behind!(Box<E>);
