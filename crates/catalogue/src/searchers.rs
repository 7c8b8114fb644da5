//! The searchers that come with bestply. Each is an entry of one table.
//!
//! An entry is made for what a saved tree keeps of moves, `K`.

mod alpha_beta;
mod best_first;
mod best_first_extension;
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
mod recursive_best_first;
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
    let entries = vec![
        alpha_beta::entry(),
        best_first::entry(),
        recursive_best_first::entry(),
        best_first_extension::entry(),
        #[cfg(feature = "searchers")]
        principal_variation_search::entry(),
        #[cfg(feature = "searchers")]
        mtd_f::entry(),
        #[cfg(feature = "searchers")]
        selective_alpha_beta::entry(),
        #[cfg(feature = "searchers")]
        uct_best_first::entry(),
        #[cfg(feature = "searchers")]
        unbounded_minimax::entry(),
        #[cfg(feature = "searchers")]
        monte_carlo_tree_search::entry(),
        minimax::entry(),
        plain_alpha_beta::entry(),
    ];
    entries.into_iter().map(|entry| entry.saved_tree(Standard::tree)).collect()
}
