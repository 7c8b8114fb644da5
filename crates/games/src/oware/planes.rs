use bestply_core::{Side, Value};
use bestply_learning::Planes;

use super::{HOUSES, Oware, ROW};
use crate::Outcome;

/// The classes of seeds in a house: each number up to 14, and more.
const CLASSES: usize = 16;

/// The planes of captured seeds: a square of a side's row for each number up to 28, and one for more.
const CAPTURED: usize = 5;

/// Row 0 is the viewer's own, in the order of sowing.
/// Row 1 is the other side's, as it lies before the viewer: its last house is above the viewer's first.
impl Planes for Oware {
    const SHAPE: [usize; 3] = [CLASSES + CAPTURED, 2, ROW];

    const NAMES: &'static [&'static str] = &[
        "0 seeds in the house",
        "1 seed in the house",
        "2 seeds in the house",
        "3 seeds in the house",
        "4 seeds in the house",
        "5 seeds in the house",
        "6 seeds in the house",
        "7 seeds in the house",
        "8 seeds in the house",
        "9 seeds in the house",
        "10 seeds in the house",
        "11 seeds in the house",
        "12 seeds in the house",
        "13 seeds in the house",
        "14 seeds in the house",
        "15 seeds or more in the house",
        "0 + column seeds captured by the row's side",
        "6 + column seeds captured by the row's side",
        "12 + column seeds captured by the row's side",
        "18 + column seeds captured by the row's side",
        "24 + column seeds captured by the row's side, or more in the last column",
    ];

    fn active(&self, viewer: Side, inputs: &mut Vec<u16>) {
        inputs.extend(self.inputs(viewer).map(|input| input as u16));
    }

    #[inline]
    fn set_bits(&self, viewer: Side, words: &mut [u64]) {
        for input in self.inputs(viewer) {
            words[input / 64] |= 1 << (input % 64);
        }
    }

    #[inline]
    fn finished_value(&self) -> Value {
        self.outcome().map_or(0, Outcome::value)
    }
}

impl Oware {
    /// The inputs that are 1: one for each house, and one for each side's captured seeds.
    #[inline]
    fn inputs(&self, viewer: Side) -> [usize; HOUSES + 2] {
        let (own, other) = (self.row(viewer), self.row(viewer.other()));
        let mut inputs = [0; HOUSES + 2];
        for column in 0..ROW {
            inputs[column] = usize::from(own[column]).min(CLASSES - 1) * HOUSES + column;
            inputs[ROW + column] = usize::from(other[ROW - 1 - column]).min(CLASSES - 1) * HOUSES + ROW + column;
        }
        for (row, side) in [viewer, viewer.other()].into_iter().enumerate() {
            let captured = usize::from(self.captured(side)).min(CAPTURED * ROW - 1);
            inputs[HOUSES + row] = (CLASSES + captured / ROW) * HOUSES + row * ROW + captured % ROW;
        }
        inputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sides_see_the_same() {
        let exchanged = |position: &Oware| {
            let (mut houses, [south, north]) = (position.houses, position.captured);
            houses.rotate_left(ROW);
            Oware { houses, captured: [north, south], to_move: position.to_move.other(), ..*position }
        };
        crate::planes::check(|_| Oware::start(), exchanged);
    }
}
