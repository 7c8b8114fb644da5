use std::num::NonZeroU32;

use crate::{Bounds, CutShort, Meter, Position, Prediction, StaticError, Stop, Value};

/// What holds of all values of an [`Evaluator`], in all positions.
///
/// What is not known is left at its default, with `..Properties::default()`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Properties {
    /// Whether a child's value depends on the parent from which it is asked for, besides the child's position.
    ///
    /// If so, the same position may have different static values below different parents.
    /// A transposition table then holds no static values.
    /// It still holds backed-up values, because the parents that these depend on lie below.
    pub depends_on_parent: bool,
    /// What a win is worth in the units of the static values: the value of a position that is as good as won.
    ///
    /// Static values may lie beyond it.
    /// A searcher that weighs values against visits takes its scale from it, where none was given.
    pub win_value: Option<NonZeroU32>,
    /// Whether evaluating many children together costs much less than evaluating them one by one.
    /// A searcher then does not look at the clock between them.
    pub batches: bool,
    /// Whether a child's value is found by a search, which bounds cut short.
    ///
    /// If so, a value at or beyond one of the bounds that a child was asked for within is only a bound itself
    /// ([`Bounds::kind`]), and a searcher that needs more asks again.
    pub searches: bool,
    /// Whether the evaluator has a policy: [priors](Evaluator::priors) of its own.
    ///
    /// A searcher that goes by priors then asks for them. Otherwise it makes priors of the children's values.
    pub gives_priors: bool,
}

/// What is asked of children together: from which child on, the values to be written, and priors where they are wanted.
///
/// Who asks may come to ask for more.
/// Then a field is added, and no evaluator breaks.
///
/// ```
/// use bestply_core::Asked;
///
/// let (mut values, mut priors) = ([0; 3], [0.0; 5]);
/// let Asked { first, values, priors, .. } = Asked::new(2, &mut values).with_priors(&mut priors);
/// assert_eq!((first, values.len(), priors.len()), (2, 3, 5));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Asked<'v> {
    /// The index of the first child in canonical order; 0 where all children that were deferred are
    /// [settled](Evaluator::settle).
    pub first: usize,
    /// Where the values are written, one for each child that is asked for.
    pub values: &'v mut [Value],
    /// Where the [priors](Evaluator::priors) are written; empty where none are wanted. All are 0 before.
    ///
    /// There is one for each child of the parent, also for those before the `first`.
    /// They are written once all values of the parent's children are found, and say nothing where a limit forbids one.
    /// Where deferred children are [settled](Evaluator::settle), there is one for each value.
    pub priors: &'v mut [f32],
}

impl<'v> Asked<'v> {
    /// As many children as there are values, from the `first`-th in canonical order on.
    #[inline(always)]
    pub fn new(first: usize, values: &'v mut [Value]) -> Asked<'v> {
        Asked { first, values, priors: &mut [] }
    }

    /// As many children as there are values, from the first on.
    #[inline(always)]
    pub fn all(values: &'v mut [Value]) -> Asked<'v> {
        Asked::new(0, values)
    }

    /// The same, and the priors of all children of the parent.
    #[inline(always)]
    #[must_use]
    pub fn with_priors(self, priors: &'v mut [f32]) -> Asked<'v> {
        Asked { priors, ..self }
    }
}

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
/// A child's value may even *depend* on its parent; [`Properties::depends_on_parent`] must then say so.
///
/// # What to implement
///
/// | the evaluator | implements |
/// |---|---|
/// | knows a position by itself | [`evaluate`](Evaluator::evaluate), or is an [`evaluator_fn`](crate::evaluator_fn) |
/// | gains by knowing the parent | [`enter`](Evaluator::enter) and [`evaluate_child`](Evaluator::evaluate_child) too |
/// | gives a child another value below another parent | the same two, and [`Properties::depends_on_parent`] |
/// | gains by knowing the siblings | [`evaluate_children`] too, perhaps [`Properties::batches`] |
/// | gains by knowing many leaves | [`defer_children`] and [`settle`] too |
/// | asks something outside, which may fail | [`FallibleEvaluator`](crate::FallibleEvaluator) too |
/// | searches, as quiescence search does | [`Quiescence`] instead, in a [`Searching`] |
/// | is for searchers that weigh values against visits | [`Properties::win_value`] |
/// | has a policy, which says what children are worth a look | [`priors`] and [`Properties::gives_priors`] |
/// | knows how far its values may be off | [`errors`](Evaluator::errors), and [`stage`](Evaluator::stage) |
///
/// `&mut self` leaves room for caches; the values must not depend on the caches.
///
/// [`evaluate_children`]: Evaluator::evaluate_children
/// [`defer_children`]: Evaluator::defer_children
/// [`priors`]: Evaluator::priors
/// [`Quiescence`]: crate::Quiescence
/// [`Searching`]: crate::Searching
/// [`settle`]: Evaluator::settle
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
        parent.with_move(mv, |child| self.evaluate(child))
    }

    /// Writes the static values of `values.len()` children to `values`, from the `first`-th in canonical order on.
    #[inline]
    fn evaluate_children(&mut self, parent: &mut P, first: usize, values: &mut [Value]) {
        for (value, mv) in values.iter_mut().zip(parent.moves().skip(first)) {
            *value = self.evaluate_child(parent, mv);
        }
    }

    /// Writes the prior of each child of the parent, in canonical order: the part of the visits of the parent that the
    /// child is promised.
    ///
    /// `parent` is the position last entered, and is left as it was.
    /// Priors are not negative, and their sum is 1. Who asks divides others by their sum, where a negative one, or one
    /// that is no number, counts as 0; if all are 0, as they are before, all children are promised the same.
    ///
    /// Only an evaluator that [gives priors](Properties::gives_priors) is asked for them. By default it gives none.
    ///
    /// ```
    /// use bestply_core::{Evaluator, Properties, Value};
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
    /// /// Knows nothing of values, and leaves a multiple of three where it can.
    /// struct Threes;
    ///
    /// impl Evaluator<Nim> for Threes {
    ///     fn evaluate(&mut self, _: &Nim) -> Value {
    ///         0
    ///     }
    ///
    ///     fn priors(&mut self, nim: &mut Nim, priors: &mut [f32]) {
    ///         for (prior, taken) in priors.iter_mut().zip(nim.moves()) {
    ///             *prior = if (nim.0 - taken) % 3 == 0 { 1.0 } else { 0.0 };
    ///         }
    ///     }
    ///
    ///     fn properties(&self) -> Properties {
    ///         Properties { gives_priors: true, ..Properties::default() }
    ///     }
    /// }
    ///
    /// let mut priors = [0.0; 2];
    /// Threes.priors(&mut Nim(5), &mut priors);
    /// assert_eq!(priors, [0.0, 1.0]);
    /// ```
    #[inline]
    fn priors(&mut self, parent: &mut P, priors: &mut [f32]) {
        let _ = (parent, priors);
    }

    /// What holds of all values of the evaluator. By default nothing does.
    #[inline]
    fn properties(&self) -> Properties {
        Properties::default()
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

    /// The stage of the game that a position belongs to, counted from 0: what is measured of the evaluator, its
    /// [`predictions`](Evaluator::predictions) and [`errors`](Evaluator::errors), is measured for each stage.
    ///
    /// By default all positions are of one stage.
    #[inline]
    fn stage(&self, position: &P) -> usize {
        let _ = position;
        0
    }

    /// How far the static values of positions of this one's stage lie from the values of searches,
    /// the shallowest search first.
    ///
    /// A searcher that believes a value to be uncertain takes from here by how much.
    /// By default nothing is known of it.
    #[inline]
    fn errors(&self, position: &P) -> &[StaticError] {
        let _ = position;
        &[]
    }

    /// The value of a child as a searcher asks for it: [`evaluate_child`](Evaluator::evaluate_child),
    /// counted by the meter.
    ///
    /// `bounds` are the values between which the searcher wants to know the exact one; they are open
    /// ([`Bounds::OPEN`]) where it wants to know it in any case.
    /// Only an evaluator that [`searches`](Properties::searches) gains by them.
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
    /// Then the [`priors`](Evaluator::priors), which cost no evaluation, if they are asked for.
    ///
    /// # Errors
    ///
    /// The limit that forbids one of the evaluations, with the number of values found before.
    /// `parent` is then as it was before the call, too.
    #[inline]
    fn values_of_children(&mut self, parent: &mut P, asked: Asked<'_>, meter: &mut Meter<'_>) -> Result<(), CutShort> {
        values_in_parts(self, parent, asked, meter)
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
    fn defer_children(&mut self, parent: &mut P, asked: Asked<'_>, meter: &mut Meter<'_>) -> Result<(), CutShort> {
        self.values_of_children(parent, asked, meter)
    }

    /// Writes the values of all children deferred since the last call, in the order in which they were deferred,
    /// and their priors, if they are asked for and were not written when the children were deferred.
    #[inline]
    fn settle(&mut self, asked: Asked<'_>) {
        let _ = asked;
    }
}

/// Evaluates children, all at once if no limit need be looked at between them.
#[inline(always)]
pub(crate) fn values_in_parts<P: Position, E: Evaluator<P> + ?Sized>(
    evaluator: &mut E,
    parent: &mut P,
    Asked { first, values, priors }: Asked<'_>,
    meter: &mut Meter<'_>,
) -> Result<(), CutShort> {
    // Nearly always: only where a limit may be reached are they counted in parts.
    if meter.evaluations_at_once(values.len()) {
        evaluator.evaluate_children(parent, first, values);
    } else {
        evaluate_in_parts(evaluator, parent, first, values, meter)?;
    }
    if !priors.is_empty() {
        evaluator.priors(parent, priors);
    }
    Ok(())
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
        // A batch is cheaper whole; other evaluations come in parts, between which the clock is read.
        let part = if evaluator.properties().batches { rest } else { rest.min(meter.at_once()) };
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

/// Passes every call of [`Evaluator`] on to another one, so that the methods are listed here alone.
///
/// It stands in the `impl` of the type that has the other one, and says where that is. Where the other one is of other
/// positions, three functions follow: to its position that is looked at, to its position that moves are made on, and
/// from that and a move to its move.
///
/// ```
/// use bestply_core::{Evaluator, Position, forward_evaluator};
///
/// struct Named<E>(&'static str, E);
///
/// impl<P: Position, E: Evaluator<P>> Evaluator<P> for Named<E> {
///     forward_evaluator!(P, |self| self.1);
/// }
/// ```
#[macro_export]
macro_rules! forward_evaluator {
    ($position:ty, |$this:ident| $inner:expr) => {
        $crate::forward_evaluator!($position, |$this| $inner, |position| position, |parent| parent, |_, mv| mv);
    };
    ($position:ty, |$this:ident| $inner:expr, $seen:expr, $played:expr, $mv:expr) => {
        #[inline]
        fn evaluate(&mut $this, position: &$position) -> $crate::Value {
            $inner.evaluate(($seen)(position))
        }

        #[inline]
        fn enter(&mut $this, parent: &$position) {
            $inner.enter(($seen)(parent));
        }

        #[inline]
        fn evaluate_child(
            &mut $this,
            parent: &mut $position,
            mv: <$position as $crate::Position>::Move,
        ) -> $crate::Value {
            let parent = ($played)(parent);
            let mv = ($mv)(&*parent, mv);
            $inner.evaluate_child(parent, mv)
        }

        #[inline]
        fn evaluate_children(&mut $this, parent: &mut $position, first: usize, values: &mut [$crate::Value]) {
            $inner.evaluate_children(($played)(parent), first, values);
        }

        #[inline]
        fn priors(&mut $this, parent: &mut $position, priors: &mut [f32]) {
            $inner.priors(($played)(parent), priors);
        }

        #[inline]
        fn properties(&$this) -> $crate::Properties {
            $inner.properties()
        }

        #[inline]
        fn predictions(&$this, position: &$position) -> &[$crate::Prediction] {
            $inner.predictions(($seen)(position))
        }

        #[inline]
        fn stage(&$this, position: &$position) -> usize {
            $inner.stage(($seen)(position))
        }

        #[inline]
        fn errors(&$this, position: &$position) -> &[$crate::StaticError] {
            $inner.errors(($seen)(position))
        }

        #[inline]
        fn value_of_child(
            &mut $this,
            parent: &mut $position,
            mv: <$position as $crate::Position>::Move,
            bounds: $crate::Bounds,
            meter: &mut $crate::Meter<'_>,
        ) -> Result<$crate::Value, $crate::Stop> {
            let parent = ($played)(parent);
            let mv = ($mv)(&*parent, mv);
            $inner.value_of_child(parent, mv, bounds, meter)
        }

        #[inline]
        fn values_of_children(
            &mut $this,
            parent: &mut $position,
            asked: $crate::Asked<'_>,
            meter: &mut $crate::Meter<'_>,
        ) -> Result<(), $crate::CutShort> {
            $inner.values_of_children(($played)(parent), asked, meter)
        }

        #[inline]
        fn defer_children(
            &mut $this,
            parent: &mut $position,
            asked: $crate::Asked<'_>,
            meter: &mut $crate::Meter<'_>,
        ) -> Result<(), $crate::CutShort> {
            $inner.defer_children(($played)(parent), asked, meter)
        }

        #[inline]
        fn settle(&mut $this, asked: $crate::Asked<'_>) {
            $inner.settle(asked);
        }
    };
}

impl<P: Position, E: Evaluator<P> + ?Sized> Evaluator<P> for &mut E {
    forward_evaluator!(P, |self| **self);
}

impl<P: Position, E: Evaluator<P> + ?Sized> Evaluator<P> for Box<E> {
    forward_evaluator!(P, |self| **self);
}
