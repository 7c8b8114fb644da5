use std::hash::Hash;

use bestply::alpha_beta::AlphaBeta;
use bestply::best_first::BestFirst;
use bestply::best_first_extension::BestFirstExtension;
use bestply::minimax::{Minimax, PlainAlphaBeta};
use bestply::monte_carlo_tree_search::MonteCarloTreeSearch;
use bestply::principal_variation_search::PrincipalVariationSearch;
use bestply::recursive_best_first::RecursiveBestFirst;
use bestply::tree::{Memory, Tree};
use bestply::uct_best_first::{TranspositionTable, UctBestFirst};
use bestply::{Advance, Evaluator, Keyed, Limit, Observer, Position, Report, Reset, Search};

use super::Algorithm;

/// A searcher made from its [`SearcherSpec`](super::SearcherSpec).
pub enum Engine {
    /// Alpha-beta.
    AlphaBeta(AlphaBeta),
    /// Best-first minimax.
    BestFirst(BestFirst),
    /// Recursive best-first minimax.
    RecursiveBestFirst(RecursiveBestFirst),
    /// Best-first extension.
    BestFirstExtension(BestFirstExtension),
    /// Principal-variation search.
    PrincipalVariationSearch(PrincipalVariationSearch),
    /// UCT best-first.
    UctBestFirst(UctBestFirst),
    /// UCT best-first with a transposition table.
    UctBestFirstWithTable(UctBestFirst<TranspositionTable>),
    /// Monte-Carlo tree search.
    MonteCarloTreeSearch(MonteCarloTreeSearch),
    /// Minimax.
    Minimax(Minimax),
    /// Alpha-beta without a tree.
    PlainAlphaBeta(PlainAlphaBeta),
}

impl Engine {
    /// The searcher, its tree empty. An extension that was given no depth for its alpha-beta is pure best-first.
    pub(super) fn new(algorithm: Algorithm, memory: Memory) -> Engine {
        match algorithm {
            Algorithm::AlphaBeta { settings } => {
                Engine::AlphaBeta(AlphaBeta { settings, memory, ..AlphaBeta::default() })
            }
            Algorithm::BestFirst { leaves } => Engine::BestFirst(BestFirst { memory, leaves, ..BestFirst::default() }),
            Algorithm::RecursiveBestFirst { settings } => Engine::RecursiveBestFirst(settings),
            Algorithm::BestFirstExtension { alpha_beta_depth, settings } => {
                let searcher = BestFirstExtension::new(alpha_beta_depth.unwrap_or(0));
                Engine::BestFirstExtension(BestFirstExtension { settings, memory, ..searcher })
            }
            Algorithm::PrincipalVariationSearch { table_bytes } => {
                Engine::PrincipalVariationSearch(PrincipalVariationSearch::new(table_bytes))
            }
            Algorithm::UctBestFirst { settings, table_bytes: None } => {
                Engine::UctBestFirst(UctBestFirst { memory, ..UctBestFirst::new(settings) })
            }
            Algorithm::UctBestFirst { settings, table_bytes: Some(bytes) } => {
                Engine::UctBestFirstWithTable(UctBestFirst { memory, ..UctBestFirst::with_table(settings, bytes) })
            }
            Algorithm::MonteCarloTreeSearch { settings } => {
                Engine::MonteCarloTreeSearch(MonteCarloTreeSearch { memory, ..MonteCarloTreeSearch::new(settings) })
            }
            Algorithm::Minimax => Engine::Minimax(Minimax),
            Algorithm::PlainAlphaBeta => Engine::PlainAlphaBeta(PlainAlphaBeta),
        }
    }

    /// Its saved tree of nodes that hold no more than their values; `None` where it has none.
    pub fn tree_mut(&mut self) -> Option<&mut Tree> {
        match self {
            Engine::AlphaBeta(searcher) => Some(&mut searcher.tree),
            Engine::BestFirst(searcher) => Some(&mut searcher.tree),
            Engine::BestFirstExtension(searcher) => Some(&mut searcher.tree),
            _ => None,
        }
    }
}

/// Does the same with whichever searcher it is.
macro_rules! with_searcher {
    ($engine:expr, $searcher:ident => $does:expr) => {
        match $engine {
            Engine::AlphaBeta($searcher) => $does,
            Engine::BestFirst($searcher) => $does,
            Engine::RecursiveBestFirst($searcher) => $does,
            Engine::BestFirstExtension($searcher) => $does,
            Engine::PrincipalVariationSearch($searcher) => $does,
            Engine::UctBestFirst($searcher) => $does,
            Engine::UctBestFirstWithTable($searcher) => $does,
            Engine::MonteCarloTreeSearch($searcher) => $does,
            Engine::Minimax($searcher) => $does,
            Engine::PlainAlphaBeta($searcher) => $does,
        }
    };
}

impl Reset for Engine {
    fn reset(&mut self) {
        with_searcher!(self, searcher => searcher.reset());
    }
}

impl<P: Keyed<Move: Hash>> Advance<P> for Engine {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        with_searcher!(self, searcher => searcher.advance(position, mv));
    }
}

/// For any game whose positions and moves can be told apart by numbers.
impl<P: Keyed<Move: Hash>, E: Evaluator<P>> Search<P, E> for Engine {
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        with_searcher!(self, searcher => run_apart(searcher, position, evaluator, limit, observer))
    }
}

/// Runs a searcher as a function of its own: one with all searchers inside takes minutes to compile.
#[inline(never)]
fn run_apart<P: Position, E: Evaluator<P>, O: Observer>(
    searcher: &mut impl Search<P, E>,
    position: &mut P,
    evaluator: &mut E,
    limit: &Limit,
    observer: &mut O,
) -> Report<P::Move> {
    searcher.run(position, evaluator, limit, observer)
}
