use std::num::NonZeroUsize;

use bestply::BestFirst;
use bestply::best_first::Saving;
use bestply::tree::Tree;

use super::common::{leaves, leaves_key, memory, memory_or_linear_key};
use crate::key::Key;
use crate::logic::Logic;
use crate::searcher::SearcherEntry;
use crate::settings::Settings;

const TREE: &str = "tree";

/// Best-first minimax on a saved tree.
pub(crate) fn entry<K: Copy + Default, S: From<BestFirst<K>>>() -> SearcherEntry<S> {
    let read = |settings: &mut Settings| {
        let leaves = NonZeroUsize::new(leaves(settings)).unwrap_or(NonZeroUsize::MIN);
        let saving = settings.one_of(TREE, &[("cleared", Saving::WithinAMove)]).unwrap_or(Saving::AcrossMoves);
        let memory = memory(settings);
        Ok(move || BestFirst::<K> { memory, leaves, saving, tree: Tree::new() }.into())
    };
    let tree = Key::name(TREE, &["cleared"]).about("Clears the tree after each move, which is saved without the key.");
    SearcherEntry::new("best-first", read)
        .sentence("Always looks next at the end of the line that seems best now.")
        .logic(Logic::BestFirst)
        .key(memory_or_linear_key())
        .key(leaves_key())
        .key(tree)
}
