//! What a network and tuples see of a position: men, blocks and rows, groups and how close together they are.

use bestply_core::{Position, Side, StaticError, Value};
use bestply_learning::{Fingerprint, Layout, Planes};

use super::evaluation::excess;
use super::groups::Groups;
use super::{ConcentrationAndMoves, LinesOfAction, transposed};
use crate::learnt::{Tuples, UNITS};
use crate::tuples::{Board, Tuple, rows_of};

const SIZE: usize = super::lines::SIZE as usize;

/// The shapes of blocks, rows by columns. A whole row says where its men can move.
const SHAPES: [[usize; 2]; 3] = [[2, 2], [3, 3], [1, SIZE]];

/// The number of tuples on a board: ten, six and four blocks of these shapes, each mirrored from left to right and
/// upside down.
const TUPLES: usize = 4 * (10 + 6 + 4);

static BOARD: Board<TUPLES, SIZE, { 1 << SIZE }, 2> = Board::new(&tuples());

const MEN: usize = 12;

/// The number of classes of groups: each number up to seven, and more.
const GROUPS: usize = 8;

/// The number of classes of concentration: eighths of a square that men are farther from their centre than they need
/// be, each number up to 30, and more.
const CONCENTRATIONS: usize = 32;

/// The index of the weight of a win at once, which is the value alone.
const WON_NEXT: usize = 0;
const BLOCKS_START: usize = 1;
const GROUPS_START: usize = BLOCKS_START + BOARD.weights;
const CONCENTRATION_START: usize = GROUPS_START + 2 * (MEN * MEN) * (GROUPS * GROUPS);
const WEIGHTS: usize = CONCENTRATION_START + CONCENTRATIONS * CONCENTRATIONS;

/// The version of the weights' meaning. It changes whenever a weight comes to mean something else.
const VERSION: u64 = 1;

/// The board is mirrored along its diagonal for MIN, so that the viewer's men start in rows.
impl Planes for LinesOfAction {
    const SHAPE: [usize; 3] = [2, 8, 8];
    const NAMES: &'static [&'static str] = &["own men", "the other side's men"];

    seen_as_men!();

    value_of_outcome!();
}

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
        fingerprint: Fingerprint::new().add(VERSION).add(BOARD.fingerprint).add(WEIGHTS as u64).finish(),
        weights: WEIGHTS,
        units: UNITS,
    };

    /// By `cargo xtask measure predictions lines-of-action --games 40 --depth 6`, before D384.
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
    BOARD.weights_of(rows_of(men)).map(|block| BLOCKS_START + block)
}

#[inline]
fn groups_of(men: [u64; 2], groups: [Groups; 2], is_threatened: bool) -> usize {
    let [own, other] = men.map(|men| men.count_ones() as usize - 1);
    let [own_groups, other_groups] = groups.map(|groups| groups.count.min(GROUPS) - 1);
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
                tuples[count] = Tuple::of_table(count / 4).block([row, column], SHAPES[shape]).image(SIZE, image);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines_of_action::transposed;

    #[test]
    fn the_sides_see_the_same() {
        let exchanged = |position: &LinesOfAction| LinesOfAction {
            men: [position.men[1], position.men[0]].map(transposed),
            connected: [position.connected[1], position.connected[0]],
            to_move: position.to_move.other(),
            ..*position
        };
        crate::planes::check(|_| LinesOfAction::start(), exchanged);
    }
}
