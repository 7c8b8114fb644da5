use std::num::NonZeroU32;

use crate::{CutShort, Meter, Position, Prediction, Stop, Value};

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

    /// The value of a child as a searcher asks for it: [`evaluate_child`](Evaluator::evaluate_child),
    /// counted by the meter.
    ///
    /// To evaluate by a search, implement [`Quiescence`] rather than override this method.
    ///
    /// # Errors
    ///
    /// The limit that forbids an evaluation. `parent` is then as it was before the call, too.
    #[inline(always)]
    fn value_of_child(&mut self, parent: &mut P, mv: P::Move, meter: &mut Meter<'_>) -> Result<Value, Stop> {
        meter.evaluation()?;
        Ok(self.evaluate_child(parent, mv))
    }

    /// The values of children as a searcher asks for them:
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
            fn value_of_child(&mut self, parent: &mut P, mv: P::Move, meter: &mut Meter<'_>) -> Result<Value, Stop> {
                (**self).value_of_child(parent, mv, meter)
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

/// A static evaluation that searches: quiescence search, or a shallow search of any kind.
///
/// In a [`Searching`] it is an [`Evaluator`].
/// The search works on the searcher's own position, in place.
/// Its evaluations are counted and limited by the searcher's own meter.
/// So "equal evaluations" has the same meaning for searchers with quiescence search and without.
///
/// ```
/// use bestply_core::{Meter, Position, Quiescence, Side, Stop, Value};
/// # struct Nim { matches: u8, to_move: Side }
/// # impl Position for Nim {
/// #     type Move = u8;
/// #     type Moves = std::ops::RangeInclusive<u8>;
/// #     type Undo = ();
/// #     fn to_move(&self) -> Side { self.to_move }
/// #     fn moves(&self) -> Self::Moves { 1..=self.matches.min(2) }
/// #     fn make(&mut self, taken: u8) { self.matches -= taken; self.to_move = self.to_move.other(); }
/// #     fn unmake(&mut self, taken: u8, (): ()) { self.matches += taken; self.to_move = self.to_move.other(); }
/// # }
///
/// /// Looks one ply farther where only one or two matches are left.
/// struct Greedy;
///
/// impl Quiescence<Nim> for Greedy {
///     fn evaluate(&mut self, nim: &Nim) -> Value {
///         if nim.matches == 0 { nim.to_move.loss() } else { 0 }
///     }
///
///     fn search(&mut self, nim: &mut Nim, meter: &mut Meter<'_>) -> Result<Value, Stop> {
///         meter.evaluation()?; // each static value is counted, and may be forbidden
///         let value = self.evaluate(nim);
///         if !(1..=2).contains(&nim.matches) {
///             return Ok(value);
///         }
///         let taken = nim.matches;
///         nim.make(taken);
///         let value = self.search(nim, meter);
///         nim.unmake(taken, ()); // taken back even where a limit forbids more
///         value
///     }
/// }
/// ```
pub trait Quiescence<P: Position> {
    /// The static value of a position without any search, from MAX's point of view.
    fn evaluate(&mut self, position: &P) -> Value;

    /// The value of a position by a search, from MAX's point of view.
    ///
    /// The search asks `meter` for each evaluation.
    /// It leaves the position as it was, also where it returns an error.
    ///
    /// # Errors
    ///
    /// The limit that forbids an evaluation.
    fn search(&mut self, position: &mut P, meter: &mut Meter<'_>) -> Result<Value, Stop>;

    /// As [`Evaluator::win_value`].
    #[inline]
    fn win_value(&self) -> Option<NonZeroU32> {
        None
    }

    /// As [`Evaluator::enter`]: announces the parent whose children will be searched next.
    #[inline]
    fn enter(&mut self, parent: &P) {
        let _ = parent;
    }

    /// As [`Evaluator::depends_on_parent`].
    #[inline]
    fn depends_on_parent(&self) -> bool {
        false
    }
}

/// The [`Evaluator`] whose values a [`Quiescence`] search finds.
///
/// Each value counts as one evaluation at least, so that every search ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct Searching<Q>(pub Q);

impl<P: Position, Q: Quiescence<P>> Evaluator<P> for Searching<Q> {
    #[inline]
    fn evaluate(&mut self, position: &P) -> Value {
        self.0.evaluate(position)
    }

    #[inline]
    fn win_value(&self) -> Option<NonZeroU32> {
        self.0.win_value()
    }

    #[inline]
    fn enter(&mut self, parent: &P) {
        self.0.enter(parent);
    }

    #[inline]
    fn depends_on_parent(&self) -> bool {
        self.0.depends_on_parent()
    }

    #[inline]
    fn value_of_child(&mut self, parent: &mut P, mv: P::Move, meter: &mut Meter<'_>) -> Result<Value, Stop> {
        let before = meter.counts().evaluations;
        let undo = parent.make(mv);
        let value = self.0.search(parent, meter);
        parent.unmake(mv, undo);
        if meter.counts().evaluations == before {
            meter.evaluation()?;
        }
        value
    }

    #[inline]
    fn values_of_children(
        &mut self,
        parent: &mut P,
        first: usize,
        values: &mut [Value],
        meter: &mut Meter<'_>,
    ) -> Result<(), CutShort> {
        for (found, (value, mv)) in values.iter_mut().zip(parent.moves().skip(first)).enumerate() {
            *value = self.value_of_child(parent, mv, meter).map_err(|stop| CutShort { found, stop })?;
        }
        Ok(())
    }
}
