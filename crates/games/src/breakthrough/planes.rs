use bestply_core::{Position, Side, Value};
use bestply_learning::{Planes, add_squares};

use super::{Breakthrough, Move};
use crate::Outcome;

/// The board is mirrored for MIN, so that the viewer's men go up.
impl Planes for Breakthrough {
    const SHAPE: [usize; 3] = [2, 8, 8];
    const NAMES: &'static [&'static str] = &["own men", "the other side's men"];
    const OUTPUTS: usize = Breakthrough::MOVE_NUMBERS as usize;

    fn active(&self, viewer: Side, inputs: &mut Vec<u16>) {
        let [own, other] = self.seen_by(viewer);
        add_squares(own, 0, inputs);
        add_squares(other, 64, inputs);
    }

    #[inline]
    fn set_bits(&self, viewer: Side, words: &mut [u64]) {
        words.copy_from_slice(&self.seen_by(viewer));
    }

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

    #[inline]
    fn finished_value(&self) -> Value {
        self.outcome().map_or(0, Outcome::value)
    }
}

impl Breakthrough {
    /// The viewer's men and the other side's, on a board turned so that the viewer's go up.
    #[inline(always)]
    pub(super) fn seen_by(&self, viewer: Side) -> [u64; 2] {
        let men = [self.men(viewer), self.men(viewer.other())];
        if viewer == Side::Max { men } else { men.map(u64::swap_bytes) }
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
