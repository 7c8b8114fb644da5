use bestply::BestFirstExtension;

use super::common::{ALPHA_BETA_DEPTH, alpha_beta, fail_key, generation_key, memory, memory_or_linear_key};
use crate::spec::MAX_DEPTH;
use crate::{Key, Logic, SearcherEntry};

/// Alpha-beta to a shallow depth, then best-first from its tree.
pub(super) fn entry() -> SearcherEntry<BestFirstExtension> {
    let make = |settings: &crate::Settings| {
        let searcher = BestFirstExtension::new(settings.whole(ALPHA_BETA_DEPTH).unwrap_or(0) as usize);
        Ok(BestFirstExtension { settings: alpha_beta(settings), memory: memory(settings), ..searcher })
    };
    SearcherEntry::new("best-first-extension", make)
        .logic(Logic::BestFirst)
        .key(memory_or_linear_key())
        .first_depth(Key::whole(ALPHA_BETA_DEPTH, 0..=MAX_DEPTH as u64))
        .key(fail_key())
        .key(generation_key().or("one-at-a-time"))
        .tree(|searcher| &mut searcher.tree)
}
