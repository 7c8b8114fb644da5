use bestply_core::{Side, Value};

use crate::oware::Oware;

/// The seeds captured, worth 10 each, and the houses to sow from, worth 1 each.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seeds;

const SEED: Value = 10;

plain_evaluation!(
    Seeds of Oware,
    |position| worth(position, Side::Max) - worth(position, Side::Min),
    /// Whoever has captured 25 of the 48 seeds has won.
    win = 25 * SEED as u32
);

#[inline]
fn worth(position: &Oware, side: Side) -> Value {
    let houses = position.row(side).iter().filter(|&&seeds| seeds > 0).count();
    SEED * Value::from(position.captured(side)) + houses as Value
}
