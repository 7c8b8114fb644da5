use bestply_core::{Side, Value};

use super::LinesOfAction;
use super::lines::SIZE;
use crate::bits::Bits;

/// How close the men are together, worth 1000 at most, and the steps that they can make, worth 1 each.
///
/// Both are features of the program MIA
/// (Winands, van den Herik and Uiterwijk, *An Evaluation Function for Lines of Action*, 2003).
/// The men's distances from their centre of mass are added up, as a king walks.
/// What so many men have at least is taken off, so that it is not good to have few.
/// If *d* is the mean of what is left, the concentration is 1 / (1 + *d*).
#[derive(Clone, Copy, Debug, Default)]
pub struct ConcentrationAndMoves;

const CONCENTRATION: Value = 1000;

plain_evaluation!(
    ConcentrationAndMoves of LinesOfAction,
    concentration_and_moves,
    /// All of the concentration that there is.
    win = CONCENTRATION as u32
);

#[inline]
fn concentration_and_moves(position: &LinesOfAction) -> Value {
    let lines = position.lines();
    let worth = |side| concentration(position.men(side)) + position.steps(&lines, side) as Value;
    worth(Side::Max) - worth(Side::Min)
}

#[inline]
fn concentration(men: u64) -> Value {
    let count = Bits(men).count() as Value;
    CONCENTRATION * count * count / (count * count + excess(men))
}

/// By how much *n* men are farther from their centre of mass than they need be: *n*² to the square and man.
///
/// The centre has fractions of *n*, and a sum of *n* distances is *n* means.
#[inline]
pub(super) fn excess(men: u64) -> Value {
    let count = Bits(men).count() as Value;
    let place = |square: u8| [square % SIZE, square / SIZE].map(Value::from);
    let [columns, rows] = Bits(men).map(place).fold([0, 0], |sum, [column, row]| [sum[0] + column, sum[1] + row]);
    let distance = |[column, row]: [Value; 2]| (count * column - columns).abs().max((count * row - rows).abs());
    let distances: Value = Bits(men).map(|square| distance(place(square))).sum();
    // The sum of the distances from one man to all others, if these are as close as can be: eight fit around him.
    let least = count - 1 + (count - 9).max(0);
    (distances - count * least).max(0)
}
