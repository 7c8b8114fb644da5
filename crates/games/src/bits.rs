/// The places of the set bits of a number, the lowest first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bits(pub(crate) u64);

impl Bits {
    #[inline]
    pub(crate) fn count(self) -> usize {
        self.0.count_ones() as usize
    }
}

impl Iterator for Bits {
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
}
