use std::num::NonZeroUsize;

use bestply::BestFirst;

use super::common::{leaves, leaves_key, memory, memory_or_linear_key};
use crate::SearcherEntry;

pub(super) const NAME: &str = "best-first";

/// Best-first minimax on a saved tree.
pub(super) fn entry() -> SearcherEntry<BestFirst> {
    let make = |settings: &_| {
        let leaves = NonZeroUsize::new(leaves(settings)).expect("there is at least one leaf");
        Ok(BestFirst { memory: memory(settings), leaves, ..BestFirst::default() })
    };
    SearcherEntry::new(NAME, make).key(memory_or_linear_key()).key(leaves_key()).tree(|searcher| &mut searcher.tree)
}
