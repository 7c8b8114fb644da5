//! Go on small boards: stones surround points, and stones without a liberty are taken.
//!
//! # Rules
//!
//! (After Tromp and Taylor, 1995, but that a move may not take one's own stones.)
//! Black is MAX and moves first, on an empty board.
//! A move puts a stone on an empty point, or passes.
//! Then the groups of the other side that have no empty point beside them are taken off the board.
//! A move must leave its own stone with such a point: suicide is not legal.
//! Nor may a stone make the board what it was before, whoever had the move then: *positional superko*.
//! A pass is always legal, and two of them in a row end the game.
//! Then a side has its stones and the empty points that are connected to its stones alone.
//! White has 7 points besides, the *komi*. Whoever has more has won, and 7 more for black than for white is a draw.
//! Nobody takes dead stones off the board: they are to be captured.
//!
//! # Notation
//!
//! A move is a point, `c3`, or `--` for a pass.
//! All letters are columns, `i` too, as in the other games here.
//! A position is its rows from the top, with slashes between: `x` for black stones and `o` for white ones.
//! After a blank follow `x` or `o` for the side to move and the number of passes in a row, 0 to 2.
//! The text does not say which boards were before: a position that is read from it has no past.
//!
//! # Canonical order
//!
//! The order is that of the points from `a1` on, row by row. The pass is last.

mod notation;

use std::hash::{Hash, Hasher};

use bestply_core::{Keyed, Position, Side, Value, mix};
use bestply_learning::Planes;

use crate::Outcome;
use crate::bits::WideBits;
use crate::key::key;
use crate::wide::{ORTHOGONAL, Wide};

/// What white has besides its stones and points.
pub const KOMI: i32 = 7;

/// A position of Go on *N* × *N* points, 2 to 11, with the boards that were before it.
///
/// A point is bit *N · row + column*.
/// Two positions are equal if the game goes on alike from both:
/// the same boards were before them, in whatever order.
#[derive(Clone, Debug)]
pub struct Go<const N: usize> {
    stones: [u128; 2],
    to_move: Side,
    /// The passes in a row that were the last moves.
    passes: u8,
    /// The boards before this one that a stone made, the first one included. Passes add none.
    earlier: Vec<[u128; 2]>,
    /// The sum of the mixed keys of those.
    earlier_keys: u64,
    /// The most stones that one of those had.
    most_stones: u32,
}

placing_moves! {
    /// A stone put on a point, or a pass, which is the place behind the last point.
    Go,
    /// The point where the stone is put, *N · row + column*; `None` for a pass.
    point,
    PASS = "--",
    "that of the point. The pass is the last number."
}

/// What a move destroys.
#[derive(Clone, Copy, Debug)]
pub struct GoUndo {
    taken: u128,
    passes: u8,
    most_stones: u32,
}

impl<const N: usize> Go<N> {
    /// The position at the start of a game.
    pub const fn start() -> Go<N> {
        Go { stones: [0; 2], to_move: Side::Max, passes: 0, earlier: Vec::new(), earlier_keys: 0, most_stones: 0 }
    }

    /// The stones of a side, black being MAX: bit *N · row + column*.
    #[inline]
    pub const fn stones(&self, side: Side) -> u128 {
        self.stones[side as usize]
    }

    /// How the game ended, if it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_terminal().then(|| Outcome::by_points(self.score_difference()))
    }

    /// Black's points less white's, without the komi: stones and the empty points connected to one side's stones alone.
    pub fn area_difference(&self) -> i32 {
        let empty = self.empty();
        let [black, white] = self.stones.map(|stones| stones | Self::groups_beside(stones, empty));
        (black & !white).count_ones() as i32 - (white & !black).count_ones() as i32
    }

    /// The same board, with the same boards before it, where this side is to move and nobody has passed.
    #[must_use]
    pub fn with_turn_of(&self, to_move: Side) -> Go<N> {
        Go { to_move, passes: 0, ..self.clone() }
    }

    /// Black's points less white's, with the komi: above zero black has won where the game is over.
    pub fn score_difference(&self) -> i32 {
        self.area_difference() - KOMI
    }

    #[inline]
    const fn empty(&self) -> u128 {
        Wide::<N>::ALL & !(self.stones[0] | self.stones[1])
    }

    /// The points where the side to move can put a stone.
    fn legal(&self) -> u128 {
        let (own, other) = (self.stones(self.to_move), self.stones(self.to_move.other()));
        let empty = self.empty();
        let (own_in_atari, other_in_atari) = (self.in_atari(own), self.in_atari(other));
        let breathing = empty & Wide::<N>::beside(empty | (own & !own_in_atari), &ORTHOGONAL);
        let taking = empty & Wide::<N>::beside(other_in_atari, &ORTHOGONAL);
        WideBits(breathing | taking).map(|point| 1 << point).filter(|&point| self.is_new(point, other_in_atari)).sum()
    }

    /// The stones of these whose group has a single liberty.
    fn in_atari(&self, stones: u128) -> u128 {
        let (mut left, mut found) = (stones, 0);
        while left != 0 {
            let group = Wide::<N>::connected(left & left.wrapping_neg(), stones, &ORTHOGONAL);
            left &= !group;
            if (Wide::<N>::beside(group, &ORTHOGONAL) & self.empty()).is_power_of_two() {
                found |= group;
            }
        }
        found
    }

    /// Those of the groups that these stones, or empty points, are in that lie beside any of the points.
    #[inline]
    fn groups_beside(points: u128, stones: u128) -> u128 {
        Wide::<N>::connected(Wide::<N>::beside(points, &ORTHOGONAL) & stones, stones, &ORTHOGONAL)
    }

    /// Whether a stone on this point makes a board that never was. A board with more stones than all before is new.
    fn is_new(&self, point: u128, other_in_atari: u128) -> bool {
        let after = self.with(point, Self::groups_beside(point, other_in_atari));
        after[0].count_ones() + after[1].count_ones() > self.most_stones || !self.earlier.contains(&after)
    }

    /// The stones after one is put on this point and these are taken.
    #[inline]
    fn with(&self, point: u128, taken: u128) -> [u128; 2] {
        let mut stones = self.stones;
        stones[self.to_move as usize] |= point;
        stones[self.to_move.other() as usize] &= !taken;
        stones
    }

    fn key_of([black, white]: [u128; 2]) -> u64 {
        key([black as u64, (black >> 64) as u64, white as u64, (white >> 64) as u64])
    }

    /// The squares of each plane.
    fn planes(&self, viewer: Side) -> [u128; 6] {
        let [own, other] = [viewer, viewer.other()].map(|side| self.stones(side));
        let everywhere = |is_so: bool| if is_so { Wide::<N>::ALL } else { 0 };
        let (white, passed) = (everywhere(viewer == Side::Min), everywhere(self.passes > 0));
        [self.in_atari(own), self.in_atari(other), own, other, white, passed]
    }
}

impl<const N: usize> Position for Go<N> {
    type Move = Move<N>;
    type Moves = Moves<N>;
    type Undo = GoUndo;

    turn_and_fingerprint!();

    fn moves(&self) -> Moves<N> {
        let is_over = self.is_terminal();
        Moves { places: WideBits(if is_over { 0 } else { self.legal() }), has_other: !is_over }
    }

    fn make(&mut self, mv: Move<N>) -> GoUndo {
        let mut undo = GoUndo { taken: 0, passes: self.passes, most_stones: self.most_stones };
        self.passes += 1;
        if let Some(point) = mv.point() {
            let other = self.stones(self.to_move.other());
            let in_atari = self.in_atari(other);
            undo.taken = Self::groups_beside(1 << point, in_atari);
            self.passes = 0;
            self.earlier.push(self.stones);
            self.earlier_keys = self.earlier_keys.wrapping_add(mix(Self::key_of(self.stones)));
            self.most_stones = self.most_stones.max(self.stones.map(u128::count_ones).iter().sum());
            self.stones = self.with(1 << point, undo.taken);
        }
        self.to_move = self.to_move.other();
        undo
    }

    fn unmake(&mut self, mv: Move<N>, undo: GoUndo) {
        self.to_move = self.to_move.other();
        if mv != Move::PASS {
            self.stones = self.earlier.pop().expect("a stone has a board before it");
            self.earlier_keys = self.earlier_keys.wrapping_sub(mix(Self::key_of(self.stones)));
        }
        (self.passes, self.most_stones) = (undo.passes, undo.most_stones);
    }

    /// A pass is always legal, so that only two of them end a game.
    #[inline]
    fn is_terminal(&self) -> bool {
        self.passes == 2
    }
}

impl<const N: usize> PartialEq for Go<N> {
    fn eq(&self, other: &Go<N>) -> bool {
        let now = |go: &Go<N>| (go.stones, go.to_move, go.passes, go.earlier_keys, go.most_stones);
        let before = |go: &Go<N>| {
            let mut boards = go.earlier.clone();
            boards.sort_unstable();
            boards
        };
        now(self) == now(other) && before(self) == before(other)
    }
}

impl<const N: usize> Eq for Go<N> {}

/// By the key, which equal positions share.
impl<const N: usize> Hash for Go<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl<const N: usize> Keyed for Go<N> {
    /// The board, the side to move, the passes, and the set of the boards before.
    /// A stone may not bring any of them back.
    #[inline]
    fn key(&self) -> u64 {
        key([Self::key_of(self.stones), self.to_move as u64 | u64::from(self.passes) << 1, self.earlier_keys])
    }
}

/// The area as the stones stand, less the komi. A unit is a point.
///
/// It takes dead stones for living ones and knows nothing of who can live where, so that it is a poor evaluation.
/// It makes the game one that can be searched, until a network plays it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Area;

plain_evaluation!(
    Area of Go<N>,
    Go::score_difference,
    /// Twenty points are as good as a win.
    win = 20
);

/// Both sides see the board alike. The komi is white's, so that a plane says who is white.
impl<const N: usize> Planes for Go<N> {
    const SHAPE: [usize; 3] = [6, N, N];
    const NAMES: &'static [&'static str] = &[
        "own stones in atari",
        "the other side's stones in atari",
        "own stones",
        "the other side's stones",
        "own side has the komi",
        "the last move was a pass",
    ];

    seen_as_sets!(or mirrored);

    value_of_outcome!();
}
