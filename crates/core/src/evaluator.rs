use crate::{CutShort, Meter, Position, Stop, Value};

/// The static evaluation of a game's positions, finished ones included.
///
/// One call of [`evaluate`](Evaluator::evaluate), or one child's value, is one *evaluation*, the papers' unit of cost.
///
/// A searcher obtains the value of every node but the root of a finished game from the node's parent.
/// It tells of the parent once for each expansion (or resumption of one), with [`enter`](Evaluator::enter).
/// Then it asks child by child, since the next child may never be needed, or for many children at once.
/// Between `enter` and the last child asked for, the position is the parent's.
/// So a static value can profit from the parent: features that siblings share, pattern indices updated by the move, a
/// batch for a network. It may even *depend* on the parent, and then says so ([`depends_on_parent`]).
///
/// # What to implement
///
/// | the evaluator | implements |
/// |---|---|
/// | knows a position by itself | [`evaluate`](Evaluator::evaluate) |
/// | gains by knowing the parent | [`enter`](Evaluator::enter) and [`evaluate_child`](Evaluator::evaluate_child) too |
/// | gains by knowing the siblings | [`evaluate_children`](Evaluator::evaluate_children) too, and perhaps [`batches`](Evaluator::batches) |
/// | gains by knowing many leaves | [`defer_children`](Evaluator::defer_children) and [`settle`](Evaluator::settle) too |
/// | searches, as quiescence search does | [`Quiescence`] instead, in a [`Searching`] |
///
/// `&mut self` leaves room for caches; values must not depend on them.
///
/// [`depends_on_parent`]: Evaluator::depends_on_parent
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

    /// Tells of the parent whose children will be asked for next.
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

    /// The static values of `values.len()` children, from the `first`-th in canonical order on.
    #[inline]
    fn evaluate_children(&mut self, parent: &mut P, first: usize, values: &mut [Value]) {
        for (value, mv) in values.iter_mut().zip(parent.moves().skip(first)) {
            *value = self.evaluate_child(parent, mv);
        }
    }

    /// Whether a child's value depends on the parent from which it is asked for, besides the child's position.
    ///
    /// A transposition table then holds no static values, for the same position may have another value elsewhere.
    /// Backed-up values stay: the parents that they depend on lie below.
    #[inline]
    fn depends_on_parent(&self) -> bool {
        false
    }

    /// Whether many children together cost much less than one by one, so that no look at the clock should come between them.
    #[inline]
    fn batches(&self) -> bool {
        false
    }

    /// As [`evaluate_child`](Evaluator::evaluate_child), counted and allowed by the meter: what a searcher calls.
    ///
    /// Implement [`Quiescence`] rather than override this.
    ///
    /// # Errors
    ///
    /// The limit that forbids an evaluation; `parent` is as it was then, too.
    #[inline(always)]
    fn value_of_child(&mut self, parent: &mut P, mv: P::Move, meter: &mut Meter<'_>) -> Result<Value, Stop> {
        meter.evaluation()?;
        Ok(self.evaluate_child(parent, mv))
    }

    /// As [`evaluate_children`](Evaluator::evaluate_children), counted and allowed by the meter: what a searcher calls.
    ///
    /// # Errors
    ///
    /// The limit that forbids one of them, with the number of those found before; `parent` is as it was then, too.
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

    /// As [`values_of_children`](Evaluator::values_of_children), of one leaf among several whose values are wanted together.
    /// The values may be left open until [`settle`](Evaluator::settle).
    ///
    /// An evaluator that works on batches overrides both: here it asks the meter for the evaluations and notes down what it
    /// must know of the children, there it evaluates all that it noted down.
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

    /// Gives the values of all children deferred since the last time, in the order in which they were.
    #[inline]
    fn settle(&mut self, values: &mut [Value]) {
        let _ = values;
    }
}

/// Finds the values of children, with the looks at the clock between them that the meter asks for.
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
        let part = allowed.map_or_else(|short| short.found, |()| part);
        if part > 0 {
            evaluator.evaluate_children(parent, first + found, &mut values[found..found + part]);
            found += part;
        }
        allowed.map_err(|CutShort { stop, .. }| CutShort { found, stop })?;
    }
    Ok(())
}

/// Passes everything on, for an evaluator behind a pointer.
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

/// An evaluator made of a function of the position.
pub fn evaluator_fn<P: Position, F: FnMut(&P) -> Value>(evaluate: F) -> EvaluatorFn<F> {
    EvaluatorFn(evaluate)
}

/// What [`evaluator_fn`] makes.
#[derive(Clone, Copy, Debug)]
pub struct EvaluatorFn<F>(F);

impl<P: Position, F: FnMut(&P) -> Value> Evaluator<P> for EvaluatorFn<F> {
    #[inline]
    fn evaluate(&mut self, position: &P) -> Value {
        (self.0)(position)
    }
}

/// A static evaluation that searches: quiescence search, or a shallow search of any kind.
///
/// In a [`Searching`] it is an [`Evaluator`]. It works on the searcher's own position, in place. What it evaluates is counted
/// and limited by the searcher's own meter, so that "equal evaluations" stays true of searchers that have it.
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

    /// The value of a position by a search. It asks `meter` for each evaluation and leaves the position as it was, errors
    /// included.
    ///
    /// # Errors
    ///
    /// The limit that forbids an evaluation.
    fn search(&mut self, position: &mut P, meter: &mut Meter<'_>) -> Result<Value, Stop>;
}

/// The [`Evaluator`] whose values a [`Quiescence`] search finds.
///
/// A value that cost the meter no evaluation counts as one, so that every search ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct Searching<Q>(pub Q);

impl<P: Position, Q: Quiescence<P>> Evaluator<P> for Searching<Q> {
    #[inline]
    fn evaluate(&mut self, position: &P) -> Value {
        self.0.evaluate(position)
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
