use bestply::PlainAlphaBeta;
use bestply_compiled::Standard;

use super::common::Kept;
use crate::{Logic, SearcherEntry};

/// Alpha-beta in textbook form, without a tree and without ordering.
pub(super) fn entry<K: Kept>() -> SearcherEntry<Standard<K>> {
    SearcherEntry::new("plain-alpha-beta", |_| Ok(PlainAlphaBeta.into())).logic(Logic::AlphaBeta)
}
