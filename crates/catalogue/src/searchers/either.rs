use bestply::{Advance, Evaluator, Limit, Observer, Position, Report, Reset, Search};

/// One of two searchers, as the settings of an entry say.
pub(super) enum Either<A, B> {
    This(A),
    That(B),
}

impl<A: Reset, B: Reset> Reset for Either<A, B> {
    fn reset(&mut self) {
        match self {
            Either::This(searcher) => searcher.reset(),
            Either::That(searcher) => searcher.reset(),
        }
    }
}

impl<P: Position, A: Advance<P>, B: Advance<P>> Advance<P> for Either<A, B> {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        match self {
            Either::This(searcher) => searcher.advance(position, mv),
            Either::That(searcher) => searcher.advance(position, mv),
        }
    }

    fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        match self {
            Either::This(searcher) => searcher.line_after(position, mv),
            Either::That(searcher) => searcher.line_after(position, mv),
        }
    }
}

impl<P: Position, E: Evaluator<P>, A: Search<P, E>, B: Search<P, E>> Search<P, E> for Either<A, B> {
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        match self {
            Either::This(searcher) => searcher.run(position, evaluator, limit, observer),
            Either::That(searcher) => searcher.run(position, evaluator, limit, observer),
        }
    }
}
