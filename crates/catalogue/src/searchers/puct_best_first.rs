use bestply::unbounded_minimax::{Settings as Unbounded, Uct};
use bestply::{Shrinkage, UnboundedMinimax};
use bestply_any_search::Standard;

use super::common::{expansions, expansions_key, memory, memory_key, shrinkage, shrinkage_key};
use super::selection::{puct, with_priors};
use crate::searcher::scale;
use crate::{Logic, SearcherEntry, Settings};

pub(super) const NAME: &str = "puct-best-first";

/// PUCT best-first: unbounded best-first minimax guided by priors, with leaves drawn halfway towards their parents.
pub(super) fn entry() -> SearcherEntry<Standard> {
    let made = |settings: &Settings| {
        let variant = Unbounded::puct_best_first(puct(settings))
            .with_shrinkage(shrinkage(settings))
            .with_expansions(expansions(settings));
        Ok(UnboundedMinimax::sharing(variant.with_scale(scale(settings))).with_memory(memory(settings)).into())
    };
    let entry = SearcherEntry::new(NAME, made).logic(Logic::Uct).key(memory_key()).scaled(Uct::WIN);
    with_priors(entry).key(shrinkage_key(Shrinkage::HALF)).key(expansions_key())
}
