use std::num::NonZeroU32;

use bestply_core::{Evaluator, Properties, Side, Value};

use crate::Outcome;
use crate::onitama::Onitama;

/// The men, worth 10 each, and the steps that they can make with the cards in hand, worth 1 each.
#[derive(Clone, Copy, Debug, Default)]
pub struct MenAndMoves;

const MAN: Value = 10;

impl Evaluator<Onitama> for MenAndMoves {
    #[inline]
    fn evaluate(&mut self, position: &Onitama) -> Value {
        position.outcome().map_or_else(|| worth(position, Side::Max) - worth(position, Side::Min), Outcome::value)
    }

    /// All men of both sides.
    #[inline]
    fn properties(&self) -> Properties {
        Properties { win_value: NonZeroU32::new(10 * MAN as u32), ..Properties::default() }
    }
}

#[inline]
fn worth(position: &Onitama, side: Side) -> Value {
    MAN * position.men(side).count_ones() as Value + position.steps(side) as Value
}
