//! The rules on sets of squares.
//! A set is a `u64` whose bit *8 · row + column* stands for a square: A1 is bit 0 and H8 bit 63.
//!
//! Nothing here branches on a direction or allocates.
//! On x86-64 without extensions [`legal_moves`] takes some 140 instructions and [`flips`] some 90.

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
/// Each of the four lines through the square becomes eight bits.
/// Where the runs of `waiting` beside the square end is looked up, and what lies between the square and those ends that
/// are of `mover`.
#[inline(always)]
pub fn flips(mover: u64, waiting: u64, square: u8) -> u64 {
    let (row, column) = (square >> 3 & 7, square & 7);
    let [falling, rising] = diagonals(square);
    let in_row = turned(column, bits_of_row(mover, row), bits_of_row(waiting, row)) << (8 * row);
    let in_column = turned(row, bits_of_column(mover, column), bits_of_column(waiting, column));
    let in_falling = turned(column, bits_of_diagonal(mover, falling), bits_of_diagonal(waiting, falling));
    let in_rising = turned(column, bits_of_diagonal(mover, rising), bits_of_diagonal(waiting, rising));
    in_row
        | column_of_bits(in_column, column)
        | in_falling.wrapping_mul(COLUMN_A) & falling
        | in_rising.wrapping_mul(COLUMN_A) & rising
}

/// The squares of a line that turn when the owner of `mover` places a disc on `place`.
#[inline(always)]
fn turned(place: u8, mover: u8, waiting: u8) -> u64 {
    let place = usize::from(place & 7);
    let ends = ENDS[place][usize::from(waiting)] & mover;
    u64::from(BETWEEN[place][usize::from(ends)])
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
    let Column { squares, gather, .. } = &COLUMNS[usize::from(column & 7)];
    ((set & squares).wrapping_mul(*gather) >> 56) as u8
}

/// The squares of a diagonal, bit by bit in the order of their columns.
#[inline(always)]
pub(crate) fn bits_of_diagonal(set: u64, diagonal: u64) -> u8 {
    ((set & diagonal).wrapping_mul(COLUMN_A) >> 56) as u8
}

/// The squares of a column by their bits, of which the first and the last are not set.
#[inline(always)]
fn column_of_bits(bits: u64, column: u8) -> u64 {
    let Column { squares, scatter, .. } = &COLUMNS[usize::from(column & 7)];
    bits.wrapping_mul(*scatter) & squares
}

/// A column, with the factors that bring its squares side by side into the highest byte, and back.
struct Column {
    squares: u64,
    gather: u64,
    scatter: u64,
}

static COLUMNS: [Column; 8] = {
    const FIRST: Column = Column { squares: COLUMN_A, gather: 0x0102_0408_1020_4080, scatter: 0x0002_0408_1020_4081 };
    let mut columns = [const { FIRST }; 8];
    let mut column = 1;
    while column < 8 {
        let Column { squares, gather, scatter } = FIRST;
        columns[column] = Column { squares: squares << column, gather: gather >> column, scatter: scatter << column };
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

/// The squares at the far ends of the runs beside a place of a line, by the place and by which squares of the line are
/// of the runs' side. The outer two of these do not matter: nothing lies beyond them.
static ENDS: [[u8; 256]; 8] = {
    let mut ends = [[0; 256]; 8];
    let mut index = 0;
    while index < 8 * 256 {
        let (place, line) = (index / 256, index % 256);
        let mut above = place + 1;
        while above < 7 && line >> above & 1 == 1 {
            above += 1;
        }
        if above > place + 1 {
            ends[place][line] |= 1 << above;
        }
        let mut below = place;
        while below > 1 && line >> (below - 1) & 1 == 1 {
            below -= 1;
        }
        if below < place {
            ends[place][line] |= 1 << (below - 1);
        }
        index += 1;
    }
    ends
};

/// The squares between a place of a line and squares of it, at most one on either side.
static BETWEEN: [[u8; 256]; 8] = {
    let mut between = [[0; 256]; 8];
    let mut index = 0;
    while index < 8 * 256 {
        let (place, line) = (index / 256, (index % 256) as u32);
        let above = line >> (place + 1);
        let below = line & ((1 << place) - 1);
        if above != 0 {
            between[place][line as usize] |= ((1 << above.trailing_zeros()) - 1) << (place + 1);
        }
        if below != 0 {
            let end = below.ilog2() as usize + 1;
            between[place][line as usize] |= ((1 << (place - end)) - 1) << end;
        }
        index += 1;
    }
    between
};

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
