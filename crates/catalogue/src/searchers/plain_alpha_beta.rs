use bestply::PlainAlphaBeta;

use crate::SearcherEntry;

pub(super) const NAME: &str = "plain-alpha-beta";

/// Alpha-beta in textbook form, without a tree and without ordering.
pub(super) fn entry() -> SearcherEntry<PlainAlphaBeta> {
    SearcherEntry::new(NAME, |_| Ok(PlainAlphaBeta))
}
