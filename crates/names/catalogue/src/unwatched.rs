//! A searcher as a player of matches has it.

use bestply::{Advance, Limit, Observer, Report, Reset, Search};
use bestply_any_game::{AnyEvaluator, AnyMove, AnyPosition, SavedTree};

/// A searcher that nobody watches, and its saved tree if another search can go on from it.
pub(crate) struct Unwatched(Box<dyn Inner>);

impl Unwatched {
    pub(crate) fn new<S, A>(searcher: S, tree: A) -> Unwatched
    where
        S: Search<AnyPosition, AnyEvaluator> + Send + 'static,
        A: Fn(&mut S) -> Option<&mut dyn SavedTree> + Send + 'static,
    {
        Unwatched(Box::new(WithTree { searcher, tree }))
    }

    /// The saved tree, if there is one that others can use.
    pub(crate) fn tree(&mut self) -> Option<&mut dyn SavedTree> {
        self.0.tree()
    }
}

/// What is asked of a searcher behind a pointer.
trait Inner: Advance<AnyPosition> + Send {
    fn search(&mut self, position: &mut AnyPosition, evaluator: &mut AnyEvaluator, limit: &Limit) -> Report<AnyMove>;
    fn tree(&mut self) -> Option<&mut dyn SavedTree>;
}

/// A searcher, and what gives access to its tree.
struct WithTree<S, A> {
    searcher: S,
    tree: A,
}

impl<S: Reset, A> Reset for WithTree<S, A> {
    fn reset(&mut self) {
        self.searcher.reset();
    }
}

impl<S: Advance<AnyPosition>, A> Advance<AnyPosition> for WithTree<S, A> {
    fn advance(&mut self, position: &mut AnyPosition, mv: AnyMove) {
        self.searcher.advance(position, mv);
    }

    fn line_after(&self, position: &mut AnyPosition, mv: AnyMove) -> Vec<AnyMove> {
        self.searcher.line_after(position, mv)
    }
}

impl<S, A> Inner for WithTree<S, A>
where
    S: Search<AnyPosition, AnyEvaluator> + Send,
    A: Fn(&mut S) -> Option<&mut dyn SavedTree> + Send,
{
    fn search(&mut self, position: &mut AnyPosition, evaluator: &mut AnyEvaluator, limit: &Limit) -> Report<AnyMove> {
        self.searcher.run(position, evaluator, limit, &mut ())
    }

    fn tree(&mut self) -> Option<&mut dyn SavedTree> {
        (self.tree)(&mut self.searcher)
    }
}

impl Reset for Unwatched {
    fn reset(&mut self) {
        self.0.reset();
    }
}

impl Advance<AnyPosition> for Unwatched {
    fn advance(&mut self, position: &mut AnyPosition, mv: AnyMove) {
        self.0.advance(position, mv);
    }

    fn line_after(&self, position: &mut AnyPosition, mv: AnyMove) -> Vec<AnyMove> {
        self.0.line_after(position, mv)
    }
}

impl Search<AnyPosition, AnyEvaluator> for Unwatched {
    /// Tells the observer nothing, so that a search is not compiled once more for those who watch.
    fn run<O: Observer>(
        &mut self,
        position: &mut AnyPosition,
        evaluator: &mut AnyEvaluator,
        limit: &Limit,
        _: &mut O,
    ) -> Report<AnyMove> {
        self.0.search(position, evaluator, limit)
    }
}
