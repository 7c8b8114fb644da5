//! The memory of the transposition table: buckets of four slots, each bucket one line of a cache.

use bestply_core::Lines;

/// Four entries, which have as many bytes as a line of a cache.
///
/// In a table that is too small, one entry a bucket takes 26 % more evaluations to the same depths in Othello,
/// 16 % more in Breakthrough and 42 % more in Connect Four.
/// Eight take at most 3 % fewer, and up to 3 % more instructions for each (bench `counts -- "engine, 8"`).
pub(crate) type BoundsBucket = [BoundsSlot; SLOTS];

/// A key and a packed entry. An empty slot is all zeros, since the system hands out zeroed memory at no cost.
pub(crate) type BoundsSlot = [u64; 2];

const SLOTS: usize = 4;

/// Buckets that begin where a line of the cache begins.
pub(crate) type Buckets = Lines<BoundsSlot, SLOTS>;
