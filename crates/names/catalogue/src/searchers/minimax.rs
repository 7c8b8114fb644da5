use bestply::Minimax;
use bestply_any_game::AnySearcher;

use crate::logic::Logic;
use crate::searcher::SearcherEntry;

/// Minimax in textbook form.
pub(super) fn entry() -> SearcherEntry<AnySearcher> {
    SearcherEntry::new("minimax", |_| Ok(|| Minimax.into()))
        .sentence("Looks at every line of play to one depth.")
        .logic(Logic::Minimax)
}
