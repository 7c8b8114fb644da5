use std::collections::BTreeMap;

/// Free groups by their size. This holds the first group of each size, and each group names the next.
#[derive(Debug)]
pub(crate) struct FreeList {
    /// The first group of each small size, 0 where there is none. Nearly all groups have a small size.
    small: [u32; SMALL],
    /// The small sizes of which there are groups, a bit each.
    sizes: u64,
    large: BTreeMap<usize, u32>,
}

/// One more than the largest small size.
const SMALL: usize = u64::BITS as usize;

impl Default for FreeList {
    fn default() -> FreeList {
        FreeList { small: [0; SMALL], sizes: 0, large: BTreeMap::new() }
    }
}

impl FreeList {
    /// Whether there is a group of this size.
    #[inline(always)]
    pub(crate) fn has_exactly(&self, size: usize) -> bool {
        if size < SMALL { self.sizes >> size & 1 == 1 } else { self.large.contains_key(&size) }
    }

    /// The smallest size of at least `size` of which there is a group.
    pub(crate) fn smallest_of(&self, size: usize) -> Option<usize> {
        // The sizes from `size` on are the bits from there up, so no loop looks for the next one.
        let small = self.sizes.checked_shr(size as u32).filter(|&sizes| size < SMALL && sizes != 0);
        match small {
            Some(sizes) => Some(size + sizes.trailing_zeros() as usize),
            None => self.large.range(size..).next().map(|(&size, _)| size),
        }
    }

    /// The first group of `size`, of which there must be one.
    #[inline(always)]
    pub(crate) fn first(&self, size: usize) -> u32 {
        if size < SMALL { self.small[size] } else { self.large[&size] }
    }

    /// Puts a group first, and returns the group that it is to name as the next, 0 if there is none.
    #[inline]
    pub(crate) fn put(&mut self, group: u32, size: usize) -> u32 {
        if size < SMALL {
            self.sizes |= 1 << size;
            std::mem::replace(&mut self.small[size], group)
        } else {
            self.large.insert(size, group).unwrap_or(0)
        }
    }

    /// Takes away the first group of `size`, which named `next`.
    #[inline]
    pub(crate) fn take(&mut self, size: usize, next: u32) {
        if size < SMALL {
            self.small[size] = next;
            self.sizes &= !(u64::from(next == 0) << size);
        } else if next == 0 {
            self.large.remove(&size);
        } else {
            self.large.insert(size, next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_that_is_large_enough_is_found() {
        let mut free = FreeList::default();
        assert_eq!([1, 63, 64, 65_536].map(|size| free.smallest_of(size)), [None; 4]);
        for (group, size) in [(10, 3), (20, 63), (30, 64), (40, 3), (50, 1000)] {
            assert_eq!(free.put(group, size), if group == 40 { 10 } else { 0 });
        }
        let found = [1, 3, 4, 63, 64, 65, 1000, 1001].map(|size| free.smallest_of(size));
        assert_eq!(found, [Some(3), Some(3), Some(63), Some(63), Some(64), Some(1000), Some(1000), None]);
        assert!(free.has_exactly(3) && !free.has_exactly(4) && free.has_exactly(64) && !free.has_exactly(65));

        assert_eq!(free.first(3), 40);
        free.take(3, 10);
        assert_eq!(free.first(3), 10);
        free.take(3, 0);
        free.take(64, 0);
        assert_eq!([1, 64].map(|size| free.smallest_of(size)), [Some(63), Some(1000)]);
    }
}
