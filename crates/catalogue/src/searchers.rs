//! The searchers that come with bestply. Each is an entry of one table.

mod alpha_beta;
mod best_first;
mod best_first_extension;
mod common;
#[cfg(feature = "searchers")]
mod either;
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

use std::sync::Arc;

use crate::searcher::ErasedSearcher;
use crate::{Contestant, Evaluation, Playable, SearcherEntry, SearcherSpec};

/// The table of searchers. Whatever is done with every searcher is done in this order.
#[cfg(feature = "searchers")]
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
            unbounded_minimax,
            monte_carlo_tree_search,
            minimax,
            plain_alpha_beta
        )
    };
}

/// The table of those that the papers compare.
#[cfg(not(feature = "searchers"))]
macro_rules! with_each_searcher {
    ($does:ident) => {
        $does!(alpha_beta, best_first, recursive_best_first, best_first_extension, minimax, plain_alpha_beta)
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
/// `None` if the searcher is of none of these types.
pub(crate) fn standard_contestant<P: Playable, V: Evaluation<P>>(
    spec: &SearcherSpec,
    searcher: &dyn ErasedSearcher,
    evaluation: &Arc<V>,
    start: &P,
) -> Option<Box<dyn Contestant>> {
    macro_rules! contestant {
        ($($searcher:ident),*) => {
            $(if let Some(entry) = typed(searcher, $searcher::entry) {
                return Some(entry.contestant(spec, evaluation, start));
            })*
        };
    }
    with_each_searcher!(contestant);
    None
}

/// The entry of a searcher, if it is of the type that `entry` makes.
fn typed<S: 'static>(searcher: &dyn ErasedSearcher, _entry: fn() -> SearcherEntry<S>) -> Option<&SearcherEntry<S>> {
    searcher.as_any().downcast_ref()
}
