use bestply::BestFirstExtension;
use bestply::tree::Tree;

use super::common::{ALPHA_BETA_DEPTH, alpha_beta, fail_key, generation_key, memory, memory_or_linear_key};
use crate::common::MAX_DEPTH;
use crate::key::Key;
use crate::logic::Logic;
use crate::searcher::SearcherEntry;
use crate::settings::Settings;

/// Alpha-beta to a shallow depth, then best-first from its tree.
pub(crate) fn entry<K: Copy + Default, S: From<BestFirstExtension<K>>>() -> SearcherEntry<S> {
    let read = |given: &mut Settings| {
        let alpha_beta_depth = given.given_whole(ALPHA_BETA_DEPTH).unwrap_or(0) as usize;
        let settings = alpha_beta(given);
        let memory = memory(given);
        Ok(move || BestFirstExtension::<K> { alpha_beta_depth, settings, memory, tree: Tree::new() }.into())
    };
    SearcherEntry::new("best-first-extension", read)
        .sentence("Alpha-beta first, and then best-first from where it ended.")
        .logic(Logic::BestFirst)
        .key(memory_or_linear_key())
        .first_depth(Key::whole(ALPHA_BETA_DEPTH, 0..=MAX_DEPTH as u64).about(
            "The depth to which alpha-beta searches first; in an experiment by default the opponent's less one.",
        ))
        .key(fail_key())
        .key(generation_key().or("one-at-a-time"))
}
