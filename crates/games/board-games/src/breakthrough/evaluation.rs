use bestply_core::{Side, Value};

use crate::bits::{LOWEST, counts_of_bytes};
use crate::breakthrough::BreakthroughOn;

/// The men and how far they have come: a man is worth 10,
/// and 1 more for every row that he has left his own first row behind.
#[derive(Clone, Copy, Debug, Default)]
pub struct MenAndRows;

const MAN: u32 = 10;

plain_evaluation!(
    MenAndRows of BreakthroughOn<N>,
    men_and_rows,
    /// Six men more are as good as a win.
    win = 6 * MAN
);

#[inline]
fn men_and_rows<const N: usize>(position: &BreakthroughOn<N>) -> Value {
    let max = position.men(Side::Max);
    let min = position.men(Side::Min).swap_bytes() >> (8 * (8 - N));
    worth(max) as Value - worth(min) as Value
}

/// The worth of the men whose first row is row 1.
///
/// All rows are counted at once, a byte each. A product with a number of eight bytes has in its highest byte a sum of
/// all bytes, each taken as often as its partner says. None is above 255: 64 men, or 8 men on each of the rows 0 to 7.
#[inline]
fn worth(men: u64) -> u32 {
    /// The byte of row 0 meets the lowest one in the sum, 7, as often as it has rows before it.
    const BY_ROW: u64 = 0x0001_0203_0405_0607;
    let in_rows = counts_of_bytes(men);
    let sum = |weights: u64| (in_rows.wrapping_mul(weights) >> 56) as u32;
    MAN * sum(LOWEST) + sum(BY_ROW)
}

#[cfg(test)]
mod tests {
    use bestply_core::mix;

    use super::*;

    #[test]
    fn men_are_counted_by_rows_as_one_by_one() {
        let men = (0..1000).flat_map(|seed| [mix(seed) & mix(!seed), mix(seed), !0, 1 << (seed % 64)]);
        for men in men {
            let one_by_one = (0..64).filter(|place| men >> place & 1 != 0).map(|place| MAN + place / 8).sum::<u32>();
            assert_eq!(worth(men), one_by_one, "{men:#x}");
        }
    }
}
