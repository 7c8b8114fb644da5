//! Amazons: amazons move as queens do and shoot arrows that stay, until a side cannot move.
//!
//! # Rules
//!
//! (Zamkauskas, 1988; as on 10 × 10 squares.)
//! Each side has four amazons. On 10 × 10 squares MAX's stand on a4, d1, g1 and j4, MIN's on a7, d10, g10 and j7.
//! On other boards an edge has as many squares between two amazons, less or more those that the board has:
//! on 8 × 8 squares MAX's stand on a3, c1, f1 and h3, on 6 × 6 on a2, b1, e1 and f2.
//! MAX moves first.
//! A move takes an amazon as a queen goes in chess, over empty squares.
//! Then the same amazon shoots an arrow, which flies as a queen goes, and burns the square where it lands for good.
//! Nothing goes over amazons and burnt squares, and nothing is captured.
//! Whoever cannot move loses.
//! There are no draws, and a game has no more moves than there are empty squares at its start.
//!
//! A *staged* game, [`StagedAmazons`], is the same game with two moves for each:
//! the step, then the shot by the same side.
//! So a side has some 60 moves instead of 1,000, and searches decide on the step before they look at its shots.
//!
//! # Notation
//!
//! A move is the square left, the square entered, a slash and the square shot at: `d1d6/g9`.
//! In a staged game the step is `d1d6`, and the shot `/g9`.
//! A position is its rows from the top, with slashes between:
//! `x` for MAX's amazons, `o` for MIN's and `#` for burnt squares.
//! After a blank follows `x` or `o` for the side to move, and, if a shot is due, a blank and the square of the amazon.
//!
//! # Canonical order
//!
//! Moves are ordered by the square left, then by the square entered, then by the square shot at,
//! each from `a1` on, row by row.

mod notation;

use std::num::NonZeroU32;

use bestply_core::{Evaluator, Keyed, Position, Properties, Side, Value};
use bestply_learning::Planes;

use crate::Outcome;
use crate::bits::WideBits;
use crate::key::key_of_sets;
use crate::wide::{AROUND, Wide};

/// The place of a part that a move does not have.
const NOWHERE: u8 = u8::MAX;

/// A position of Amazons on *N* × *N* squares, 4 to 11, in whole moves or, if `STAGED`, in steps and shots.
///
/// A square is bit *N · row + column*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Amazons<const N: usize, const STAGED: bool = false> {
    amazons: [u128; 2],
    burnt: u128,
    to_move: Side,
    /// The amazon that has stepped and is to shoot.
    shooter: Option<u8>,
}

/// A position of Amazons where the step and the shot are two moves.
pub type StagedAmazons<const N: usize> = Amazons<N, true>;

/// A step with its shot or, in a staged game, either.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Move<const N: usize> {
    from: u8,
    to: u8,
    arrow: u8,
}

/// The legal moves of a position.
#[derive(Clone, Copy, Debug)]
pub struct Moves<const N: usize, const STAGED: bool> {
    occupied: u128,
    /// The amazons behind `from` in the order.
    amazons: WideBits,
    from: u8,
    /// The squares behind `to` that the amazon can enter, in whole moves.
    targets: WideBits,
    to: u8,
    /// The last squares of the moves that are next: shot at or, before a shot of their own, entered.
    ends: WideBits,
}

impl<const N: usize, const STAGED: bool> Amazons<N, STAGED> {
    /// Below what the [numbers](Move::number) of all moves lie.
    pub const MOVE_NUMBERS: u32 = {
        let (squares, steps) = (Move::<N>::SQUARES, Move::<N>::STEPS);
        if STAGED { steps + squares } else { steps * squares }
    };

    /// The position at the start of a game.
    pub const fn start() -> Amazons<N, STAGED> {
        let near = N / 2 - 2;
        let below = 1 << near | 1 << (N - 1 - near) | 1 << (N * near) | 1 << (N * near + N - 1);
        let top = N - 1 - near;
        let above = 1 << (N * top) | 1 << (N * top + N - 1) | (1 << near | 1 << (N - 1 - near)) << (N * (N - 1));
        Amazons { amazons: [below, above], burnt: 0, to_move: Side::Max, shooter: None }
    }

    /// The amazons of a side: bit *N · row + column*.
    #[inline]
    pub const fn amazons(&self, side: Side) -> u128 {
        self.amazons[side as usize]
    }

    /// The burnt squares: bit *N · row + column*.
    #[inline]
    pub const fn burnt(&self) -> u128 {
        self.burnt
    }

    /// The square of the amazon that has to shoot, if one has.
    #[inline]
    pub fn shooter(&self) -> Option<usize> {
        self.shooter.map(usize::from)
    }

    /// How the game ended, if it is over.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_terminal().then_some(Outcome::Won(self.to_move.other()))
    }

    /// The number of empty squares.
    #[inline]
    pub const fn empties(&self) -> u32 {
        self.empty().count_ones()
    }

    /// The legal move of this [number](Move::number).
    #[inline]
    pub const fn numbered(&self, number: u32) -> Move<N> {
        if !STAGED {
            return Move { arrow: (number % Move::<N>::SQUARES) as u8, ..Move::stepping(number / Move::<N>::SQUARES) };
        }
        match number.checked_sub(Move::<N>::STEPS) {
            Some(arrow) => Move { from: NOWHERE, to: NOWHERE, arrow: arrow as u8 },
            None => Move::stepping(number),
        }
    }

    #[inline]
    const fn empty(&self) -> u128 {
        Wide::<N>::ALL & !(self.amazons[0] | self.amazons[1] | self.burnt)
    }

    /// The empty squares that MAX's amazons reach in fewer moves than MIN's, those that MIN's do,
    /// and those that both reach in equally many. `spread` is what one move reaches.
    ///
    /// A side need not go on from a square that the other reached before it:
    /// whatever lies behind, the other reaches sooner, too.
    #[inline]
    fn reached_first(&self, spread: impl Fn(u128) -> u128) -> [u128; 3] {
        let (mut fronts, mut left, mut first) = (self.amazons, self.empty(), [0; 3]);
        loop {
            let [max, min] = fronts.map(|front| spread(front) & left);
            if max | min == 0 {
                return first;
            }
            first = [first[0] | (max & !min), first[1] | (min & !max), first[2] | (max & min)];
            left &= !(max | min);
            fronts = [max, min];
        }
    }

    #[inline]
    fn by_queens(&self) -> [u128; 3] {
        self.reached_first(|front| Wide::<N>::queens(front, self.empty()))
    }

    #[inline]
    fn by_kings(&self) -> [u128; 3] {
        self.reached_first(|front| Wide::<N>::beside(front, &AROUND))
    }

    /// Makes the changes of a move of the side to move on the board, or takes them back.
    #[inline]
    fn change(&mut self, mv: Move<N>) {
        if mv.to != NOWHERE {
            self.amazons[self.to_move as usize] ^= 1 << mv.from | 1 << mv.to;
        }
        if mv.arrow != NOWHERE {
            self.burnt ^= 1 << mv.arrow;
        }
    }

    /// The squares of each plane.
    fn planes(&self, viewer: Side) -> [u128; 6] {
        let shooter = self.shooter.map_or(0, |shooter| 1 << shooter);
        let [own, other] = [viewer, viewer.other()].map(|side| side as usize);
        let first = self.by_queens();
        let amazons = self.amazons.map(|amazons| amazons & !shooter);
        [shooter, amazons[own], amazons[other], self.burnt, first[own], first[other]]
    }
}

impl<const N: usize, const STAGED: bool> Position for Amazons<N, STAGED> {
    type Move = Move<N>;
    type Moves = Moves<N, STAGED>;
    type Undo = Option<u8>;

    turn_and_fingerprint!();

    #[inline]
    fn moves(&self) -> Moves<N, STAGED> {
        let occupied = Wide::<N>::ALL & !self.empty();
        let none = WideBits(0);
        let nothing = Moves { occupied, amazons: none, from: NOWHERE, targets: none, to: NOWHERE, ends: none };
        match self.shooter {
            Some(shooter) => Moves { ends: WideBits(Wide::<N>::queen(shooter, occupied)), ..nothing },
            None => Moves { amazons: WideBits(self.amazons(self.to_move)), ..nothing },
        }
    }

    #[inline]
    fn make(&mut self, mv: Move<N>) -> Option<u8> {
        let before = self.shooter;
        self.change(mv);
        self.shooter = (mv.arrow == NOWHERE).then_some(mv.to);
        if self.shooter.is_none() {
            self.to_move = self.to_move.other();
        }
        before
    }

    #[inline]
    fn unmake(&mut self, mv: Move<N>, before: Option<u8>) {
        if self.shooter.is_none() {
            self.to_move = self.to_move.other();
        }
        self.shooter = before;
        self.change(mv);
    }

    #[inline]
    fn is_terminal(&self) -> bool {
        let moving = self.shooter.map_or(self.amazons(self.to_move), |shooter| 1 << shooter);
        Wide::<N>::beside(moving, &AROUND) & self.empty() == 0
    }
}

impl<const N: usize, const STAGED: bool> Keyed for Amazons<N, STAGED> {
    #[inline]
    fn key(&self) -> u64 {
        let [max, min] = self.amazons;
        let turn = self.to_move as u64 | u64::from(self.shooter.unwrap_or(NOWHERE)) << 8;
        key_of_sets([max, min, self.burnt], turn)
    }
}

impl<const N: usize, const STAGED: bool> Moves<N, STAGED> {
    /// Goes on to the next squares where moves end, which may be none.
    #[inline]
    fn next_ends(&mut self) -> Option<()> {
        if let Some(to) = self.targets.next() {
            self.to = to;
            self.ends = WideBits(Wide::<N>::queen(to, self.occupied ^ 1 << self.from));
            return Some(());
        }
        self.from = self.amazons.next()?;
        let reached = WideBits(Wide::<N>::queen(self.from, self.occupied));
        *(if STAGED { &mut self.ends } else { &mut self.targets }) = reached;
        Some(())
    }
}

impl<const N: usize, const STAGED: bool> Iterator for Moves<N, STAGED> {
    type Item = Move<N>;

    #[inline]
    fn next(&mut self) -> Option<Move<N>> {
        while self.ends.0 == 0 {
            self.next_ends()?;
        }
        let end = self.ends.next()?;
        let is_step = STAGED && self.from != NOWHERE;
        let (to, arrow) = if is_step { (end, NOWHERE) } else { (self.to, end) };
        Some(Move { from: self.from, to, arrow })
    }

    /// All shots of a step are passed over at once.
    #[inline]
    fn nth(&mut self, mut index: usize) -> Option<Move<N>> {
        while index >= self.ends.count() {
            index -= self.ends.count();
            self.ends = WideBits(0);
            self.next_ends()?;
        }
        (0..index).for_each(|_| self.ends.0 &= self.ends.0 - 1);
        self.next()
    }

    #[inline]
    fn count(mut self) -> usize {
        let mut count = self.ends.count();
        self.ends = WideBits(0);
        while self.next_ends().is_some() {
            count += self.ends.count();
            self.ends = WideBits(0);
        }
        count
    }
}

impl<const N: usize> Move<N> {
    const SQUARES: u32 = (N * N) as u32;
    const STEPS: u32 = Self::SQUARES * Self::SQUARES;

    #[inline]
    const fn stepping(step: u32) -> Move<N> {
        Move { from: (step / Self::SQUARES) as u8, to: (step % Self::SQUARES) as u8, arrow: NOWHERE }
    }

    /// The squares left and entered, *N · row + column*, if the move is or has a step.
    #[inline]
    pub fn step(self) -> Option<(usize, usize)> {
        (self.to != NOWHERE).then_some((usize::from(self.from), usize::from(self.to)))
    }

    /// The square shot at, *N · row + column*, if the move is or has a shot.
    #[inline]
    pub fn arrow(self) -> Option<usize> {
        (self.arrow != NOWHERE).then_some(usize::from(self.arrow))
    }

    /// The move's number: that of the step, *N² · square left + square entered*,
    /// or, in a whole move, *N² · step + square shot at*.
    /// In a staged game the shots follow all steps.
    #[inline]
    pub const fn number(self) -> u32 {
        let step = Self::SQUARES * self.from as u32 + self.to as u32;
        match (self.to, self.arrow) {
            (NOWHERE, arrow) => Self::STEPS + arrow as u32,
            (_, NOWHERE) => step,
            (_, arrow) => Self::SQUARES * step + arrow as u32,
        }
    }
}

hashed_by_number!(Move<N>);

/// Territory by queens' and by kings' moves: who reaches the empty squares sooner (Lieberum 2005).
///
/// A unit is a tenth of a square. A square is worth 5 to the side whose amazons reach it in fewer moves,
/// and as much once more if they do so by steps to squares beside them.
/// Where both need equally many, it is worth 1 to the side that steps next.
#[derive(Clone, Copy, Debug, Default)]
pub struct Territory;

impl<const N: usize, const STAGED: bool> Evaluator<Amazons<N, STAGED>> for Territory {
    fn evaluate(&mut self, position: &Amazons<N, STAGED>) -> Value {
        if let Some(outcome) = position.outcome() {
            return outcome.value();
        }
        let max_steps_next = (position.to_move == Side::Max) == position.shooter.is_none();
        let count = |squares: u128| squares.count_ones() as Value;
        let value = |[max, min, both]: [u128; 3]| {
            let tied = if max_steps_next { count(both) } else { -count(both) };
            5 * (count(max) - count(min)) + tied
        };
        value(position.by_queens()) + value(position.by_kings())
    }

    /// Ten more squares are as good as a win.
    #[inline]
    fn properties(&self) -> Properties {
        Properties { win_value: NonZeroU32::new(100), ..Properties::default() }
    }
}

/// Both sides see the board alike. Territory is a part of what is seen, since no small part of the board shows it.
impl<const N: usize, const STAGED: bool> Planes for Amazons<N, STAGED> {
    const SHAPE: [usize; 3] = [6, N, N];
    const NAMES: &'static [&'static str] = &[
        "the amazon that is to shoot",
        "own amazons",
        "the other side's amazons",
        "burnt squares",
        "squares that own amazons reach in fewer moves",
        "squares that the other side's amazons reach in fewer moves",
    ];

    seen_as_sets!(or mirrored);

    value_of_outcome!();
}
