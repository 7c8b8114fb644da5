//! The searchers that come with bestply. Each is an entry of one table.

mod alpha_beta;
mod best_first;
mod best_first_extension;
mod common;
mod engine;
mod minimax;
mod monte_carlo_tree_search;
mod mtd_f;
mod plain_alpha_beta;
mod principal_variation_search;
mod recursive_best_first;
mod selective_alpha_beta;
mod uct_best_first;

use std::sync::Arc;

use crate::searcher::ErasedSearcher;
use crate::{Contestant, Evaluation, Playable, SearcherSpec};

/// The table of searchers. Whatever is done with every searcher is done in this order.
macro_rules! with_each_searcher {
    ($does:ident) => {
        $does!(
            alpha_beta,
            best_first,
            recursive_best_first,
            best_first_extension,
            principal_variation_search,
            mtd_f,
            selective_alpha_beta,
            uct_best_first,
            monte_carlo_tree_search,
            minimax,
            plain_alpha_beta
        )
    };
}

/// All entries of the table.
pub(crate) fn standard() -> Vec<Box<dyn ErasedSearcher>> {
    macro_rules! entries {
        ($($searcher:ident),*) => {
            vec![$(Box::new($searcher::entry())),*]
        };
    }
    with_each_searcher!(entries)
}

/// The contestant of this specification, compiled for the game and the evaluation;
/// `None` if it is none of these searchers.
pub(crate) fn standard_contestant<P: Playable, V: Evaluation<P>>(
    spec: &SearcherSpec,
    evaluation: &Arc<V>,
    start: &P,
) -> Option<Box<dyn Contestant>> {
    macro_rules! contestant {
        ($($searcher:ident),*) => {
            match spec.name() {
                $($searcher::NAME => Some($searcher::entry().contestant(spec, evaluation, start)),)*
                _ => None,
            }
        };
    }
    with_each_searcher!(contestant)
}
