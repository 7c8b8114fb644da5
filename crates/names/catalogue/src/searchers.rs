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
mod mtd_f;
mod plain_alpha_beta;
mod principal_variation_search;
pub(crate) mod proof_number;
pub(crate) mod recursive_best_first;
mod relatives;
mod selection;
mod selective_alpha_beta;

use bestply_any_game::AnySearcher;

use crate::searcher::{KnownSearcher, SearcherEntry};

/// The table of searchers. Whatever is done with every searcher is done in this order.
pub(crate) fn standard() -> Vec<KnownSearcher> {
    let mut entries: Vec<SearcherEntry<AnySearcher>> =
        vec![alpha_beta::entry(), best_first::entry(), recursive_best_first::entry(), best_first_extension::entry()];
    entries.push(principal_variation_search::entry());
    entries.extend(mtd_f::entries());
    entries.extend([selective_alpha_beta::entry(), guided::uct_best_first(), guided::puct_best_first()]);
    entries.push(guided::unbounded_minimax());
    entries.push(monte_carlo_tree_search::entry());
    entries.extend(relatives::entries());
    entries.push(proof_number::entry());
    entries.extend([minimax::entry(), plain_alpha_beta::entry()]);
    entries.into_iter().map(KnownSearcher::from).collect()
}
