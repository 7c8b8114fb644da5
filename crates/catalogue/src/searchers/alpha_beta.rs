use bestply::AlphaBeta;

use super::common::{alpha_beta, fail_key, generation_key, memory, memory_key};
use crate::{Logic, SearcherEntry};

/// Alpha-beta with fixed ordering on a saved tree: the papers' opponent.
pub(super) fn entry() -> SearcherEntry<AlphaBeta> {
    let make = |settings: &_| {
        Ok(AlphaBeta { settings: alpha_beta(settings), memory: memory(settings), ..AlphaBeta::default() })
    };
    SearcherEntry::new("alpha-beta", make)
        .logic(Logic::AlphaBeta)
        .key(memory_key())
        .key(fail_key())
        .key(generation_key().or("one-at-a-time"))
        .with_horizon()
        .tree(|searcher| &mut searcher.tree)
}
