//! The rules on sets of squares: a `u64` whose bit *8 · row + column* stands for a square, A1 being bit 0 and H8 bit 63.
//!
//! Nothing here branches on a direction or allocates.

/// The squares that are not in column A or H: where a line of discs can cross without leaving the board sideways.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares on which the owner of `mover` can place a disc against `waiting`.
#[inline]
#[must_use]
pub fn legal_moves(mover: u64, waiting: u64) -> u64 {
    let empty = !(mover | waiting);
    let sideways = waiting & INNER_COLUMNS;
    let reached = fill_both::<1>(mover, sideways)
        | fill_both::<8>(mover, waiting)
        | fill_both::<7>(mover, sideways)
        | fill_both::<9>(mover, sideways);
    reached & empty
}

/// The discs that turn when the owner of `mover` places a disc on `square`; none where that is no move.
#[inline]
#[must_use]
pub fn flips(mover: u64, waiting: u64, square: u8) -> u64 {
    let disc = 1_u64 << square;
    let sideways = waiting & INNER_COLUMNS;
    line::<1>(disc, mover, sideways)
        | line::<8>(disc, mover, waiting)
        | line::<7>(disc, mover, sideways)
        | line::<9>(disc, mover, sideways)
}

/// The squares just behind runs of `crossed` that begin beside `from`, in both directions of a line.
#[inline(always)]
fn fill_both<const STEP: u32>(from: u64, crossed: u64) -> u64 {
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

#[inline(always)]
fn run_up<const STEP: u32>(from: u64, crossed: u64) -> u64 {
    let mut run = crossed & (from << STEP);
    for _ in 0..5 {
        run |= crossed & (run << STEP);
    }
    run
}

#[inline(always)]
fn run_down<const STEP: u32>(from: u64, crossed: u64) -> u64 {
    let mut run = crossed & (from >> STEP);
    for _ in 0..5 {
        run |= crossed & (run >> STEP);
    }
    run
}
