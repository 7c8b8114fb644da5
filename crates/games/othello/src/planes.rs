use bestply_core::{Position, Side, Value};
use bestply_learning::{Planes, add_squares};

use crate::Othello;
use crate::bitboard::legal_moves;

/// The board is never turned. Each square is on one of the planes. A tie is worth 0, whoever searches.
impl Planes for Othello {
    const SHAPE: [usize; 3] = [6, 8, 8];
    const NAMES: &'static [&'static str] = &[
        "own discs",
        "the other side's discs",
        "empty squares where nobody can move",
        "own moves alone",
        "the other side's moves alone",
        "moves of both sides",
    ];

    fn active(&self, viewer: Side, inputs: &mut Vec<u16>) {
        for (plane, squares) in squares(self, viewer).into_iter().enumerate() {
            add_squares(squares, 64 * plane, inputs);
        }
    }

    #[inline]
    fn set_bits(&self, viewer: Side, words: &mut [u64]) {
        words.copy_from_slice(&squares(self, viewer));
    }

    /// Mirroring a board at its main diagonal changes nothing, not even the start.
    fn mirrored(input: usize) -> usize {
        let (plane, row, column) = (input / 64, input / 8 % 8, input % 8);
        64 * plane + 8 * column + row
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

/// The squares of each plane.
#[inline]
fn squares(position: &Othello, viewer: Side) -> [u64; 6] {
    let [own, other] = [viewer, viewer.other()].map(|side| position.discs(side));
    let waiting_moves = legal_moves(position.waiting(), position.mover());
    let [own_moves, other_moves] = if viewer == position.to_move() {
        [position.legal(), waiting_moves]
    } else {
        [waiting_moves, position.legal()]
    };
    let both = own_moves & other_moves;
    let quiet = !(own | other | own_moves | other_moves);
    [own, other, quiet, own_moves & !both, other_moves & !both, both]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Symmetry;

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
                let mut words = [0; 6];
                position.set_bits(viewer, &mut words);
                let bits = (0..384_u16).filter(|input| words[usize::from(input / 64)] >> (input % 64) & 1 == 1);
                assert_eq!(bits.collect::<Vec<_>>(), seen);
                let mut squares: Vec<u16> = seen.iter().map(|input| input % 64).collect();
                squares.sort_unstable();
                assert_eq!(squares, (0..64).collect::<Vec<_>>(), "each square is on one plane");
            }
            position.make(position.nth_move(position.move_count() / 2));
        }
        assert_eq!(position.finished_value().signum(), position.final_score().signum());
    }

    #[test]
    fn a_mirrored_position_has_the_mirrored_inputs() {
        let mut position = Othello::start();
        while !position.is_terminal() {
            let inputs = |position: Othello, mirror: fn(usize) -> usize| {
                let mut inputs = Vec::new();
                position.active(Side::Max, &mut inputs);
                let mut inputs: Vec<usize> = inputs.into_iter().map(|input| mirror(input.into())).collect();
                inputs.sort_unstable();
                inputs
            };
            let mirrored = position.map_squares(|squares| Symmetry::MainDiagonal.squares(squares));
            assert_eq!(inputs(position, Othello::mirrored), inputs(mirrored, |input| input));
            position.make(position.nth_move(position.move_count() / 2));
        }
    }
}
