//! Searchers that are compiled for one game.

use std::marker::PhantomData;

use bestply::{Advance, Evaluator, Limit, Observer, Report, Reset, Search};

use crate::erased::{any_line, any_report};
use crate::{AnyEvaluator, AnyMove, AnyPosition, Playable};

/// A searcher of one game with one type of evaluators that is asked as one of any game.
///
/// The catalogue asks it of its own games and evaluations alone.
/// If the type is [`GameEvaluator`](crate::GameEvaluator), it is any evaluation of the game.
pub struct Native<P, E, S> {
    /// The searcher.
    pub searcher: S,
    game: PhantomData<fn(P, E)>,
}

impl<P, E, S> Native<P, E, S> {
    /// A searcher of the game `P` with evaluators `E`.
    pub fn new(searcher: S) -> Native<P, E, S> {
        Native { searcher, game: PhantomData }
    }
}

impl<P, E, S: Reset> Reset for Native<P, E, S> {
    fn reset(&mut self) {
        self.searcher.reset();
    }
}

impl<P: Playable, E, S: Advance<P>> Advance<AnyPosition> for Native<P, E, S> {
    fn advance(&mut self, position: &mut AnyPosition, mv: AnyMove) {
        let position: &mut P = position.native_mut();
        let mv = position.numbered(mv.number());
        self.searcher.advance(position, mv);
    }

    fn line_after(&self, position: &mut AnyPosition, mv: AnyMove) -> Vec<AnyMove> {
        let position: &mut P = position.native_mut();
        let mv = position.numbered(mv.number());
        let line = self.searcher.line_after(position, mv);
        any_line(position, &line)
    }
}

impl<P, E, S> Search<AnyPosition, AnyEvaluator> for Native<P, E, S>
where
    P: Playable,
    E: Evaluator<P> + Clone + Send + Sync + 'static,
    S: Search<P, E>,
{
    fn run<O: Observer>(
        &mut self,
        position: &mut AnyPosition,
        evaluator: &mut AnyEvaluator,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<AnyMove> {
        let position: &mut P = position.native_mut();
        let report = evaluator.with_native(|own: &mut E| self.searcher.run(position, own, limit, observer));
        any_report(position, report)
    }
}
