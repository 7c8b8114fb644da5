use std::num::NonZeroU32;

use bestply_core::{Evaluator, Properties, Side, Value};

use crate::Outcome;
use crate::connect_four::{ConnectFour, SQUARES, STEPS, fours};

/// The number of lines of four that MAX can still fill minus the number that MIN can still fill.
///
/// There are 69 lines. A side can fill those without a disc of the other side.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

/// The number of lines of four.
const LINES: u32 = 69;

impl Evaluator<ConnectFour> for OpenLines {
    #[inline]
    fn evaluate(&mut self, position: &ConnectFour) -> Value {
        position.outcome().map_or_else(
            || open_lines(position.discs(Side::Min)) - open_lines(position.discs(Side::Max)),
            Outcome::value,
        )
    }

    /// A side that alone can still fill lines has won in the end.
    #[inline]
    fn properties(&self) -> Properties {
        Properties { win_value: NonZeroU32::new(LINES), ..Properties::default() }
    }
}

/// The number of lines without any of these discs.
#[inline]
fn open_lines(discs: u64) -> Value {
    STEPS.iter().map(|&step| fours(SQUARES & !discs, step).count_ones() as Value).sum()
}
