use crate::{Asked, Bounds, CutShort, Evaluator, Meter, Position, Properties, Stop, Value};

/// A static evaluation that searches: quiescence search, or a shallow search of any kind.
///
/// In a [`Searching`] it is an [`Evaluator`].
/// The search works on the searcher's own position, in place.
/// Its evaluations are counted and limited by the searcher's own meter.
/// So "equal evaluations" has the same meaning for searchers with quiescence search and without.
///
/// The searcher says between which bounds it needs the exact value.
/// Alpha-beta inside the search cuts off by them, as in this game of taking one or two matches:
///
/// ```
/// use bestply_core::{Bounds, Meter, Position, Quiescence, Side, Stop, Value};
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
/// /// Looks farther where three matches or fewer are left.
/// struct Greedy;
///
/// impl Quiescence<Nim> for Greedy {
///     fn evaluate(&mut self, nim: &Nim) -> Value {
///         if nim.matches == 0 { nim.to_move.loss() } else { 0 }
///     }
///
///     fn search(&mut self, nim: &mut Nim, bounds: Bounds, meter: &mut Meter<'_>) -> Result<Value, Stop> {
///         meter.evaluation()?; // each static value is counted, and may be forbidden
///         if !(1..=3).contains(&nim.matches) {
///             return Ok(self.evaluate(nim));
///         }
///         // Values and bounds are from here on as the side to move sees them: larger is better.
///         let side = nim.to_move;
///         let Bounds { alpha, beta } = bounds.orient(side);
///         let mut best = Value::MIN;
///         for taken in nim.moves() {
///             nim.make(taken);
///             let bounds = Bounds { alpha: alpha.max(best), beta }.orient(side);
///             let value = self.search(nim, bounds, meter);
///             nim.unmake(taken, ()); // taken back even where a limit forbids more
///             best = best.max(side.orient(value?));
///             if best >= beta {
///                 break;
///             }
///         }
///         Ok(side.orient(best))
///     }
/// }
/// ```
pub trait Quiescence<P: Position> {
    /// The static value of a position without any search, from MAX's point of view.
    fn evaluate(&mut self, position: &P) -> Value;

    /// The value of a position by a search, from MAX's point of view, as far as `bounds` ask for it.
    ///
    /// The position's *exact* value is what the search finds within [`Bounds::OPEN`].
    /// A value that lies between the bounds is exact.
    /// One at alpha or below says that the exact value is no larger, one at beta or above that it is no smaller.
    /// So a search may return the bound itself (fail-hard) or a value beyond it (fail-soft),
    /// and one that pays no heed to the bounds is right, too.
    /// The conformance suite checks this (`check_quiescence` in `bestply-testkit`).
    ///
    /// Infinity is for positions that have ended.
    /// A forced end that the search finds is at most one less: the searcher proves it from its own moves, and one with
    /// a table states no proof once an unfinished position was worth infinity.
    ///
    /// The search asks `meter` for each evaluation.
    /// It leaves the position as it was, also where it returns an error.
    ///
    /// # Errors
    ///
    /// The limit that forbids an evaluation.
    fn search(&mut self, position: &mut P, bounds: Bounds, meter: &mut Meter<'_>) -> Result<Value, Stop>;

    /// As [`Evaluator::properties`]. That it searches need not be said.
    #[inline]
    fn properties(&self) -> Properties {
        Properties::default()
    }

    /// As [`Evaluator::enter`]: announces the parent whose children will be searched next.
    #[inline]
    fn enter(&mut self, parent: &P) {
        let _ = parent;
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

    #[inline(always)]
    fn properties(&self) -> Properties {
        Properties { searches: true, gives_priors: false, ..self.0.properties() }
    }

    #[inline]
    fn enter(&mut self, parent: &P) {
        self.0.enter(parent);
    }

    #[inline]
    fn value_of_child(
        &mut self,
        parent: &mut P,
        mv: P::Move,
        bounds: Bounds,
        meter: &mut Meter<'_>,
    ) -> Result<Value, Stop> {
        let before = meter.counts().evaluations;
        let value = parent.with_move(mv, |child| self.0.search(child, bounds, meter));
        // A search that evaluates nothing, as of a finished position, counts as one, or limits would never end it.
        if meter.counts().evaluations == before {
            meter.evaluation()?;
        }
        value
    }

    #[inline]
    fn values_of_children(&mut self, parent: &mut P, asked: Asked<'_>, meter: &mut Meter<'_>) -> Result<(), CutShort> {
        let Asked { first, values, .. } = asked;
        for (found, (value, mv)) in values.iter_mut().zip(parent.moves().skip(first)).enumerate() {
            *value = self.value_of_child(parent, mv, Bounds::OPEN, meter).map_err(|stop| CutShort { found, stop })?;
        }
        Ok(())
    }
}
