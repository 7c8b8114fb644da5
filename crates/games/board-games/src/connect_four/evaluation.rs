use bestply_core::{Position, Side, Value};

use crate::connect_four::lines::{LINES, STEPS, open_fours};
use crate::connect_four::{COLUMN_BITS, ConnectFour};

/// Rivest's static value (1987): lines of four that only one side has discs in, by how many.
///
/// A line with one, two or three discs counts 1, 10 or 50, and to be on the move counts 16.
/// A won game is infinite here, where the source has 512, which is what a win is worth.
///
/// The source's text could not be had; the numbers are those of secondary texts.
#[derive(Clone, Copy, Debug, Default)]
pub struct WeightedLines;

impl WeightedLines {
    /// What a win is worth.
    pub const WIN: u32 = 512;
    /// What a line is worth by the number of discs in it.
    const LINE: [Value; 4] = [0, 1, 10, 50];
    /// What it is worth to be on the move.
    const TURN: Value = 16;
}

plain_evaluation!(
    WeightedLines of ConnectFour,
    |position: &ConnectFour| {
        let [max, min] = [Side::Max, Side::Min].map(|side| position.discs(side));
        let turn = WeightedLines::TURN * position.to_move().sign();
        weighted_lines(max, min) - weighted_lines(min, max) + turn
    },
    win = WeightedLines::WIN
);

/// What the lines without a disc of `theirs` are worth by the discs of `ours` in them.
fn weighted_lines(ours: u64, theirs: u64) -> Value {
    let of_step = |step: u32| -> Value {
        // Bit by bit, two sums of the four squares of every line at once: the discs in it, from 0 to 3.
        let squares = [0, step, 2 * step, 3 * step].map(|steps| ours >> steps);
        let (low, carries) =
            squares.iter().fold((0, 0), |(low, carries), &square| (low ^ square, carries ^ (low & square)));
        let open = open_fours(theirs, step);
        [(low & !carries, 1), (!low & carries, 2), (low & carries, 3)]
            .map(|(lines, discs)| WeightedLines::LINE[discs] * (open & lines).count_ones() as Value)
            .iter()
            .sum()
    };
    STEPS.into_iter().map(of_step).sum()
}

/// The number of lines of four that MAX can still fill minus the number that MIN can still fill.
///
/// There are 69 lines. A side can fill those without a disc of the other side.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

plain_evaluation!(
    OpenLines of ConnectFour,
    |position: &ConnectFour| open_lines(position.discs(Side::Min)) - open_lines(position.discs(Side::Max)),
    /// A side that alone can still fill lines has won in the end.
    win = LINES as u32
);

/// The number of lines without any of these discs.
///
/// A line that is not vertical begins in one of the four columns on the left, a rising one in the three lower rows and
/// a falling one in the three upper rows.
/// So two numbers hold what begins of the four directions, and fewer are counted.
#[inline]
fn open_lines(discs: u64) -> Value {
    let [flat, vertical, rising, falling] = STEPS.map(|step| open_fours(discs, step));
    let slanted_and_flat = rising | falling | flat << (4 * COLUMN_BITS);
    (slanted_and_flat.count_ones() + vertical.count_ones()) as Value
}

#[cfg(test)]
mod tests {
    use bestply_core::mix;

    use super::*;
    use crate::connect_four::FULL;
    use crate::connect_four::lines::ALL;

    #[test]
    fn open_lines_are_counted_as_one_by_one() {
        let discs = (0..2000).map(|seed| FULL & mix(seed) & if seed % 3 == 0 { mix(!seed) } else { !0 });
        for discs in discs.chain([0, FULL]) {
            let holds = |(column, row): (u8, u8)| discs >> (COLUMN_BITS * column + row) & 1 != 0;
            let open = ALL.iter().filter(|line| !line.iter().any(|&square| holds(square))).count();
            assert_eq!(open_lines(discs), open as Value, "{discs:#x}");
        }
    }
}
