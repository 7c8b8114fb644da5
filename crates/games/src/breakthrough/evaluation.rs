use bestply_core::{Side, Value};

use crate::breakthrough::BreakthroughOn;

/// The men and how far they have come: a man is worth 10,
/// and 1 more for every row that he has left his own first row behind.
#[derive(Clone, Copy, Debug, Default)]
pub struct MenAndRows;

const MAN: u32 = 10;

/// The rows whose number, counted from 0, has its lowest, middle or highest binary digit set.
const ROWS_BY_DIGIT: [u64; 3] = [0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000];

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
#[inline]
fn worth(men: u64) -> u32 {
    let rows: u32 = (0..).zip(ROWS_BY_DIGIT).map(|(digit, rows)| (men & rows).count_ones() << digit).sum();
    MAN * men.count_ones() + rows
}
