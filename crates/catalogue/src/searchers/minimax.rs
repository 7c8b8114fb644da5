use bestply::Minimax;
use bestply_any_search::Standard;

use crate::logic::Logic;
use crate::searcher::SearcherEntry;

/// Minimax in textbook form.
pub(super) fn entry() -> SearcherEntry<Standard> {
    SearcherEntry::new("minimax", |_| Ok(|| Minimax.into())).logic(Logic::Minimax)
}
