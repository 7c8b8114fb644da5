//! How much memory searches hold, in words.

use std::fmt;

use bestply_catalogue::space::bytes_text;

/// What the searches of a [`Thinker`](crate::Thinker) have held, and what they may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MemoryUse {
    /// The most bytes that any of its searches held at once, for nodes or for a table.
    pub held: usize,
    /// The most bytes that a search may hold.
    pub limit: usize,
    /// The number of searches that ended because their bytes were spent.
    pub ended: u64,
}

/// Writes both numbers: `1.3 MiB of 256 MiB`.
impl fmt::Display for MemoryUse {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} of {}", bytes_text(self.held), bytes_text(self.limit))
    }
}

/// Why a search ended before its limits on time and evaluations, and what helps.
pub fn out_of_memory(limit: usize) -> String {
    format!(
        "the search ended because its {} were spent; with memory=prune it goes on, with more bytes for longer",
        bytes_text(limit)
    )
}
