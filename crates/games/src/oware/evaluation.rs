use std::num::NonZeroU32;

use bestply_core::{Evaluator, Properties, Side, Value};

use crate::Outcome;
use crate::oware::Oware;

/// The seeds captured, worth 10 each, and the houses to sow from, worth 1 each.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seeds;

const SEED: Value = 10;

impl Evaluator<Oware> for Seeds {
    #[inline]
    fn evaluate(&mut self, position: &Oware) -> Value {
        position.outcome().map_or_else(|| worth(position, Side::Max) - worth(position, Side::Min), Outcome::value)
    }

    /// Whoever has captured 25 of the 48 seeds has won.
    #[inline]
    fn properties(&self) -> Properties {
        Properties { win_value: NonZeroU32::new(25 * SEED as u32), ..Properties::default() }
    }
}

#[inline]
fn worth(position: &Oware, side: Side) -> Value {
    let houses = position.row(side).iter().filter(|&&seeds| seeds > 0).count();
    SEED * Value::from(position.captured(side)) + houses as Value
}
