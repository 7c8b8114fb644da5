use bestply_core::{Bounds, Value};

/// What the table has of a position. Values are as the position's side to move sees them.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) value: Value,
    pub(super) bound: Bound,
    pub(super) draft: usize,
    /// Whether all lines ended the game.
    pub(super) complete: bool,
    /// The index of the best move, where one is known.
    pub(super) best: Option<usize>,
}

/// What an entry's value says of the position's.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Bound {
    AtLeast,
    AtMost,
    Exact,
}

impl Bound {
    /// What a value is that was found within these bounds. No value is beyond an infinite bound.
    pub(super) fn of(value: Value, Bounds { alpha, beta }: Bounds) -> Bound {
        if value >= beta && beta != Value::MAX {
            Bound::AtLeast
        } else if value <= alpha && alpha != Value::MIN {
            Bound::AtMost
        } else {
            Bound::Exact
        }
    }
}

impl Entry {
    /// Whether the entry says all that a search of this draft within these bounds is to find out.
    pub(super) fn answers(&self, draft: usize, Bounds { alpha, beta }: Bounds, is_selective: bool) -> bool {
        let is_of_draft =
            self.draft == draft || (self.complete && self.draft < draft) || (is_selective && self.draft > draft);
        let is_enough = match self.bound {
            Bound::AtLeast => self.value >= beta,
            Bound::AtMost => self.value <= alpha,
            Bound::Exact => true,
        };
        is_of_draft && is_enough
    }
}

/// Buckets of up to four entries, each with its key and the number of moves that the game had when it was made.
pub(super) struct Table {
    buckets: Vec<Vec<(u64, Entry, usize)>>,
    pub(super) moves_played: usize,
}

impl Table {
    pub(super) fn new(buckets: usize) -> Table {
        Table { buckets: vec![Vec::new(); buckets], moves_played: 0 }
    }

    pub(super) fn exists(&self) -> bool {
        !self.buckets.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.buckets.iter().map(Vec::len).sum()
    }

    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let bucket = self.buckets.get(self.place(key))?;
        bucket.iter().find(|slot| slot.0 == key).map(|slot| slot.1)
    }

    pub(super) fn store(&mut self, key: u64, entry: Entry) {
        let (place, slot) = (self.place(key), (key, entry, self.moves_played));
        let Some(bucket) = self.buckets.get_mut(place) else { return };
        if let Some(own) = bucket.iter_mut().find(|slot| slot.0 == key) {
            *own = slot;
        } else if bucket.len() < 4 {
            bucket.push(slot);
        } else {
            let worth = |&&mut (_, entry, made): &&mut (u64, Entry, usize)| entry.draft + 4 * made;
            *bucket.iter_mut().min_by_key(worth).expect("it is full") = slot;
        }
    }
}
