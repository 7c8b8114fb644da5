//! Groups of nodes side by side in slabs, named by 32-bit handles.

use bumpalo::Bump;

/// The slots of slab 0, and the handle of its first slot: in the handle `h`, the top set bit says the slab, the bits below
/// it the slot in the slab.
const FIRST_SLAB: usize = 64;

/// The handle of the first slot.
pub(crate) const FIRST_HANDLE: u32 = FIRST_SLAB as u32;

/// What each slab leaves out of its power of two, in bytes: the footer of the bump's chunk and the allocator's own header,
/// so that slab and chunk fill whole pages.
const CHUNK_OVERHEAD_BYTES: usize = 64;

/// The largest handle that fits beside the flags of a node.
const LAST_HANDLE: usize = (1 << 29) - 1;

/// An arena of `Copy` values. Nothing is moved by growth, and nothing is freed but all at once.
pub(crate) struct Arena<N: 'static> {
    /// Slab *k* has up to `FIRST_SLAB << k` slots. Each borrows from `bump`.
    slabs: Vec<&'static mut [N]>,
    /// The slab that groups are being taken from, and how many of its slots are taken.
    current: usize,
    used: usize,
    slots: usize,
    bump: Bump,
    empty: N,
}

impl<N: Copy + 'static> Arena<N> {
    /// An arena without memory. `empty` fills slots that are not in use.
    pub(crate) fn new(empty: N) -> Arena<N> {
        Arena { slabs: Vec::new(), current: 0, used: 0, slots: 0, bump: Bump::new(), empty }
    }

    /// The most bytes that slabs may take from now on.
    pub(crate) fn set_limit(&mut self, bytes: Option<usize>) {
        self.bump.set_allocation_limit(bytes);
    }

    /// The bytes taken for slabs.
    pub(crate) fn bytes(&self) -> usize {
        self.bump.allocated_bytes()
    }

    /// The slots in use.
    pub(crate) fn slots(&self) -> usize {
        self.slots
    }

    /// Frees every slot, and keeps the memory for new ones.
    pub(crate) fn clear(&mut self) {
        (self.current, self.used, self.slots) = (0, 0, 0);
    }

    /// Whether `count` slots side by side can be had; if so, the next [`allocate`](Arena::allocate) of as many succeeds.
    #[inline]
    pub(crate) fn has_room(&mut self, count: usize) -> bool {
        self.slabs.get(self.current).is_some_and(|slab| self.used + count <= slab.len()) || self.find_slab(count)
    }

    /// The handle of the first of `count` new slots side by side, for which there must be room.
    #[inline]
    pub(crate) fn allocate(&mut self, count: usize) -> u32 {
        assert!(self.used + count <= self.slabs[self.current].len(), "an allocation follows a successful has_room");
        let handle = (FIRST_SLAB << self.current) + self.used;
        self.used += count;
        self.slots += count;
        handle as u32
    }

    /// The slots from `handle` to the end of its slab.
    #[inline(always)]
    pub(crate) fn group(&self, handle: u32) -> &[N] {
        let (slab, slot) = locate(handle);
        &self.slabs[slab][slot..]
    }

    /// As [`group`](Arena::group), to change.
    #[inline(always)]
    pub(crate) fn group_mut(&mut self, handle: u32) -> &mut [N] {
        let (slab, slot) = locate(handle);
        &mut self.slabs[slab][slot..]
    }

    #[inline(always)]
    pub(crate) fn get(&self, handle: u32) -> &N {
        let (slab, slot) = locate(handle);
        &self.slabs[slab][slot]
    }

    #[inline(always)]
    pub(crate) fn get_mut(&mut self, handle: u32) -> &mut N {
        let (slab, slot) = locate(handle);
        &mut self.slabs[slab][slot]
    }

    /// Moves on to the next slab with room for `count`, a new one where there is none.
    #[cold]
    fn find_slab(&mut self, count: usize) -> bool {
        let mut next = if self.slabs.is_empty() { 0 } else { self.current + 1 };
        while self.slabs.get(next).is_some_and(|slab| slab.len() < count) {
            next += 1;
        }
        if next == self.slabs.len() {
            if !self.add_slab(count) {
                return false;
            }
            next = self.slabs.len() - 1;
        }
        (self.current, self.used) = (next, 0);
        true
    }

    /// Adds the slab that comes next, of its full size or what the limit leaves of it; smaller ones than `count` stay empty.
    fn add_slab(&mut self, count: usize) -> bool {
        loop {
            let size = FIRST_SLAB << self.slabs.len();
            if 2 * size - 1 > LAST_HANDLE {
                return false;
            }
            let mut slots = size - CHUNK_OVERHEAD_BYTES.div_ceil(size_of::<N>());
            if slots < count {
                self.slabs.push(&mut []);
                continue;
            }
            while slots >= count {
                if let Some(slab) = self.take_slab(slots) {
                    self.slabs.push(slab);
                    return true;
                }
                slots /= 2;
            }
            return false;
        }
    }

    /// Takes a slab from the bump, unless that is over its limit.
    #[allow(unsafe_code)]
    fn take_slab(&self, slots: usize) -> Option<&'static mut [N]> {
        let slab: *mut [N] = self.bump.try_alloc_slice_fill_copy(slots, self.empty).ok()?;
        // SAFETY: the slab borrows from `self.bump`, whose chunks stay where they are when the arena moves. It outlives every
        // use, since no method lends a slab for longer than `self`, the bump is never reset, and it is dropped together with
        // the slabs, which have no destructor. The bump hands no byte out twice, so the slab is the only way to these slots.
        // It is needed because the borrow checker cannot express that a struct borrows from its own field.
        Some(unsafe { &mut *slab })
    }
}

#[inline(always)]
fn locate(handle: u32) -> (usize, usize) {
    let top = handle.ilog2();
    ((top - FIRST_SLAB.ilog2()) as usize, (handle ^ (1 << top)) as usize)
}
