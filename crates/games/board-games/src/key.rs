use bestply_core::mix;

/// The key of a position that consists of these numbers.
#[inline]
pub(crate) fn key(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers.into_iter().fold(0x243f_6a88_85a3_08d3, |key, number| mix(key ^ number))
}

/// The key of a position that consists of these sets of squares, low half before high half, and of this number.
#[inline]
pub(crate) fn key_of_sets<const N: usize>(sets: [u128; N], rest: u64) -> u64 {
    key(sets.into_iter().flat_map(|squares| [squares as u64, (squares >> 64) as u64]).chain([rest]))
}
