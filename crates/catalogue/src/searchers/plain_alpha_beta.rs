use bestply::PlainAlphaBeta;

use crate::SearcherEntry;

pub(super) const NAME: &str = "plain-alpha-beta";

/// The textbook's alpha-beta, without a tree and without ordering.
pub(super) fn entry() -> SearcherEntry<PlainAlphaBeta> {
    SearcherEntry::new(NAME, |_| Ok(PlainAlphaBeta))
}
