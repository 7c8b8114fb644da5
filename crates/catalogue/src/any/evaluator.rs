use std::any::Any;
use std::num::NonZeroU32;

use bestply::{Bounds, CutShort, Evaluator, Meter, Prediction, Stop, Value};

use super::{AnyMove, AnyPosition, native, native_mut};
use crate::Playable;

/// An evaluator of any game's positions. It belongs to one game, and takes only that game's positions.
pub struct AnyEvaluator(Box<dyn ErasedEvaluator>);

/// An evaluator of a game's positions, whichever it is: what a searcher of that game alone searches with.
pub type GameEvaluator<P> = Box<dyn NativeEvaluator<P>>;

/// An evaluator of a game's positions that can be copied behind a pointer. Every evaluator that can be copied is one.
pub trait NativeEvaluator<P: Playable>: Evaluator<P> + Send {
    /// A copy of the evaluator.
    fn duplicate(&self) -> GameEvaluator<P>;
}

impl<P: Playable, E: Evaluator<P> + Clone + Send + 'static> NativeEvaluator<P> for E {
    fn duplicate(&self) -> GameEvaluator<P> {
        Box::new(self.clone())
    }
}

impl<P: Playable> Clone for GameEvaluator<P> {
    fn clone(&self) -> GameEvaluator<P> {
        (**self).duplicate()
    }
}

impl AnyEvaluator {
    /// An evaluator of this game as one of any game.
    pub fn new<P: Playable, E: Evaluator<P> + Clone + Send + 'static>(evaluator: E) -> AnyEvaluator {
        let evaluator: GameEvaluator<P> = Box::new(evaluator);
        AnyEvaluator(Box::new(evaluator))
    }

    /// What a function comes to with the evaluator as one of this game.
    pub(crate) fn with_native<P: Playable, R>(&mut self, function: impl FnOnce(&mut GameEvaluator<P>) -> R) -> R {
        match self.0.as_any_mut().downcast_mut() {
            Some(native) => function(native),
            // It is one of any game's positions, such as a program.
            None => {
                let mut widened: GameEvaluator<P> = Box::new(Widened(self.clone()));
                function(&mut widened)
            }
        }
    }
}

impl Clone for AnyEvaluator {
    fn clone(&self) -> AnyEvaluator {
        AnyEvaluator(self.0.erased())
    }
}

/// An evaluator of any game's positions that is asked for those of one game, one by one.
#[derive(Clone)]
struct Widened(AnyEvaluator);

impl<P: Playable> Evaluator<P> for Widened {
    fn evaluate(&mut self, position: &P) -> Value {
        self.0.evaluate(&AnyPosition::new(position.clone()))
    }

    fn enter(&mut self, parent: &P) {
        self.0.enter(&AnyPosition::new(parent.clone()));
    }

    fn evaluate_child(&mut self, parent: &mut P, mv: P::Move) -> Value {
        self.0.0.evaluate_child(&mut AnyPosition::new(parent.clone()), parent.index_of(mv))
    }

    fn searches(&self) -> bool {
        self.0.searches()
    }

    fn value_of_child(
        &mut self,
        parent: &mut P,
        mv: P::Move,
        bounds: Bounds,
        meter: &mut Meter<'_>,
    ) -> Result<Value, Stop> {
        self.0.0.value_of_child(&mut AnyPosition::new(parent.clone()), parent.index_of(mv), bounds, meter)
    }

    fn depends_on_parent(&self) -> bool {
        self.0.depends_on_parent()
    }

    fn predictions(&self, position: &P) -> &[Prediction] {
        self.0.predictions(&AnyPosition::new(position.clone()))
    }

    fn win_value(&self) -> Option<NonZeroU32> {
        self.0.win_value()
    }
}

/// The methods of an evaluator behind a pointer: those of [`Evaluator`], with children named by their indices.
trait ErasedEvaluator: Send {
    fn evaluate(&mut self, position: &AnyPosition) -> Value;
    fn enter(&mut self, parent: &AnyPosition);
    fn evaluate_child(&mut self, parent: &mut AnyPosition, index: usize) -> Value;
    fn evaluate_children(&mut self, parent: &mut AnyPosition, first: usize, values: &mut [Value]);
    fn depends_on_parent(&self) -> bool;
    fn predictions(&self, position: &AnyPosition) -> &[Prediction];
    fn win_value(&self) -> Option<NonZeroU32>;
    fn batches(&self) -> bool;
    fn searches(&self) -> bool;
    fn value_of_child(
        &mut self,
        parent: &mut AnyPosition,
        index: usize,
        bounds: Bounds,
        meter: &mut Meter<'_>,
    ) -> Result<Value, Stop>;
    fn values_of_children(
        &mut self,
        parent: &mut AnyPosition,
        part: Part<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), CutShort>;
    fn defer_children(
        &mut self,
        parent: &mut AnyPosition,
        part: Part<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), CutShort>;
    fn settle(&mut self, values: &mut [Value]);
    fn erased(&self) -> Box<dyn ErasedEvaluator>;
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

/// Some children whose values are wanted: the index of the first, and room for the values.
type Part<'v> = (usize, &'v mut [Value]);

impl<P: Playable> ErasedEvaluator for GameEvaluator<P> {
    fn evaluate(&mut self, position: &AnyPosition) -> Value {
        (**self).evaluate(native(position))
    }

    fn enter(&mut self, parent: &AnyPosition) {
        (**self).enter(native(parent));
    }

    fn evaluate_child(&mut self, parent: &mut AnyPosition, index: usize) -> Value {
        let parent: &mut P = native_mut(parent);
        let mv = parent.nth_move(index);
        (**self).evaluate_child(parent, mv)
    }

    fn evaluate_children(&mut self, parent: &mut AnyPosition, first: usize, values: &mut [Value]) {
        (**self).evaluate_children(native_mut(parent), first, values);
    }

    fn depends_on_parent(&self) -> bool {
        (**self).depends_on_parent()
    }

    fn predictions(&self, position: &AnyPosition) -> &[Prediction] {
        (**self).predictions(native(position))
    }

    fn win_value(&self) -> Option<NonZeroU32> {
        (**self).win_value()
    }

    fn batches(&self) -> bool {
        (**self).batches()
    }

    fn searches(&self) -> bool {
        (**self).searches()
    }

    fn value_of_child(
        &mut self,
        parent: &mut AnyPosition,
        index: usize,
        bounds: Bounds,
        meter: &mut Meter<'_>,
    ) -> Result<Value, Stop> {
        let parent: &mut P = native_mut(parent);
        let mv = parent.nth_move(index);
        (**self).value_of_child(parent, mv, bounds, meter)
    }

    fn values_of_children(
        &mut self,
        parent: &mut AnyPosition,
        (first, values): Part<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), CutShort> {
        (**self).values_of_children(native_mut(parent), first, values, meter)
    }

    fn defer_children(
        &mut self,
        parent: &mut AnyPosition,
        (first, values): Part<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), CutShort> {
        (**self).defer_children(native_mut(parent), first, values, meter)
    }

    fn settle(&mut self, values: &mut [Value]) {
        (**self).settle(values);
    }

    fn erased(&self) -> Box<dyn ErasedEvaluator> {
        Box::new(self.clone())
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

impl Evaluator<AnyPosition> for AnyEvaluator {
    fn evaluate(&mut self, position: &AnyPosition) -> Value {
        self.0.evaluate(position)
    }

    fn enter(&mut self, parent: &AnyPosition) {
        self.0.enter(parent);
    }

    fn evaluate_child(&mut self, parent: &mut AnyPosition, mv: AnyMove) -> Value {
        self.0.evaluate_child(parent, mv.index())
    }

    fn evaluate_children(&mut self, parent: &mut AnyPosition, first: usize, values: &mut [Value]) {
        self.0.evaluate_children(parent, first, values);
    }

    fn depends_on_parent(&self) -> bool {
        self.0.depends_on_parent()
    }

    fn predictions(&self, position: &AnyPosition) -> &[Prediction] {
        self.0.predictions(position)
    }

    fn win_value(&self) -> Option<NonZeroU32> {
        self.0.win_value()
    }

    fn batches(&self) -> bool {
        self.0.batches()
    }

    fn searches(&self) -> bool {
        self.0.searches()
    }

    fn value_of_child(
        &mut self,
        parent: &mut AnyPosition,
        mv: AnyMove,
        bounds: Bounds,
        meter: &mut Meter<'_>,
    ) -> Result<Value, Stop> {
        self.0.value_of_child(parent, mv.index(), bounds, meter)
    }

    fn values_of_children(
        &mut self,
        parent: &mut AnyPosition,
        first: usize,
        values: &mut [Value],
        meter: &mut Meter<'_>,
    ) -> Result<(), CutShort> {
        self.0.values_of_children(parent, (first, values), meter)
    }

    fn defer_children(
        &mut self,
        parent: &mut AnyPosition,
        first: usize,
        values: &mut [Value],
        meter: &mut Meter<'_>,
    ) -> Result<(), CutShort> {
        self.0.defer_children(parent, (first, values), meter)
    }

    fn settle(&mut self, values: &mut [Value]) {
        self.0.settle(values);
    }
}
