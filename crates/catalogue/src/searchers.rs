//! The searchers that come with bestply. Each is an entry of one table.
//!
//! The entry of a searcher with a saved tree is made for what the tree keeps of moves, `K`.

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

use bestply::tree::Keep;

use crate::searcher::ErasedSearcher;
use crate::{Contestant, Evaluation, Playable, SearcherEntry, SearcherSpec};

/// The table of searchers. Whatever is done with every searcher is done in this order.
#[cfg(feature = "searchers")]
macro_rules! with_each_searcher {
    ($does:ident) => {
        $does!(
            alpha_beta<K>,
            best_first<K>,
            recursive_best_first,
            best_first_extension<K>,
            principal_variation_search,
            mtd_f,
            selective_alpha_beta,
            uct_best_first<K>,
            unbounded_minimax,
            monte_carlo_tree_search<K>,
            minimax,
            plain_alpha_beta
        )
    };
}

/// The table of those that the papers compare.
#[cfg(not(feature = "searchers"))]
macro_rules! with_each_searcher {
    ($does:ident) => {
        $does!(alpha_beta<K>, best_first<K>, recursive_best_first, best_first_extension<K>, minimax, plain_alpha_beta)
    };
}

/// All entries of the table.
pub(crate) fn standard() -> Vec<Box<dyn ErasedSearcher>> {
    type K = ();
    macro_rules! entries {
        ($($searcher:ident$(<$kept:ident>)?),*) => {
            vec![$(Box::new($searcher::entry$(::<$kept>)?())),*]
        };
    }
    with_each_searcher!(entries)
}

/// The contestant of this specification, compiled for the game and the evaluation, with a tree that keeps `K` of moves;
/// `None` if the searcher is of none of these types.
pub(crate) fn standard_contestant<P: Playable, V: Evaluation<P>, K: Keep<P> + Send + 'static>(
    spec: &SearcherSpec,
    searcher: &dyn ErasedSearcher,
    evaluation: &Arc<V>,
    start: &P,
) -> Option<Box<dyn Contestant>> {
    macro_rules! contestant {
        ($($searcher:ident$(<$kept:ident>)?),*) => {
            $(if let Some(entry) = typed(searcher, $searcher::entry$(::<$kept>)?) {
                return Some(entry.contestant(spec, evaluation, start));
            }
            $(
                // The catalogue has it without kept moves. Somebody else's of the same type has another name.
                let keeping = $searcher::entry::<$kept>();
                if typed(searcher, $searcher::entry::<()>).is_some() && searcher.about().name == keeping.about.name {
                    return Some(keeping.contestant(spec, evaluation, start));
                }
            )?)*
        };
    }
    with_each_searcher!(contestant);
    None
}

/// The entry of a searcher, if it is of the type that `entry` makes.
fn typed<S: 'static, K: 'static>(
    searcher: &dyn ErasedSearcher,
    _entry: fn() -> SearcherEntry<S, K>,
) -> Option<&SearcherEntry<S, K>> {
    searcher.as_any().downcast_ref()
}
