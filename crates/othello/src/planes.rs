use bestply_core::{Side, Value};
use bestply_learning::{Planes, add_squares};

use crate::Othello;

/// The board is never turned. A tie is worth 0, whoever searches.
impl Planes for Othello {
    const SHAPE: [usize; 3] = [2, 8, 8];
    const NAMES: &'static [&'static str] = &["own discs", "the other side's discs"];

    fn active(&self, viewer: Side, inputs: &mut Vec<u16>) {
        add_squares(self.discs(viewer), 0, inputs);
        add_squares(self.discs(viewer.other()), 64, inputs);
    }

    #[inline]
    fn set_bits(&self, viewer: Side, words: &mut [u64]) {
        words.copy_from_slice(&[self.discs(viewer), self.discs(viewer.other())]);
    }

    #[inline]
    fn finished_value(&self) -> Value {
        match self.disc_difference() {
            1.. => Side::Max.win(),
            0 => 0,
            _ => Side::Max.loss(),
        }
    }
}

#[cfg(test)]
mod tests {
    use bestply_core::Position;

    use super::*;

    #[test]
    fn black_and_white_see_the_same() {
        let mut position = Othello::start();
        while !position.is_terminal() {
            let [black, white] = [Side::Max, Side::Min].map(|side| position.discs(side));
            let exchanged = Othello::new(white, black, position.to_move().other());
            for viewer in [Side::Max, Side::Min] {
                let inputs = |position: &Othello, viewer| {
                    let mut inputs = Vec::new();
                    position.active(viewer, &mut inputs);
                    inputs
                };
                let seen = inputs(&position, viewer);
                assert_eq!(seen, inputs(&exchanged, viewer.other()));
                let mut words = [0; 2];
                position.set_bits(viewer, &mut words);
                let bits = (0..128_u16).filter(|input| words[usize::from(input / 64)] >> (input % 64) & 1 == 1);
                assert_eq!(bits.collect::<Vec<_>>(), seen);
            }
            position.make(position.nth_move(position.move_count() / 2));
        }
        assert_eq!(position.finished_value().signum(), position.final_score().signum());
    }
}
