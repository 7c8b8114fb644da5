//! The table of positions met before.

use bestply_core::{Lines, PREFETCHES, as_many_as_fit, prefetch};

use super::board::Board;
use super::window::Window;

/// Bounds of a position's score for the side to move, and the best move found.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// The best move's square, or [`NO_SQUARE`] where none is known.
    pub(super) best: u8,
}

impl Known {
    /// What a search within a window says.
    pub(super) fn of(score: i32, window: Window, best: u8) -> Known {
        let lower = if score > window.alpha { score as i8 } else { -64 };
        let upper = if score < window.beta { score as i8 } else { 64 };
        Known { lower, upper, best }
    }

    /// A bound that tells on which side of the window the score is, if there is one.
    #[inline]
    pub(super) fn beyond(self, window: Window) -> Option<i32> {
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        if lower >= window.beta { Some(lower) } else { (upper <= window.alpha).then_some(upper) }
    }
}

/// The index in the place of a square where there is no move.
pub(super) const NO_SQUARE: u8 = 64;

/// A table of a fixed size, in buckets. Where a bucket is full, the entry that took the least work is replaced.
///
/// Positions with few empty squares have small parts of their own, as their number is large and their worth short:
/// those parts stay in the caches, and so do the addresses of their pages.
/// With one part for all, solves take 8 % more time for 2 % fewer nodes.
///
/// It takes its memory with the first solve, so that whoever solves nothing has the address space for something else.
/// The operating system hands out zeroed memory page by page as it is used,
/// so that a large table costs nothing to make.
pub(super) struct Table {
    /// None before the first solve.
    lines: Lines<u64, WORDS>,
    /// Where each part begins, and where the last one ends.
    parts: [u64; 4],
    /// The number of the present solve; 0 is no solve.
    age: u8,
    /// The first solve whose entries are of use. Older ones count as none.
    oldest: u8,
}

/// The fewest empty squares of the second and the last part, and the most buckets of those before: 64 and 512 KB.
const SECOND: u32 = 9;
const LAST: u32 = 13;
const FIRST_BUCKETS: u64 = 1 << 10;
const SECOND_BUCKETS: u64 = 1 << 13;

/// A bucket is a line of the cache: two sets of discs for each of three positions, then their entries of five bytes.
///
/// Buckets of 96 bytes at any address take 6 % more time.
type Bucket = [u64; WORDS];
const WORDS: usize = 8;
const POSITIONS: usize = 3;
const ENTRY_BITS: usize = 40;

/// What a bucket has of a position.
struct Entry {
    known: Known,
    /// The base-2 logarithm of the number of nodes that the bounds took.
    work: u8,
    age: u8,
}

impl Entry {
    /// The entry of one of the positions of a bucket.
    #[inline]
    fn of(bucket: &Bucket, place: usize) -> Entry {
        let [lower, upper, best, work, age, ..] = (entries(bucket) >> (place * ENTRY_BITS)).to_le_bytes();
        let known = Known { lower: lower.cast_signed(), upper: upper.cast_signed(), best };
        Entry { known, work, age }
    }

    fn put(&self, bucket: &mut Bucket, place: usize) {
        let Known { lower, upper, best } = self.known;
        let bytes = [lower.cast_unsigned(), upper.cast_unsigned(), best, self.work, self.age, 0, 0, 0];
        let shift = place * ENTRY_BITS;
        let others = entries(bucket) & !(((1 << ENTRY_BITS) - 1) << shift);
        let all = others | u128::from(u64::from_le_bytes(bytes)) << shift;
        [bucket[6], bucket[7]] = [all as u64, (all >> 64) as u64];
    }
}

#[inline]
fn entries(bucket: &Bucket) -> u128 {
    u128::from(bucket[6]) | u128::from(bucket[7]) << 64
}

impl Table {
    /// A table of at most this many bytes, but at least one bucket.
    pub(super) fn new(bytes: usize) -> Table {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        Table { lines: Lines::default(), parts: parts(buckets as u64), age: 0, oldest: 1 }
    }

    /// Takes its memory, if it has none yet: half as much, a quarter and so on where the process cannot have more.
    pub(super) fn take_memory(&mut self) {
        if self.lines.as_slice().is_empty() {
            let buckets = as_many_as_fit(self.bytes(), size_of::<Bucket>()) / size_of::<Bucket>();
            self.lines = Lines::new(buckets);
            self.parts = parts(buckets as u64);
        }
    }

    /// Begins a solve with an empty table.
    pub(super) fn clear(&mut self) {
        self.keep();
        self.oldest = self.age;
    }

    /// Begins a solve with what former solves have left. Of equal work, the older entries are replaced first.
    pub(super) fn keep(&mut self) {
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            // New memory is zeroed where it is used, and this all over.
            self.lines = Lines::default();
            (self.age, self.oldest) = (1, 1);
        }
    }

    /// The bytes that it takes, or will with the first solve.
    pub(super) fn bytes(&self) -> usize {
        self.parts[3] as usize * size_of::<Bucket>()
    }

    /// Fetches what the table has of a position, for a look at it soon.
    #[inline]
    pub(super) fn prefetch(&self, board: Board) {
        if PREFETCHES && let Some(bucket) = self.lines.as_slice().get(self.index(board)) {
            prefetch(bucket);
        }
    }

    #[inline]
    pub(super) fn get(&self, board: Board) -> Option<Known> {
        let bucket = self.lines.as_slice().get(self.index(board))?;
        let entry = Entry::of(bucket, place_of(bucket, board)?);
        (entry.age >= self.oldest).then_some(entry.known)
    }

    /// Stores bounds that took so many nodes, combined with those already known.
    pub(super) fn put(&mut self, board: Board, known: Known, nodes: u64) {
        let (index, age, oldest) = (self.index(board), self.age, self.oldest);
        let bucket = &mut self.lines.as_mut_slice()[index];
        let mut new = Entry { known, work: (nodes + 1).ilog2() as u8, age };
        let worth = |entry: Entry| {
            if entry.age < oldest { 0 } else { 1 + entry.work.saturating_sub(age - entry.age) }
        };
        let place = match place_of(bucket, board) {
            Some(place) => {
                let old = Entry::of(bucket, place);
                if old.age >= oldest {
                    new.known.lower = known.lower.max(old.known.lower);
                    new.known.upper = known.upper.min(old.known.upper);
                    new.work = new.work.max(old.work);
                }
                place
            }
            None => (0..POSITIONS).min_by_key(|&place| worth(Entry::of(bucket, place))).unwrap_or(0),
        };
        debug_assert!(new.known.lower <= new.known.upper, "bounds contradict each other");
        [bucket[2 * place], bucket[2 * place + 1]] = [board.mover, board.waiting];
        new.put(bucket, place);
    }

    #[inline]
    fn index(&self, board: Board) -> usize {
        // Odd constants without a pattern: the golden ratio and two primes.
        let mixed = board.mover.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ board.waiting;
        let mixed = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let empties = board.empties();
        let part = usize::from(empties >= SECOND) + usize::from(empties >= LAST);
        let (start, end) = (self.parts[part], self.parts[part + 1]);
        (start + ((u128::from(mixed) * u128::from(end - start)) >> 64) as u64) as usize
    }
}

/// Where the parts of a table of so many buckets begin, and where the last one ends.
fn parts(buckets: u64) -> [u64; 4] {
    let first = FIRST_BUCKETS.min(buckets / 4);
    [0, first, first + SECOND_BUCKETS.min(buckets / 4), buckets]
}

/// Which of the positions of a bucket this is.
#[inline]
fn place_of(bucket: &Bucket, board: Board) -> Option<usize> {
    (0..POSITIONS).find(|&place| bucket[2 * place] == board.mover && bucket[2 * place + 1] == board.waiting)
}
