use bestply_core::{Bounds, Side, Value, ValueKind, can_have, prefetch};

use crate::buckets::{BoundsBucket, BoundsSlot, Buckets};
use crate::size::{LEAST_BYTES, most_evaluations};

/// What a search found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoundsEntry {
    pub(crate) value: Value,
    pub(crate) bound: Bound,
    /// The number of plies that were looked ahead.
    pub(crate) draft: u8,
    /// Whether every line that was searched ends the game, so that looking farther ahead would find the same.
    pub(crate) complete: bool,
    /// The index of the best move. Where no move was good enough, it is the move that was the best before.
    ///
    /// `None` of a finished position, and of one that was left before any of its moves was searched.
    pub(crate) best: Option<u16>,
}

/// What an entry's value says of the position's value, from MAX's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The position's value is at most the entry's.
    AtMost,
    /// The position's value is at least the entry's.
    AtLeast,
    /// The position's value is the entry's.
    Exact,
}

impl Bound {
    /// Whether a value found within these bounds is exact, or which bound it is.
    #[inline(always)]
    pub(crate) fn of(value: Value, Bounds { alpha, beta }: Bounds) -> Bound {
        if value >= beta && beta != Value::MAX {
            Bound::AtLeast
        } else if value <= alpha && alpha != Value::MIN {
            Bound::AtMost
        } else {
            Bound::Exact
        }
    }

    /// A bound as this side sees it, as one from MAX's point of view, or the other way round.
    pub(crate) fn orient(self, side: Side) -> Bound {
        match (self, side) {
            (Bound::AtMost, Side::Min) => Bound::AtLeast,
            (Bound::AtLeast, Side::Min) => Bound::AtMost,
            (bound, _) => bound,
        }
    }
}

impl BoundsEntry {
    /// Whether the entry tells what a search of this draft would find.
    ///
    /// A selective search takes a deeper entry for as good.
    /// Any other does not: its values are minimax's to its own depth, and what a deeper search found is not.
    #[inline(always)]
    pub(crate) fn is_of(self, draft: usize, is_selective: bool) -> bool {
        let own = usize::from(self.draft);
        own == draft || (self.complete && own < draft) || (is_selective && own > draft)
    }

    /// Whether the entry's value is the position's or only a bound of it.
    #[inline(always)]
    pub(crate) fn kind(self) -> ValueKind {
        ValueKind::bound_if(self.bound != Bound::Exact)
    }
}

/// The transposition table: what is known of the positions searched, in a fixed number of bytes.
///
/// A position has its place in one bucket of four entries.
/// Where the bucket is full, the entry of least worth is replaced.
/// A larger draft makes an entry worth more,
/// and each move of the game since then makes it worth [`PLIES_A_MOVE`] plies less.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoundsTable {
    buckets: Buckets,
    used: usize,
    age: u8,
    /// The most bytes, alone and together with a larger table that takes its place.
    most: usize,
    most_at_once: usize,
    /// From how many evaluations of a search on the table is too small; never if it may not be larger.
    pub(crate) grows_at: u64,
    /// Whether an infinite value may come from a position that is not finished, so that it proves nothing.
    pub(crate) has_infinite_guesses: bool,
}

/// How many nodes were entered, and how many of them the table answered.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Answers {
    asked: u64,
    answered: u64,
}

impl Answers {
    /// Of so many nodes one is answered where answers are rare, or fewer.
    ///
    /// In random games of 5 moves one of 20 is, in Connect Four one of 5, and in Breakthrough two of 3.
    const RARE: u64 = 8;

    #[inline(always)]
    pub(crate) fn note(&mut self, is_answered: bool) {
        self.asked += 1;
        self.answered += u64::from(is_answered);
    }

    #[inline(always)]
    pub(crate) fn are_rare(self) -> bool {
        self.answered * Answers::RARE < self.asked
    }
}

const AGES: u8 = 32;
/// The plies of draft that an entry is worth less with each move of the game.
///
/// In a table that is too small, 0 takes 2 % fewer evaluations in Othello and 6 % fewer in Connect Four,
/// but 5 % more in Breakthrough, and 16 takes as many as 4 (bench `counts -- "engine, 8"`).
const PLIES_A_MOVE: u16 = 4;

impl BoundsTable {
    /// Makes the table as large as whole buckets fit into `bytes`, and holds no more than `most` meanwhile.
    ///
    /// Entries keep their worth. Where the table shrinks, those of most worth stay.
    /// The table is emptied if the old and the new one are more than may be held at once.
    /// It stays as it is if the process cannot have the new one.
    pub(crate) fn resize(&mut self, bytes: usize, most: usize) {
        // Whole buckets alone, so that the limit on bytes holds.
        let count = bytes / size_of::<BoundsBucket>();
        if count == self.buckets.as_slice().len() || !can_have(bytes) {
            return;
        }
        if self.bytes().saturating_add(bytes) > most {
            self.buckets = Buckets::default();
        }
        let before = std::mem::replace(&mut self.buckets, Buckets::new(count));
        self.used = 0;
        let kept = before.as_slice().iter().flatten().filter(|slot| !is_empty(slot));
        kept.for_each(|slot| self.keep(slot));
    }

    /// Lets the table grow to so many bytes, with no more than `most_at_once` while there are two.
    pub(crate) fn may_grow_to(&mut self, most: usize, most_at_once: usize) {
        (self.most, self.most_at_once) = (most, most_at_once);
        let larger = self.larger();
        let has_room = larger > self.bytes() && self.bytes().saturating_add(larger) <= most_at_once;
        self.grows_at = if has_room { most_evaluations(self.bytes()) } else { u64::MAX };
    }

    /// Makes the table [larger](BoundsTable::larger).
    #[cold]
    #[inline(never)]
    pub(crate) fn grow(&mut self) {
        let wanted = self.larger();
        self.resize(wanted, self.most_at_once);
        let most = if self.bytes() == wanted { self.most } else { self.bytes() };
        self.may_grow_to(most, self.most_at_once);
    }

    /// The bytes of a table of twice as many buckets, and those of a usual one at least, or as many as there may be.
    fn larger(&self) -> usize {
        let most = self.most / size_of::<BoundsBucket>() * size_of::<BoundsBucket>();
        (2 * self.bytes()).max(LEAST_BYTES as usize).min(most)
    }

    /// Puts a slot of a table of another size into this one, if it has room or holds something of less worth.
    fn keep(&mut self, slot: &BoundsSlot) {
        let place = self.place(slot[0]);
        let Some(bucket) = self.buckets.as_mut_slice().get_mut(place) else { return };
        let least = least_worth(bucket, self.age);
        if worth(least, self.age) < worth(slot, self.age) {
            self.used += usize::from(is_empty(least));
            *least = *slot;
        }
    }

    /// The size of the table in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.buckets.as_slice())
    }

    /// The number of entries.
    pub(crate) fn used(&self) -> usize {
        self.used
    }

    /// Makes all entries older by one move of the game.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Says that [`get`](BoundsTable::get) is to be asked of this key soon: its answer waits for memory otherwise.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        if let Some(bucket) = self.buckets.as_slice().get(self.place(key)) {
            prefetch(bucket);
        }
    }

    /// What is known of the position with this key.
    #[inline(always)]
    pub(crate) fn get(&self, key: u64) -> Option<BoundsEntry> {
        let bucket = self.buckets.as_slice().get(self.place(key))?;
        bucket.iter().find(|slot| holds(slot, key)).map(|&[_, packed]| unpack(packed))
    }

    /// Stores an entry of a position, and replaces the entry that the position had.
    #[inline(always)]
    pub(crate) fn insert(&mut self, key: u64, entry: BoundsEntry) {
        let place = self.place(key);
        // A table of no bytes has no buckets, and knows nothing.
        let Some(bucket) = self.buckets.as_mut_slice().get_mut(place) else { return };
        // Its own slot goes first, whatever it is worth: of two entries of a position the older one might answer.
        let slot = match bucket.iter_mut().position(|slot| holds(slot, key)) {
            Some(own) => &mut bucket[own],
            None => least_worth(bucket, self.age),
        };
        self.used += usize::from(is_empty(slot));
        *slot = [key, pack(entry, self.age)];
    }

    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        // The key's upper bits as a fraction of the table: no division, and a table of any size.
        ((u128::from(key) * self.buckets.as_slice().len() as u128) >> u64::BITS) as usize
    }
}

#[inline(always)]
fn is_empty(&[_, packed]: &BoundsSlot) -> bool {
    packed == 0
}

#[inline(always)]
fn holds(slot: &BoundsSlot, key: u64) -> bool {
    slot[0] == key && !is_empty(slot)
}

/// The slot of a bucket that is worth least, the first among equals.
#[inline(always)]
fn least_worth(bucket: &mut BoundsBucket, age: u8) -> &mut BoundsSlot {
    let [first, others @ ..] = bucket;
    others.iter_mut().fold(first, |least, slot| if worth(slot, age) < worth(least, age) { slot } else { least })
}

/// The worth of a slot's entry: more with a larger draft, less with age. An empty slot is worth nothing.
#[inline(always)]
fn worth(slot: &BoundsSlot, age: u8) -> u16 {
    let years = u16::from((age + AGES - (slot[1] as u8 >> AGE_SHIFT)) % AGES);
    let draft = u16::from(unpack(slot[1]).draft);
    // Never 0 for an entry: an entry of 31 moves ago still goes after an empty slot.
    if is_empty(slot) { 0 } else { draft + PLIES_A_MOVE * (u16::from(AGES) - years) }
}

const AGE_SHIFT: u32 = 3;

/// The bits of a best move that is not known. No entry has a move of this index.
const NO_MOVE: u16 = u16::MAX;

/// Packs an entry into one word.
///
/// From the top it holds 32 bits of value, 16 of the best move, 8 of draft, 5 of age,
/// 1 of completeness and 2 of the bound.
/// The bits of the bound are never 0.
#[inline(always)]
fn pack(entry: BoundsEntry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::AtMost => 1,
        Bound::AtLeast => 2,
        Bound::Exact => 3,
    };
    let flags = age << AGE_SHIFT | u8::from(entry.complete) << 2 | bound;
    let best = entry.best.unwrap_or(NO_MOVE);
    u64::from(entry.value as u32) << 32 | u64::from(best) << 16 | u64::from(entry.draft) << 8 | u64::from(flags)
}

#[inline(always)]
fn unpack(packed: u64) -> BoundsEntry {
    let bound = match packed & 3 {
        1 => Bound::AtMost,
        2 => Bound::AtLeast,
        _ => Bound::Exact,
    };
    BoundsEntry {
        value: (packed >> 32) as Value,
        bound,
        draft: (packed >> 8) as u8,
        complete: packed & 4 != 0,
        best: Some((packed >> 16) as u16).filter(|&best| best != NO_MOVE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: BoundsEntry = BoundsEntry { value: 0, bound: Bound::Exact, draft: 0, complete: false, best: None };

    fn of_draft(draft: u8) -> BoundsEntry {
        BoundsEntry { draft, ..ENTRY }
    }

    /// A table of one bucket.
    fn bucket() -> BoundsTable {
        let mut table = BoundsTable::default();
        table.resize(64, 64);
        table
    }

    #[test]
    fn an_entry_is_what_it_was_made_of() {
        assert_eq!(size_of::<BoundsSlot>(), 16);
        let mut table = bucket();
        for bound in [Bound::AtMost, Bound::AtLeast, Bound::Exact] {
            for value in [Value::MIN, -1, 0, 77, Value::MAX] {
                for (draft, complete, best) in
                    [(0, false, Some(0)), (255, true, None), (7, true, Some(12)), (1, false, Some(NO_MOVE - 1))]
                {
                    let entry = BoundsEntry { value, bound, draft, complete, best };
                    table.grow_older();
                    table.insert(0, entry);
                    assert_eq!(table.get(0), Some(entry));
                }
            }
        }
        assert_eq!((table.used(), table.get(1)), (1, None));
    }

    #[test]
    fn the_smallest_draft_makes_room() {
        let mut table = bucket();
        (1..=4).for_each(|key| table.insert(key, of_draft(5 + key as u8)));
        table.insert(5, of_draft(1));
        assert_eq!(table.get(1), None);
        table.insert(6, of_draft(3));
        assert_eq!([1, 2, 3, 4, 5, 6].map(|key| table.get(key).is_some()), [false, true, true, true, false, true]);
        assert_eq!(table.used(), 4);
    }

    #[test]
    fn what_is_old_makes_room_before_what_is_a_little_deeper() {
        let mut table = bucket();
        table.insert(1, of_draft(6));
        table.insert(2, of_draft(20));
        for _ in 0..2 {
            table.grow_older();
        }
        table.insert(3, of_draft(0));
        table.insert(4, of_draft(0));
        table.insert(5, of_draft(0));
        assert_eq!([1, 2, 3, 4, 5].map(|key| table.get(key).is_some()), [false, true, true, true, true]);
    }

    #[test]
    fn it_takes_no_more_than_it_may_and_keeps_what_has_room() {
        let mut table = BoundsTable::default();
        for (bytes, taken) in [(0, 0), (63, 0), (64, 64), (1000, 960)] {
            table.resize(bytes, usize::MAX);
            assert_eq!(table.bytes(), taken);
            table.insert(9, ENTRY);
            assert_eq!(table.get(9).is_some(), taken > 0);
        }
        let key = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        table.resize(1 << 16, usize::MAX);
        (0..2000).for_each(|number| table.insert(key(number), of_draft(number as u8)));
        let known =
            |table: &BoundsTable| (0..2000).filter(|&number| table.get(key(number)).is_some()).collect::<Vec<u64>>();
        let before = known(&table);
        table.resize(1 << 20, (1 << 20) + (1 << 16));
        assert_eq!((known(&table), table.used()), (before, table.used()), "a larger table keeps everything");
        table.resize(1 << 12, usize::MAX);
        let few = known(&table);
        assert_eq!(table.used(), few.len() + usize::from(table.get(9).is_some()));
        let least = few.iter().map(|&number| number as u8).min().unwrap();
        assert!(few.len() > 200 && least > 100, "{} entries, the least of draft {least}", few.len());
        table.resize(1 << 13, (1 << 13) + (1 << 12) - 1);
        assert_eq!((table.used(), table.get(few[0])), (0, None), "both tables would be more than may be held");
    }

    #[test]
    fn a_complete_search_says_what_deeper_ones_would_find() {
        assert_eq!([2, 3, 4].map(|draft| of_draft(3).is_of(draft, false)), [false, true, false]);
        let complete = BoundsEntry { complete: true, ..of_draft(3) };
        assert_eq!([2, 3, 4].map(|draft| complete.is_of(draft, false)), [false, true, true]);
        assert_eq!([2, 3, 4].map(|draft| of_draft(3).is_of(draft, true)), [true, true, false], "a selective search");
    }
}
