use bestply::Minimax;

use crate::SearcherEntry;

pub(super) const NAME: &str = "minimax";

/// The textbook's minimax.
pub(super) fn entry() -> SearcherEntry<Minimax> {
    SearcherEntry::new(NAME, |_| Ok(Minimax))
}
