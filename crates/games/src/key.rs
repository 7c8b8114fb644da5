use bestply_core::mix;

/// The key of a position that consists of these numbers.
#[inline]
pub(crate) fn key<const N: usize>(numbers: [u64; N]) -> u64 {
    numbers.iter().fold(0x243f_6a88_85a3_08d3, |key, number| mix(key ^ number))
}
