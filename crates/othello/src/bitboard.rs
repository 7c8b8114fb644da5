//! The rules on sets of squares.
//! A set is a `u64` whose bit *8 · row + column* stands for a square: A1 is bit 0 and H8 bit 63.
//!
//! Nothing here branches on a direction or allocates.
//! On x86-64 without extensions [`legal_moves`] takes some 150 instructions and [`flips`] some 110.
//! Compiled for a processor with AVX-512, they take about half as many.

/// The squares outside columns A and H, which a line of discs can cross without leaving the board sideways.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares from each square to the border, along the four lines on which indices grow: by 1, 7, 8 and 9.
static RAYS_UP: [[u64; 4]; 64] = rays_up();

/// The squares to the left of each square.
static LEFT: [u64; 64] = left();

/// The squares on which the owner of `mover` can place a disc against `waiting`.
///
/// Runs of `waiting` that begin beside a disc of `mover` are filled in three steps, of one, two and two squares.
/// Upwards along a row an addition does this: its carry leaves the run at the far end.
#[inline(always)]
#[must_use]
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
/// Along a line on which indices grow, a carry runs through the discs of `waiting` to the first other square.
/// Three of the four opposite directions are such lines on the board turned upside down.
/// For the fourth direction, to the left, the highest such square is looked for.
#[inline(always)]
#[must_use]
pub fn flips(mover: u64, waiting: u64, square: u8) -> u64 {
    let square = usize::from(square & 63);
    let [right, up_left, up, up_right] = RAYS_UP[square];
    let upwards = carried(mover, waiting, right)
        | carried(mover, waiting, up_left)
        | carried(mover, waiting, up)
        | carried(mover, waiting, up_right);
    let (mover_down, waiting_down) = (mover.swap_bytes(), waiting.swap_bytes());
    let [_, down_left, down, down_right] = RAYS_UP[square ^ 56];
    let downwards = carried(mover_down, waiting_down, down_left)
        | carried(mover_down, waiting_down, down)
        | carried(mover_down, waiting_down, down_right);
    upwards | downwards.swap_bytes() | to_the_left(mover, waiting, LEFT[square])
}

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

/// The discs that turn on an upward ray.
///
/// They lie below the ray's lowest square that is not of `waiting`, if that square is of `mover`.
#[inline(always)]
fn carried(mover: u64, waiting: u64, ray: u64) -> u64 {
    let end = (waiting | !ray).wrapping_add(1) & ray & mover;
    end.saturating_sub(1) & ray
}

/// The discs that turn on the ray to the left.
///
/// They lie above the ray's highest square that is not of `waiting`, if that square is of `mover`.
#[inline(always)]
fn to_the_left(mover: u64, waiting: u64, ray: u64) -> u64 {
    // Bit 0 stands in where there is no such square: nothing on the ray lies below it, and a disc there counts already.
    let highest = (1 << 63) >> ((ray & !waiting) | 1).leading_zeros();
    let end = highest & mover & ray;
    (end.wrapping_neg() << 1) & ray
}

const fn rays_up() -> [[u64; 4]; 64] {
    let steps = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut rays = [[0; 4]; 64];
    let mut index = 0;
    while index < 64 * 4 {
        let (columns, rows) = steps[index % 4];
        let (mut column, mut row) = ((index / 4 % 8) as i32 + columns, (index / 32) as i32 + rows);
        while 0 <= column && column < 8 && row < 8 {
            rays[index / 4][index % 4] |= 1 << (8 * row + column);
            (column, row) = (column + columns, row + rows);
        }
        index += 1;
    }
    rays
}

const fn left() -> [u64; 64] {
    let mut left = [0; 64];
    let mut square = 0;
    while square < 64 {
        left[square] = ((1 << (square % 8)) - 1) << (square / 8 * 8);
        square += 1;
    }
    left
}
