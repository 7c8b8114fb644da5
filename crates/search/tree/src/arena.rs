//! Groups of nodes side by side, named by 32-bit handles.

use std::ops::Range;

use crate::free_list::FreeList;
use crate::{Pool, TreeNode};

/// The slots of a chunk: enough for any group, so that none lies in two chunks.
///
/// A power of two makes a handle a chunk and a slot by a shift and a mask.
pub(crate) const CHUNK_SLOTS: usize = 1 << CHUNK_BITS;
const CHUNK_BITS: u32 = 16;

/// The number of chunks that a handle can name, since a node's link also holds flags.
const MOST_CHUNKS: usize = 1 << (TreeNode::<()>::HANDLE_BITS - CHUNK_BITS);

/// The number of slots that are written to at a time as they come into use: a page of small nodes.
///
/// Sixteen at a time take 2 % more instructions in random games of B = 20 (bench `counts -- random`).
const FILLED_SLOTS: usize = 512;

/// The handle of the first slot. The handle 0 means that there is none.
pub(crate) const FIRST_HANDLE: u32 = 1;

/// An arena of nodes. Growth moves only the nodes of an unfinished first chunk, and never changes a handle.
///
/// Memory is taken in chunks of 65,536 nodes, half a megabyte if a node has eight bytes.
/// It is written to as it comes into use, so that no growth takes longer than writing a page.
pub(crate) struct Arena<T, K> {
    /// The chunks. All are full or as large as they can be, except the current one and those after it.
    chunks: Vec<Vec<TreeNode<T, K>>>,
    current: usize,
    /// The slots of the current chunk that have been written to and are not in use.
    unused: Range<u32>,
    free: FreeList,
    /// Whether no free groups lie side by side.
    is_joined: bool,
    most_slots: usize,
    slots: usize,
    /// Where chunks come from and go to, as long as there is no limit.
    pool: Option<Pool<T, K>>,
}

impl<T: Copy + Default, K: Copy + Default> Arena<T, K> {
    /// An arena without memory.
    pub(crate) fn new(pool: Option<Pool<T, K>>) -> Arena<T, K> {
        let unused = FIRST_HANDLE..FIRST_HANDLE;
        Arena {
            chunks: vec![Vec::new()],
            current: 0,
            unused,
            free: FreeList::default(),
            is_joined: true,
            most_slots: usize::MAX,
            slots: 0,
            pool,
        }
    }

    pub(crate) fn pool(&self) -> Option<&Pool<T, K>> {
        self.pool.as_ref()
    }

    /// Sets the most bytes that may be held from now on.
    pub(crate) fn set_limit(&mut self, bytes: Option<usize>) {
        self.most_slots = bytes.map_or(usize::MAX, |bytes| bytes / size_of::<TreeNode<T, K>>());
    }

    /// Whether more bytes are held than the limit allows.
    pub(crate) fn is_over_limit(&self) -> bool {
        self.most_slots < usize::MAX && self.capacity() > self.most_slots
    }

    /// The number of bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.capacity() * size_of::<TreeNode<T, K>>()
    }

    /// The number of slots in use.
    pub(crate) fn slots(&self) -> usize {
        self.slots
    }

    /// Frees every slot, and keeps the memory for new nodes, which is not written to once more to be used again.
    pub(crate) fn clear(&mut self) {
        self.unused = FIRST_HANDLE..FIRST_HANDLE.max(self.chunks[0].len() as u32);
        (self.current, self.slots, self.free, self.is_joined) = (0, 0, FreeList::default(), true);
    }

    /// Gives all memory back.
    pub(crate) fn release(&mut self) {
        self.chunks = vec![Vec::new()];
        self.clear();
    }

    /// Whether `count` adjacent slots are at hand, so that the next [`allocate`](Arena::allocate) of as many succeeds.
    #[inline(always)]
    pub(crate) fn is_at_hand(&self, count: usize) -> bool {
        count <= self.unused.len() || self.free.has_exactly(count)
    }

    /// Whether `count` adjacent slots can be had: of a larger free group, of new memory, or of small groups joined.
    ///
    /// If so, the next [`allocate`](Arena::allocate) of as many succeeds.
    #[cold]
    pub(crate) fn find_room(&mut self, count: usize) -> bool {
        // New memory goes before a group whose rest nobody could use. Joining comes last, since it sorts all groups.
        self.has_larger(count) || self.grow(count) || self.has(count) || self.join_free() && self.has(count)
    }

    /// Whether there is a free group of at least `count` slots.
    fn has(&self, count: usize) -> bool {
        self.free.smallest_of(count).is_some()
    }

    /// Whether `count` slots fit into memory that is taken already, or into the first chunk when enlarged.
    ///
    /// Up to the size of the first chunk, saving memory is not worth the time.
    #[cold]
    pub(crate) fn grows_for_nothing(&mut self, count: usize) -> bool {
        let fits = self.unused_from() + count <= self.chunks[self.current].capacity();
        (fits || self.current == 0) && self.grow_chunk(count)
    }

    /// Whether there is a free group so large that taking `count` of its slots leaves a useful rest.
    pub(crate) fn has_larger(&self, count: usize) -> bool {
        // A rest of as many slots serves the next node of as many moves. Searches that prune take the same instructions
        // within 1 % where the factor is 1 or 4 (bench `counts`, the searches with 64 KiB).
        const SCRAP: usize = 2;
        self.free.smallest_of(SCRAP * count).is_some()
    }

    /// The handle of the first of `count` new adjacent slots, for which there must be room.
    ///
    /// The contents of the slots are not specified.
    #[inline(always)]
    pub(crate) fn allocate(&mut self, count: usize) -> u32 {
        self.allocate_at_hand(count).unwrap_or_else(|| self.take_smallest(count))
    }

    /// As [`allocate`](Arena::allocate), if the slots are [at hand](Arena::is_at_hand).
    #[inline(always)]
    pub(crate) fn allocate_at_hand(&mut self, count: usize) -> Option<u32> {
        // What is free goes before what is new, so that a tree grows no farther than it must.
        if self.free.has_exactly(count) {
            return Some(self.take_smallest(count));
        }
        if count > self.unused.len() {
            return None;
        }
        self.slots += count;
        let rest = self.unused.start + count as u32;
        Some(std::mem::replace(&mut self.unused.start, rest))
    }

    /// As [`allocate`](Arena::allocate), from the smallest free group that is large enough, if there is one.
    ///
    /// Groups that grow leave smaller ones behind, and new ones begin small.
    #[inline(always)]
    pub(crate) fn allocate_free_first(&mut self, count: usize) -> u32 {
        if self.has(count) { self.take_smallest(count) } else { self.allocate(count) }
    }

    /// Frees a group that was allocated with this many slots.
    #[inline]
    pub(crate) fn free(&mut self, handle: u32, count: usize) {
        self.slots -= count;
        self.is_joined = false;
        self.put_free(handle, count);
    }

    /// The slots from `handle` to the end of the chunk.
    #[inline(always)]
    pub(crate) fn group(&self, handle: u32) -> &[TreeNode<T, K>] {
        let (chunk, slot) = locate(handle);
        &self.chunks[chunk][slot..]
    }

    /// As [`group`](Arena::group), but mutable.
    #[inline(always)]
    pub(crate) fn group_mut(&mut self, handle: u32) -> &mut [TreeNode<T, K>] {
        let (chunk, slot) = locate(handle);
        &mut self.chunks[chunk][slot..]
    }

    #[inline(always)]
    pub(crate) fn get(&self, handle: u32) -> &TreeNode<T, K> {
        let (chunk, slot) = locate(handle);
        &self.chunks[chunk][slot]
    }

    #[inline(always)]
    pub(crate) fn get_mut(&mut self, handle: u32) -> &mut TreeNode<T, K> {
        let (chunk, slot) = locate(handle);
        &mut self.chunks[chunk][slot]
    }

    fn capacity(&self) -> usize {
        self.chunks.iter().map(Vec::capacity).sum()
    }

    /// Makes `count` slots at the end of the current chunk ready for use,
    /// or goes on to the next chunk. Says whether it could.
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
        // No chunk but the current one has unused slots, so what remains there becomes a free group.
        let rest = std::mem::replace(&mut self.unused, handle_of(next, 0)..handle_of(next, 0));
        if !rest.is_empty() {
            self.put_free(rest.start, rest.len());
        }
        self.current = next;
        self.grow_chunk(count)
    }

    /// Makes `count` slots at the end of the current chunk ready for use. Says whether it could.
    fn grow_chunk(&mut self, count: usize) -> bool {
        // Only the first chunk begins small and is copied; to double it copies each node about once in all.
        let (filled, wanted) = (self.chunks[self.current].len(), self.unused_from() + count);
        if !self.enlarge(self.current, wanted, (2 * filled).max(wanted)) {
            return false;
        }
        let chunk = &mut self.chunks[self.current];
        if wanted > filled {
            let fill = chunk.capacity().min(CHUNK_SLOTS).min(wanted.max(filled + FILLED_SLOTS));
            chunk.resize(fill, TreeNode::new(0, false));
        }
        self.unused.end = handle_of(self.current, chunk.len());
        true
    }

    /// The index of the first slot of the current chunk from which on no slot is in use.
    fn unused_from(&self) -> usize {
        self.unused.start as usize - (self.current << CHUNK_BITS)
    }

    /// Gives a chunk room for at least `least` slots,
    /// and for up to `wanted` if the limit allows. Returns whether it could.
    ///
    /// The limit holds while the nodes of the chunk are copied, too.
    /// Where it does not allow for that, the chunk stays as it is, and what is left serves the next one.
    fn enlarge(&mut self, index: usize, least: usize, wanted: usize) -> bool {
        let allowed = self.most_slots.saturating_sub(self.capacity());
        let chunk = &mut self.chunks[index];
        let (needed, wanted) = (least.min(CHUNK_SLOTS), wanted.min(CHUNK_SLOTS).min(allowed));
        if needed > chunk.capacity() && wanted >= needed {
            match &self.pool {
                // The chunks of a pool are powers of two, which a limit would not have room for.
                Some(pool) if self.most_slots == usize::MAX => pool.enlarge(chunk, wanted),
                // What the process cannot have there is no room for, as beyond the limit.
                _ => drop(chunk.try_reserve_exact(wanted - chunk.len())),
            }
        }
        // A vector may have more room than it was asked for, but a handle names no slot beyond a chunk's.
        least <= chunk.capacity().min(CHUNK_SLOTS)
    }

    /// Takes `count` slots of the smallest free group that has at least as many.
    fn take_smallest(&mut self, count: usize) -> u32 {
        // The smallest that is large enough, so that large groups stay for nodes of many moves.
        self.slots += count;
        let size = self.free.smallest_of(count).expect("an allocation follows a look for room that found some");
        let handle = self.free.first(size);
        self.free.take(size, self.get(handle).next_free());
        if count < size {
            self.put_free(handle + count as u32, size - count);
        }
        handle
    }

    /// Joins free groups that lie side by side. Returns whether groups were freed since it did so last.
    ///
    /// Otherwise a tree that was pruned would soon consist of groups too small for a node with more children.
    /// It takes as long as to sort the free groups.
    fn join_free(&mut self) -> bool {
        if std::mem::replace(&mut self.is_joined, true) {
            return false;
        }
        let mut groups = Vec::new();
        while let Some(size) = self.free.smallest_of(1) {
            let handle = self.free.first(size);
            self.free.take(size, self.get(handle).next_free());
            groups.push((handle, size));
        }
        groups.sort_unstable();
        // Handles go on from the end of a chunk to the next one, but no group does.
        let is_next = |&(a, size): &(u32, usize), &(b, _): &(u32, usize)| a + size as u32 == b && locate(b).1 > 0;
        for side_by_side in groups.chunk_by(is_next) {
            self.put_free(side_by_side[0].0, side_by_side.iter().map(|&(_, size)| size).sum());
        }
        true
    }

    fn put_free(&mut self, handle: u32, count: usize) {
        let next = self.free.put(handle, count);
        self.get_mut(handle).set_next_free(next);
    }
}

impl<T, K> Drop for Arena<T, K> {
    fn drop(&mut self) {
        if let Some(pool) = &self.pool {
            self.chunks.drain(..).filter(|chunk| chunk.capacity() > 0).for_each(|chunk| pool.put(chunk));
        }
    }
}

#[inline(always)]
fn handle_of(chunk: usize, slot: usize) -> u32 {
    ((chunk << CHUNK_BITS) + slot) as u32
}

/// The chunk and the slot that a handle names.
#[inline(always)]
fn locate(handle: u32) -> (usize, usize) {
    ((handle >> CHUNK_BITS) as usize, handle as usize & (CHUNK_SLOTS - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Nodes = Arena<(), ()>;

    const SLOT_BYTES: usize = size_of::<TreeNode>();

    /// The handle of a group of this size, for which room is found first.
    fn allocated(arena: &mut Nodes, size: usize) -> u32 {
        assert!(arena.is_at_hand(size) || arena.find_room(size));
        arena.allocate(size)
    }

    fn limited(slots: usize) -> Nodes {
        let mut arena = Nodes::new(None);
        arena.set_limit(Some(slots * SLOT_BYTES));
        arena
    }

    /// The first slot has no handle.
    #[test]
    fn the_first_chunk_doubles_until_it_is_whole() {
        let mut arena = Nodes::new(None);
        let mut held_after = |size| {
            let handle = allocated(&mut arena, size);
            (handle, arena.slots(), arena.bytes() / SLOT_BYTES)
        };
        let held = [1, 1, 1, 1, 1000, 1, 1004, 40_000, 1].map(&mut held_after);
        let expected = [
            (1, 1, 2),
            (2, 2, 4),
            (3, 3, 4),
            (4, 4, 8),
            (5, 1004, 1005),
            (1005, 1005, 2010),
            (1006, 2009, 2010),
            (2010, 42_009, 42_010),
            (42_010, 42_010, 65_536),
        ];
        assert_eq!(held, expected, "handle, slots in use and slots held");
        assert_eq!(arena.chunks[0].len(), 42_010 + FILLED_SLOTS, "a page more is written to");
    }

    #[test]
    fn there_are_as_many_chunks_as_handles_can_name() {
        assert_eq!(MOST_CHUNKS, 8192, "handles have 29 bits");
        for (chunk, slot) in [(0, 1), (0, CHUNK_SLOTS - 1), (1, 0), (3, 77), (MOST_CHUNKS - 1, CHUNK_SLOTS - 1)] {
            assert_eq!(locate(handle_of(chunk, slot)), (chunk, slot));
        }
        let mut arena = Nodes::new(None);
        arena.chunks.resize(MOST_CHUNKS, Vec::new());
        arena.current = MOST_CHUNKS - 1;
        let end = handle_of(arena.current, CHUNK_SLOTS);
        arena.unused = end..end;
        assert!(!arena.find_room(1));
    }

    #[test]
    fn the_other_chunks_are_whole_and_come_into_use_page_by_page() {
        let mut arena = Nodes::new(None);
        assert_eq!(allocated(&mut arena, 65_000), 1);
        assert_eq!(allocated(&mut arena, 600), 65_536);
        assert_eq!((arena.bytes(), arena.chunks[1].len()), (2 * 65_536 * SLOT_BYTES, 600));
        assert_eq!((allocated(&mut arena, 1), arena.chunks[1].len()), (66_136, 600 + FILLED_SLOTS));
        assert_eq!(allocated(&mut arena, 65_536), 2 * 65_536);
        assert_eq!(arena.chunks[2].len(), 65_536);
        assert_eq!((arena.slots(), arena.bytes() / SLOT_BYTES), (131_137, 3 * 65_536));

        arena.clear();
        assert_eq!((arena.slots(), arena.bytes() / SLOT_BYTES), (0, 3 * 65_536), "the memory is kept");
        assert_eq!([65_000, 600].map(|size| allocated(&mut arena, size)), [1, 65_536]);
        assert_eq!((arena.bytes() / SLOT_BYTES, arena.chunks.len()), (3 * 65_536, 3));
        arena.release();
        assert_eq!((arena.slots(), arena.bytes()), (0, 0));

        let mut arena = Nodes::new(None);
        assert_eq!([33_000, 1, 65_000].map(|size| allocated(&mut arena, size)), [1, 33_001, 65_536]);
        assert_eq!([1, 65_536, 65_537].map(|handle| arena.group(handle).len()), [33_512, 65_000, 64_999]);
        assert_eq!(allocated(&mut arena, 511), 33_002, "the rest of the page in the first chunk is a free group");
    }

    #[test]
    fn memory_is_taken_as_far_as_the_limit_allows() {
        let mut arena = limited(100);
        assert_eq!([60, 39].map(|size| allocated(&mut arena, size)), [1, 65_536], "there is no room for a copy");
        assert_eq!(arena.bytes(), 100 * SLOT_BYTES);
        assert!(!arena.is_over_limit() && !arena.find_room(1));
        arena.set_limit(Some(100 * SLOT_BYTES - 1));
        assert!(arena.is_over_limit());
        arena.set_limit(None);
        assert!(!arena.is_over_limit() && arena.find_room(1));

        // A second chunk is smaller where the limit says so.
        let mut arena = limited(65_536 + 700);
        assert_eq!([65_535, 700].map(|size| allocated(&mut arena, size)), [1, 65_536]);
        assert_eq!(arena.bytes(), 66_236 * SLOT_BYTES);
        assert!(!arena.find_room(1));
    }

    /// While a chunk's nodes are copied, the memory is held twice.
    #[test]
    fn a_limit_holds_while_nodes_are_copied() {
        for limit in (24..3000).step_by(7) {
            let mut arena = limited(limit);
            let mut before = 0;
            while arena.is_at_hand(3) || arena.find_room(3) {
                let copied = if arena.current == 0 { before } else { 0 };
                let held = arena.chunks.iter().map(Vec::capacity).sum::<usize>();
                assert!(held == before || held + copied <= limit, "{held} after {before} of {limit}");
                before = held;
                arena.allocate(3);
            }
            assert!(arena.slots() + 6 > limit, "{} of {limit} are used", arena.slots());
        }
    }

    /// A group that is larger than needed is split if what is left may serve for as many again.
    #[test]
    fn groups_that_are_free_are_used_again() {
        let mut arena = limited(60);
        let whole = allocated(&mut arena, 59);
        arena.free(whole, 59);
        let [first, second, third] = [10, 7, 42].map(|size| allocated(&mut arena, size));
        assert_eq!([first, second, third], [1, 11, 18]);
        arena.free(first, 10);
        assert_eq!(arena.slots(), 49);
        assert!(arena.has_larger(5) && !arena.has_larger(6));
        assert!(arena.is_at_hand(10) && !arena.is_at_hand(9) && arena.find_room(9) && !arena.find_room(11));
        assert_eq!(allocated(&mut arena, 4), first);
        arena.free(second, 7);
        assert_eq!(allocated(&mut arena, 7), second, "the group of the size comes before a larger one");
        assert_eq!([6, 42].map(|size| arena.is_at_hand(size)), [true, false], "the rest of the first group");
        assert_eq!(allocated(&mut arena, 6), first + 4);
        assert!(!arena.find_room(1));
    }

    /// What was freed in small groups serves for large ones, in the chunk that grows and in others.
    #[test]
    fn groups_that_are_free_side_by_side_become_one() {
        let mut arena = limited(65_536 + 100);
        let whole = allocated(&mut arena, 65_535);
        arena.free(whole, 65_535);
        let groups = Vec::from_iter((0..21_845).map(|_| allocated(&mut arena, 3)));
        let others = [40, 7, 53].map(|size| allocated(&mut arena, size));
        assert_eq!((groups[0], others), (1, [65_536, 65_576, 65_583]));
        assert!(!arena.find_room(1));
        for &group in &groups[10..20] {
            arena.free(group, 3);
        }
        assert!(arena.find_room(30) && !arena.find_room(31));
        assert_eq!(allocated(&mut arena, 30), groups[10]);
        arena.free(others[0], 40);
        arena.free(groups[21_844], 3);
        assert!(!arena.find_room(41), "a group lies in one chunk");
        arena.free(others[2], 53);
        assert!(!arena.find_room(54));
        arena.free(others[1], 7);
        assert_eq!((arena.find_room(100), allocated(&mut arena, 100), arena.slots()), (true, 65_536, 65_632));
    }

    /// Up to the size of the first chunk memory is taken at once; later only what is taken already is for nothing.
    #[test]
    fn what_is_taken_already_costs_nothing() {
        let mut arena = Nodes::new(None);
        assert!(arena.grows_for_nothing(65_535) && !arena.grows_for_nothing(65_536));
        allocated(&mut arena, 65_535);
        assert!(!arena.grows_for_nothing(1));
        allocated(&mut arena, 600);
        assert!(arena.grows_for_nothing(64_936) && !arena.grows_for_nothing(64_937));
    }
}
