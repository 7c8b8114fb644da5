use std::num::NonZeroUsize;

use bestply::BestFirst;
use bestply::tree::Tree;
use bestply_compiled::Standard;

use super::common::{Kept, leaves, leaves_key, memory, memory_or_linear_key};
use crate::{Logic, SearcherEntry};

/// Best-first minimax on a saved tree.
pub(super) fn entry<K: Kept>() -> SearcherEntry<Standard<K>> {
    let make = |settings: &_| {
        let leaves = NonZeroUsize::new(leaves(settings)).expect("there is at least one leaf");
        Ok(BestFirst { memory: memory(settings), leaves, tree: Tree::new() }.into())
    };
    SearcherEntry::new("best-first", make).logic(Logic::BestFirst).key(memory_or_linear_key()).key(leaves_key())
}
