use std::hash::Hash;

use bestply::alpha_beta::AlphaBeta;
use bestply::best_first::BestFirst;
use bestply::best_first_extension::BestFirstExtension;
use bestply::core::{Evaluator, Keyed, Searcher};
use bestply::minimax::{Minimax, PlainAlphaBeta};
use bestply::monte_carlo_tree_search::MonteCarloTreeSearch;
use bestply::principal_variation_search::PrincipalVariationSearch;
use bestply::recursive_best_first::RecursiveBestFirst;
use bestply::tree::{Memory, Tree};
use bestply::uct_best_first::{TranspositionTable, UctBestFirst};

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
            Algorithm::BestFirst => Engine::BestFirst(BestFirst { memory, ..BestFirst::default() }),
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

    /// The searcher, for any game whose positions and moves can be told apart by numbers.
    pub fn searcher<P: Keyed<Move: Hash>, E: Evaluator<P>>(&mut self) -> &mut dyn Searcher<P, E> {
        match self {
            Engine::AlphaBeta(searcher) => searcher,
            Engine::BestFirst(searcher) => searcher,
            Engine::RecursiveBestFirst(searcher) => searcher,
            Engine::BestFirstExtension(searcher) => searcher,
            Engine::PrincipalVariationSearch(searcher) => searcher,
            Engine::UctBestFirst(searcher) => searcher,
            Engine::UctBestFirstWithTable(searcher) => searcher,
            Engine::MonteCarloTreeSearch(searcher) => searcher,
            Engine::Minimax(searcher) => searcher,
            Engine::PlainAlphaBeta(searcher) => searcher,
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
