use bestply::Minimax;
use bestply_compiled::Standard;

use super::common::Kept;
use crate::{Logic, SearcherEntry};

/// Minimax in textbook form.
pub(super) fn entry<K: Kept>() -> SearcherEntry<Standard<K>> {
    SearcherEntry::new("minimax", |_| Ok(Minimax.into())).logic(Logic::Minimax)
}
