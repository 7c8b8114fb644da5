use std::any::Any;
use std::marker::PhantomData;

use bestply::{Bounds, Evaluator, Meter, Prediction, Properties, StaticError, Stop, Value, forward_evaluator};

use crate::erased::any_move;
use crate::{AnyMove, AnyPosition, Playable};

/// An evaluator of any game's positions. It belongs to one game, and takes only that game's positions.
pub struct AnyEvaluator(Box<dyn ErasedEvaluator>);

/// An evaluator of a game's positions, whichever it is: what a searcher of that game alone searches with.
pub type GameEvaluator<P> = Box<dyn NativeEvaluator<P>>;

/// An evaluator of a game's positions that can be copied behind a pointer. Every evaluator that can be copied is one.
pub trait NativeEvaluator<P: Playable>: Evaluator<P> + Send + Sync {
    /// A copy of the evaluator.
    fn duplicate(&self) -> GameEvaluator<P>;
}

impl<P: Playable, E: Evaluator<P> + Clone + Send + Sync + 'static> NativeEvaluator<P> for E {
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
    pub fn new<P: Playable, E: Evaluator<P> + Clone + Send + Sync + 'static>(evaluator: E) -> AnyEvaluator {
        AnyEvaluator(Box::new(OfGame::new(evaluator)))
    }

    /// What a function comes to with the evaluator as this one of a game: itself, or a copy behind a pointer.
    ///
    /// # Panics
    ///
    /// If it is another evaluator, and `E` is no [`GameEvaluator`].
    pub(crate) fn with_native<P: Playable, E, R>(&mut self, function: impl FnOnce(&mut E) -> R) -> R
    where
        E: Evaluator<P> + Clone + Send + Sync + 'static,
    {
        let of_game: Option<&mut OfGame<P, E>> = (&mut *self.0 as &mut dyn Any).downcast_mut();
        match of_game {
            Some(of_game) => function(&mut of_game.evaluator),
            None => {
                let mut copy: GameEvaluator<P> = self.to_game();
                let any: &mut dyn Any = &mut copy;
                function(any.downcast_mut().expect("a searcher of one evaluation is asked with that evaluation"))
            }
        }
    }

    /// A copy of the evaluator as one of this game.
    fn to_game<P: Playable>(&self) -> GameEvaluator<P> {
        match self.0.native().downcast() {
            Ok(native) => *native,
            // It is one of any game's positions, such as a program.
            Err(_) => Box::new(Widened(self.clone())),
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
        let mv = any_move(parent, mv);
        self.0.evaluate_child(&mut AnyPosition::new(parent.clone()), mv)
    }

    fn priors(&mut self, parent: &mut P, priors: &mut [f32]) {
        self.0.priors(&mut AnyPosition::new(parent.clone()), priors);
    }

    fn value_of_child(
        &mut self,
        parent: &mut P,
        mv: P::Move,
        bounds: Bounds,
        meter: &mut Meter<'_>,
    ) -> Result<Value, Stop> {
        let mv = any_move(parent, mv);
        self.0.value_of_child(&mut AnyPosition::new(parent.clone()), mv, bounds, meter)
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
trait ErasedEvaluator: Evaluator<AnyPosition> + Any + Send + Sync {
    fn erased(&self) -> Box<dyn ErasedEvaluator>;
    /// A copy as a [`GameEvaluator`] of the evaluator's own game.
    fn native(&self) -> Box<dyn Any>;
}

impl Evaluator<AnyPosition> for AnyEvaluator {
    forward_evaluator!(AnyPosition, |self| self.0);
}

/// An evaluator of one game's positions that is asked for those of any game.
///
/// It takes only that game's positions, and panics at others. [`AnyEvaluator`] is any of them.
#[derive(Clone, Debug)]
pub struct OfGame<P, E> {
    evaluator: E,
    game: PhantomData<fn(P)>,
}

impl<P, E> OfGame<P, E> {
    /// This evaluator, of positions of `P`.
    pub fn new(evaluator: E) -> OfGame<P, E> {
        OfGame { evaluator, game: PhantomData }
    }
}

impl<P: Playable, E: Evaluator<P> + Clone + Send + Sync + 'static> ErasedEvaluator for OfGame<P, E> {
    fn erased(&self) -> Box<dyn ErasedEvaluator> {
        Box::new(OfGame::new(self.evaluator.clone()))
    }

    fn native(&self) -> Box<dyn Any> {
        let native: GameEvaluator<P> = Box::new(self.evaluator.clone());
        Box::new(native)
    }
}

impl<P: Playable, E: Evaluator<P>> Evaluator<AnyPosition> for OfGame<P, E> {
    forward_evaluator!(
        AnyPosition,
        |self| self.evaluator,
        AnyPosition::native::<P>,
        AnyPosition::native_mut::<P>,
        |parent: &P, mv: AnyMove| parent.numbered(mv.number())
    );
}
