//! The lines of four, as a network sees them.
//!
//! Feature *81 · line + content* is 1 where the line has this content: a digit of base 3 for each of its squares,
//! 0 for an empty one, 1 for an own disc and 2 for one of the other side.
//! So exactly one of a line's 81 features is 1.
//! The last feature is 1 for the side that began, since whoever did comes to fill the squares of odd rows.

use bestply_core::Side;

use super::{COLUMN_BITS, COLUMNS, ConnectFour, ROWS};
use crate::tuples::{Board, Tuple};

/// The number of lines of four.
const LINES: usize = 69;

const SQUARES: usize = 4;

/// The contents of a line.
const CONTENTS: usize = 3_usize.pow(SQUARES as u32);

/// The number of features.
pub(super) const FEATURES: usize = LINES * CONTENTS + 1;

/// How many of them are 1 at most.
pub(super) const MOST_ACTIVE: usize = LINES + 1;

const COLUMN_SETS: usize = 1 << ROWS;

static BOARD: Board<LINES, { COLUMNS as usize }, COLUMN_SETS, 2> = Board::new(&tuples());

/// The squares of each line, as columns and rows, its leftmost or lowest square first.
const ALL: [[(u8, u8); SQUARES]; LINES] = lines();

/// The features that are 1, in ascending order.
#[inline]
pub(super) fn features(position: &ConnectFour, viewer: Side) -> impl Iterator<Item = usize> {
    let column = |discs: u64, column: usize| (discs >> (usize::from(COLUMN_BITS) * column)) as usize % COLUMN_SETS;
    let (other, either) = (position.discs(viewer.other()), position.occupied);
    let columns = std::array::from_fn(|place| [column(either, place), column(other, place)]);
    BOARD.weights_of(columns).chain((viewer == Side::Max).then_some(FEATURES - 1))
}

/// The feature that this one becomes where the board is mirrored, left to right.
pub(super) fn mirrored(feature: usize) -> usize {
    let (line, content) = (feature / CONTENTS, feature % CONTENTS);
    let Some(squares) = ALL.get(line) else { return feature };
    let image = squares.map(|(column, row)| (COLUMNS - 1 - column, row));
    let (found, squares) = ALL
        .iter()
        .enumerate()
        .find(|(_, squares)| image.iter().all(|square| squares.contains(square)))
        .expect("the image of a line is a line");
    let place = |square| image.iter().position(|&other| other == square).expect("it has the same squares");
    let digit = |place: usize| content / 3_usize.pow(place as u32) % 3;
    let content = squares.iter().rev().fold(0, |content, &square| 3 * content + digit(place(square)));
    CONTENTS * found + content
}

pub(super) fn fingerprint() -> u64 {
    BOARD.fingerprint
}

const fn lines() -> [[(u8, u8); SQUARES]; LINES] {
    /// The steps of a line, in columns to the right and rows up.
    const STEPS: [(u8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let mut lines = [[(0, 0); SQUARES]; LINES];
    let mut count = 0;
    let mut start = 0;
    while start < COLUMNS * ROWS {
        let (column, row) = (start / ROWS, start % ROWS);
        let mut step = 0;
        while step < STEPS.len() {
            let (right, up) = STEPS[step];
            let (last_column, last_row) = (column + 3 * right, row as i8 + 3 * up);
            if last_column < COLUMNS && last_row >= 0 && last_row < ROWS as i8 {
                let mut place = 0;
                while place < SQUARES {
                    lines[count][place] = (column + right * place as u8, (row as i8 + up * place as i8) as u8);
                    place += 1;
                }
                count += 1;
            }
            step += 1;
        }
        start += 1;
    }
    assert!(count == LINES, "there are so many lines");
    lines
}

/// Each line has a table of its own, so that the index of a weight is the feature.
const fn tuples() -> [Tuple; LINES] {
    let mut tuples = [Tuple::of_table(0); LINES];
    let mut line = 0;
    while line < LINES {
        tuples[line] = Tuple::of_table(line);
        let mut place = 0;
        while place < SQUARES {
            let (column, row) = ALL[line][place];
            tuples[line] = tuples[line].with(column as usize, row as usize);
            place += 1;
        }
        line += 1;
    }
    tuples
}

#[cfg(test)]
mod tests {
    use bestply_core::Position;
    use bestply_learning::Planes;
    use bestply_testkit::Dice;

    use super::*;

    fn seen(position: &ConnectFour, viewer: Side) -> Vec<usize> {
        features(position, viewer).collect()
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
            let mut mirrored: Vec<usize> = seen(&position, Side::Min).into_iter().map(mirrored).collect();
            mirrored.sort_unstable();
            assert_eq!(mirrored, seen(&image, Side::Min));
        }
        assert!((0..FEATURES).all(|feature| mirrored(mirrored(feature)) == feature));
        assert_eq!(ConnectFour::FEATURES, FEATURES);
    }
}
