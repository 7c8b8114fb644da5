//! What a network and tuples see of a position: men, blocks of 3 × 3 squares and columns.

use bestply_core::{Position, Side, StaticError, Value};
use bestply_learning::{Layout, Planes};

use super::{Breakthrough, MenAndRows, Move};
use crate::learnt::{Tuples, UNITS};
use crate::tuples::{Board, Tuple, rows_of, with_blocks};

const SIZE: usize = 8;

/// The number of blocks of 3 × 3 squares.
const BLOCKS: usize = (SIZE - 2) * (SIZE - 2);

/// Every block of 3 × 3 squares, and every column.
static BOARD: Board<{ BLOCKS + SIZE }, SIZE, { 1 << SIZE }, 2> = Board::new(&{
    let tuples = with_blocks([Tuple::of_table(0); BLOCKS + SIZE], 0, [0, (SIZE - 2) / 2], SIZE, [3, 3]);
    with_blocks(tuples, BLOCKS, [BLOCKS / 2, 0], SIZE, [SIZE, 1])
});

impl Breakthrough {
    /// The viewer's men and the other side's, on a board turned so that the viewer's go up.
    #[inline(always)]
    fn seen_by(&self, viewer: Side) -> [u64; 2] {
        let men = [self.men(viewer), self.men(viewer.other())];
        if viewer == Side::Max { men } else { men.map(u64::swap_bytes) }
    }
}

/// The board is mirrored for MIN, so that the viewer's men go up.
impl Planes for Breakthrough {
    const SHAPE: [usize; 3] = [2, 8, 8];
    const NAMES: &'static [&'static str] = &["own men", "the other side's men"];
    const OUTPUTS: usize = Breakthrough::MOVE_NUMBERS as usize;

    seen_as_men!();

    /// Columns change places; a man is worth the same on either side.
    fn mirrored(input: usize) -> usize {
        input ^ 7
    }

    /// The number of the move on the board turned so that the own men go up.
    #[inline]
    fn output(&self, mv: Move) -> usize {
        let rows = if self.to_move() == Side::Max { 0 } else { 0o70 };
        mv.number() as usize ^ rows
    }

    fn mirrored_output(output: usize) -> usize {
        let (aside, from) = (output / 64, output % 64);
        64 * (2 - aside) + (from ^ 7)
    }

    value_of_outcome!();
}

impl Tuples for Breakthrough {
    type Plain = MenAndRows;

    const LAYOUT: Layout =
        Layout { game: "breakthrough", fingerprint: BOARD.fingerprint, weights: BOARD.weights, units: UNITS };

    /// By `cargo xtask measure predictions breakthrough --games 300 --depth 6`, before D384.
    const ERRORS: &'static [[StaticError; 2]] = &[
        [StaticError::new(1, -1260.3, 2619.4, 0.428), StaticError::new(6, -692.0, 1880.8, 0.710)],
        [StaticError::new(1, -3672.1, 4323.5, 0.552), StaticError::new(6, -1779.9, 3640.1, 0.698)],
        [StaticError::new(1, -3011.8, 3639.0, 0.759), StaticError::new(6, -1205.4, 4269.4, 0.779)],
    ];

    const SHIPPED: &'static [u8] = include_bytes!("../../weights/breakthrough.weights");

    fn start(_: u64) -> Breakthrough {
        Breakthrough::start()
    }

    /// By the men that are captured: up to three, up to seven, and more.
    fn error_stage(&self) -> usize {
        let captured =
            4 * SIZE - self.seen_by(self.to_move()).map(|men| men.count_ones() as usize).iter().sum::<usize>();
        (captured / 4).min(2)
    }

    /// Turns the board so that the side to move goes up.
    #[inline(always)]
    fn weights(&self) -> impl Iterator<Item = usize> {
        BOARD.weights_of(rows_of(self.seen_by(self.to_move())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sides_see_the_same() {
        let exchanged = |position: &Breakthrough| Breakthrough {
            men: [position.men[1], position.men[0]].map(u64::swap_bytes),
            to_move: position.to_move().other(),
        };
        crate::planes::check(|_| Breakthrough::start(), exchanged);
    }
}
