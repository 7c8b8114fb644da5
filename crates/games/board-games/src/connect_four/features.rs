//! What a network and tuples see of a position: the lines of four with their contents, and columns.
//!
//! A network's feature *81 · line + content* is 1 where the line has this content: a digit of base 3 for each of its
//! squares, 0 for an empty one, 1 for an own disc and 2 for one of the other side.
//! So exactly one of a line's 81 features is 1.
//! The last feature is 1 for the side that began, since whoever did comes to fill the squares of odd rows.

use bestply_core::{Position, Side, StaticError, Value};
use bestply_learning::{Layout, Planes};

use super::lines::{ALL, FLAT, LENGTH, LINES, Line, RISING, line, mirrored};
use super::{COLUMN_BITS, COLUMNS, ConnectFour, Move, OpenLines, ROWS};
use crate::bits::Bits;
use crate::learnt::{Tuples, UNITS};
use crate::tuples::{Board, Tuple};

/// The contents of a line.
const CONTENTS: usize = 3_usize.pow(LENGTH as u32);

/// The number of a network's features.
const FEATURES: usize = LINES * CONTENTS + 1;

/// The number of tuples.
///
/// There is one for every line of four that is not upright: 24 lie flat and 24 are diagonal.
/// It also has the squares that the line's own rest on, because half of a line's worth is what can be filled next.
/// Then come the columns, and one empty tuple for the worth of the turn.
const TUPLES: usize = 24 + 24 + COLUMNS as usize + 1;

const COLUMN_SETS: usize = 1 << ROWS;

/// Tuples on a board whose columns stand for rows.
type Columns<const TUPLES: usize> = Board<TUPLES, { COLUMNS as usize }, COLUMN_SETS, 2>;

/// Each line has a table of its own, so that the index of a weight is the feature.
static LINES_ON_BOARD: Columns<LINES> = Board::new(&lines());

static TUPLES_ON_BOARD: Columns<TUPLES> = Board::new(&tuples());

/// Discs fall the same way for both sides, so that the board is never turned.
impl Planes for ConnectFour {
    const SHAPE: [usize; 3] = [2, ROWS as usize, COLUMNS as usize];
    const NAMES: &'static [&'static str] = &["own discs", "the other side's discs"];
    const FEATURES: usize = FEATURES;
    const MOST_ACTIVE: usize = LINES + 1;
    const OUTPUTS: usize = ConnectFour::MOVE_NUMBERS as usize;

    fn active(&self, viewer: Side, inputs: &mut Vec<u16>) {
        for (plane, side) in [viewer, viewer.other()].into_iter().enumerate() {
            inputs.extend(Bits(self.discs(side)).map(|square| input(plane, square) as u16));
        }
    }

    fn features(&self, viewer: Side, features: &mut Vec<u16>) {
        features.extend(line_contents(self, viewer).map(|feature| feature as u16));
    }

    #[inline]
    fn set_bits(&self, viewer: Side, words: &mut [u64]) {
        for feature in line_contents(self, viewer) {
            words[feature / 64] |= 1 << (feature % 64);
        }
    }

    fn mirrored(input: usize) -> usize {
        let columns = COLUMNS as usize;
        input - input % columns + (columns - 1 - input % columns)
    }

    fn mirrored_feature(feature: usize) -> usize {
        let (line, content) = (feature / CONTENTS, feature % CONTENTS);
        let Some(&squares) = ALL.get(line) else { return feature };
        let image = mirrored(squares);
        let place = |square| image.iter().position(|other| other == square);
        // The image of a line is a line, and the first digit is that of its first square.
        let found = ALL.iter().position(|squares| squares.iter().all(|square| place(square).is_some()));
        found.map_or(feature, |found| {
            let digit = |place: usize| content / 3_usize.pow(place as u32) % 3;
            let digits = ALL[found].iter().rev().filter_map(place).map(digit);
            CONTENTS * found + digits.fold(0, |content, digit| 3 * content + digit)
        })
    }

    fn features_fingerprint() -> u64 {
        LINES_ON_BOARD.fingerprint
    }

    #[inline]
    fn output(&self, mv: Move) -> usize {
        mv.number() as usize
    }

    fn mirrored_output(output: usize) -> usize {
        COLUMNS as usize - 1 - output
    }

    value_of_outcome!();
}

#[inline]
fn input(plane: usize, square: u8) -> usize {
    let (column, row) = (square / COLUMN_BITS, square % COLUMN_BITS);
    (plane * ROWS as usize + usize::from(row)) * COLUMNS as usize + usize::from(column)
}

impl Tuples for ConnectFour {
    type Plain = OpenLines;

    const LAYOUT: Layout = Layout {
        game: "connect-four",
        fingerprint: TUPLES_ON_BOARD.fingerprint,
        weights: 2 * TUPLES_ON_BOARD.weights,
        units: UNITS,
    };

    /// The stages: positions with MAX to move and with MIN to move.
    ///
    /// Which side fills the last square of a column depends on whether the number of moves is even.
    const STAGES: usize = 2;

    /// By `cargo xtask measure predictions connect-four --games 300 --depth 6`, before D384.
    const ERRORS: &'static [[StaticError; 2]] = &[
        [StaticError::new(1, -949.1, 1969.4, 0.961), StaticError::new(6, -307.4, 2945.8, 0.923)],
        [StaticError::new(1, -1457.1, 2654.2, 0.955), StaticError::new(6, -344.2, 3793.1, 0.916)],
        [StaticError::new(1, -1177.2, 3175.0, 0.946), StaticError::new(6, -1105.2, 5488.5, 0.846)],
    ];

    const SHIPPED: &'static [u8] = include_bytes!("../../weights/connect-four.weights");

    fn start(_: u64) -> ConnectFour {
        ConnectFour::start()
    }

    /// A third of the board each.
    fn error_stage(&self) -> usize {
        let men = (self.discs(Side::Max) | self.discs(Side::Min)).count_ones() as usize;
        (men / 14).min(2)
    }

    #[inline(always)]
    fn weights(&self) -> impl Iterator<Item = usize> {
        let stage = self.to_move() as usize * TUPLES_ON_BOARD.weights;
        TUPLES_ON_BOARD.weights_of(columns(self, self.to_move)).map(move |index| stage + index)
    }
}

/// The discs of either side and those of the viewer's opponent, column by column.
#[inline]
fn columns(position: &ConnectFour, viewer: Side) -> [[usize; 2]; COLUMNS as usize] {
    let sets = [position.occupied, position.discs(viewer.other())];
    std::array::from_fn(|place| sets.map(|discs| (discs >> (usize::from(COLUMN_BITS) * place)) as usize % COLUMN_SETS))
}

/// A network's features that are 1, in ascending order.
#[inline]
fn line_contents(position: &ConnectFour, viewer: Side) -> impl Iterator<Item = usize> {
    LINES_ON_BOARD.weights_of(columns(position, viewer)).chain((viewer == Side::Max).then_some(FEATURES - 1))
}

const fn lines() -> [Tuple; LINES] {
    let mut tuples = [Tuple::of_table(0); LINES];
    let mut index = 0;
    while index < LINES {
        tuples[index] = with_line(Tuple::of_table(index), ALL[index], false);
        index += 1;
    }
    tuples
}

/// Tuples that mirror each other share a table.
const fn tuples() -> [Tuple; TUPLES] {
    let mut tuples = [Tuple::of_table(TUPLES); TUPLES];
    let mut count = 0;
    let mut row = 0;
    while row < ROWS {
        let mut start = 0;
        while start < LENGTH {
            let from_edge = if start < 2 { start } else { 3 - start };
            let flat = line((from_edge as u8, row), FLAT);
            let flat = if start < 2 { flat } else { mirrored(flat) };
            tuples[count] = with_line(Tuple::of_table(2 * row as usize + from_edge), flat, true);
            count += 1;
            if row + 3 < ROWS {
                let table = Tuple::of_table(12 + 4 * row as usize + start);
                let rising = line((start as u8, row), RISING);
                tuples[count] = with_line(table, rising, true);
                tuples[count + 1] = with_line(table, mirrored(rising), true);
                count += 2;
            }
            start += 1;
        }
        row += 1;
    }
    let mut column = 0;
    while column < COLUMNS as usize {
        let from_edge = if column < 4 { column } else { 6 - column };
        tuples[count] = Tuple::of_table(24 + from_edge).block([column, 0], [1, ROWS as usize]);
        count += 1;
        column += 1;
    }
    assert!(count + 1 == TUPLES, "the last one has no square");
    tuples
}

/// A tuple of the squares of a line, and perhaps of those that they rest on.
const fn with_line(mut tuple: Tuple, line: Line, with_supports: bool) -> Tuple {
    let mut place = 0;
    while place < LENGTH {
        let (column, row) = (line[place].0 as usize, line[place].1 as usize);
        tuple = tuple.with(column, row);
        if with_supports && row > 0 {
            tuple = tuple.with(column, row - 1);
        }
        place += 1;
    }
    tuple
}

#[cfg(test)]
mod tests {
    use bestply_testkit::Dice;

    use super::*;

    #[test]
    fn the_sides_see_the_same() {
        let exchanged = |position: &ConnectFour| ConnectFour { to_move: position.to_move.other(), ..*position };
        crate::planes::check(|_| ConnectFour::start(), exchanged);
    }

    fn seen(position: &ConnectFour, viewer: Side) -> Vec<usize> {
        line_contents(position, viewer).collect()
    }

    #[test]
    fn a_disc_changes_the_lines_through_its_square() {
        let mut position = ConnectFour::start();
        let before = seen(&position, Side::Max);
        assert_eq!(before[..LINES], (0..LINES).map(|line| CONTENTS * line).collect::<Vec<_>>(), "all are empty");
        assert_eq!(before[LINES..], [FEATURES - 1], "MAX began");
        position.make(position.nth_move(3));
        let after = seen(&position, Side::Min);
        let changed = before.iter().zip(&after).filter(|(before, after)| before != after).count();
        assert_eq!((after.len(), changed), (LINES, 7), "four flat lines, one upright, two aslant");
    }

    #[test]
    fn a_mirrored_board_has_the_mirrored_features() {
        let mut dice = Dice::new(1);
        let (mut position, mut image) = (ConnectFour::start(), ConnectFour::start());
        while !position.is_terminal() {
            let column = position.nth_move(dice.below(position.move_count() as u64) as usize);
            position.make(column);
            let other = image.moves().find(|mv| mv.column() == 6 - column.column()).expect("the board is its image");
            image.make(other);
            let mut mirrored: Vec<usize> =
                seen(&position, Side::Min).into_iter().map(ConnectFour::mirrored_feature).collect();
            mirrored.sort_unstable();
            assert_eq!(mirrored, seen(&image, Side::Min));
        }
        let twice = |feature| ConnectFour::mirrored_feature(ConnectFour::mirrored_feature(feature));
        assert!((0..FEATURES).all(|feature| twice(feature) == feature));
        assert_eq!(ConnectFour::FEATURES, FEATURES);
    }
}
