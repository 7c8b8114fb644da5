use bestply::PlainAlphaBeta;

use crate::{Logic, SearcherEntry};

/// Alpha-beta in textbook form, without a tree and without ordering.
pub(super) fn entry() -> SearcherEntry<PlainAlphaBeta> {
    SearcherEntry::new("plain-alpha-beta", |_| Ok(PlainAlphaBeta)).logic(Logic::AlphaBeta)
}
