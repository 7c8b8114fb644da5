use bestply_core::{Side, Value};
use bestply_learning::Planes;

use super::features::{self, FEATURES};
use super::{COLUMN_BITS, COLUMNS, ConnectFour, Move, ROWS};
use crate::Outcome;
use crate::bits::Bits;

/// Discs fall the same way for both sides, so that the board is never turned.
impl Planes for ConnectFour {
    const SHAPE: [usize; 3] = [2, ROWS as usize, COLUMNS as usize];
    const NAMES: &'static [&'static str] = &["own discs", "the other side's discs"];
    const FEATURES: usize = FEATURES;
    const MOST_ACTIVE: usize = features::MOST_ACTIVE;
    const OUTPUTS: usize = ConnectFour::MOVE_NUMBERS as usize;

    fn active(&self, viewer: Side, inputs: &mut Vec<u16>) {
        for (plane, side) in [viewer, viewer.other()].into_iter().enumerate() {
            inputs.extend(Bits(self.discs(side)).map(|square| input(plane, square) as u16));
        }
    }

    fn features(&self, viewer: Side, features: &mut Vec<u16>) {
        features.extend(features::features(self, viewer).map(|feature| feature as u16));
    }

    #[inline]
    fn set_bits(&self, viewer: Side, words: &mut [u64]) {
        for feature in features::features(self, viewer) {
            words[feature / 64] |= 1 << (feature % 64);
        }
    }

    fn mirrored(input: usize) -> usize {
        let columns = COLUMNS as usize;
        input - input % columns + (columns - 1 - input % columns)
    }

    fn mirrored_feature(feature: usize) -> usize {
        features::mirrored(feature)
    }

    fn features_fingerprint() -> u64 {
        features::fingerprint()
    }

    #[inline]
    fn output(&self, mv: Move) -> usize {
        mv.number() as usize
    }

    fn mirrored_output(output: usize) -> usize {
        COLUMNS as usize - 1 - output
    }

    #[inline]
    fn finished_value(&self) -> Value {
        self.outcome().map_or(0, Outcome::value)
    }
}

#[inline]
fn input(plane: usize, square: u8) -> usize {
    let (column, row) = (square / COLUMN_BITS, square % COLUMN_BITS);
    (plane * ROWS as usize + usize::from(row)) * COLUMNS as usize + usize::from(column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sides_see_the_same() {
        let exchanged = |position: &ConnectFour| ConnectFour { to_move: position.to_move.other(), ..*position };
        crate::planes::check(|_| ConnectFour::start(), exchanged);
    }
}
