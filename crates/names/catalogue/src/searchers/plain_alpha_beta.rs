use bestply::PlainAlphaBeta;
use bestply_any_game::AnySearcher;

use crate::logic::Logic;
use crate::searcher::SearcherEntry;

/// Alpha-beta in textbook form, without a tree and without ordering.
pub(super) fn entry() -> SearcherEntry<AnySearcher> {
    SearcherEntry::new("plain-alpha-beta", |_| Ok(|| PlainAlphaBeta.into()))
        .sentence(
            "Looks at every line to one depth, and leaves out what cannot matter: the textbook's form, without a tree.",
        )
        .logic(Logic::AlphaBeta)
}
