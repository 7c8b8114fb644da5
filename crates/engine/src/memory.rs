//! How much memory searches hold, in words.

use std::fmt;

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

/// A number of bytes for people, in the largest unit of which there is one, to a tenth below ten.
///
/// ```
/// use bestply_engine::bytes_text;
///
/// let said = [1023, 1024, 1 << 20, 10_000_000, 268_435_456, 1 << 42].map(bytes_text);
/// assert_eq!(said, ["1023 bytes", "1 KiB", "1 MiB", "9.5 MiB", "256 MiB", "4096 GiB"]);
/// ```
pub fn bytes_text(bytes: usize) -> String {
    const UNITS: [(&str, u32); 3] = [("GiB", 30), ("MiB", 20), ("KiB", 10)];
    let unit = UNITS.into_iter().find(|&(_, shift)| bytes >> shift > 0);
    unit.map_or_else(
        || format!("{bytes} bytes"),
        |(unit, shift)| {
            let tenths = (10.0 * bytes as f64 / f64::from(1_u32 << shift)).floor() / 10.0;
            if tenths < 10.0 { format!("{tenths} {unit}") } else { format!("{:.0} {unit}", tenths.floor()) }
        },
    )
}

/// Whether this process can have so many bytes more, whatever limits it: the machine, or its own limits (`ulimit -v`).
///
/// They are asked for, and given back untouched. What others take meanwhile is not foreseen.
///
/// ```
/// assert!(bestply_engine::can_have(1 << 20) && !bestply_engine::can_have(usize::MAX));
/// ```
pub fn can_have(bytes: usize) -> bool {
    let mut asked: Vec<u8> = Vec::new();
    let is_had = asked.try_reserve_exact(bytes).is_ok();
    // What nobody looks at is not asked for at all.
    std::hint::black_box(&asked);
    is_had
}

/// What is wrong with a limit of so many bytes that this process [cannot have](can_have), and what helps.
pub fn cannot_have(bytes: usize) -> String {
    format!("this process cannot have {}; give fewer, or raise its limit (`ulimit -v`)", bytes_text(bytes))
}

/// Why a search ended before its limits on time and evaluations, and what helps.
pub fn out_of_memory(limit: usize) -> String {
    format!(
        "the search ended because its {} were spent; with memory=prune it goes on, with more bytes for longer",
        bytes_text(limit)
    )
}
