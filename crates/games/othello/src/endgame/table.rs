//! The table of positions met before.

use bestply_core::as_many_as_fit;

use super::board::Board;

/// Bounds of a position's score for the side to move, and the best move found.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// The best move's square, or [`NO_SQUARE`] where none is known.
    pub(super) best: u8,
}

/// The index in the place of a square where there is no move.
pub(super) const NO_SQUARE: u8 = 64;

/// A table of a fixed size, in buckets. Where a bucket is full, the entry that took the least work is replaced.
///
/// A slot is three words: the two sets of discs, and an [`Entry`] packed into one word.
/// It takes its memory with the first solve, so that whoever solves nothing has the address space for something else.
/// The operating system hands out zeroed memory page by page as it is used,
/// so that a large table costs nothing to make.
pub(super) struct Table {
    /// None before the first solve.
    slots: Vec<[u64; 3]>,
    buckets: u64,
    /// The number of the present solve; 0 is no solve.
    age: u16,
    /// The first solve whose slots are of use. Older slots count as empty.
    oldest: u16,
}

const SLOTS_IN_BUCKET: usize = 4;
const BUCKET_BYTES: usize = SLOTS_IN_BUCKET * size_of::<[u64; 3]>();

/// The third word of a slot.
struct Entry {
    known: Known,
    /// The base-2 logarithm of the number of nodes that the bounds took.
    work: u8,
    age: u16,
}

impl Entry {
    #[inline]
    fn unpack(word: u64) -> Entry {
        let [lower, upper, best, work, low, high, ..] = word.to_le_bytes();
        let known = Known { lower: lower.cast_signed(), upper: upper.cast_signed(), best };
        Entry { known, work, age: u16::from_le_bytes([low, high]) }
    }

    #[inline]
    fn pack(&self) -> u64 {
        let Known { lower, upper, best } = self.known;
        let [low, high] = self.age.to_le_bytes();
        u64::from_le_bytes([lower.cast_unsigned(), upper.cast_unsigned(), best, self.work, low, high, 0, 0])
    }
}

impl Table {
    /// A table of at most this many bytes, but at least one bucket.
    pub(super) fn new(bytes: usize) -> Table {
        let buckets = (bytes / BUCKET_BYTES).max(1);
        Table { slots: Vec::new(), buckets: buckets as u64, age: 0, oldest: 1 }
    }

    /// Takes its memory, if it has none yet: half as much, a quarter and so on where the process cannot have more.
    pub(super) fn take_memory(&mut self) {
        if self.slots.is_empty() {
            let buckets = as_many_as_fit(self.bytes(), BUCKET_BYTES) / BUCKET_BYTES;
            self.slots = vec![[0; 3]; buckets * SLOTS_IN_BUCKET];
            self.buckets = buckets as u64;
        }
    }

    /// Begins a solve with an empty table.
    pub(super) fn clear(&mut self) {
        self.keep();
        self.oldest = self.age;
    }

    /// Begins a solve with what former solves have left. Of equal work, the older slots are replaced first.
    pub(super) fn keep(&mut self) {
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            self.slots.fill([0; 3]);
            (self.age, self.oldest) = (1, 1);
        }
    }

    /// The bytes that it takes, or will with the first solve.
    pub(super) fn bytes(&self) -> usize {
        self.buckets as usize * BUCKET_BYTES
    }

    #[inline]
    pub(super) fn get(&self, board: Board) -> Option<Known> {
        let start = self.bucket(board);
        let slot = self.slots.get(start..start + SLOTS_IN_BUCKET)?.iter().find(|slot| holds(slot, board))?;
        let entry = Entry::unpack(slot[2]);
        (entry.age >= self.oldest).then_some(entry.known)
    }

    /// Stores bounds that took so many nodes, combined with those already known.
    pub(super) fn put(&mut self, board: Board, known: Known, nodes: u64) {
        let (start, age, oldest) = (self.bucket(board), self.age, self.oldest);
        let bucket = &mut self.slots[start..start + SLOTS_IN_BUCKET];
        let mut new = Entry { known, work: (nodes + 1).ilog2() as u8, age };
        let worth = |slot: &[u64; 3]| {
            let entry = Entry::unpack(slot[2]);
            if entry.age < oldest { 0 } else { 1 + u16::from(entry.work).saturating_sub(age - entry.age) }
        };
        let place = bucket.iter().position(|slot| holds(slot, board));
        let place =
            place.unwrap_or_else(|| (0..SLOTS_IN_BUCKET).min_by_key(|&place| worth(&bucket[place])).unwrap_or(0));
        let old = Entry::unpack(bucket[place][2]);
        if old.age >= oldest && holds(&bucket[place], board) {
            new.known.lower = known.lower.max(old.known.lower);
            new.known.upper = known.upper.min(old.known.upper);
            new.work = new.work.max(old.work);
        }
        debug_assert!(new.known.lower <= new.known.upper, "bounds contradict each other");
        bucket[place] = [board.mover, board.waiting, new.pack()];
    }

    #[inline]
    fn bucket(&self, board: Board) -> usize {
        // Odd constants without a pattern: the golden ratio and two primes.
        let mixed = board.mover.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ board.waiting;
        let mixed = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        ((u128::from(mixed) * u128::from(self.buckets)) >> 64) as usize * SLOTS_IN_BUCKET
    }
}

#[inline]
fn holds(slot: &[u64; 3], board: Board) -> bool {
    slot[0] == board.mover && slot[1] == board.waiting
}
