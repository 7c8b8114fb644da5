use bestply_core::{Position, StaticError, Value};
use bestply_learning::{Fingerprint, Layout};

use super::evaluation::excess;
use super::groups::Groups;
use super::{ConcentrationAndMoves, LinesOfAction, transposed};
use crate::Outcome;
use crate::learnt::{Tuples, UNITS, WON};
use crate::tuples::{Board, Tuple};

const SIZE: usize = super::SIZE as usize;
const ROW_SETS: usize = 1 << SIZE;

/// The shapes of blocks, rows by columns. A whole row says where its men can move.
const SHAPES: [[usize; 2]; 3] = [[2, 2], [3, 3], [1, SIZE]];

/// The number of tuples on a board: ten, six and four blocks of these shapes, each mirrored from left to right and
/// upside down.
const TUPLES: usize = 4 * (10 + 6 + 4);

const LAID_OUT: Board<TUPLES, SIZE, ROW_SETS, 2> = Board::new(&tuples());

static BOARD: Board<TUPLES, SIZE, ROW_SETS, 2> = LAID_OUT;

const MEN: usize = 12;

/// The number of classes of groups: each number up to seven, and more.
const GROUPS: usize = 8;

/// The number of classes of concentration: eighths of a square that men are farther from their centre than they need
/// be, each number up to 30, and more.
const CONCENTRATIONS: usize = 32;

/// The index of the weight of a win at once, which is the value alone.
const WON_NEXT: usize = 0;
const BLOCKS_START: usize = 1;
const GROUPS_START: usize = BLOCKS_START + LAID_OUT.weights;
const CONCENTRATION_START: usize = GROUPS_START + 2 * (MEN * MEN) * (GROUPS * GROUPS);
const WEIGHTS: usize = CONCENTRATION_START + CONCENTRATIONS * CONCENTRATIONS;

/// The version of the weights' meaning. It changes whenever a weight comes to mean something else.
const VERSION: u64 = 1;

/// If the side to move wins at once, a single weight says so.
///
/// Otherwise there are weights for blocks of squares and whole rows;
/// for the men and the groups of both sides, and whether the other side threatens to win at once;
/// and for how close together the men of both sides are.
///
/// The rules know neither left and right, nor up and down, nor rows and columns.
/// So all eight images of a board have the same weights: four by blocks that share a table,
/// and these again on the board with rows and columns exchanged.
impl Tuples for LinesOfAction {
    type Plain = ConcentrationAndMoves;

    const LAYOUT: Layout = Layout {
        game: "lines-of-action",
        fingerprint: Fingerprint::new().add(VERSION).add(LAID_OUT.fingerprint).add(WEIGHTS as u64).finish(),
        weights: WEIGHTS,
        units: UNITS,
    };

    const STAGES: usize = 1;

    /// By `cargo xtask errors --game lines-of-action --games 40`.
    const ERRORS: &'static [[StaticError; 2]] = &[
        [StaticError::new(1, -893.1, 1843.6, 0.950), StaticError::new(6, 48.3, 2053.0, 0.938)],
        [StaticError::new(1, -1732.7, 2371.5, 0.965), StaticError::new(6, -124.1, 3744.8, 0.918)],
        [StaticError::new(1, -1401.1, 4207.9, 0.914), StaticError::new(6, 121.1, 6615.4, 0.839)],
    ];

    const SHIPPED: &'static [u8] = include_bytes!("../../weights/lines-of-action.weights");

    /// A finished game would be told by its groups.
    const WEIGHS_ENDS: bool = false;

    fn start(_: u64) -> LinesOfAction {
        LinesOfAction::start()
    }

    /// By the men that are captured: up to three, up to seven, and more.
    fn error_stage(&self) -> usize {
        let men = (self.men[0] | self.men[1]).count_ones() as usize;
        ((2 * MEN - men) / 4).min(2)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn points(&self) -> Value {
        self.outcome().map_or(0, |outcome| outcome.value().signum() * WON)
    }

    #[inline(always)]
    fn weights(&self) -> impl Iterator<Item = usize> {
        let men = [self.men(self.to_move()), self.men(self.to_move().other())];
        let groups = men.map(Groups::of);
        let wins = groups[0].win_at_once(men[0], men[1]);
        let open = (!wins).then(|| {
            let is_threatened = groups[1].win_at_once(men[1], men[0]);
            let whole = [groups_of(men, groups, is_threatened), concentrations_of(men)];
            blocks_of(men).chain(blocks_of(men.map(transposed))).chain(whole)
        });
        wins.then_some(WON_NEXT).into_iter().chain(open.into_iter().flatten())
    }
}

#[inline(always)]
fn blocks_of(men: [u64; 2]) -> impl Iterator<Item = usize> {
    let [own, other] = men.map(u64::to_le_bytes);
    let rows = std::array::from_fn(|row| [own[row] | other[row], other[row]].map(usize::from));
    BOARD.weights_of(rows).map(|block| BLOCKS_START + block)
}

#[inline]
fn groups_of(men: [u64; 2], groups: [Groups; 2], is_threatened: bool) -> usize {
    let [own, other] = men.map(|men| men.count_ones() as usize - 1);
    let [own_groups, other_groups] = groups.map(|groups| groups.count().min(GROUPS) - 1);
    let men = (usize::from(is_threatened) * MEN + own) * MEN + other;
    GROUPS_START + (men * GROUPS + own_groups) * GROUPS + other_groups
}

#[inline]
fn concentrations_of(men: [u64; 2]) -> usize {
    let class = |men: u64| 8 * excess(men) as usize / (men.count_ones() as usize).pow(2);
    let [own, other] = men.map(|men| class(men).min(CONCENTRATIONS - 1));
    CONCENTRATION_START + own * CONCENTRATIONS + other
}

/// Tuples that mirror each other share a table.
const fn tuples() -> [Tuple; TUPLES] {
    let mut tuples = [Tuple::of_table(0); TUPLES];
    let (mut count, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        let [height, width] = SHAPES[shape];
        let (rows, columns) = (up_to_the_middle(height), up_to_the_middle(width));
        let mut place = 0;
        while place < rows * columns {
            let (row, column) = (place / columns, place % columns);
            let is_mirrored_by_the_diagonal = height == width && column < row;
            let mut image = 0;
            while image < 4 && !is_mirrored_by_the_diagonal {
                tuples[count] = block(Tuple::of_table(count / 4), SHAPES[shape], [row, column], image);
                count += 1;
                image += 1;
            }
            place += 1;
        }
        shape += 1;
    }
    assert!(count == TUPLES);
    tuples
}

/// The number of places in one direction of a block of this length.
const fn up_to_the_middle(length: usize) -> usize {
    (SIZE - length + 2) / 2
}

/// The block of a shape that starts at a row and column, mirrored or not in each direction.
const fn block(mut tuple: Tuple, shape: [usize; 2], start: [usize; 2], image: usize) -> Tuple {
    let mut place = 0;
    while place < shape[0] * shape[1] {
        let (row, column) = (start[0] + place / shape[1], start[1] + place % shape[1]);
        tuple = tuple.with(
            if image & 1 == 0 { row } else { SIZE - 1 - row },
            if image & 2 == 0 { column } else { SIZE - 1 - column },
        );
        place += 1;
    }
    tuple
}
