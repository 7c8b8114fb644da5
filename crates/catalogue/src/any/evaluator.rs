use std::num::NonZeroU32;

use bestply::{Bounds, CutShort, Evaluator, Meter, Prediction, Stop, Value};

use super::{AnyMove, AnyPosition, native, native_mut};
use crate::Playable;

/// An evaluator of any game's positions. It belongs to one game, and takes only that game's positions.
pub struct AnyEvaluator(Box<dyn ErasedEvaluator>);

impl AnyEvaluator {
    /// An evaluator of this game as one of any game.
    pub fn new<P: Playable, E: Evaluator<P> + Clone + Send + 'static>(evaluator: E) -> AnyEvaluator {
        AnyEvaluator(Box::new(Of { evaluator, game: std::marker::PhantomData }))
    }
}

impl Clone for AnyEvaluator {
    fn clone(&self) -> AnyEvaluator {
        AnyEvaluator(self.0.duplicate())
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
    fn duplicate(&self) -> Box<dyn ErasedEvaluator>;
}

/// Some children whose values are wanted: the index of the first, and room for the values.
type Part<'v> = (usize, &'v mut [Value]);

struct Of<P, E> {
    evaluator: E,
    game: std::marker::PhantomData<fn(P)>,
}

impl<P: Playable, E: Evaluator<P> + Clone + Send + 'static> ErasedEvaluator for Of<P, E> {
    fn evaluate(&mut self, position: &AnyPosition) -> Value {
        self.evaluator.evaluate(native(position))
    }

    fn enter(&mut self, parent: &AnyPosition) {
        self.evaluator.enter(native(parent));
    }

    fn evaluate_child(&mut self, parent: &mut AnyPosition, index: usize) -> Value {
        let parent: &mut P = native_mut(parent);
        let mv = parent.nth_move(index);
        self.evaluator.evaluate_child(parent, mv)
    }

    fn evaluate_children(&mut self, parent: &mut AnyPosition, first: usize, values: &mut [Value]) {
        self.evaluator.evaluate_children(native_mut(parent), first, values);
    }

    fn depends_on_parent(&self) -> bool {
        self.evaluator.depends_on_parent()
    }

    fn predictions(&self, position: &AnyPosition) -> &[Prediction] {
        self.evaluator.predictions(native(position))
    }

    fn win_value(&self) -> Option<NonZeroU32> {
        self.evaluator.win_value()
    }

    fn batches(&self) -> bool {
        self.evaluator.batches()
    }

    fn searches(&self) -> bool {
        self.evaluator.searches()
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
        self.evaluator.value_of_child(parent, mv, bounds, meter)
    }

    fn values_of_children(
        &mut self,
        parent: &mut AnyPosition,
        (first, values): Part<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), CutShort> {
        self.evaluator.values_of_children(native_mut(parent), first, values, meter)
    }

    fn defer_children(
        &mut self,
        parent: &mut AnyPosition,
        (first, values): Part<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), CutShort> {
        self.evaluator.defer_children(native_mut(parent), first, values, meter)
    }

    fn settle(&mut self, values: &mut [Value]) {
        self.evaluator.settle(values);
    }

    fn duplicate(&self) -> Box<dyn ErasedEvaluator> {
        Box::new(Of { evaluator: self.evaluator.clone(), game: self.game })
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
