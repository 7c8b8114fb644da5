use bestply_core::{Position, StaticError, Value};
use bestply_learning::Layout;

use super::{Breakthrough, MenAndRows};
use crate::Outcome;
use crate::learnt::{Tuples, UNITS, WON};
use crate::tuples::{Board, Tuple};

const SIZE: usize = 8;
const ROW_SETS: usize = 1 << SIZE;

/// The number of places of a block of 3 × 3 squares in one direction.
const PLACES: usize = SIZE - 2;

/// The number of tuples: every block of 3 × 3 squares, and every column.
const TUPLES: usize = PLACES * PLACES + SIZE;

const LAID_OUT: Board<TUPLES, SIZE, ROW_SETS, 2> = Board::new(&tuples());

static BOARD: Board<TUPLES, SIZE, ROW_SETS, 2> = LAID_OUT;

impl Tuples for Breakthrough {
    type Plain = MenAndRows;

    const LAYOUT: Layout =
        Layout { game: "breakthrough", fingerprint: LAID_OUT.fingerprint, weights: LAID_OUT.weights, units: UNITS };

    const STAGES: usize = 1;

    /// By `cargo xtask errors --game breakthrough --games 300`.
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

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn points(&self) -> Value {
        self.outcome().map_or(0, |outcome| outcome.value().signum() * WON)
    }

    /// Turns the board so that the side to move goes up.
    #[inline(always)]
    fn weights(&self) -> impl Iterator<Item = usize> {
        let [own, other] = self.seen_by(self.to_move()).map(u64::to_le_bytes);
        BOARD.weights_of(std::array::from_fn(|row| [own[row] | other[row], other[row]].map(usize::from)))
    }
}

/// Tuples that mirror each other share a table.
const fn tuples() -> [Tuple; TUPLES] {
    let mut tuples = [Tuple::of_table(0); TUPLES];
    let mut count = 0;
    let mut row = 0;
    while row < PLACES {
        let mut column = 0;
        while column < PLACES {
            let table = row * PLACES / 2;
            tuples[count] = if column < PLACES / 2 {
                block(Tuple::of_table(table + column), row, column, 1)
            } else {
                block(Tuple::of_table(table + PLACES - 1 - column), row, column + 2, -1)
            };
            count += 1;
            column += 1;
        }
        row += 1;
    }
    let mut column = 0;
    while column < SIZE {
        let from_edge = if column < SIZE / 2 { column } else { SIZE - 1 - column };
        tuples[count] = upright(Tuple::of_table(PLACES * PLACES / 2 + from_edge), column);
        count += 1;
        column += 1;
    }
    tuples
}

/// The block of 3 × 3 squares that starts at this column and goes to the right or to the left.
const fn block(mut tuple: Tuple, row: usize, column: usize, right: isize) -> Tuple {
    let mut place = 0;
    while place < 9 {
        tuple = tuple.with(
            row + place / 3,
            column.checked_add_signed(right * (place % 3) as isize).expect("a tuple lies on the board"),
        );
        place += 1;
    }
    tuple
}

const fn upright(mut tuple: Tuple, column: usize) -> Tuple {
    let mut row = 0;
    while row < SIZE {
        tuple = tuple.with(row, column);
        row += 1;
    }
    tuple
}
