use std::any::Any;
use std::hash::Hash;

#[cfg(feature = "searchers")]
use bestply::relatives::randomized_best_first::BestOrDrawn;
#[cfg(feature = "searchers")]
use bestply::relatives::{
    BStar, Bayesian, ConspiracyNumbers, MetaGreedy, MinMaxApproximation, RandomizedBestFirst, SharedGrowth,
    SiblingConspiracy,
};
use bestply::tree::Keep;
#[cfg(feature = "searchers")]
use bestply::uct_best_first::{SharedUctBestFirst, TranspositionTable};
#[cfg(feature = "searchers")]
use bestply::unbounded_minimax::Shared;
#[cfg(feature = "searchers")]
use bestply::visits::ProofBias;
use bestply::{
    Advance, AlphaBeta, BestFirst, BestFirstExtension, Evaluator, Keyed, Limit, Minimax, Observer, PlainAlphaBeta,
    RecursiveBestFirst, Report, Reset, Search,
};
#[cfg(feature = "searchers")]
use bestply::{MonteCarloTreeSearch, PrincipalVariationSearch, ProofNumberSearch, UctBestFirst, UnboundedMinimax};

use crate::{Compiled, SavedTree};

/// The table of bestply's searchers: what each is called here, its type, and its saved tree if others can use it.
macro_rules! standard {
    ($($(#[$attribute:meta])* $name:ident($type:ty) $(= $tree:ident)?;)*) => {
        /// One of bestply's own searchers, with its settings. `K` is what a saved tree keeps of moves.
        ///
        /// Each is made of its searcher by `into`.
        #[non_exhaustive]
        // A searcher is made once for many games.
        #[allow(clippy::large_enum_variant)]
        pub enum Standard<K = ()> {
            $(
                #[doc = concat!("[`", stringify!($type), "`]")]
                $(#[$attribute])*
                $name($type),
            )*
        }

        $(
            $(#[$attribute])*
            impl<K> From<$type> for Standard<K> {
                fn from(searcher: $type) -> Standard<K> {
                    Standard::$name(searcher)
                }
            }
        )*

        impl<K: Copy + Default + 'static> Standard<K> {
            /// The searcher, if it is one of bestply's own, or a `Standard` itself; or else what was given.
            pub fn of(searcher: Box<dyn Any>) -> Result<Standard<K>, Box<dyn Any>> {
                let searcher = match searcher.downcast() {
                    Ok(standard) => return Ok(*standard),
                    Err(other) => other,
                };
                $(
                    $(#[$attribute])*
                    let searcher = match searcher.downcast::<$type>() {
                        Ok(found) => return Ok(Standard::$name(*found)),
                        Err(other) => other,
                    };
                )*
                Err(searcher)
            }

            /// The searcher compiled for a game and an evaluator.
            ///
            /// Whoever names the two types in a function that is not generic compiles all searches in that function.
            pub fn compiled<P, E>(self) -> Compiled<P, E>
            where
                P: Keyed<Move: Hash + Send + Sync, Undo: Send + Sync> + Clone + Send + 'static,
                E: Evaluator<P> + Clone + Send + 'static,
                K: Keep<P> + Send,
            {
                match self {
                    $($(#[$attribute])* Standard::$name(searcher) => standard!(@compiled searcher $($tree)?),)*
                }
            }

            /// The saved tree, if others can use it.
            pub fn tree(&mut self) -> Option<&mut dyn SavedTree> {
                match self {
                    $($(#[$attribute])* Standard::$name(_searcher) => standard!(@tree _searcher $($tree)?),)*
                }
            }
        }

        impl<K: Copy + Default> Reset for Standard<K> {
            fn reset(&mut self) {
                match self {
                    $($(#[$attribute])* Standard::$name(searcher) => searcher.reset(),)*
                }
            }
        }

        impl<P: Keyed, K: Keep<P>> Advance<P> for Standard<K> {
            fn advance(&mut self, position: &mut P, mv: P::Move) {
                match self {
                    $($(#[$attribute])* Standard::$name(searcher) => searcher.advance(position, mv),)*
                }
            }

            fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
                match self {
                    $($(#[$attribute])* Standard::$name(searcher) => searcher.line_after(position, mv),)*
                }
            }
        }

        impl<P, E, K> Search<P, E> for Standard<K>
        where
            P: Keyed<Move: Hash + Send + Sync, Undo: Send + Sync> + Clone + Send + 'static,
            E: Evaluator<P> + Clone + Send + 'static,
            K: Keep<P> + Send,
        {
            fn run<O: Observer>(
                &mut self,
                position: &mut P,
                evaluator: &mut E,
                limit: &Limit,
                observer: &mut O,
            ) -> Report<P::Move> {
                match self {
                    $($(#[$attribute])* Standard::$name(searcher) => {
                        searcher.run(position, evaluator, limit, observer)
                    })*
                }
            }
        }
    };
    (@compiled $searcher:ident) => { Compiled::new($searcher) };
    (@compiled $searcher:ident tree) => { Compiled::with_tree($searcher, |searcher| Some(&mut searcher.tree)) };
    (@tree $searcher:ident) => { None };
    (@tree $searcher:ident tree) => { Some(&mut $searcher.tree) };
}

standard! {
    AlphaBeta(AlphaBeta<K>) = tree;
    BestFirst(BestFirst<K>) = tree;
    RecursiveBestFirst(RecursiveBestFirst);
    BestFirstExtension(BestFirstExtension<K>) = tree;
    #[cfg(feature = "searchers")]
    PrincipalVariationSearch(PrincipalVariationSearch);
    // With a table or without, as the program decides when it runs, so that the search is compiled once for both.
    #[cfg(feature = "searchers")]
    UctBestFirst(UctBestFirst<Option<TranspositionTable>, K>);
    // With a bias the nodes of a tree are larger, so that the search is another one.
    #[cfg(feature = "searchers")]
    BiasedUctBestFirst(UctBestFirst<Option<TranspositionTable>, K, ProofBias>);
    #[cfg(feature = "searchers")]
    SharedUctBestFirst(SharedUctBestFirst<K>);
    #[cfg(feature = "searchers")]
    UnboundedMinimax(UnboundedMinimax<Shared>);
    #[cfg(feature = "searchers")]
    UnboundedMinimaxOnTree(UnboundedMinimax);
    #[cfg(feature = "searchers")]
    MonteCarloTreeSearch(MonteCarloTreeSearch<K>);
    #[cfg(feature = "searchers")]
BiasedMonteCarloTreeSearch(MonteCarloTreeSearch<K, ProofBias>);
    #[cfg(feature = "searchers")]
    ProofNumberSearch(ProofNumberSearch);
    #[cfg(feature = "searchers")]
    BStar(BStar);
    #[cfg(feature = "searchers")]
    Bayesian(Bayesian);
    #[cfg(feature = "searchers")]
    ConspiracyNumbers(ConspiracyNumbers);
    #[cfg(feature = "searchers")]
    MetaGreedy(MetaGreedy);
    #[cfg(feature = "searchers")]
    MinMaxApproximation(MinMaxApproximation);
    #[cfg(feature = "searchers")]
    RandomizedBestFirst(RandomizedBestFirst);
    #[cfg(feature = "searchers")]
    SharedRandomizedBestFirst(SharedGrowth<BestOrDrawn>);
    #[cfg(feature = "searchers")]
    SiblingConspiracy(SiblingConspiracy);
    Minimax(Minimax);
    PlainAlphaBeta(PlainAlphaBeta);
}
