use bestply::Minimax;

use crate::SearcherEntry;

pub(super) const NAME: &str = "minimax";

/// Minimax in textbook form.
pub(super) fn entry() -> SearcherEntry<Minimax> {
    SearcherEntry::new(NAME, |_| Ok(Minimax))
}
