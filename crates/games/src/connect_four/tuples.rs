use bestply_core::{Position, Side, StaticError, Value};
use bestply_learning::Layout;

use super::{COLUMN_BITS, COLUMNS, ConnectFour, OpenLines, ROWS};
use crate::Outcome;
use crate::learnt::{Tuples, UNITS, WON};
use crate::tuples::{Board, Tuple};

/// The number of tuples.
///
/// There is one for every line of four that is not upright: 24 lie flat and 24 are diagonal.
/// It also has the squares that the line's own rest on, because half of a line's worth is what can be filled next.
/// Then come the columns, and one empty tuple for the worth of the turn.
const TUPLES: usize = 24 + 24 + COLUMNS as usize + 1;

const COLUMN_SETS: usize = 1 << ROWS;

const LAID_OUT: Board<TUPLES, { COLUMNS as usize }, COLUMN_SETS, 2> = Board::new(&tuples());

static BOARD: Board<TUPLES, { COLUMNS as usize }, COLUMN_SETS, 2> = LAID_OUT;

impl Tuples for ConnectFour {
    type Plain = OpenLines;

    const LAYOUT: Layout =
        Layout { game: "connect-four", fingerprint: LAID_OUT.fingerprint, weights: 2 * LAID_OUT.weights, units: UNITS };

    /// The stages: positions with MAX to move and with MIN to move.
    ///
    /// Which side fills the last square of a column depends on whether the number of moves is even.
    const STAGES: usize = 2;

    /// By `cargo xtask errors --game connect-four --games 300`.
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

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn points(&self) -> Value {
        self.outcome().map_or(0, |outcome| outcome.value().signum() * WON)
    }

    #[inline(always)]
    fn weights(&self) -> impl Iterator<Item = usize> {
        let column = |discs: u64, column: usize| (discs >> (usize::from(COLUMN_BITS) * column)) as usize % COLUMN_SETS;
        let [either, other] = [self.mover | self.waiting(), self.waiting()];
        let columns = std::array::from_fn(|place| [column(either, place), column(other, place)]);
        let stage = self.to_move() as usize * LAID_OUT.weights;
        BOARD.weights_of(columns).map(move |index| stage + index)
    }
}

/// Tuples that mirror each other share a table.
const fn tuples() -> [Tuple; TUPLES] {
    let mut tuples = [Tuple::of_table(TUPLES); TUPLES];
    let mut count = 0;
    let mut row = 0;
    while row < ROWS as usize {
        let mut start = 0;
        while start < 4 {
            tuples[count] = match start {
                0 | 1 => line(Tuple::of_table(2 * row + start), start, row, 1, 0),
                _ => line(Tuple::of_table(2 * row + 3 - start), start + 3, row, -1, 0),
            };
            count += 1;
            if row + 3 < ROWS as usize {
                let table = Tuple::of_table(12 + 4 * row + start);
                tuples[count] = line(table, start, row, 1, 1);
                tuples[count + 1] = line(table, 6 - start, row, -1, 1);
                count += 2;
            }
            start += 1;
        }
        row += 1;
    }
    let mut column = 0;
    while column < COLUMNS as usize {
        tuples[count] = upright(Tuple::of_table(24 + if column < 4 { column } else { 6 - column }), column);
        count += 1;
        column += 1;
    }
    assert!(count + 1 == TUPLES, "the last one has no square");
    tuples
}

/// A line of four with this step from square to square, and the squares below it.
const fn line(mut tuple: Tuple, column: usize, row: usize, right: isize, up: usize) -> Tuple {
    let mut place = 0;
    while place < 4 {
        let (column, row) =
            (column.checked_add_signed(right * place as isize).expect("a tuple lies on the board"), row + up * place);
        tuple = tuple.with(column, row);
        if row > 0 {
            tuple = tuple.with(column, row - 1);
        }
        place += 1;
    }
    tuple
}

const fn upright(mut tuple: Tuple, column: usize) -> Tuple {
    let mut row = 0;
    while row < ROWS as usize {
        tuple = tuple.with(column, row);
        row += 1;
    }
    tuple
}
