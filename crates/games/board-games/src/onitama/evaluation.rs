use bestply_core::{Side, Value};

use crate::onitama::Onitama;

/// The men, worth 10 each, and the steps that they can make with the cards in hand, worth 1 each.
#[derive(Clone, Copy, Debug, Default)]
pub struct MenAndMoves;

const MAN: Value = 10;

plain_evaluation!(
    MenAndMoves of Onitama,
    |position| worth(position, Side::Max) - worth(position, Side::Min),
    /// All men of both sides.
    win = 10 * MAN as u32
);

#[inline]
fn worth(position: &Onitama, side: Side) -> Value {
    MAN * position.men(side).count_ones() as Value + position.steps(side) as Value
}
