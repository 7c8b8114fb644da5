//! The searchers that come with bestply. Each is an entry of one table.
//!
//! An entry is made for what a saved tree keeps of moves, `K`.

mod alpha_beta;
mod best_first;
mod best_first_extension;
#[cfg(feature = "searchers")]
mod bias;
mod common;
#[cfg(feature = "searchers")]
mod engine;
mod minimax;
#[cfg(feature = "searchers")]
mod monte_carlo_tree_search;
#[cfg(feature = "searchers")]
mod mtd_f;
mod plain_alpha_beta;
#[cfg(feature = "searchers")]
mod principal_variation_search;
#[cfg(feature = "searchers")]
mod proof_number;
#[cfg(feature = "searchers")]
mod puct_best_first;
mod recursive_best_first;
#[cfg(feature = "searchers")]
mod relatives;
#[cfg(feature = "searchers")]
mod selection;
#[cfg(feature = "searchers")]
mod selective_alpha_beta;
#[cfg(feature = "searchers")]
mod uct_best_first;
#[cfg(feature = "searchers")]
mod unbounded_minimax;

use bestply_compiled::Standard;

use crate::SearcherEntry;
use common::Kept;

/// The table of searchers, whose trees keep `K` of moves. Whatever is done with every searcher is done in this order.
pub(crate) fn standard<K: Kept>() -> Vec<SearcherEntry<Standard<K>>> {
    let mut entries =
        vec![alpha_beta::entry(), best_first::entry(), recursive_best_first::entry(), best_first_extension::entry()];
    #[cfg(feature = "searchers")]
    {
        entries.push(principal_variation_search::entry());
        entries.extend(mtd_f::entries());
        entries.extend([selective_alpha_beta::entry(), uct_best_first::entry(), puct_best_first::entry()]);
        entries.push(unbounded_minimax::entry());
        entries.push(monte_carlo_tree_search::entry());
        entries.extend(relatives::entries());
        entries.push(proof_number::entry());
    }
    entries.extend([minimax::entry(), plain_alpha_beta::entry()]);
    entries.into_iter().map(|entry| entry.saved_tree(Standard::tree)).collect()
}
