use bestply::Minimax;

use crate::{Logic, SearcherEntry};

/// Minimax in textbook form.
pub(super) fn entry() -> SearcherEntry<Minimax> {
    SearcherEntry::new("minimax", |_| Ok(Minimax)).logic(Logic::Minimax)
}
