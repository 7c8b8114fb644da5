use bestply::{Advance, Event, Limit, Observer, Report, Reset, Search};

use crate::{AnyEvaluator, AnyMove, AnyPosition};

/// A searcher of any game that is compiled once: for those who watch and for those who do not.
///
/// Beside the pointers that each step goes through, asking whether anybody watches costs nothing.
#[derive(Clone, Debug)]
pub struct OneCopy<S>(pub S);

impl<S: Reset> Reset for OneCopy<S> {
    fn reset(&mut self) {
        self.0.reset();
    }
}

impl<S: Advance<AnyPosition>> Advance<AnyPosition> for OneCopy<S> {
    fn advance(&mut self, position: &mut AnyPosition, mv: AnyMove) {
        self.0.advance(position, mv);
    }

    fn line_after(&self, position: &mut AnyPosition, mv: AnyMove) -> Vec<AnyMove> {
        self.0.line_after(position, mv)
    }
}

impl<S: Search<AnyPosition, AnyEvaluator>> Search<AnyPosition, AnyEvaluator> for OneCopy<S> {
    fn run<O: Observer>(
        &mut self,
        position: &mut AnyPosition,
        evaluator: &mut AnyEvaluator,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<AnyMove> {
        self.0.run(position, evaluator, limit, &mut Watching::of(observer))
    }
}

/// Somebody who watches, or nobody.
pub struct Watching<'o>(Option<&'o mut dyn Observer>);

impl<'o> Watching<'o> {
    /// This observer, if it watches.
    pub fn of(observer: &'o mut impl Observer) -> Watching<'o> {
        Watching(if observer.is_watching() { Some(observer) } else { None })
    }
}

impl Observer for Watching<'_> {
    #[inline(always)]
    fn is_watching(&self) -> bool {
        self.0.is_some()
    }

    #[inline]
    fn observe(&mut self, event: Event<'_>) {
        if let Some(observer) = &mut self.0 {
            observer.observe(event);
        }
    }
}
