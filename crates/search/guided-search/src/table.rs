use bestply_core::{Keyed, Value};

/// What a searcher keeps of positions, of whatever game.
pub trait PositionTable {
    /// Forgets everything.
    fn clear(&mut self);
}

/// What a search knows of positions met before, by whatever moves: nothing, `()`, or a [`TranspositionTable`].
///
/// Where a program decides as it runs, an `Option` of a table serves both,
/// so that the search is compiled once for both.
pub trait Transpositions<P>: PositionTable {
    /// What tells positions apart.
    type Key: Copy;

    /// Whether the table ever knows anything. Always the same of a table.
    fn knows(&self) -> bool;

    /// The key of a position.
    fn key(&self, position: &P) -> Self::Key;

    /// The last value entered for a position.
    fn value(&self, key: Self::Key) -> Option<Value>;

    /// Enters a position's value, backed up in so many visits. With 0 visits it is a static value.
    fn enter(&mut self, key: Self::Key, value: Value, visits: u32);
}

impl PositionTable for () {
    #[inline(always)]
    fn clear(&mut self) {}
}

/// This table knows nothing and costs nothing.
impl<P> Transpositions<P> for () {
    type Key = ();

    #[inline(always)]
    fn knows(&self) -> bool {
        false
    }

    #[inline(always)]
    fn key(&self, _position: &P) {}

    #[inline(always)]
    fn value(&self, (): ()) -> Option<Value> {
        None
    }

    #[inline(always)]
    fn enter(&mut self, (): (), _value: Value, _visits: u32) {}
}

/// The values of positions by their keys, in a fixed number of bytes.
///
/// A position has two slots of sixteen bytes each.
/// A value enters the first slot if that slot holds the same position, or if it has at least as many visits.
/// What it displaces there moves to the second slot.
/// Any other value enters the second slot.
pub struct TranspositionTable {
    buckets: Vec<[ValueSlot; 2]>,
}

#[derive(Clone, Copy, Default)]
struct ValueSlot {
    key: u64,
    value: Value,
    /// The number of visits plus one; 0 where the slot is empty.
    visits_and_one: u32,
}

impl TranspositionTable {
    /// A table of at most this many bytes, but of at least two slots.
    pub fn new(bytes: usize) -> TranspositionTable {
        TranspositionTable { buckets: vec![Default::default(); (bytes / size_of::<[ValueSlot; 2]>()).max(1)] }
    }

    /// The size of the table in bytes.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<[ValueSlot; 2]>()
    }

    /// The bucket of a key: its upper bits, spread over the table.
    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> u64::BITS) as usize
    }
}

impl PositionTable for TranspositionTable {
    fn clear(&mut self) {
        self.buckets.fill(Default::default());
    }
}

impl<P: Keyed> Transpositions<P> for TranspositionTable {
    type Key = u64;

    #[inline(always)]
    fn knows(&self) -> bool {
        true
    }

    #[inline]
    fn key(&self, position: &P) -> u64 {
        position.key()
    }

    #[inline]
    fn value(&self, key: u64) -> Option<Value> {
        let slots = &self.buckets[self.bucket(key)];
        slots.iter().find(|slot| slot.key == key && slot.visits_and_one > 0).map(|slot| slot.value)
    }

    #[inline]
    fn enter(&mut self, key: u64, value: Value, visits: u32) {
        let bucket = self.bucket(key);
        let [lasting, latest] = &mut self.buckets[bucket];
        let entry = ValueSlot { key, value, visits_and_one: visits.saturating_add(1) };
        if lasting.key == key || lasting.visits_and_one <= entry.visits_and_one {
            if lasting.key != key {
                *latest = *lasting;
            }
            *lasting = entry;
        } else {
            *latest = entry;
        }
    }
}

impl PositionTable for Option<TranspositionTable> {
    fn clear(&mut self) {
        self.iter_mut().for_each(PositionTable::clear);
    }
}

impl<P: Keyed> Transpositions<P> for Option<TranspositionTable> {
    type Key = u64;

    #[inline(always)]
    fn knows(&self) -> bool {
        self.is_some()
    }

    /// Without a table no key is needed, and some games compute theirs anew.
    #[inline]
    fn key(&self, position: &P) -> u64 {
        self.as_ref().map_or(0, |table| table.key(position))
    }

    #[inline]
    fn value(&self, key: u64) -> Option<Value> {
        self.as_ref().and_then(|table| Transpositions::<P>::value(table, key))
    }

    #[inline]
    fn enter(&mut self, key: u64, value: Value, visits: u32) {
        if let Some(table) = self {
            Transpositions::<P>::enter(table, key, value, visits);
        }
    }
}
