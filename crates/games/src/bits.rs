macro_rules! places {
    ($name:ident of $set:ty) => {
        /// The places of the set bits of a number, the lowest first.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $name(pub(crate) $set);

        impl Iterator for $name {
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
            fn size_hint(&self) -> (usize, Option<usize>) {
                let count = self.0.count_ones() as usize;
                (count, Some(count))
            }

            #[inline]
            fn count(self) -> usize {
                self.0.count_ones() as usize
            }
        }
    };
}

places!(Bits of u64);
places!(WideBits of u128);
