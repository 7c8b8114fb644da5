use bestply_core::{Side, Value};
use bestply_learning::{Planes, add_squares};

use super::LinesOfAction;
use crate::Outcome;

/// The board is mirrored along its diagonal for MIN, so that the viewer's men start in rows.
impl Planes for LinesOfAction {
    const SHAPE: [usize; 3] = [2, 8, 8];
    const NAMES: &'static [&'static str] = &["own men", "the other side's men"];

    fn active(&self, viewer: Side, inputs: &mut Vec<u16>) {
        let [own, other] = self.seen_by(viewer);
        add_squares(own, 0, inputs);
        add_squares(other, 64, inputs);
    }

    #[inline]
    fn set_bits(&self, viewer: Side, words: &mut [u64]) {
        words.copy_from_slice(&self.seen_by(viewer));
    }

    #[inline]
    fn finished_value(&self) -> Value {
        self.outcome().map_or(0, Outcome::value)
    }
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
