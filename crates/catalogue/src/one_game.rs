//! Searchers that are written for one game.

use std::marker::PhantomData;

use bestply::{Advance, Limit, Observer, Report, Reset, Search};

use crate::any::{any_move, native_mut};
use crate::{AnyEvaluator, AnyMove, AnyPosition, GameEvaluator, Playable};

/// A searcher of one game that is asked as one of any game. The catalogue asks it of its own games alone.
pub(crate) struct OneGame<P, S> {
    pub(crate) searcher: S,
    game: PhantomData<fn(P)>,
}

impl<P, S> OneGame<P, S> {
    pub(crate) fn new(searcher: S) -> OneGame<P, S> {
        OneGame { searcher, game: PhantomData }
    }
}

impl<P, S: Reset> Reset for OneGame<P, S> {
    fn reset(&mut self) {
        self.searcher.reset();
    }
}

impl<P: Playable, S: Advance<P>> Advance<AnyPosition> for OneGame<P, S> {
    fn advance(&mut self, position: &mut AnyPosition, mv: AnyMove) {
        let position: &mut P = native_mut(position);
        let mv = position.nth_move(mv.index());
        self.searcher.advance(position, mv);
    }

    fn line_after(&self, position: &mut AnyPosition, mv: AnyMove) -> Vec<AnyMove> {
        let position: &mut P = native_mut(position);
        let mv = position.nth_move(mv.index());
        let line = self.searcher.line_after(position, mv);
        any_line(position, &line)
    }
}

impl<P: Playable, S: Search<P, GameEvaluator<P>>> Search<AnyPosition, AnyEvaluator> for OneGame<P, S> {
    fn run<O: Observer>(
        &mut self,
        position: &mut AnyPosition,
        evaluator: &mut AnyEvaluator,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<AnyMove> {
        let position: &mut P = native_mut(position);
        let mut report = evaluator.with_native(|own| self.searcher.run(position, own, limit, observer));
        let line = any_line(position, &std::mem::take(&mut report.line));
        let mut report = report.map_moves(|mv| any_move(position.index_of(mv), &mv));
        report.line = line;
        report
    }
}

/// The moves of a line from a position, each with its index in the position in which it is played.
fn any_line<P: Playable>(position: &P, line: &[P::Move]) -> Vec<AnyMove> {
    let indices = crate::contestant::indices_of(position, line);
    indices.into_iter().zip(line).map(|(index, mv)| any_move(index, mv)).collect()
}
