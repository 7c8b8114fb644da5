//! The lines of four: who has won, what a position is worth and what is learnt of it follow from them.

use super::{COLUMN_BITS, COLUMNS, FULL, ROWS};

/// The number of lines of four.
pub(super) const LINES: usize = 69;

/// The number of squares of a line.
pub(super) const LENGTH: usize = 4;

/// The squares of a line, as columns and rows, its leftmost or lowest square first.
pub(super) type Line = [(u8, u8); LENGTH];

/// The directions of a line, in columns to the right and rows up.
const DIRECTIONS: [(u8, i8); 4] = [FLAT, (0, 1), RISING, (1, -1)];
pub(super) const FLAT: (u8, i8) = (1, 0);
pub(super) const RISING: (u8, i8) = (1, 1);

/// What the bit of a square grows by along a line, for each direction.
pub(super) const STEPS: [u32; DIRECTIONS.len()] = {
    let column = COLUMN_BITS as u32;
    [column, 1, column + 1, column - 1]
};

/// All lines, those of the first square first.
pub(super) const ALL: [Line; LINES] = all();

/// The lowest or leftmost squares of all lines of four within a set, for one step.
#[inline]
pub(super) fn fours(squares: u64, step: u32) -> u64 {
    let pairs = squares & (squares >> step);
    pairs & (pairs >> (2 * step))
}

#[inline]
pub(super) fn has_four(discs: u64) -> bool {
    STEPS.iter().fold(0, |found, &step| found | fours(discs, step)) != 0
}

/// The squares that make a line of four with three of these discs, and squares beside the board.
#[inline]
pub(super) fn completing(discs: u64) -> u64 {
    STEPS.iter().fold(0, |found, &step| {
        let (up, down) = (discs << step, discs >> step);
        let (two_below, two_above) = (up & up << step, down & down >> step);
        found | two_below & (discs << (3 * step) | down) | two_above & (up | discs >> (3 * step))
    })
}

/// The discs that are in a line of four.
pub(super) fn in_fours(discs: u64) -> u64 {
    STEPS.iter().fold(0, |found, &step| {
        let begins = fours(discs, step);
        (0..LENGTH as u32).fold(found, |found, far| found | begins << (far * step))
    })
}

/// The lowest or leftmost squares of the lines without any of these discs, for one step.
#[inline]
pub(super) fn open_fours(discs: u64, step: u32) -> u64 {
    fours(FULL & !discs, step)
}

/// The line that starts at a square.
pub(super) const fn line((column, row): (u8, u8), (right, up): (u8, i8)) -> Line {
    let mut line = [(0, 0); LENGTH];
    let mut place = 0;
    while place < LENGTH {
        line[place] = (column + right * place as u8, (row as i8 + up * place as i8) as u8);
        place += 1;
    }
    line
}

/// The line where the board is mirrored, left to right.
pub(super) const fn mirrored(mut line: Line) -> Line {
    let mut place = 0;
    while place < LENGTH {
        line[place].0 = COLUMNS - 1 - line[place].0;
        place += 1;
    }
    line
}

const fn all() -> [Line; LINES] {
    let mut lines = [[(0, 0); LENGTH]; LINES];
    let mut count = 0;
    let mut index = 0;
    while index < COLUMNS as usize * ROWS as usize * DIRECTIONS.len() {
        let square = (index / DIRECTIONS.len()) as u8;
        let line = line((square / ROWS, square % ROWS), DIRECTIONS[index % DIRECTIONS.len()]);
        let (last_column, last_row) = line[LENGTH - 1];
        if last_column < COLUMNS && last_row < ROWS {
            lines[count] = line;
            count += 1;
        }
        index += 1;
    }
    assert!(count == LINES, "there are so many lines");
    lines
}

#[cfg(test)]
mod tests {
    use super::super::BOTTOM;
    use super::*;

    #[test]
    fn the_board_is_seven_by_six() {
        assert_eq!((BOTTOM.count_ones(), FULL.count_ones()), (7, 42));
        let lines: u32 = STEPS.iter().map(|&step| fours(FULL, step).count_ones()).sum();
        assert_eq!(lines, 69);
    }
}
