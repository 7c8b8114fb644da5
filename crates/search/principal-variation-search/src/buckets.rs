//! The memory of the transposition table: buckets of four slots, each bucket one line of a cache.

/// Four entries, which have as many bytes as a line of a cache.
///
/// In a table that is too small, one entry a bucket takes 26 % more evaluations to the same depths in Othello,
/// 16 % more in Breakthrough and 42 % more in Connect Four.
/// Eight take at most 3 % fewer, and up to 3 % more instructions for each (bench `counts -- "engine, 8"`).
pub(crate) type BoundsBucket = [BoundsSlot; SLOTS];

/// A key and a packed entry. An empty slot is all zeros, since the system hands out zeroed memory at no cost.
pub(crate) type BoundsSlot = [u64; 2];

const SLOTS: usize = 4;

/// Buckets that begin where a line of the cache begins, so that a look into one waits for one line and not for two.
///
/// A type of that alignment would be filled by the program: only of plain numbers does the system hand out zeros.
/// So there are three slots more than needed, some of them before the first bucket.
#[derive(Debug, Default)]
pub(crate) struct Buckets {
    slots: Vec<BoundsSlot>,
    /// The number of slots before the first bucket.
    before: usize,
}

impl Buckets {
    /// So many empty buckets.
    pub(crate) fn new(count: usize) -> Buckets {
        if count == 0 {
            return Buckets::default();
        }
        let slots = vec![BoundsSlot::default(); count * SLOTS + SLOTS - 1];
        // Where the memory does not begin at a multiple of a slot, no slot begins a line.
        let before = Some(slots.as_ptr().align_offset(size_of::<BoundsBucket>())).filter(|&before| before < SLOTS);
        Buckets { slots, before: before.unwrap_or(0) }
    }

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[BoundsBucket] {
        self.slots.get(self.before..).unwrap_or_default().as_chunks().0
    }

    #[inline(always)]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [BoundsBucket] {
        self.slots.get_mut(self.before..).unwrap_or_default().as_chunks_mut().0
    }
}

impl Clone for Buckets {
    /// A copy lies elsewhere, and may need another number of slots before its first bucket.
    fn clone(&self) -> Buckets {
        let mut copy = Buckets::new(self.as_slice().len());
        copy.as_mut_slice().copy_from_slice(self.as_slice());
        copy
    }
}
