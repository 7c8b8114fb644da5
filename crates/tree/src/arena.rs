//! Groups of nodes side by side, named by 32-bit handles.

use crate::Node;
use crate::free_list::FreeList;

/// The slots of a chunk, a power of two: enough for any group.
const CHUNK_SLOTS: usize = 1 << CHUNK_BITS;
const CHUNK_BITS: u32 = 16;

/// The chunks that handles can name beside the flags of a node.
const MOST_CHUNKS: usize = 1 << (Node::<()>::HANDLE_BITS - CHUNK_BITS);

/// The slots that the first chunk begins with.
const LEAST_SLOTS: usize = 16;

/// The handle of the first slot; 0 is no handle.
pub(crate) const FIRST_HANDLE: u32 = 1;

/// An arena of nodes. Growth moves no node but those of an unfinished first chunk, and never changes a handle.
///
/// Memory is taken in chunks of 65,536 nodes, half a megabyte of eight bytes each. It is written to as it comes into use,
/// so that no growth takes longer than filling a chunk does.
pub(crate) struct Arena<T, K> {
    /// All full or as large as they can be, but the current one and those behind it.
    chunks: Vec<Vec<Node<T, K>>>,
    /// The chunk whose end groups are taken from.
    current: usize,
    free: FreeList,
    most_slots: usize,
    slots: usize,
}

impl<T: Copy + Default, K: Copy + Default> Arena<T, K> {
    /// An arena without memory.
    pub(crate) fn new() -> Arena<T, K> {
        Arena { chunks: Vec::new(), current: 0, free: FreeList::default(), most_slots: usize::MAX, slots: 0 }
    }

    /// The most bytes to be taken from now on.
    pub(crate) fn set_limit(&mut self, bytes: Option<usize>) {
        self.most_slots = bytes.map_or(usize::MAX, |bytes| bytes / size_of::<Node<T, K>>());
    }

    /// Whether more is held already than may be.
    pub(crate) fn is_over_limit(&self) -> bool {
        self.capacity() > self.most_slots
    }

    /// The bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.capacity() * size_of::<Node<T, K>>()
    }

    /// The slots in use.
    #[inline(always)]
    pub(crate) fn slots(&self) -> usize {
        self.slots
    }

    /// Frees every slot, and keeps the memory for new ones.
    pub(crate) fn clear(&mut self) {
        for (chunk, kept) in self.chunks.iter_mut().zip([FIRST_HANDLE as usize].into_iter().chain(std::iter::repeat(0)))
        {
            chunk.truncate(kept);
        }
        (self.current, self.slots, self.free) = (0, 0, FreeList::default());
    }

    /// Gives all memory back.
    pub(crate) fn release(&mut self) {
        self.chunks = Vec::new();
        self.clear();
    }

    /// Whether `count` slots side by side are at hand: the next [`allocate`](Arena::allocate) of as many succeeds.
    #[inline(always)]
    pub(crate) fn is_at_hand(&self, count: usize) -> bool {
        self.free.has_exactly(count) || self.fits(count)
    }

    /// Whether `count` slots side by side can be had, of a larger group that is free or of new memory; if so, the next
    /// [`allocate`](Arena::allocate) of as many succeeds.
    #[cold]
    pub(crate) fn find_room(&mut self, count: usize) -> bool {
        self.has_larger(count) || self.grow(count) || self.free.smallest_of(count).is_some()
    }

    /// Whether the first chunk has room for `count` slots, or can be made larger for them. Up to that size memory is not worth
    /// the time to save it.
    #[cold]
    pub(crate) fn grows_while_small(&mut self, count: usize) -> bool {
        self.current == 0 && self.chunks.first().is_none_or(|chunk| chunk.capacity() < CHUNK_SLOTS) && self.grow(count)
    }

    /// Whether there is a free group so large that taking `count` of its slots does not leave a mere scrap.
    pub(crate) fn has_larger(&self, count: usize) -> bool {
        const SCRAP: usize = 2;
        self.free.smallest_of(SCRAP * count).is_some()
    }

    /// The handle of the first of `count` new slots side by side, for which there must be room. What stands in them is not
    /// said.
    #[inline(always)]
    pub(crate) fn allocate(&mut self, count: usize) -> u32 {
        self.slots += count;
        if self.free.has_exactly(count) || !self.fits(count) {
            return self.take_smallest(count);
        }
        let chunk = &mut self.chunks[self.current];
        let slot = chunk.len();
        chunk.resize(slot + count, Node::new(0, false));
        handle_of(self.current, slot)
    }

    /// Frees a group that was allocated with this many slots.
    #[inline]
    pub(crate) fn free(&mut self, handle: u32, count: usize) {
        self.slots -= count;
        self.put_free(handle, count);
    }

    /// The slots from `handle` to the end of its chunk.
    #[inline(always)]
    pub(crate) fn group(&self, handle: u32) -> &[Node<T, K>] {
        let (chunk, slot) = locate(handle);
        &self.chunks[chunk][slot..]
    }

    /// As [`group`](Arena::group), to change.
    #[inline(always)]
    pub(crate) fn group_mut(&mut self, handle: u32) -> &mut [Node<T, K>] {
        let (chunk, slot) = locate(handle);
        &mut self.chunks[chunk][slot..]
    }

    #[inline(always)]
    pub(crate) fn get(&self, handle: u32) -> &Node<T, K> {
        let (chunk, slot) = locate(handle);
        &self.chunks[chunk][slot]
    }

    #[inline(always)]
    pub(crate) fn get_mut(&mut self, handle: u32) -> &mut Node<T, K> {
        let (chunk, slot) = locate(handle);
        &mut self.chunks[chunk][slot]
    }

    fn capacity(&self) -> usize {
        self.chunks.iter().map(Vec::capacity).sum()
    }

    /// Whether the current chunk has room at its end.
    #[inline(always)]
    fn fits(&self, count: usize) -> bool {
        self.chunks.get(self.current).is_some_and(|chunk| chunk.len() + count <= chunk.capacity())
    }

    /// Makes the current chunk larger, or goes on to the next one.
    fn grow(&mut self, count: usize) -> bool {
        if let Some(chunk) = self.chunks.get(self.current) {
            let wanted = (chunk.len() + count).max(2 * chunk.capacity());
            if self.enlarge(self.current, wanted) && self.fits(count) {
                return true;
            }
        }
        let next = self.current + usize::from(!self.chunks.is_empty());
        if next == self.chunks.len() {
            if next == MOST_CHUNKS {
                return false;
            }
            self.chunks.push(Vec::new());
        }
        let first_size = if next == 0 { LEAST_SLOTS.max(count + 1) } else { CHUNK_SLOTS };
        let room = self.chunks[next].capacity();
        if room < count && !(self.enlarge(next, first_size) && self.chunks[next].capacity() >= count) {
            return false;
        }
        self.leave_current();
        self.current = next;
        if next == 0 {
            self.chunks[0].push(Node::new(0, false));
        }
        self.fits(count)
    }

    /// Gives a chunk room for as many slots as the limit allows, up to `wanted`. Returns whether it has more than before.
    fn enlarge(&mut self, index: usize, wanted: usize) -> bool {
        let allowed = self.most_slots.saturating_sub(self.capacity());
        let chunk = &mut self.chunks[index];
        let before = chunk.capacity();
        let wanted = wanted.min(CHUNK_SLOTS).min(before.saturating_add(allowed));
        if wanted > before {
            chunk.reserve_exact(wanted - chunk.len());
        }
        chunk.capacity() > before
    }

    /// Makes what is left at the end of the current chunk a free group.
    fn leave_current(&mut self) {
        let Some(chunk) = self.chunks.get_mut(self.current) else { return };
        let (slot, left) = (chunk.len(), chunk.capacity() - chunk.len());
        if left > 0 && slot > 0 {
            chunk.resize(slot + left, Node::new(0, false));
            self.put_free(handle_of(self.current, slot), left);
        }
    }

    /// Takes `count` slots of the smallest free group that has as many.
    fn take_smallest(&mut self, count: usize) -> u32 {
        let size = self.free.smallest_of(count).expect("an allocation follows a look for room that found some");
        let handle = self.free.first(size);
        self.free.take(size, self.get(handle).next_free());
        if count < size {
            self.put_free(handle + count as u32, size - count);
        }
        handle
    }

    fn put_free(&mut self, handle: u32, count: usize) {
        let next = self.free.put(handle, count);
        self.get_mut(handle).set_next_free(next);
    }
}

#[inline(always)]
fn handle_of(chunk: usize, slot: usize) -> u32 {
    (chunk << CHUNK_BITS | slot) as u32
}

/// The chunk and the slot of a handle.
#[inline(always)]
fn locate(handle: u32) -> (usize, usize) {
    ((handle >> CHUNK_BITS) as usize, handle as usize & (CHUNK_SLOTS - 1))
}
