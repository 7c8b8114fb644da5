//! Groups of nodes side by side in slabs, named by 32-bit handles.

use bumpalo::Bump;

/// The number of the first slab. Slab *k* has up to 2^k slots, whose handles are 2^k and up: the top set bit of a handle says
/// the slab, the bits below it the slot.
const FIRST_SLAB: usize = 6;

/// The number of the last slab: the largest whose handles fit beside the flags of a node.
const LAST_SLAB: usize = 28;

/// The handle of the first slot.
pub(crate) const FIRST_HANDLE: u32 = 1 << FIRST_SLAB;

/// What each slab leaves out of its power of two, in bytes: the footer of the bump's chunk and the allocator's own header,
/// so that slab and chunk fill whole pages.
const CHUNK_OVERHEAD_BYTES: usize = 64;

/// An arena of `Copy` values. Nothing is moved by growth, and nothing is freed but all at once.
pub(crate) struct Arena<N: 'static> {
    /// Each borrows from `bump`, or is empty. There are as many as bits in a handle, so that no top bit is out of range.
    slabs: [&'static mut [N]; u32::BITS as usize],
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
        let slabs = std::array::from_fn(|_| &mut [][..]);
        Arena { slabs, current: FIRST_SLAB, used: 0, slots: 0, bump: Bump::new(), empty }
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
        (self.current, self.used, self.slots) = (FIRST_SLAB, 0, 0);
    }

    /// Whether `count` slots side by side can be had; if so, the next [`allocate`](Arena::allocate) of as many succeeds.
    #[inline]
    pub(crate) fn has_room(&mut self, count: usize) -> bool {
        self.used + count <= self.slabs[self.current].len() || self.find_slab(count)
    }

    /// The handle that the next [`allocate`](Arena::allocate) returns.
    #[inline]
    pub(crate) fn next_handle(&self) -> u32 {
        ((1 << self.current) + self.used) as u32
    }

    /// The handle of the first of `count` new slots side by side, for which there must be room.
    #[inline]
    pub(crate) fn allocate(&mut self, count: usize) -> u32 {
        assert!(self.used + count <= self.slabs[self.current].len(), "an allocation follows a successful has_room");
        let handle = self.next_handle();
        self.used += count;
        self.slots += count;
        handle
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
        let next = (self.current..=LAST_SLAB).find(|&slab| {
            let is_untouched = slab > self.current || self.used == 0;
            is_untouched && (self.slabs[slab].len() >= count || self.add_slab(slab, count))
        });
        if let Some(slab) = next {
            (self.current, self.used) = (slab, 0);
        }
        next.is_some()
    }

    /// Fills an empty slab with memory: its full size, or what the limit leaves of it if that is enough for `count`.
    fn add_slab(&mut self, slab: usize, count: usize) -> bool {
        let mut slots = (1 << slab) - CHUNK_OVERHEAD_BYTES.div_ceil(size_of::<N>());
        while self.slabs[slab].is_empty() && slots >= count {
            if let Some(taken) = self.take_slab(slots) {
                self.slabs[slab] = taken;
            }
            slots /= 2;
        }
        self.slabs[slab].len() >= count
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

/// The slab and the slot of a handle.
#[inline(always)]
fn locate(handle: u32) -> (usize, usize) {
    let slab = u32::BITS - 1 - (handle | 1).leading_zeros();
    (slab as usize, (handle ^ (1 << slab)) as usize)
}
