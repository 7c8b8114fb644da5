use bestply_core::{Position, Side, StaticError, Value};
use bestply_learning::{Fingerprint, Layout};

use super::{HOUSES, MAJORITY, Oware, Seeds, first_house};
use crate::Outcome;
use crate::learnt::{Tuples, UNITS};

/// The number of classes of seeds in a house of a pair: each number up to 14, and more.
const PAIR_CLASSES: usize = 16;

/// The number of classes of seeds in a house of four in a row: 0 to 3 each, 4 and 5, 6 to 8, 9 to 11, and more.
const FOUR_CLASSES: usize = 8;

const CLASS_OF: [u8; PAIR_CLASSES] = [0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 7];

/// The number of pairs of houses. All pairs count, because a sowing from one house may end in any other.
const PAIRS: usize = HOUSES * (HOUSES - 1) / 2;

/// The number of counts of seeds that a side can have captured while the game is not over.
const CAPTURED: usize = MAJORITY as usize;

const FOURS_START: usize = PAIRS * PAIR_CLASSES * PAIR_CLASSES;
const FOUR_CONTENTS: usize = FOUR_CLASSES.pow(4);
const CAPTURED_START: usize = FOURS_START + HOUSES * FOUR_CONTENTS;
const STAGE_WEIGHTS: usize = CAPTURED_START + CAPTURED * CAPTURED;

/// The number of seeds captured by both sides from one stage of a game to the next.
const STAGE_SEEDS: usize = 12;

/// The version of the weights' meaning. It changes whenever a weight comes to mean something else.
const VERSION: u64 = 1;

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
    /// By `cargo xtask errors --game oware --games 300`.
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

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn points(&self) -> Value {
        self.score_difference()
    }

    #[inline(always)]
    fn weights(&self) -> impl Iterator<Item = usize> {
        let mut houses = self.houses.map(|seeds| usize::from(seeds).min(PAIR_CLASSES - 1));
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
            weights[pair] = (pair * PAIR_CLASSES + houses[before]) * PAIR_CLASSES + houses[after];
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
