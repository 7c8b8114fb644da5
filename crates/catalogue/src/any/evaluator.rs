use std::any::Any;

use bestply::{
    Asked, Bounds, CutShort, Evaluator, Meter, Prediction, Properties, StaticError, Stop, Value, forward_evaluator,
};

use super::{AnyMove, AnyPosition, any_move, native, native_mut};
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
        AnyEvaluator(Box::new(OfGame(evaluator)))
    }

    /// What a function comes to with the evaluator as one of this game.
    pub(crate) fn with_native<P: Playable, R>(&mut self, function: impl FnOnce(&mut GameEvaluator<P>) -> R) -> R {
        match self.0.as_any_mut().downcast_mut() {
            Some(OfGame(native)) => function(native),
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
        self.0.evaluate_child(&mut AnyPosition::new(parent.clone()), any_move(parent.index_of(mv), &mv))
    }

    fn value_of_child(
        &mut self,
        parent: &mut P,
        mv: P::Move,
        bounds: Bounds,
        meter: &mut Meter<'_>,
    ) -> Result<Value, Stop> {
        self.0.value_of_child(&mut AnyPosition::new(parent.clone()), any_move(parent.index_of(mv), &mv), bounds, meter)
    }

    /// Children are asked for one by one.
    fn properties(&self) -> Properties {
        Properties { batches: false, ..self.0.properties() }
    }

    fn predictions(&self, position: &P) -> &[Prediction] {
        self.0.predictions(&AnyPosition::new(position.clone()))
    }

    fn stage(&self, position: &P) -> usize {
        self.0.stage(&AnyPosition::new(position.clone()))
    }

    fn errors(&self, position: &P) -> &[StaticError] {
        self.0.errors(&AnyPosition::new(position.clone()))
    }
}

/// An evaluator of any game's positions that can be copied behind a pointer, and asked which game's it is.
trait ErasedEvaluator: Evaluator<AnyPosition> + Send {
    fn erased(&self) -> Box<dyn ErasedEvaluator>;
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl Evaluator<AnyPosition> for AnyEvaluator {
    forward_evaluator!(AnyPosition, |this| this.0);
}

/// An evaluator of one game's positions that is asked for those of any game.
struct OfGame<P>(GameEvaluator<P>);

impl<P: Playable> ErasedEvaluator for OfGame<P> {
    fn erased(&self) -> Box<dyn ErasedEvaluator> {
        Box::new(OfGame(self.0.clone()))
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

impl<P: Playable> Evaluator<AnyPosition> for OfGame<P> {
    fn evaluate(&mut self, position: &AnyPosition) -> Value {
        self.0.evaluate(native(position))
    }

    fn enter(&mut self, parent: &AnyPosition) {
        self.0.enter(native(parent));
    }

    fn evaluate_child(&mut self, parent: &mut AnyPosition, mv: AnyMove) -> Value {
        let parent: &mut P = native_mut(parent);
        let mv = parent.nth_move(mv.index());
        self.0.evaluate_child(parent, mv)
    }

    fn evaluate_children(&mut self, parent: &mut AnyPosition, first: usize, values: &mut [Value]) {
        self.0.evaluate_children(native_mut(parent), first, values);
    }

    fn properties(&self) -> Properties {
        self.0.properties()
    }

    fn predictions(&self, position: &AnyPosition) -> &[Prediction] {
        self.0.predictions(native(position))
    }

    fn stage(&self, position: &AnyPosition) -> usize {
        self.0.stage(native(position))
    }

    fn errors(&self, position: &AnyPosition) -> &[StaticError] {
        self.0.errors(native(position))
    }

    fn value_of_child(
        &mut self,
        parent: &mut AnyPosition,
        mv: AnyMove,
        bounds: Bounds,
        meter: &mut Meter<'_>,
    ) -> Result<Value, Stop> {
        let parent: &mut P = native_mut(parent);
        let mv = parent.nth_move(mv.index());
        self.0.value_of_child(parent, mv, bounds, meter)
    }

    fn values_of_children(
        &mut self,
        parent: &mut AnyPosition,
        asked: Asked<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), CutShort> {
        self.0.values_of_children(native_mut(parent), asked, meter)
    }

    fn defer_children(
        &mut self,
        parent: &mut AnyPosition,
        asked: Asked<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), CutShort> {
        self.0.defer_children(native_mut(parent), asked, meter)
    }

    fn settle(&mut self, asked: Asked<'_>) {
        self.0.settle(asked);
    }
}
