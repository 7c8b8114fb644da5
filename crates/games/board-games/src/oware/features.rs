//! What a network and tuples see of a position: the seeds in houses, and those captured.

use bestply_core::{Position, Side, StaticError, Value};
use bestply_learning::{Fingerprint, Layout, Planes};

use super::{HOUSES, MAJORITY, Oware, ROW, Seeds, first_house};
use crate::learnt::{Tuples, UNITS};

/// The number of classes of seeds in a house: each number up to 14, and more.
const CLASSES: usize = 16;

/// The planes of captured seeds: a square of a side's row for each number up to 28, and one for more.
const CAPTURED_PLANES: usize = 5;

/// The number of classes of seeds in a house of four in a row: 0 to 3 each, 4 and 5, 6 to 8, 9 to 11, and more.
const FOUR_CLASSES: usize = 8;

const CLASS_OF: [u8; CLASSES] = [0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 7];

/// The number of pairs of houses. All pairs count, because a sowing from one house may end in any other.
const PAIRS: usize = HOUSES * (HOUSES - 1) / 2;

/// The number of counts of seeds that a side can have captured while the game is not over.
const CAPTURED: usize = MAJORITY as usize;

const FOURS_START: usize = PAIRS * CLASSES * CLASSES;
const FOUR_CONTENTS: usize = FOUR_CLASSES.pow(4);
const CAPTURED_START: usize = FOURS_START + HOUSES * FOUR_CONTENTS;
const STAGE_WEIGHTS: usize = CAPTURED_START + CAPTURED * CAPTURED;

/// The number of seeds captured by both sides from one stage of a game to the next.
const STAGE_SEEDS: usize = 12;

/// The version of the weights' meaning. It changes whenever a weight comes to mean something else.
const VERSION: u64 = 1;

/// Row 0 is the viewer's own, in the order of sowing.
/// Row 1 is the other side's, as it lies before the viewer: its last house is above the viewer's first.
impl Planes for Oware {
    const SHAPE: [usize; 3] = [CLASSES + CAPTURED_PLANES, 2, ROW];

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

    value_of_outcome!();
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
            let captured = usize::from(self.captured(side)).min(CAPTURED_PLANES * ROW - 1);
            inputs[HOUSES + row] = (CLASSES + captured / ROW) * HOUSES + row * ROW + captured % ROW;
        }
        inputs
    }
}

/// The tuples are every two houses, every four in a row, and the numbers of seeds captured by both sides.
impl Tuples for Oware {
    type Plain = Seeds;

    const LAYOUT: Layout = Layout {
        game: "oware",
        fingerprint: Fingerprint::new().add(VERSION).add(STAGE_WEIGHTS as u64).finish(),
        weights: Oware::STAGES * STAGE_WEIGHTS,
        units: UNITS,
    };

    const STAGES: usize = 4;

    /// Whoever has captured 25 of the 48 seeds has won.
    const WIN: u32 = 25;
    /// By `cargo xtask measure predictions oware --games 300 --depth 6`, before D384.
    const ERRORS: &'static [[StaticError; 2]] = &[
        [StaticError::new(1, -298.4, 614.8, 0.947), StaticError::new(6, -40.6, 761.3, 0.921)],
        [StaticError::new(1, -244.6, 553.3, 0.980), StaticError::new(6, -72.3, 818.8, 0.956)],
        [StaticError::new(1, -167.9, 384.6, 0.988), StaticError::new(6, -32.6, 553.6, 0.976)],
        [StaticError::new(1, -54.6, 208.3, 0.986), StaticError::new(6, -27.7, 313.9, 0.972)],
    ];

    const SHIPPED: &'static [u8] = include_bytes!("../../weights/oware.weights");

    fn start(_: u64) -> Oware {
        Oware::start()
    }

    /// The stages of the weights.
    #[inline(always)]
    fn error_stage(&self) -> usize {
        let captured = [Side::Max, Side::Min].map(|side| usize::from(self.captured(side)));
        (captured.iter().sum::<usize>() / STAGE_SEEDS).min(Oware::STAGES - 1)
    }

    fn points(&self) -> Value {
        self.score_difference()
    }

    #[inline(always)]
    fn weights(&self) -> impl Iterator<Item = usize> {
        let mut houses = self.houses.map(|seeds| usize::from(seeds).min(CLASSES - 1));
        houses.rotate_left(first_house(self.to_move()));
        let captured = |side| usize::from(self.captured(side));
        let [own, other] = [captured(self.to_move()), captured(self.to_move().other())];
        let stage = self.error_stage() * STAGE_WEIGHTS;
        let captured = CAPTURED_START + CAPTURED * own + other;
        pairs(&houses).into_iter().chain(fours(&houses)).chain([captured]).map(move |index| stage + index)
    }
}

fn pairs(houses: &[usize; HOUSES]) -> [usize; PAIRS] {
    let mut weights = [0; PAIRS];
    let mut pair = 0;
    for after in 1..HOUSES {
        for before in 0..after {
            weights[pair] = (pair * CLASSES + houses[before]) * CLASSES + houses[after];
            pair += 1;
        }
    }
    weights
}

fn fours(houses: &[usize; HOUSES]) -> [usize; HOUSES] {
    let classes = houses.map(|seeds| usize::from(CLASS_OF[seeds]));
    std::array::from_fn(|first| {
        let four = (0..4).fold(first, |four, next| FOUR_CLASSES * four + classes[(first + next) % HOUSES]);
        FOURS_START + four
    })
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
