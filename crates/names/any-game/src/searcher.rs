//! A searcher of any game behind a pointer; bestply's own are compiled here, once for any game.

use std::any::Any;

use bestply::guided_search::TranspositionTable;
use bestply::relatives::randomized_best_first::BestOrDrawn;
use bestply::relatives::{
    BStar, Bayesian, ConspiracyNumbers, MetaGreedy, MinMaxApproximation, ProductPropagation, RandomizedBestFirst,
    SharedGrowth, SiblingConspiracy,
};
use bestply::tree::Tree;
use bestply::visits::ProofBias;
use bestply::{
    Advance, AlphaBeta, BestFirst, BestFirstExtension, Event, GuidedGraphSearch, GuidedSearch, Limit, Minimax,
    MonteCarloTreeSearch, Observer, PlainAlphaBeta, PrincipalVariationSearch, ProofNumberSearch, RecursiveBestFirst,
    Report, Reset, Search, Searcher, SharedGuidedSearch,
};

use crate::{AnyEvaluator, AnyMove, AnyPosition};

/// A searcher of any game. Each of bestply's own becomes one by `into`, another by [`any_searcher`].
pub type AnySearcher = Box<dyn TreeSearcher>;

/// A searcher of any game that has, perhaps, a saved tree from which another search can go on.
pub trait TreeSearcher: Searcher<AnyPosition, AnyEvaluator> + Send {
    /// The saved tree, if others can use it.
    fn tree(&mut self) -> Option<&mut dyn SavedTree>;
}

/// The saved tree of a searcher, whatever it keeps of nodes and moves.
pub trait SavedTree: Any {
    /// Exchanges the two trees if they are of one type, and does nothing otherwise.
    fn exchange(&mut self, other: &mut dyn SavedTree);
}

impl<T: 'static, K: 'static> SavedTree for Tree<T, K> {
    fn exchange(&mut self, other: &mut dyn SavedTree) {
        let other: &mut dyn Any = other;
        if let Some(other) = other.downcast_mut() {
            std::mem::swap(self, other);
        }
    }
}

/// A searcher as one of any game, and what gives access to its saved tree, if others can use it.
///
/// Its search is compiled once: for those who watch and those who do not.
/// Beside the pointers that each step goes through, asking whether anybody watches costs nothing.
pub fn any_searcher<S, A>(searcher: S, tree: A) -> AnySearcher
where
    S: Search<AnyPosition, AnyEvaluator> + Send + 'static,
    A: Fn(&mut S) -> Option<&mut dyn SavedTree> + Send + 'static,
{
    let run: Run<S> =
        |searcher, position, evaluator, limit, watching| searcher.run(position, evaluator, limit, watching);
    Box::new(Erased { searcher, tree, run })
}

/// The same of a searcher that nobody watches: it tells observers nothing, and loses no time on asking for them.
pub fn unwatched_searcher<S, A>(searcher: S, tree: A) -> AnySearcher
where
    S: Search<AnyPosition, AnyEvaluator> + Send + 'static,
    A: Fn(&mut S) -> Option<&mut dyn SavedTree> + Send + 'static,
{
    let run: Run<S> = |searcher, position, evaluator, limit, _| searcher.run(position, evaluator, limit, &mut ());
    Box::new(Erased { searcher, tree, run })
}

/// The one copy of a search.
type Run<S> = fn(&mut S, &mut AnyPosition, &mut AnyEvaluator, &Limit, &mut Watching<'_>) -> Report<AnyMove>;

struct Erased<S, A> {
    searcher: S,
    tree: A,
    run: Run<S>,
}

impl<S: Reset, A> Reset for Erased<S, A> {
    fn reset(&mut self) {
        self.searcher.reset();
    }
}

impl<S: Advance<AnyPosition>, A> Advance<AnyPosition> for Erased<S, A> {
    fn advance(&mut self, position: &mut AnyPosition, mv: AnyMove) {
        self.searcher.advance(position, mv);
    }

    fn line_after(&self, position: &mut AnyPosition, mv: AnyMove) -> Vec<AnyMove> {
        self.searcher.line_after(position, mv)
    }
}

impl<S: Advance<AnyPosition>, A> Search<AnyPosition, AnyEvaluator> for Erased<S, A> {
    fn run<O: Observer>(
        &mut self,
        position: &mut AnyPosition,
        evaluator: &mut AnyEvaluator,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<AnyMove> {
        (self.run)(&mut self.searcher, position, evaluator, limit, &mut Watching::of(observer))
    }
}

impl<S, A> TreeSearcher for Erased<S, A>
where
    S: Advance<AnyPosition> + Send,
    A: Fn(&mut S) -> Option<&mut dyn SavedTree> + Send,
{
    fn tree(&mut self) -> Option<&mut dyn SavedTree> {
        (self.tree)(&mut self.searcher)
    }
}

/// Somebody who watches, or nobody.
struct Watching<'o>(Option<&'o mut dyn Observer>);

impl<'o> Watching<'o> {
    fn of(observer: &'o mut impl Observer) -> Watching<'o> {
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

/// The table of bestply's searchers: the type of each, and its saved tree if others can use it.
macro_rules! compiled {
    ($($type:ty $(= $tree:ident)?;)*) => {
        $(impl From<$type> for AnySearcher {
            fn from(searcher: $type) -> AnySearcher {
                any_searcher(searcher, |_searcher| compiled!(@ _searcher $($tree)?))
            }
        })*
    };
    (@ $searcher:ident) => { None };
    (@ $searcher:ident $tree:ident) => { Some(&mut $searcher.$tree) };
}

compiled! {
    AlphaBeta = tree;
    BestFirst = tree;
    RecursiveBestFirst;
    BestFirstExtension = tree;
    PrincipalVariationSearch;
    // With a table or without, as the program decides when it runs, so that the search is compiled once for both.
    GuidedSearch<Option<TranspositionTable>> = tree;
    SharedGuidedSearch;
    GuidedGraphSearch;
    MonteCarloTreeSearch;
    // With a bias the nodes of a tree are larger, so that the search is another one.
    MonteCarloTreeSearch<(), ProofBias>;
    ProofNumberSearch;
    BStar;
    Bayesian;
    ConspiracyNumbers;
    MetaGreedy;
    MinMaxApproximation;
    ProductPropagation;
    RandomizedBestFirst;
    SharedGrowth<BestOrDrawn>;
    SiblingConspiracy;
    Minimax;
    PlainAlphaBeta;
}
