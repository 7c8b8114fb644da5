//! Sets of places as the bits of a number, and what is asked of them: the next one, how many there are, and the n-th.

macro_rules! places {
    ($bits:ident, $steps:ident of $set:ty) => {
        /// The places of the set bits of a number, the lowest first.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $bits(pub(crate) $set);

        impl Iterator for $bits {
            type Item = u8;

            #[inline]
            fn next(&mut self) -> Option<u8> {
                if self.0 == 0 {
                    return None;
                }
                let place = self.0.trailing_zeros() as u8;
                self.0 &= self.0 - 1;
                Some(place)
            }

            #[inline]
            fn nth(&mut self, index: usize) -> Option<u8> {
                let counted = Counted::<$set>::of(self.0);
                let place = (index < counted.count()).then(|| counted.place(index));
                self.0 &= place.map_or(0, |place| <$set>::MAX << 1 << place);
                place
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let count = Counted::<$set>::of(self.0).count();
                (count, Some(count))
            }

            #[inline]
            fn count(self) -> usize {
                Counted::<$set>::of(self.0).count()
            }
        }

        /// The places in each of *K* directions, the first direction first. Each place comes with its direction.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $steps<const K: usize>(pub(crate) [$set; K]);

        impl<const K: usize> $steps<K> {
            /// The step of the index that is chosen, given how many there are; `None` if there are not so many.
            ///
            /// A processor would guess the direction wrongly half of the time, so it is computed.
            #[inline]
            pub(crate) fn pick(&self, choose: impl FnOnce(usize) -> usize) -> Option<(u8, u8)> {
                let counted = self.0.map(Counted::<$set>::of);
                let index = choose(counted.iter().map(|set| set.count()).sum());
                let (mut direction, mut before, mut count) = (0, 0, 0);
                for set in &counted {
                    count += set.count();
                    direction += usize::from(index >= count);
                    before = if index >= count { count } else { before };
                }
                let place = counted.get(direction)?.place(index - before);
                Some((direction as u8, place))
            }

            /// The index of a step, if it is there.
            #[inline]
            pub(crate) fn index_of(&self, (direction, place): (u8, u8)) -> Option<usize> {
                let (before, here) = self.0.split_at(usize::from(direction));
                let lower = here[0] & ((1 << place) - 1);
                let index = || before.iter().chain([&lower]).map(|&set| Counted::<$set>::of(set).count()).sum();
                (here[0] >> place & 1 != 0).then(index)
            }
        }

        impl<const K: usize> Iterator for $steps<K> {
            type Item = (u8, u8);

            #[inline]
            fn next(&mut self) -> Option<(u8, u8)> {
                let direction = self.0.iter().position(|&set| set != 0)?;
                let set = self.0[direction];
                self.0[direction] &= set - 1;
                Some((direction as u8, set.trailing_zeros() as u8))
            }

            #[inline]
            fn nth(&mut self, index: usize) -> Option<(u8, u8)> {
                let step = self.pick(|_| index);
                let (direction, place) = step.unwrap_or((K as u8, 0));
                self.0[..usize::from(direction)].fill(0);
                if let Some(set) = self.0.get_mut(usize::from(direction)) {
                    *set &= <$set>::MAX << 1 << place;
                }
                step
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let count = self.count();
                (count, Some(count))
            }

            #[inline]
            fn count(self) -> usize {
                self.0.iter().map(|&set| Counted::<$set>::of(set).count()).sum()
            }

            #[inline]
            fn fold<B, F: FnMut(B, (u8, u8)) -> B>(self, first: B, mut function: F) -> B {
                (0..).zip(self.0).fold(first, |sum, (direction, set)| {
                    $bits(set).fold(sum, |sum, place| function(sum, (direction, place)))
                })
            }
        }
    };
}

places!(Bits, Steps of u64);
places!(WideBits, WideSteps of u128);

/// A set whose bits are counted, in all of its bytes at once.
///
/// Whoever asks for a random move asks how many there are, and then for one of them: the compiler makes one count of
/// both. Without an instruction for it, `count_ones` is as long, and is another count.
#[derive(Clone, Copy)]
struct Counted<S> {
    set: S,
    /// Each byte has the bits of the set up to its own end.
    sums: S,
}

/// The lowest bit of each byte.
pub(crate) const LOWEST: u64 = u64::MAX / 255;

/// How many bits of each byte are set, in that byte.
#[inline]
pub(crate) fn counts_of_bytes(set: u64) -> u64 {
    let pairs = set - (set >> 1 & (u64::MAX / 3));
    let fours = (pairs & (u64::MAX / 5)) + (pairs >> 2 & (u64::MAX / 5));
    (fours + (fours >> 4)) & (u64::MAX / 17)
}

impl Counted<u64> {
    #[inline]
    fn of(set: u64) -> Counted<u64> {
        Counted { set, sums: counts_of_bytes(set).wrapping_mul(LOWEST) }
    }

    #[inline]
    fn count(self) -> usize {
        (self.sums >> 56) as usize
    }

    /// The place of the bit of this index among those that are set, the lowest first. There is one.
    ///
    /// The byte is found by its sums, and the bit in it by a table (Vigna, *Broadword implementation of rank/select
    /// queries*, 2008). Taking bits off one by one waits for each, and the processor guesses wrongly when to stop.
    #[inline]
    fn place(self, index: usize) -> u8 {
        const HIGHEST: u64 = LOWEST << 7;
        // A byte's highest bit stays where the sum is no larger than the index: the bit lies beyond that byte.
        let passed = (((index as u64 * LOWEST) | HIGHEST) - self.sums) & HIGHEST;
        let shift = (passed >> 7).wrapping_mul(LOWEST) >> 56 << 3;
        let before = (self.sums << 8 >> shift) as u8;
        let byte = (self.set >> shift) as u8;
        shift as u8 + NTH_IN_BYTE[usize::from(byte)][(index - usize::from(before)) & 7]
    }
}

impl Counted<u128> {
    #[inline]
    fn of(set: u128) -> Counted<u128> {
        let [low, high] = [set as u64, (set >> 64) as u64].map(|half| u128::from(Counted::<u64>::of(half).sums));
        Counted { set, sums: high << 64 | low }
    }

    #[inline]
    fn halves(self) -> [Counted<u64>; 2] {
        let half = |shift: u32| Counted { set: (self.set >> shift) as u64, sums: (self.sums >> shift) as u64 };
        [half(0), half(64)]
    }

    #[inline]
    fn count(self) -> usize {
        self.halves().iter().map(|half| half.count()).sum()
    }

    #[inline]
    fn place(self, index: usize) -> u8 {
        let [low, high] = self.halves();
        if index < low.count() { low.place(index) } else { 64 + high.place(index - low.count()) }
    }
}

/// The place of the bit of this index among those of a byte that are set, if there are so many.
#[inline]
pub(crate) fn nth_in_byte(set: u8, index: usize) -> Option<u8> {
    let place = *NTH_IN_BYTE[usize::from(set)].get(index)?;
    (index < set.count_ones() as usize).then_some(place)
}

/// For each byte the places of its set bits, the lowest first.
static NTH_IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut index, mut place) = (0, 0);
        while place < 8 {
            if byte >> place & 1 != 0 {
                table[byte][index] = place as u8;
                index += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use bestply_core::mix;

    use super::*;

    #[test]
    fn the_nth_is_the_one_that_the_list_has() {
        let sets = (0..2000).map(|seed| match seed % 4 {
            0 => mix(seed) & mix(!seed) & mix(seed + 7777),
            1 => mix(seed),
            2 => mix(seed) | mix(!seed),
            _ => [0, 1, u64::MAX, 1 << 63][seed as usize / 4 % 4],
        });
        for set in sets {
            let wide = u128::from(set) << 64 | u128::from(mix(set));
            assert_listed(Bits(set));
            assert_listed(WideBits(wide));
            assert_listed(Steps([set, set.rotate_left(9) & mix(set), mix(set)]));
            assert_listed(WideSteps([wide, 0, wide.rotate_left(77), u128::MAX ^ wide]));
        }
    }

    /// Asserts that whatever is asked of an iterator agrees with what it lists one by one.
    fn assert_listed<I: Iterator<Item: PartialEq + std::fmt::Debug + Copy> + Copy>(places: I) {
        let mut one_by_one = places;
        let listed: Vec<I::Item> = std::iter::from_fn(|| one_by_one.next()).collect();
        assert_eq!((places.count(), places.size_hint()), (listed.len(), (listed.len(), Some(listed.len()))));
        assert_eq!(places.fold(Vec::new(), |list, place| [list, vec![place]].concat()), listed);
        for index in 0..listed.len() + 2 {
            let mut rest = places;
            assert_eq!(rest.nth(index), listed.get(index).copied());
            assert_eq!(rest.next(), listed.get(index + 1).copied(), "it goes on after the one of index {index}");
        }
    }
}
