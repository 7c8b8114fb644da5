//! Oware, by the Abapa rules: sow seeds around the board, capture twos and threes.
//!
//! # Rules
//!
//! (The Oware Society's Abapa rules, those of tournaments.)
//! Two rows of six houses lie between the players, with four seeds in each house.
//! South is MAX and moves first.
//! South owns the houses `A` to `F`, from left to right;
//! North owns `a` to `f`, from right to left, so that `a` lies above `F`.
//!
//! - *Sowing.* A player takes all the seeds of one of his houses and drops them one by one into the houses that follow.
//!   The order is counter-clockwise: `A` to `F`, `a` to `f`, and `A` again.
//!   The house that the seeds came from is left out: a twelfth seed falls into the house after it.
//! - *Capturing.* If the last seed falls into a house of the other player and makes two or three there,
//!   the player captures these seeds.
//!   Then he captures those of the house before, if it is the other player's and also holds two or three; and so on.
//! - *Grand slam.* A move that would capture all of the other player's seeds is legal, but captures nothing.
//! - *Feeding.* If the other player has no seeds, a player must make a move that gives him some.
//!   If there is no such move, the game is over.
//! - *The end.* Whoever has captured 25 seeds or more has won; 24 each is a draw.
//!   Where the game ends before, each player captures the seeds of his own row.
//!
//! Players who see that the game goes round in circles may agree to end it in this way, too.
//! Here nobody can agree, and a position has no history, so a count decides:
//! **the game is over after [`QUIET_PLIES`] plies without a capture**.
//!
//! # Notation
//!
//! A move is its house.
//! A position is the seeds in the houses `A` to `F` and `a` to `f`, the seeds captured by South and North,
//! the side to move (`S` or `N`), and the number of plies since the last capture: `4,4,4,4,4,4/4,4,4,4,4,4 0:0 S 0`.
//!
//! # Canonical order
//!
//! The houses in the order of sowing.

mod evaluation;
mod features;
mod notation;

use bestply_core::{Keyed, Position, Side, Value};

use crate::Outcome;
use crate::bits::Bits;
use crate::key::key;

pub use evaluation::Seeds;

/// The number of plies without a capture after which the game is over.
pub const QUIET_PLIES: u8 = 100;

/// The seeds of a game, on the board and captured.
pub const SEEDS: u8 = 48;
const MAJORITY: u8 = SEEDS / 2 + 1;

/// The number of houses of one player.
const ROW: usize = 6;
const HOUSES: usize = 2 * ROW;

/// A position of Oware.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Oware {
    /// The seeds in each house, in the order of sowing.
    houses: [u8; HOUSES],
    /// The seeds captured by each side.
    captured: [u8; 2],
    /// The plies since the last capture.
    quiet: u8,
    to_move: Side,
}

/// A house to sow from: 0 to 5 are South's, 6 to 11 North's.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u8);

one_byte_moves!(Oware, HOUSES as u32, "that of the house.");

moves_on_places!(Bits, Move);

impl Oware {
    /// The position at the start of a game.
    pub const fn start() -> Oware {
        Oware { houses: [SEEDS / HOUSES as u8; HOUSES], captured: [0; 2], quiet: 0, to_move: Side::Max }
    }

    /// The seeds in a side's houses, in the order of sowing.
    #[inline]
    pub fn row(&self, side: Side) -> &[u8; ROW] {
        &self.houses.as_chunks().0[side as usize]
    }

    /// The seeds that a side has captured by moves, without those that it gets when the game is over.
    #[inline]
    pub const fn captured(&self, side: Side) -> u8 {
        self.captured[side as usize]
    }

    /// The plies since the last capture.
    #[inline]
    pub const fn quiet_plies(&self) -> u8 {
        self.quiet
    }

    /// The seeds that a side has if the game ends here: those captured and those in its row.
    #[inline]
    pub fn score(&self, side: Side) -> u8 {
        self.captured(side) + self.in_row(side)
    }

    /// South's [`score`](Oware::score) minus North's.
    #[inline]
    pub fn score_difference(&self) -> Value {
        Value::from(self.score(Side::Max)) - Value::from(self.score(Side::Min))
    }

    /// How the game ended, if it is over.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_terminal().then(|| Outcome::by_points(self.score_difference()))
    }

    #[inline]
    fn in_row(&self, side: Side) -> u8 {
        self.row(side).iter().sum()
    }

    /// The houses that the side to move can sow from; none if the game is over.
    #[inline]
    fn sources(&self) -> Bits {
        if self.quiet >= QUIET_PLIES || self.captured.iter().any(|&captured| captured >= MAJORITY) {
            return Bits(0);
        }
        let must_feed = self.in_row(self.to_move.other()) == 0;
        let mut sources = 0;
        for (place, &seeds) in self.row(self.to_move).iter().enumerate() {
            let least = if must_feed { ROW - place } else { 1 };
            sources |= u64::from(usize::from(seeds) >= least) << place;
        }
        Bits(sources << first_house(self.to_move))
    }

    /// Sows from a house, and returns the house of the last seed.
    #[inline]
    fn sow(&mut self, from: usize) -> usize {
        let mut house = from;
        for _ in 0..std::mem::take(&mut self.houses[from]) {
            house = next_house(house);
            if house == from {
                house = next_house(house);
            }
            self.houses[house] += 1;
        }
        house
    }

    /// Captures seeds after the last one was sown into `last`, and returns how many it captured.
    #[inline]
    fn capture(&mut self, last: usize) -> u8 {
        let other = self.to_move.other();
        let first = first_house(other);
        let in_row = self.in_row(other);
        let Some(row) = self.houses[first..first + ROW].get_mut(..=last.wrapping_sub(first)) else { return 0 };
        let taken = row.iter().rev().take_while(|seeds| (2..=3).contains(*seeds)).count();
        let taken = &mut row[last - first + 1 - taken..];
        let captured = taken.iter().sum();
        if captured == in_row {
            return 0;
        }
        taken.fill(0);
        captured
    }
}

/// The first house of a side, in the order of sowing.
#[inline]
const fn first_house(side: Side) -> usize {
    ROW * side as usize
}

#[inline]
const fn next_house(house: usize) -> usize {
    if house + 1 == HOUSES { 0 } else { house + 1 }
}

impl Position for Oware {
    type Move = Move;
    type Moves = Moves;
    /// The position before the move. It is no larger than what is needed to take the move back.
    type Undo = Oware;

    turn_and_fingerprint!();

    #[inline]
    fn moves(&self) -> Moves {
        Moves(self.sources())
    }

    #[inline]
    fn make(&mut self, Move(house): Move) -> Oware {
        debug_assert!(self.sources().any(|source| source == house), "{self} has no move from house {house}");
        let before = *self;
        let last = self.sow(house.into());
        let captured = self.capture(last);
        self.captured[self.to_move as usize] += captured;
        self.quiet = if captured == 0 { self.quiet + 1 } else { 0 };
        self.to_move = self.to_move.other();
        before
    }

    restored!();
}

/// The plies since the last capture are a part of the key, because the rest of the game depends on them.
impl Keyed for Oware {
    #[inline]
    fn key(&self) -> u64 {
        let [a, b, c, d, e, f, g, h, i, j, k, l] = self.houses;
        let [south, north] = self.captured;
        let rest = [i, j, k, l, south, north, self.quiet, self.to_move as u8];
        key([[a, b, c, d, e, f, g, h], rest].map(u64::from_le_bytes))
    }
}

impl Move {
    /// The house, 0 to 11 in the order of sowing, South's first.
    #[inline]
    pub const fn house(self) -> usize {
        self.0 as usize
    }
}
