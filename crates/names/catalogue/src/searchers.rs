//! The searchers that come with bestply. Each is an entry of one table.

pub(crate) mod alpha_beta;
pub(crate) mod best_first;
pub(crate) mod best_first_extension;
mod bias;
mod common;
mod engine;
mod guided;
mod minimax;
mod monte_carlo_tree_search;
pub(crate) mod proof_number;
pub(crate) mod recursive_best_first;
mod relatives;
mod selection;

use bestply_any_game::AnySearcher;

use crate::searcher::{KnownSearcher, SearcherEntry};

/// The table of searchers. Whatever is done with every searcher is done in this order.
pub(crate) fn standard() -> Vec<KnownSearcher> {
    let mut entries: Vec<SearcherEntry<AnySearcher>> =
        vec![alpha_beta::entry(), best_first::entry(), recursive_best_first::entry(), best_first_extension::entry()];
    entries.extend(engine::entries());
    entries.extend([guided::uct_best_first(), guided::puct_best_first(), guided::unbounded_minimax()]);
    entries.push(monte_carlo_tree_search::entry());
    entries.extend(relatives::entries());
    entries.extend([proof_number::entry(), minimax::minimax(), minimax::plain_alpha_beta()]);
    entries.into_iter().map(KnownSearcher::from).collect()
}
