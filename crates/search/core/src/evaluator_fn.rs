use std::num::NonZeroU32;

use crate::{Evaluator, Position, Properties, Value};

/// An evaluator made of a function of the position.
pub fn evaluator_fn<P: Position, F: FnMut(&P) -> Value>(evaluate: F) -> EvaluatorFn<F> {
    EvaluatorFn { evaluate, win_value: None }
}

/// The evaluator that [`evaluator_fn`] makes.
#[derive(Clone, Copy, Debug)]
pub struct EvaluatorFn<F> {
    evaluate: F,
    win_value: Option<NonZeroU32>,
}

impl<F> EvaluatorFn<F> {
    /// The same evaluator, to which a win is worth so much ([`Properties::win_value`](crate::Properties::win_value)).
    ///
    /// ```
    /// use std::num::NonZeroU32;
    ///
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
    /// let a_win = NonZeroU32::new(100).expect("it is not 0");
    /// let evaluator = evaluator_fn(|nim: &Nim| i32::from(nim.0)).with_win_value(a_win);
    /// assert_eq!(evaluator.properties().win_value, Some(a_win));
    /// ```
    #[must_use]
    pub fn with_win_value(self, win_value: NonZeroU32) -> EvaluatorFn<F> {
        EvaluatorFn { win_value: Some(win_value), ..self }
    }

    /// The same evaluator, whose values of children depend on the parent.
    /// `of_child` gets the parent and the move, and leaves the parent as it was.
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
    /// // A single match leaves no choice.
    /// let left = |nim: &Nim| i32::from(nim.0);
    /// let left_after = |nim: &mut Nim, taken| i32::from(nim.0 - taken) - i32::from(nim.0 == 1);
    /// let mut evaluator = evaluator_fn(left).with_parent(left_after);
    /// assert!(evaluator.properties().depends_on_parent);
    /// assert_eq!((evaluator.evaluate_child(&mut Nim(1), 1), evaluator.evaluate_child(&mut Nim(2), 2)), (-1, 0));
    /// ```
    #[must_use]
    pub fn with_parent<P: Position, C: FnMut(&mut P, P::Move) -> Value>(self, of_child: C) -> ParentEvaluatorFn<F, C> {
        ParentEvaluatorFn { by_itself: self, of_child }
    }
}

impl<P: Position, F: FnMut(&P) -> Value> Evaluator<P> for EvaluatorFn<F> {
    #[inline]
    fn evaluate(&mut self, position: &P) -> Value {
        (self.evaluate)(position)
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties { win_value: self.win_value, ..Properties::default() }
    }
}

/// The evaluator that [`EvaluatorFn::with_parent`] makes. A finished root has the value of the position by itself.
#[derive(Clone, Copy, Debug)]
pub struct ParentEvaluatorFn<F, C> {
    by_itself: EvaluatorFn<F>,
    of_child: C,
}

impl<P: Position, F: FnMut(&P) -> Value, C: FnMut(&mut P, P::Move) -> Value> Evaluator<P> for ParentEvaluatorFn<F, C> {
    #[inline]
    fn evaluate(&mut self, position: &P) -> Value {
        self.by_itself.evaluate(position)
    }

    #[inline]
    fn evaluate_child(&mut self, parent: &mut P, mv: P::Move) -> Value {
        (self.of_child)(parent, mv)
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties { depends_on_parent: true, win_value: self.by_itself.win_value, ..Properties::default() }
    }
}
