//! A plain evaluation: lines on the boards, and boards in lines.

use bestply_core::{Side, Value};

use super::UltimateTicTacToe;
use crate::tic_tac_toe::{LINES, SQUARES};

/// Lines that are still open, on each board and among the boards.
///
/// On a board that is not closed, a line without a mark of the other side counts 1 with one own mark and 4 with two.
/// A line of boards none of which the other side has, or nobody can win, counts 20 with one own board and 80 with two.
/// A board that is won counts 20 besides.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoardsAndLines;

/// What a line is worth by the number of own places in it, on a board.
const ON_BOARD: [Value; 4] = [0, 1, 4, 0];

/// The same, of boards.
const OF_BOARDS: [Value; 4] = [0, 20, 80, 0];

/// What a board is worth by itself.
const BOARD: Value = 20;

plain_evaluation!(
    BoardsAndLines of UltimateTicTacToe,
    |position| worth(position, Side::Max) - worth(position, Side::Min),
    /// Two boards in an open line more are as good as a win.
    win = 120
);

fn worth(position: &UltimateTicTacToe, side: Side) -> Value {
    let open = (0..9).filter(|board| position.closed >> board & 1 == 0);
    let on_boards: Value =
        open.map(|board| lines(position.marks(side, board), position.marks(side.other(), board), &ON_BOARD)).sum();
    let (own, lost) = (position.won(side), position.closed & !position.won(side) & SQUARES);
    on_boards + lines(own, lost, &OF_BOARDS) + BOARD * own.count_ones() as Value
}

/// What the lines without any of the lost places are worth, by the number of own ones in each.
fn lines(own: u16, lost: u16, worth: &[Value; 4]) -> Value {
    let open = LINES.iter().filter(|&&line| line & lost == 0);
    open.map(|line| worth[(line & own).count_ones() as usize]).sum()
}
