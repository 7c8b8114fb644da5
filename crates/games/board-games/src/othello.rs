//! Othello on boards of other sizes than 8 × 8, which `bestply-othello` is for: 6 × 6 and 10 × 10 squares.
//!
//! # Rules
//!
//! They are those of Othello on 8 × 8 squares, with the four discs of the start in the middle.
//! Black is MAX and moves first.
//! A disc goes where it encloses discs of the other side in a line with another of one's own, and turns all of those.
//! A side that cannot place a disc passes, which is a move.
//! When neither side can, the game is over, and whoever has more discs has won.
//!
//! # Notation
//!
//! A move is a square, or `--` for a pass. Row 1 is at the top.
//! A position is its squares from a1, b1 on, row after row: `X` for black discs, `O` for white ones, `-` for none.
//! After a blank follows `X` or `O` for the side to move.
//!
//! # Canonical order
//!
//! The order is that of the squares from `a1` on, row by row.
//!
//! The board on 8 × 8 squares has sets of 64 bits and tricks that need them.
//! Here a size is a number, and sets of squares have 128 bits.

use std::fmt::{self, Write};
use std::num::NonZeroU32;

use bestply_core::{Evaluator, Keyed, Position, Properties, Side, Value};
use bestply_learning::Planes;

use crate::bits::WideBits;
use crate::key::key_of_sets;
use crate::notation::{Notation, Reader, letter_of, letter_on};
use crate::wide::{AROUND, Wide};
use crate::{Expected, NotationError, Outcome};

/// A position of Othello on *N* × *N* squares, an even number from 4 to 10.
///
/// A square is bit *N · row + column*, a1 being bit 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SizedOthello<const N: usize> {
    discs: [u128; 2],
    to_move: Side,
}

placing_moves! {
    /// A disc placed, or a pass, which is the place behind the last square.
    SizedOthello,
    /// The square where the disc is placed, *N · row + column*; `None` for a pass.
    square,
    PASS = "--",
    "that of the square. The pass is the last number."
}

impl<const N: usize> SizedOthello<N> {
    const CORNERS: u128 = (1 | 1 << (N - 1)) * (1 | 1 << (N * (N - 1)));

    /// The position at the start of a game.
    pub const fn start() -> SizedOthello<N> {
        assert!(N.is_multiple_of(2), "four squares are in the middle");
        let (low, high) = (N / 2 - 1, N / 2);
        let black = 1 << (N * low + high) | 1 << (N * high + low);
        let white = 1 << (N * low + low) | 1 << (N * high + high);
        SizedOthello { discs: [black, white], to_move: Side::Max }
    }

    /// The discs of a side, black being MAX: bit *N · row + column*.
    #[inline]
    pub const fn discs(&self, side: Side) -> u128 {
        self.discs[side as usize]
    }

    /// The number of empty squares.
    #[inline]
    pub const fn empties(&self) -> u32 {
        self.empty().count_ones()
    }

    /// The number of black discs minus that of white discs. The empty squares do not count.
    #[inline]
    pub const fn disc_difference(&self) -> i32 {
        self.discs(Side::Max).count_ones() as i32 - self.discs(Side::Min).count_ones() as i32
    }

    /// The disc difference with the empty squares counted for the side with more discs, as tournaments count.
    #[inline]
    pub const fn final_score(&self) -> i32 {
        let difference = self.disc_difference();
        difference + difference.signum() * self.empties() as i32
    }

    #[inline]
    const fn empty(&self) -> u128 {
        Wide::<N>::ALL & !(self.discs[0] | self.discs[1])
    }

    /// The squares on which a side can place a disc.
    #[inline]
    fn legal(&self, side: Side) -> u128 {
        let (own, other) = (self.discs(side), self.discs(side.other()));
        let reached = AROUND.iter().fold(0, |reached, &direction| {
            let mut run = Wide::<N>::step(own, direction) & other;
            let mut beyond = 0;
            while run != 0 {
                run = Wide::<N>::step(run, direction);
                beyond |= run;
                run &= other;
            }
            reached | beyond
        });
        reached & self.empty()
    }

    /// The discs that turn when the side to move places a disc on a square.
    #[inline]
    fn turned(&self, square: usize) -> u128 {
        let (own, other) = (self.discs(self.to_move), self.discs(self.to_move.other()));
        AROUND.iter().fold(0, |turned, &direction| {
            let (mut run, mut front) = (0, Wide::<N>::step(1 << square, direction));
            while front & other != 0 {
                run |= front;
                front = Wide::<N>::step(front, direction);
            }
            if front & own == 0 { turned } else { turned | run }
        })
    }

    /// Places a disc and turns others, or takes that back.
    #[inline]
    fn change(&mut self, mv: Move<N>, turned: u128) {
        let placed = mv.square().map_or(0, |square| 1 << square);
        self.discs[self.to_move as usize] ^= turned | placed;
        self.discs[self.to_move.other() as usize] ^= turned;
    }

    /// The squares of each plane.
    fn planes(&self, viewer: Side) -> [u128; 2] {
        [viewer, viewer.other()].map(|side| self.discs(side))
    }
}

impl<const N: usize> Position for SizedOthello<N> {
    type Move = Move<N>;
    type Moves = Moves<N>;
    type Undo = u128;

    turn_and_fingerprint!();

    #[inline]
    fn moves(&self) -> Moves<N> {
        let squares = self.legal(self.to_move);
        Moves { places: WideBits(squares), has_other: squares == 0 && self.legal(self.to_move.other()) != 0 }
    }

    #[inline]
    fn make(&mut self, mv: Move<N>) -> u128 {
        let turned = mv.square().map_or(0, |square| self.turned(square));
        self.change(mv, turned);
        self.to_move = self.to_move.other();
        turned
    }

    #[inline]
    fn unmake(&mut self, mv: Move<N>, turned: u128) {
        self.to_move = self.to_move.other();
        self.change(mv, turned);
    }

    #[inline]
    fn is_terminal(&self) -> bool {
        self.legal(self.to_move) == 0 && self.legal(self.to_move.other()) == 0
    }
}

impl<const N: usize> Keyed for SizedOthello<N> {
    #[inline]
    fn key(&self) -> u64 {
        key_of_sets(self.discs, self.to_move as u64)
    }
}

/// The difference in moves and corners. A corner counts as ten moves, as on 8 × 8 squares.
///
/// A game that is won or lost is worth an infinity.
#[derive(Clone, Copy, Debug, Default)]
pub struct SizedMobilityAndCorners {
    /// The side that searches, to which a tie is worth just more than a loss. Without one a tie is worth 0.
    pub searching: Option<Side>,
}

impl<const N: usize> Evaluator<SizedOthello<N>> for SizedMobilityAndCorners {
    fn evaluate(&mut self, position: &SizedOthello<N>) -> Value {
        let [black, white] = [Side::Max, Side::Min].map(|side| position.legal(side));
        if black | white == 0 {
            let tie = self.searching.map_or(0, |side| side.orient(Value::MIN + 1));
            return if position.disc_difference() == 0 { tie } else { position.finished_value() };
        }
        let count = |squares: u128| squares.count_ones() as Value;
        let corners = |side| count(position.discs(side) & SizedOthello::<N>::CORNERS);
        count(black) - count(white) + 10 * (corners(Side::Max) - corners(Side::Min))
    }

    /// Three corners.
    #[inline]
    fn properties(&self) -> Properties {
        Properties { win_value: NonZeroU32::new(30), ..Properties::default() }
    }
}

/// The exact evaluator of any position: black's discs minus white's. At the end of a game that is the game's score.
#[derive(Clone, Copy, Debug, Default)]
pub struct SizedFinalScore;

impl<const N: usize> Evaluator<SizedOthello<N>> for SizedFinalScore {
    fn evaluate(&mut self, position: &SizedOthello<N>) -> Value {
        position.disc_difference()
    }
}

/// The board is never turned. A tie is worth 0, whoever searches.
impl<const N: usize> Planes for SizedOthello<N> {
    const SHAPE: [usize; 3] = [2, N, N];
    const NAMES: &'static [&'static str] = &["own discs", "the other side's discs"];

    seen_as_sets!();

    fn finished_value(&self) -> Value {
        Outcome::by_points(self.disc_difference()).value()
    }
}

/// With `{:#}` a diagram, row 1 at the top.
impl<const N: usize> Notation for SizedOthello<N> {
    fn write(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |square: usize| match letter_on(self.discs, square as u8) {
            '.' => '-',
            letter => letter.to_ascii_uppercase(),
        };
        if formatter.alternate() {
            for row in 0..N {
                write!(formatter, "{:>2}", row + 1)?;
                (0..N).try_for_each(|column| write!(formatter, " {}", letter(N * row + column)))?;
                formatter.write_char('\n')?;
            }
            formatter.write_str("  ")?;
            (b'a'..).take(N).try_for_each(|column| write!(formatter, " {}", char::from(column)))?;
        } else {
            (0..N * N).try_for_each(|square| formatter.write_char(letter(square)))?;
        }
        write!(formatter, " {}", letter_of(self.to_move).to_ascii_uppercase())
    }

    fn read(reader: &mut Reader<'_>) -> Result<SizedOthello<N>, NotationError> {
        let mut discs = [0_u128; 2];
        for square in 0..N * N {
            let on_it = reader.take(Expected::Square("XO-"), |found| match found {
                '-' => Some(None),
                _ => side_of_capital(found).map(Some),
            })?;
            if let Some(side) = on_it {
                discs[side as usize] |= 1 << square;
            }
        }
        reader.skip(' ')?;
        Ok(SizedOthello { discs, to_move: reader.take(Expected::Side("XO"), side_of_capital)? })
    }
}

parsed_as_read!(SizedOthello<N>);

/// The side whose discs have this letter, a capital.
fn side_of_capital(letter: char) -> Option<Side> {
    [Side::Max, Side::Min].into_iter().find(|&side| letter_of(side).to_ascii_uppercase() == letter)
}
