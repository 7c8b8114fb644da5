use std::num::NonZeroUsize;

use bestply::BestFirst;
use bestply::best_first::Saving;
use bestply::tree::Tree;

use super::common::{leaves, leaves_key, memory, memory_or_linear_key};
use crate::{Key, Logic, SearcherEntry, Settings};

const TREE: &str = "tree";

/// Best-first minimax on a saved tree.
pub(crate) fn entry<K: Copy + Default, S: From<BestFirst<K>>>() -> SearcherEntry<S> {
    let make = |settings: &Settings| {
        let leaves = NonZeroUsize::new(leaves(settings)).expect("there is at least one leaf");
        let saving = settings.name(TREE).map_or(Saving::AcrossMoves, |_| Saving::WithinAMove);
        Ok(BestFirst::<K> { memory: memory(settings), leaves, saving, tree: Tree::new() }.into())
    };
    let tree = Key::name(TREE, &["cleared"]).about("Clears the tree after each move, which is saved without the key.");
    let entry = SearcherEntry::new("best-first", make).logic(Logic::BestFirst);
    entry.key(memory_or_linear_key()).key(leaves_key()).key(tree)
}
