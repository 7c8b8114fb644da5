//! Groups of nodes side by side, named by 32-bit handles.

use std::ops::Range;

use crate::Node;
use crate::free_list::FreeList;

/// The slots of a chunk, a power of two: enough for any group.
const CHUNK_SLOTS: usize = 1 << CHUNK_BITS;
const CHUNK_BITS: u32 = 16;

/// The chunks that handles can name beside the flags of a node.
const MOST_CHUNKS: usize = 1 << (Node::<()>::HANDLE_BITS - CHUNK_BITS);

/// The slots that are written to at a time, as they come into use: a page of small nodes.
const FILLED_SLOTS: usize = 512;

/// The handle of the first slot; 0 is no handle.
pub(crate) const FIRST_HANDLE: u32 = 1;

/// An arena of nodes. Growth moves no node but those of an unfinished first chunk, and never changes a handle.
///
/// Memory is taken in chunks of 65,536 nodes, half a megabyte of eight bytes each. It is written to as it comes into use,
/// so that no growth takes longer than a page does.
pub(crate) struct Arena<T, K> {
    /// All full or as large as they can be, but the current one and those behind it.
    chunks: Vec<Vec<Node<T, K>>>,
    current: usize,
    /// The slots of the current chunk that are written to and not in use.
    unused: Range<u32>,
    free: FreeList,
    most_slots: usize,
    slots: usize,
}

impl<T: Copy + Default, K: Copy + Default> Arena<T, K> {
    /// An arena without memory.
    pub(crate) fn new() -> Arena<T, K> {
        let unused = FIRST_HANDLE..FIRST_HANDLE;
        Arena {
            chunks: vec![Vec::new()],
            current: 0,
            unused,
            free: FreeList::default(),
            most_slots: usize::MAX,
            slots: 0,
        }
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
        self.chunks.iter_mut().for_each(Vec::clear);
        self.unused = FIRST_HANDLE..FIRST_HANDLE;
        (self.current, self.slots, self.free) = (0, 0, FreeList::default());
    }

    /// Gives all memory back.
    pub(crate) fn release(&mut self) {
        self.chunks = vec![Vec::new()];
        self.clear();
    }

    /// Whether `count` slots side by side are at hand: the next [`allocate`](Arena::allocate) of as many succeeds.
    #[inline(always)]
    pub(crate) fn is_at_hand(&self, count: usize) -> bool {
        count <= self.unused.len() || self.free.has_exactly(count)
    }

    /// Whether `count` slots side by side can be had, of a larger group that is free or of new memory; if so, the next
    /// [`allocate`](Arena::allocate) of as many succeeds.
    #[cold]
    pub(crate) fn find_room(&mut self, count: usize) -> bool {
        self.has_larger(count) || self.grow(count) || self.free.smallest_of(count).is_some()
    }

    /// Whether memory that is taken already, or the first chunk, which can be made larger, has room for `count` slots. Up to that
    /// size memory is not worth the time to save it.
    #[cold]
    pub(crate) fn grows_for_nothing(&mut self, count: usize) -> bool {
        let fits = self.unused_from() + count <= self.chunks[self.current].capacity();
        (fits || self.current == 0) && self.grow_chunk(count)
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
        if self.free.has_exactly(count) || count > self.unused.len() {
            return self.take_smallest(count);
        }
        let handle = self.unused.start;
        self.unused.start += count as u32;
        handle
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

    /// Makes `count` slots at the end of the current chunk ready for use, or goes on to the next chunk.
    fn grow(&mut self, count: usize) -> bool {
        if self.grow_chunk(count) {
            return true;
        }
        let next = self.current + 1;
        if next == self.chunks.len() && next < MOST_CHUNKS {
            self.chunks.push(Vec::new());
        }
        if next >= self.chunks.len() || !self.enlarge(next, count, CHUNK_SLOTS) {
            return false;
        }
        let rest = std::mem::replace(&mut self.unused, handle_of(next, 0)..handle_of(next, 0));
        if !rest.is_empty() {
            self.put_free(rest.start, rest.len());
        }
        self.current = next;
        self.grow_chunk(count)
    }

    /// Makes `count` slots at the end of the current chunk ready for use.
    fn grow_chunk(&mut self, count: usize) -> bool {
        let (filled, wanted) = (self.chunks[self.current].len(), self.unused_from() + count);
        if !self.enlarge(self.current, wanted, (2 * filled).max(wanted)) {
            return false;
        }
        let chunk = &mut self.chunks[self.current];
        let fill = chunk.capacity().min(CHUNK_SLOTS).min(wanted.max(filled + FILLED_SLOTS));
        chunk.resize(fill, Node::new(0, false));
        self.unused.end = handle_of(self.current, fill);
        true
    }

    /// The slot of the current chunk from which on none is in use.
    fn unused_from(&self) -> usize {
        self.unused.start as usize - (self.current << CHUNK_BITS)
    }

    /// Gives a chunk room for at least so many slots, and for up to `wanted` if the limit allows. Returns whether it has it.
    fn enlarge(&mut self, index: usize, least: usize, wanted: usize) -> bool {
        let allowed = self.most_slots.saturating_sub(self.capacity());
        let chunk = &mut self.chunks[index];
        let wanted = wanted.min(CHUNK_SLOTS).min(chunk.capacity().saturating_add(allowed));
        if least > chunk.capacity() && wanted > chunk.capacity() {
            chunk.reserve_exact(wanted - chunk.len());
        }
        least <= chunk.capacity().min(CHUNK_SLOTS)
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
    ((chunk << CHUNK_BITS) + slot) as u32
}

/// The chunk and the slot of a handle.
#[inline(always)]
fn locate(handle: u32) -> (usize, usize) {
    ((handle >> CHUNK_BITS) as usize, handle as usize & (CHUNK_SLOTS - 1))
}
