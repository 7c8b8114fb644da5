use bestply::{Minimax, PlainAlphaBeta};
use bestply_any_game::AnySearcher;

use crate::logic::Logic;
use crate::searcher::SearcherEntry;

/// Minimax in textbook form.
pub(super) fn minimax() -> SearcherEntry<AnySearcher> {
    SearcherEntry::new("minimax", |_| Ok(|| Minimax.into()))
        .sentence("Looks at every line of play to one depth.")
        .logic(Logic::Minimax)
}

/// Alpha-beta in textbook form, without a tree and without ordering.
pub(super) fn plain_alpha_beta() -> SearcherEntry<AnySearcher> {
    SearcherEntry::new("plain-alpha-beta", |_| Ok(|| PlainAlphaBeta.into()))
        .sentence(
            "Looks at every line to one depth, and leaves out what cannot matter: the textbook's form, without a tree.",
        )
        .logic(Logic::AlphaBeta)
}
