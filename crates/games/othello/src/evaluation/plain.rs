use std::num::NonZeroU32;

use bestply_core::{Properties, Value};

use super::Heuristic;
use crate::bitboard::legal_moves;

/// The difference in discs. Early in the game it says little, or the opposite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DiscDifference;

impl Heuristic for DiscDifference {
    #[inline]
    fn evaluate(&mut self, mover: u64, waiting: u64) -> Value {
        disc_difference(mover, waiting)
    }

    /// All discs of the board.
    #[inline]
    fn properties(&self) -> Properties {
        Properties { win_value: NonZeroU32::new(64), ..Properties::default() }
    }

    fn expected_difference(&self, value: Value, _: u32) -> Option<f64> {
        Some(f64::from(value))
    }
}

/// The difference in moves and corners. A corner counts as ten moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MobilityAndCorners;

impl MobilityAndCorners {
    const CORNERS: u64 = 0x8100_0000_0000_0081;
    const MOVES_A_CORNER: Value = 10;
}

impl Heuristic for MobilityAndCorners {
    #[inline]
    fn evaluate(&mut self, mover: u64, waiting: u64) -> Value {
        let moves = disc_difference(legal_moves(mover, waiting), legal_moves(waiting, mover));
        let corners = disc_difference(mover & Self::CORNERS, waiting & Self::CORNERS);
        moves + Self::MOVES_A_CORNER * corners
    }

    /// Three corners.
    #[inline]
    fn properties(&self) -> Properties {
        Properties { win_value: NonZeroU32::new(3 * Self::MOVES_A_CORNER as u32), ..Properties::default() }
    }
}

/// The squares that the discs stand on.
///
/// Each square has a number, which is the same under all eight symmetries of the board.
/// A position is worth the sum over the mover's discs minus that over the other side's.
/// Corners are good, the squares beside them bad, and edges better than the middle.
/// It makes no difference whether the corner is taken already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquareTable;

impl SquareTable {
    /// The numbers of a1; b1, b2; c1, c2, c3; d1, d2, d3, d4. The other squares mirror these.
    const TRIANGLE: [Value; 10] = [100, -20, -50, 10, -2, -1, 5, -2, -1, -1];

    /// The squares of each number.
    const SQUARES: [u64; 10] = squares_of_triangle();
}

impl Heuristic for SquareTable {
    #[inline]
    fn evaluate(&mut self, mover: u64, waiting: u64) -> Value {
        let numbers = SquareTable::TRIANGLE.iter().zip(SquareTable::SQUARES);
        numbers.map(|(number, squares)| number * disc_difference(mover & squares, waiting & squares)).sum()
    }

    /// A corner.
    #[inline]
    fn properties(&self) -> Properties {
        Properties { win_value: NonZeroU32::new(SquareTable::TRIANGLE[0] as u32), ..Properties::default() }
    }
}

/// The number of discs of the side to move minus that of the other side.
#[inline]
pub(super) fn disc_difference(mover: u64, waiting: u64) -> Value {
    mover.count_ones() as Value - waiting.count_ones() as Value
}

const fn squares_of_triangle() -> [u64; 10] {
    let mut squares = [0; 10];
    let mut square = 0;
    while square < 64 {
        // Distances to the nearest edges, the larger first.
        let (row, column) = (square / 8, square % 8);
        let from_top = if row < 4 { row } else { 7 - row };
        let from_side = if column < 4 { column } else { 7 - column };
        let (long, short) = if from_top > from_side { (from_top, from_side) } else { (from_side, from_top) };
        squares[long * (long + 1) / 2 + short] |= 1 << square;
        square += 1;
    }
    squares
}
