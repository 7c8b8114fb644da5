//! The rules on sets of squares.
//! A set is a `u64` whose bit *8 · row + column* stands for a square: A1 is bit 0 and H8 bit 63.
//!
//! Nothing here branches on a direction or allocates.
//! On x86-64 without extensions [`legal_moves`] takes some 140 instructions and [`flips`] some 95.

/// The squares outside columns A and H, which a line of discs can cross without leaving the board sideways.
pub(crate) const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// The squares on which the owner of `mover` can place a disc against `waiting`.
///
/// Runs of `waiting` that begin beside a disc of `mover` are filled in three steps, of one, two and two squares.
/// Upwards along a row an addition does this: its carry leaves the run at the far end.
#[inline(always)]
pub fn legal_moves(mover: u64, waiting: u64) -> u64 {
    let sideways = waiting & INNER_COLUMNS;
    let right = ((mover << 1) & sideways) + sideways;
    let left = run_down::<1>(mover, sideways) >> 1;
    let reached =
        right | left | behind::<7>(mover, sideways) | behind::<8>(mover, waiting) | behind::<9>(mover, sideways);
    reached & !(mover | waiting)
}

/// The discs that turn when the owner of `mover` places a disc on `square`, 0 to 63; none where that is no legal move.
///
/// On each ray from the square the first square that is not of `waiting` must be of `mover`.
/// Where squares' numbers grow along the ray, that is the lowest such bit.
/// Three of the other rays grow on the board with its rows reversed; on the last one, a bit scan finds the highest.
///
/// Endgames take 9 % more instructions, and 5 % less time, than with lines of eight bits that index tables:
/// no result waits for another, nor for more memory than a line of the cache.
#[inline(always)]
pub fn flips(mover: u64, waiting: u64, square: u8) -> u64 {
    let Rays { growing, reversed, left } = &RAYS[usize::from(square & 63)];
    let growing = growing.map(|ray| turned(ray, mover, waiting));
    let [reversed_mover, reversed_waiting] = [mover.swap_bytes(), waiting.swap_bytes()];
    let reversed = reversed.map(|ray| turned(ray, reversed_mover, reversed_waiting));
    // Bit 0 stands for the border, where no disc of `waiting` can turn.
    let end = (1 << 63 >> (left & !waiting | 1).leading_zeros()) & left & mover;
    let in_left = left & (end << 1).wrapping_neg();
    growing[0] | growing[1] | growing[2] | growing[3] | in_left | (reversed[0] | reversed[1] | reversed[2]).swap_bytes()
}

/// The squares of a ray, on which numbers grow, that turn.
#[inline(always)]
fn turned(ray: u64, mover: u64, waiting: u64) -> u64 {
    let stops = ray & !waiting;
    let end = stops & stops.wrapping_neg() & mover;
    ray & end.wrapping_sub(u64::from(end != 0))
}

/// The squares of the board beyond a square, by directions. They have a line of the cache.
#[repr(align(64))]
struct Rays {
    /// Those on which numbers grow.
    growing: [u64; 4],
    /// Upwards, on the board with its rows reversed.
    reversed: [u64; 3],
    left: u64,
}

static RAYS: [Rays; 64] = {
    const NONE: Rays = Rays { growing: [0; 4], reversed: [0; 3], left: 0 };
    let mut rays = [NONE; 64];
    let mut square = 0;
    while square < 64 {
        let up = [ray(square, 0, -1), ray(square, 1, -1), ray(square, -1, -1)];
        rays[square] = Rays {
            growing: [ray(square, 1, 0), ray(square, 0, 1), ray(square, 1, 1), ray(square, -1, 1)],
            reversed: [up[0].swap_bytes(), up[1].swap_bytes(), up[2].swap_bytes()],
            left: ray(square, -1, 0),
        };
        square += 1;
    }
    rays
};

/// The squares beyond a square in a direction.
const fn ray(square: usize, right: i32, down: i32) -> u64 {
    let (mut column, mut row) = (square as i32 % 8 + right, square as i32 / 8 + down);
    let mut squares = 0;
    while 0 <= column && column < 8 && 0 <= row && row < 8 {
        squares |= 1 << (8 * row + column);
        (column, row) = (column + right, row + down);
    }
    squares
}

/// The two diagonals through a square: the one on which rows grow with columns, and the one on which they shrink.
#[inline(always)]
pub(crate) fn diagonals(square: u8) -> [u64; 2] {
    DIAGONALS[usize::from(square & 63)]
}

/// The squares of a row, bit by bit.
#[inline(always)]
pub(crate) fn bits_of_row(set: u64, row: u8) -> u8 {
    (set >> (8 * row)) as u8
}

/// The squares of a column, bit by bit.
#[inline(always)]
pub(crate) fn bits_of_column(set: u64, column: u8) -> u8 {
    let Column { squares, gather } = &COLUMNS[usize::from(column & 7)];
    ((set & squares).wrapping_mul(*gather) >> 56) as u8
}

/// The squares of a diagonal, bit by bit in the order of their columns.
#[inline(always)]
pub(crate) fn bits_of_diagonal(set: u64, diagonal: u64) -> u8 {
    ((set & diagonal).wrapping_mul(COLUMN_A) >> 56) as u8
}

/// A column, with the factor that brings its squares side by side into the highest byte.
struct Column {
    squares: u64,
    gather: u64,
}

static COLUMNS: [Column; 8] = {
    const FIRST: Column = Column { squares: COLUMN_A, gather: 0x0102_0408_1020_4080 };
    let mut columns = [const { FIRST }; 8];
    let mut column = 1;
    while column < 8 {
        let Column { squares, gather } = FIRST;
        columns[column] = Column { squares: squares << column, gather: gather >> column };
        column += 1;
    }
    columns
};

/// As [`flips`], for a disc that is given as a set of one square.
///
/// It takes more instructions, but no memory, multiplication or bit scan,
/// so that a compiler can do it for several boards at once.
#[inline(always)]
pub(crate) fn flips_of_disc(mover: u64, waiting: u64, disc: u64) -> u64 {
    let sideways = waiting & INNER_COLUMNS;
    let beyond = ((disc << 1) & sideways) + sideways;
    let right = if beyond & mover == 0 { 0 } else { sideways & !beyond };
    let left = run_down::<1>(disc, sideways);
    let left = if (left >> 1) & mover == 0 { 0 } else { left };
    right | left | line::<7>(disc, mover, sideways) | line::<8>(disc, mover, waiting) | line::<9>(disc, mover, sideways)
}

/// The squares just beyond runs of `crossed` that begin beside `from`, in both directions of a line.
#[inline(always)]
fn behind<const STEP: u32>(from: u64, crossed: u64) -> u64 {
    (run_up::<STEP>(from, crossed) << STEP) | (run_down::<STEP>(from, crossed) >> STEP)
}

/// The discs that turn on one line, in both directions.
#[inline(always)]
fn line<const STEP: u32>(disc: u64, mover: u64, crossed: u64) -> u64 {
    let up = run_up::<STEP>(disc, crossed);
    let down = run_down::<STEP>(disc, crossed);
    let if_closed = |run: u64, end: u64| if end & mover == 0 { 0 } else { run };
    if_closed(up, up << STEP) | if_closed(down, down >> STEP)
}

/// The squares of `crossed` in unbroken runs of up to six that begin beside `from`, where indices grow by `STEP`.
#[inline(always)]
fn run_up<const STEP: u32>(from: u64, crossed: u64) -> u64 {
    let mut run = crossed & (from << STEP);
    run |= crossed & (run << STEP);
    let crossed_twice = crossed & (crossed << STEP);
    run |= crossed_twice & (run << (2 * STEP));
    run | (crossed_twice & (run << (2 * STEP)))
}

/// As [`run_up`], where indices shrink by `STEP`.
#[inline(always)]
fn run_down<const STEP: u32>(from: u64, crossed: u64) -> u64 {
    let mut run = crossed & (from >> STEP);
    run |= crossed & (run >> STEP);
    let crossed_twice = crossed & (crossed >> STEP);
    run |= crossed_twice & (run >> (2 * STEP));
    run | (crossed_twice & (run >> (2 * STEP)))
}

static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square as i32 / 8, square as i32 % 8);
        let mut other = 0;
        while other < 64 {
            let (down, right) = (other / 8 - row, other % 8 - column);
            if down == right {
                diagonals[square][0] |= 1 << other;
            }
            if down == -right {
                diagonals[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    diagonals
};
