//! Bestply's searchers, compiled once for any game.

use std::any::Any;

use crate::{AnyEvaluator, AnyMove, AnyPosition, Watching};
use bestply::guided_search::TranspositionTable;
use bestply::relatives::randomized_best_first::BestOrDrawn;
use bestply::relatives::{
    BStar, Bayesian, ConspiracyNumbers, MetaGreedy, MinMaxApproximation, ProductPropagation, RandomizedBestFirst,
    SharedGrowth, SiblingConspiracy,
};
use bestply::tree::Tree;
use bestply::visits::ProofBias;
use bestply::{
    Advance, AlphaBeta, BestFirst, BestFirstExtension, GuidedGraphSearch, GuidedSearch, Limit, Minimax,
    MonteCarloTreeSearch, Observer, PlainAlphaBeta, PrincipalVariationSearch, ProofNumberSearch, RecursiveBestFirst,
    Report, Reset, Search, SharedGuidedSearch,
};

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

/// The table of bestply's searchers: what each is called here, its type, and its saved tree if others can use it.
macro_rules! standard {
    ($($name:ident($type:ty) $(= $tree:ident)?;)*) => {
        /// One of bestply's own searchers, with its settings, as a searcher of any game.
        ///
        /// Each is made of its searcher by `into`.
        #[non_exhaustive]
        // A searcher is made once for many games.
        #[allow(clippy::large_enum_variant)]
        pub enum Standard {
            $(
                #[doc = concat!("[`", stringify!($type), "`]")]
                $name($type),
            )*
        }

        $(
            impl From<$type> for Standard {
                fn from(searcher: $type) -> Standard {
                    Standard::$name(searcher)
                }
            }
        )*

        impl Standard {
            /// The saved tree, if others can use it.
            pub fn tree(&mut self) -> Option<&mut dyn SavedTree> {
                match self {
                    $(Standard::$name(_searcher) => standard!(@tree _searcher $($tree)?),)*
                }
            }
        }

        impl Reset for Standard {
            fn reset(&mut self) {
                match self {
                    $(Standard::$name(searcher) => searcher.reset(),)*
                }
            }
        }

        impl Advance<AnyPosition> for Standard {
            fn advance(&mut self, position: &mut AnyPosition, mv: AnyMove) {
                match self {
                    $(Standard::$name(searcher) => searcher.advance(position, mv),)*
                }
            }

            fn line_after(&self, position: &mut AnyPosition, mv: AnyMove) -> Vec<AnyMove> {
                match self {
                    $(Standard::$name(searcher) => searcher.line_after(position, mv),)*
                }
            }
        }

        impl Standard {
            /// As [`Search::run`]. All searches are compiled here, and nowhere else.
            fn search(
                &mut self,
                position: &mut AnyPosition,
                evaluator: &mut AnyEvaluator,
                limit: &Limit,
                watching: &mut Watching<'_>,
            ) -> Report<AnyMove> {
                match self {
                    $(Standard::$name(searcher) => searcher.run(position, evaluator, limit, watching),)*
                }
            }
        }
    };
    (@tree $searcher:ident) => { None };
    (@tree $searcher:ident tree) => { Some(&mut $searcher.tree) };
}

impl Search<AnyPosition, AnyEvaluator> for Standard {
    fn run<O: Observer>(
        &mut self,
        position: &mut AnyPosition,
        evaluator: &mut AnyEvaluator,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<AnyMove> {
        self.search(position, evaluator, limit, &mut Watching::of(observer))
    }
}

standard! {
    AlphaBeta(AlphaBeta) = tree;
    BestFirst(BestFirst) = tree;
    RecursiveBestFirst(RecursiveBestFirst);
    BestFirstExtension(BestFirstExtension) = tree;
    PrincipalVariationSearch(PrincipalVariationSearch);
    // With a table or without, as the program decides when it runs, so that the search is compiled once for both.
    GuidedSearch(GuidedSearch<Option<TranspositionTable>>);
    SharedGuidedSearch(SharedGuidedSearch);
    GuidedGraphSearch(GuidedGraphSearch);
    MonteCarloTreeSearch(MonteCarloTreeSearch);
    // With a bias the nodes of a tree are larger, so that the search is another one.
    BiasedMonteCarloTreeSearch(MonteCarloTreeSearch<(), ProofBias>);
    ProofNumberSearch(ProofNumberSearch);
    BStar(BStar);
    Bayesian(Bayesian);
    ConspiracyNumbers(ConspiracyNumbers);
    MetaGreedy(MetaGreedy);
    MinMaxApproximation(MinMaxApproximation);
    ProductPropagation(ProductPropagation);
    RandomizedBestFirst(RandomizedBestFirst);
    SharedRandomizedBestFirst(SharedGrowth<BestOrDrawn>);
    SiblingConspiracy(SiblingConspiracy);
    Minimax(Minimax);
    PlainAlphaBeta(PlainAlphaBeta);
}
