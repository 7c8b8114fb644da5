use std::num::NonZeroUsize;

use bestply::BestFirst;

use super::common::{leaves, leaves_key, memory, memory_or_linear_key};
use crate::{Logic, SearcherEntry};

/// Best-first minimax on a saved tree.
pub(super) fn entry() -> SearcherEntry<BestFirst> {
    let make = |settings: &_| {
        let leaves = NonZeroUsize::new(leaves(settings)).expect("there is at least one leaf");
        Ok(BestFirst { memory: memory(settings), leaves, ..BestFirst::default() })
    };
    SearcherEntry::new("best-first", make)
        .logic(Logic::BestFirst)
        .key(memory_or_linear_key())
        .key(leaves_key())
        .tree(|searcher| &mut searcher.tree)
}
