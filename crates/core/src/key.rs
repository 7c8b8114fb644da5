use crate::Position;

/// A position that has a key: what a transposition table needs, so that a position reached in two ways is searched once.
pub trait Keyed: Position {
    /// A number that equal positions share, and different ones as good as never do: all that the rest of the game depends on goes
    /// into it, the side to move included, and every bit depends on all of it.
    ///
    /// Tables take two positions of one key for the same. [`mix`] makes a key of numbers that are only different.
    fn key(&self) -> u64;
}

/// Spreads a number over all 64 bits, different numbers to different ones (the finalizer of SplitMix64, Steele, Lea & Flood 2014).
#[inline]
pub const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
