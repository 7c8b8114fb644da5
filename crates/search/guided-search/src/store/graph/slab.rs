//! Items named by numbers of 32 bits, in chunks that never move.

/// Items side by side in chunks of 65,536. A group of items lies within one chunk.
///
/// Only an unfinished first chunk moves when it grows, so that no growth takes long.
#[derive(Default)]
pub(crate) struct Slab<T> {
    chunks: Vec<Vec<T>>,
    /// The items for which there is memory.
    capacity: usize,
}

const CHUNK_BITS: u32 = 16;

/// The items of a chunk, and so the most that lie side by side.
const CHUNK: usize = 1 << CHUNK_BITS;

/// The items that the first chunk begins with.
const FIRST: usize = 8;

/// The number that names nothing.
pub(crate) const NOTHING: u32 = u32::MAX;

impl<T: Copy + Default> Slab<T> {
    /// The bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.capacity * size_of::<T>()
    }

    /// Adds `count` items side by side, and returns the number of the first.
    ///
    /// It takes at most `spare` bytes of new memory, and does nothing where these are too few.
    pub(crate) fn add(&mut self, count: usize, spare: usize) -> Option<u32> {
        if self.chunks.last().is_none_or(|chunk| chunk.len() + count > chunk.capacity()) {
            self.grow(count, spare / size_of::<T>())?;
        }
        let chunk = self.chunks.len() - 1;
        let items = &mut self.chunks[chunk];
        let first = (chunk << CHUNK_BITS) + items.len();
        items.resize(items.len() + count, T::default());
        // A group that begins any later could have an item numbered as `NOTHING`.
        u32::try_from(first).ok().filter(|&first| first < NOTHING - CHUNK as u32)
    }

    /// As [`add`](Slab::add), for a slab of single items whose numbers are to be without gaps.
    ///
    /// So no chunk follows one that is not whole.
    pub(crate) fn push(&mut self, spare: usize) -> Option<u32> {
        if self.chunks.last().is_some_and(|chunk| chunk.len() == chunk.capacity() && chunk.len() < CHUNK) {
            self.enlarge(1, spare / size_of::<T>())?;
        }
        self.add(1, spare)
    }

    /// Makes room for `count` items in the last chunk, or in a new one.
    #[cold]
    fn grow(&mut self, count: usize, most: usize) -> Option<()> {
        if self.chunks.is_empty() {
            self.chunks.push(Vec::new());
        }
        if self.enlarge(count, most).is_some() {
            return Some(());
        }
        let size = affordable(CHUNK, count, most)?;
        self.chunks.push(Vec::with_capacity(size));
        self.capacity += size;
        Some(())
    }

    /// Makes room for `count` items in the last chunk, if it may be that large and that is worth a copy.
    ///
    /// While the items are copied, the memory is held twice.
    fn enlarge(&mut self, count: usize, most: usize) -> Option<()> {
        let is_first = self.chunks.len() == 1;
        let last = self.chunks.last_mut()?;
        let (needed, capacity) = (last.len() + count, last.capacity());
        let wanted = if is_first { (2 * capacity).max(FIRST) } else { CHUNK };
        let size = affordable(wanted.max(needed).min(CHUNK), needed, most)?;
        if needed > CHUNK || size < CHUNK.min(capacity + capacity / 2) {
            return None;
        }
        last.reserve_exact(size - last.len());
        self.capacity += last.capacity() - capacity;
        Some(())
    }

    #[inline(always)]
    pub(crate) fn get(&self, item: u32) -> &T {
        &self.chunks[(item >> CHUNK_BITS) as usize][item as usize % CHUNK]
    }

    #[inline(always)]
    pub(crate) fn get_mut(&mut self, item: u32) -> &mut T {
        &mut self.chunks[(item >> CHUNK_BITS) as usize][item as usize % CHUNK]
    }

    /// The items of a group.
    #[inline(always)]
    pub(crate) fn group(&self, first: u32, count: usize) -> &[T] {
        &self.chunks[(first >> CHUNK_BITS) as usize][first as usize % CHUNK..][..count]
    }

    /// As [`group`](Slab::group), but mutable.
    #[inline(always)]
    pub(crate) fn group_mut(&mut self, first: u32, count: usize) -> &mut [T] {
        &mut self.chunks[(first >> CHUNK_BITS) as usize][first as usize % CHUNK..][..count]
    }

    /// Whether there is an item of this number.
    #[inline]
    pub(crate) fn has(&self, item: u32) -> bool {
        self.chunks.get((item >> CHUNK_BITS) as usize).is_some_and(|chunk| (item as usize % CHUNK) < chunk.len())
    }

    /// Whether an item is the first of its chunk, so that no group goes on there from the chunk before.
    pub(crate) fn begins_chunk(&self, item: u32) -> bool {
        (item as usize).is_multiple_of(CHUNK)
    }

    /// The first item of the chunk after an item's, if there is one.
    pub(crate) fn next_chunk(&self, item: u32) -> Option<u32> {
        let next = (item >> CHUNK_BITS) + 1;
        ((next as usize) < self.chunks.len()).then_some(next << CHUNK_BITS)
    }
}

/// As much as is wanted, or half of what is left where that is less, but what is needed in any case.
///
/// Several slabs share one limit, so that none of them takes all that is left.
fn affordable(wanted: usize, needed: usize, most: usize) -> Option<usize> {
    (needed <= most).then(|| wanted.min((most / 2).max(needed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_never_move_and_never_cross_chunks() {
        let mut slab = Slab::default();
        let groups: Vec<(u32, usize)> =
            (0..5000).map(|turn| 1 + turn % 40).map(|count| (slab.add(count, usize::MAX).unwrap(), count)).collect();
        for (number, &(first, count)) in groups.iter().enumerate() {
            slab.group_mut(first, count).fill(number);
        }
        for (number, &(first, count)) in groups.iter().enumerate() {
            assert!(slab.group(first, count).iter().all(|&item| item == number));
            assert_eq!(*slab.get(first), number);
        }
        assert!(slab.chunks.len() > 1);
    }

    #[test]
    fn it_takes_no_more_than_it_may_even_while_items_are_copied() {
        for limit in [1000, 5000, 50_000] {
            let mut slab = Slab::<u64>::default();
            loop {
                let (before, chunks) = (slab.bytes(), slab.chunks.len());
                if slab.add(7, limit - before).is_none() {
                    break;
                }
                if slab.chunks.len() == chunks && slab.bytes() > before {
                    let copy = slab.chunks[chunks - 1].capacity() * size_of::<u64>();
                    assert!(before + copy <= limit, "{copy} beside {before} of {limit}");
                }
            }
        }
    }

    #[test]
    fn it_takes_no_more_than_it_may() {
        let limit = 10_000;
        let mut slab = Slab::<u64>::default();
        let mut items = 0;
        while slab.add(7, limit - slab.bytes()).is_some() {
            items += 7;
            assert!(slab.bytes() <= limit);
        }
        // A chunk that stays as it is has less than a group to spare.
        assert!(items > limit / size_of::<u64>() * 9 / 10, "{items} items");
    }
}
