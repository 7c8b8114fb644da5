//! Lines of Action: men move as far as there are men on their line, and the first side to join all its men wins.
//!
//! # Rules
//!
//! (Claude Soucie, about 1960; as played at the Computer Olympiads.)
//! The board has 8 × 8 squares.
//! Black, who is MAX here and moves first, has six men in the middle of the top row and six in that of the bottom row.
//! White has six men in the left column and six in the right one.
//!
//! - A man moves along a row, a column or a diagonal, exactly as many squares as there are men of either side
//!   on that whole line.
//! - He may jump over men of his own side, but not over men of the other.
//! - He may not enter a square with a man of his own side, and captures a man of the other.
//! - A player who has no such move passes. A player who has a move may not pass.
//! - Whoever has all his men in one group wins at once, men being neighbours along rows, columns and diagonals.
//!   A single man is a group. It does not matter whose move made the group.
//! - If a move leaves both sides with one group each, the game is drawn.
//!
//! At the Olympiads a game is also drawn when a position occurs for the third time.
//! A position here has no history.
//! So **the game is drawn after [`QUIET_PLIES`] plies without a capture**,
//! unless the position says that they are not counted: then nothing ends a game that goes round.
//!
//! # Notation
//!
//! A move is the square left and the square entered, with `-` between, or `x` if it captures: `b1-b3`, `c1xa3`.
//! A pass is `--`.
//! A position is its rows from the top, with slashes between: `x` for Black's men and `o` for White's.
//! Then follow the side to move and the number of plies since the last capture, or `-` where they are not counted:
//! `.xxxxxx./o......o/o......o/o......o/o......o/o......o/o......o/.xxxxxx. x 0`.
//!
//! # Canonical order
//!
//! The squares left come from `a1` on, row by row, and for each of these the squares entered, likewise.

mod evaluation;
mod features;
mod groups;
mod lines;
mod moves;
mod notation;

use bestply_core::{Keyed, Position, Side};
use groups::is_connected;
use lines::Lines;

use crate::Outcome;
use crate::bits::Bits;
use crate::key::key;
use crate::quiet::Quiet;

pub use evaluation::ConcentrationAndMoves;
pub use moves::{Move, Moves};

/// The number of plies without a capture after which the game is drawn.
pub const QUIET_PLIES: u8 = Quiet::MOST;

/// A position of Lines of Action.
///
/// A square is bit *8 · row + column*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LinesOfAction {
    men: [u64; 2],
    /// Whether all men of a side are in one group.
    connected: [bool; 2],
    quiet: Quiet,
    to_move: Side,
}

impl LinesOfAction {
    /// Below what the [numbers](Move::number) of all moves lie.
    pub const MOVE_NUMBERS: u32 = Move::PASS.number() + 1;

    /// The position at the start of a game.
    pub const fn start() -> LinesOfAction {
        let (rows, columns) = (0x7e00_0000_0000_007e, 0x0081_8181_8181_8100);
        LinesOfAction { men: [rows, columns], connected: [false; 2], quiet: Quiet::ZERO, to_move: Side::Max }
    }

    /// The men of a side: bit *8 · row + column*.
    #[inline]
    pub const fn men(&self, side: Side) -> u64 {
        self.men[side as usize]
    }

    quiet_plies!();

    /// How the game ended, if it is over.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.connected {
            [false, false] => self.quiet.is_over().then_some(Outcome::Drawn),
            [true, true] => Some(Outcome::Drawn),
            [true, false] => Some(Outcome::Won(Side::Max)),
            [false, true] => Some(Outcome::Won(Side::Min)),
        }
    }

    /// The legal move of this [number](Move::number), which captures a man where one stands.
    #[inline]
    pub const fn numbered(&self, number: u32) -> Move {
        if number == Move::PASS.number() {
            return Move::PASS;
        }
        let (from, to) = ((number / 64) as u8, (number % 64) as u8);
        Move::new(from, to, self.men(self.to_move.other()) >> to & 1 != 0)
    }

    #[inline]
    fn lines(&self) -> Lines {
        Lines::through(self.men[0] | self.men[1])
    }

    /// The number of steps that a side's men could make if it were to move.
    #[inline]
    fn steps(&self, lines: &Lines, side: Side) -> usize {
        let [own, other] = [self.men(side), self.men(side.other())];
        Bits(own).map(|from| lines.targets(from, own, other).count_ones()).sum::<u32>() as usize
    }

    /// The viewer's men and the other side's, on a board mirrored along its diagonal for MIN:
    /// so the viewer's men start in rows.
    #[inline(always)]
    fn seen_by(&self, viewer: Side) -> [u64; 2] {
        let men = [self.men(viewer), self.men(viewer.other())];
        if viewer == Side::Max { men } else { men.map(transposed) }
    }
}

/// The board with rows and columns exchanged.
#[inline]
const fn transposed(squares: u64) -> u64 {
    const fn exchanged(squares: u64, mask: u64, distance: u32) -> u64 {
        let differing = (squares ^ squares >> distance) & mask;
        squares ^ differing ^ differing << distance
    }
    let squares = exchanged(squares, 0x00aa_00aa_00aa_00aa, 7);
    let squares = exchanged(squares, 0x0000_cccc_0000_cccc, 14);
    exchanged(squares, 0x0000_0000_f0f0_f0f0, 28)
}

impl Position for LinesOfAction {
    type Move = Move;
    type Moves = Moves;
    /// The position before the move, 24 bytes.
    type Undo = LinesOfAction;

    turn_and_fingerprint!();

    #[inline]
    fn moves(&self) -> Moves {
        Moves::of(self)
    }

    #[inline]
    fn make(&mut self, mv: Move) -> LinesOfAction {
        debug_assert!(self.moves().any(|legal| legal == mv), "{self} has no move {mv}");
        let before = *self;
        let [own, other] = [self.to_move, self.to_move.other()].map(|side| side as usize);
        self.quiet = self.quiet.after(mv.captures());
        if let Some((from, to)) = mv.step() {
            self.men[own] ^= 1 << from | 1 << to;
            self.connected[own] = is_connected(self.men[own]);
            if mv.captures() {
                self.men[other] ^= 1 << to;
                self.connected[other] = is_connected(self.men[other]);
            }
        }
        self.to_move = self.to_move.other();
        before
    }

    restored!();

    #[inline]
    fn move_count(&self) -> usize {
        if self.is_terminal() { 0 } else { self.steps(&self.lines(), self.to_move).max(1) }
    }

    over_by_outcome!();

    /// A move is hardly ever worse than none: null moves served the program MIA well
    /// (Winands, van den Herik, Uiterwijk and van der Werf, *Enhanced Forward Pruning*, 2005).
    #[inline]
    fn make_null_move(&mut self) -> Option<LinesOfAction> {
        let before = *self;
        (!self.is_terminal()).then(|| {
            self.to_move = self.to_move.other();
            before
        })
    }

    #[inline]
    fn unmake_null_move(&mut self, before: LinesOfAction) {
        *self = before;
    }
}

/// The plies since the last capture are a part of the key, because the rest of the game depends on them.
impl Keyed for LinesOfAction {
    #[inline]
    fn key(&self) -> u64 {
        key([self.men[0], self.men[1], self.quiet.bits() << 1 | self.to_move as u64])
    }
}
