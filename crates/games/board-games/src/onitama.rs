//! Onitama: cards say how the men move, and pass from hand to hand.
//!
//! # Rules
//!
//! (Shimpei Sato, 2014.)
//! The board has 5 × 5 squares.
//! Each player has a master in the middle of his first row, with two students on either side.
//! That middle square is his temple arch.
//! Each of sixteen [cards](Card) shows some steps.
//! Five cards are dealt: two to each player, and one to lie beside the board.
//!
//! - A player moves one of his men by a step of one of his two cards, as seen from his side of the board.
//!   The man may enter any square without a man of his own side, and captures a man of the other player on it.
//!   Only where a step ends counts; the squares between do not matter.
//! - Then the player exchanges the card for the one beside the board.
//! - A player who has no such move passes, but must still exchange one of his cards.
//!   A player who has a move may not pass.
//! - Whoever captures the other player's master wins (the way of the stone).
//!   So does whoever brings his own master to the other's temple arch (the way of the stream).
//!
//! In the published game a stamp on the fifth card says who begins.
//! The board is the same for both, so that the stamp only decides which player is MAX:
//! MAX begins, and cards here have no stamp.
//! The five cards are [dealt](Onitama::deal) from a seed, and both players know them from then on.
//!
//! The published game knows no draws, although it can go round in circles for ever.
//! Here **the game is drawn after [`QUIET_PLIES`] plies without a capture**,
//! unless the position says that they are not counted: then nothing ends a game that goes round.
//!
//! # Notation
//!
//! A move is the card, the square left and the square entered: `tiger:c1c3`; a pass is `tiger:--`.
//! A position is its rows from the top, with slashes between:
//! `x` and `X` for MAX's students and master, `o` and `O` for MIN's.
//! Then follow the side to move, MAX's cards, MIN's cards and the card beside the board,
//! and the number of plies since the last capture, or `-` where they are not counted:
//! `ooOoo/...../...../...../xxXxx x tiger,crab/ox,boar eel 0`.
//!
//! # Canonical order
//!
//! The two cards come in the order of [`Card::ALL`].
//! For each card come the squares left from `a1` on, row by row, and for each of these the squares entered, likewise.

mod card;
mod evaluation;
mod features;
mod moves;
mod notation;
mod tactics;

use bestply_core::{Keyed, Position, Side};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Outcome;
use crate::bits::Bits;
use crate::key::key;
use crate::quiet::Quiet;

pub use card::Card;
pub use evaluation::MenAndMoves;
pub use moves::{Move, Moves};

/// The number of plies without a capture after which the game is drawn.
pub const QUIET_PLIES: u8 = Quiet::MOST;

/// The number of columns of the board, and of its rows.
const SIZE: u8 = 5;

/// The temple arch of each side, where its master begins.
const ARCHES: [u32; 2] = [1 << 2, 1 << 22];

/// A position of Onitama.
///
/// A square is bit *5 · row + column*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Onitama {
    /// The men of each side, its master included.
    men: [u32; 2],
    /// The master of each side; 0 where it has been captured.
    masters: [u32; 2],
    /// The cards of each side: bit *i* is the *i*-th of all.
    hands: [u16; 2],
    spare: Card,
    quiet: Quiet,
    to_move: Side,
}

impl Onitama {
    /// The start of the game with five cards drawn at random. The same seed always gives the same cards.
    pub fn deal(seed: u64) -> Onitama {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut cards = Card::ALL;
        for place in 0..5 {
            let left = (cards.len() - place) as u128;
            let drawn = (u128::from(random.next_u64()) * left) >> u64::BITS;
            cards.swap(place, place + drawn as usize);
        }
        let [a, b, c, d, spare, ..] = cards;
        Onitama::start([a, b], [c, d], spare)
    }

    /// The start of the game with these cards for MAX, for MIN and beside the board.
    ///
    /// # Panics
    ///
    /// If the cards are not five different ones.
    pub fn start(max: [Card; 2], min: [Card; 2], spare: Card) -> Onitama {
        let hands = [max, min].map(|[a, b]| a.bit() | b.bit());
        assert_eq!((hands[0] | hands[1] | spare.bit()).count_ones(), 5, "five different cards are dealt");
        Onitama { men: [0x1f, 0x1f << 20], masters: ARCHES, hands, spare, quiet: Quiet::ZERO, to_move: Side::Max }
    }

    /// The men of a side, its master included: bit *5 · row + column*.
    #[inline]
    pub const fn men(&self, side: Side) -> u32 {
        self.men[side as usize]
    }

    /// The master of a side: bit *5 · row + column*, or 0 where it has been captured.
    #[inline]
    pub const fn master(&self, side: Side) -> u32 {
        self.masters[side as usize]
    }

    /// The two cards of a side, in the order of [`Card::ALL`].
    #[inline]
    pub fn cards(&self, side: Side) -> impl Iterator<Item = Card> + use<> {
        Card::of(self.hands[side as usize])
    }

    /// The two cards of a side, in the order of [`Card::ALL`].
    #[inline]
    fn hand(&self, side: Side) -> [Card; 2] {
        let hand = self.hands[side as usize];
        [hand.trailing_zeros(), hand.ilog2()].map(|index| Card::ALL[index as usize])
    }

    /// The card beside the board.
    #[inline]
    pub const fn spare(&self) -> Card {
        self.spare
    }

    quiet_plies!();

    /// How the game ended, if it is over.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        let waiting = self.to_move.other();
        if self.master(self.to_move) == 0 || self.master(waiting) == ARCHES[self.to_move as usize] {
            return Some(Outcome::Won(waiting));
        }
        self.quiet.is_over().then_some(Outcome::Drawn)
    }

    /// The number of steps that a side's men could make with its cards if it were to move.
    #[inline]
    fn steps(&self, side: Side) -> usize {
        let own = self.men(side);
        let of_card =
            |card: Card| -> u32 { Bits(own.into()).map(|from| (card.targets(side, from) & !own).count_ones()).sum() };
        self.cards(side).map(of_card).sum::<u32>() as usize
    }

    /// Moves a man of the side to move. Returns whether it captured one.
    #[inline]
    fn step(&mut self, from: u8, to: u8) -> bool {
        let [own, other] = [self.to_move, self.to_move.other()].map(|side| side as usize);
        let (from, to) = (1 << from, 1 << to);
        let captures = self.men[other] & to != 0;
        self.men[own] ^= from | to;
        self.men[other] &= !to;
        self.masters[other] &= !to;
        if self.masters[own] == from {
            self.masters[own] = to;
        }
        captures
    }
}

impl Position for Onitama {
    type Move = Move;
    type Moves = Moves;
    /// The position before the move, 24 bytes.
    type Undo = Onitama;

    turn_and_fingerprint!();

    #[inline]
    fn moves(&self) -> Moves {
        let own = self.men(self.to_move);
        let hand = if self.is_terminal() { 0 } else { self.hands[self.to_move as usize] };
        Moves::new(self.to_move, own, hand)
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Onitama {
        debug_assert!(self.moves().any(|legal| legal == mv), "{self} has no move {mv}");
        let before = *self;
        let captures = mv.step().is_some_and(|(from, to)| self.step(from, to));
        self.quiet = self.quiet.after(captures);
        self.hands[self.to_move as usize] ^= mv.card().bit() | self.spare.bit();
        self.spare = mv.card();
        self.to_move = self.to_move.other();
        before
    }

    restored!();

    #[inline]
    fn move_count(&self) -> usize {
        if self.is_terminal() {
            return 0;
        }
        match self.steps(self.to_move) {
            0 => 2,
            steps => steps,
        }
    }

    over_by_outcome!();
}

/// The plies since the last capture are a part of the key, because the rest of the game depends on them.
impl Keyed for Onitama {
    #[inline]
    fn key(&self) -> u64 {
        let both = |squares: [u32; 2]| u64::from(squares[0]) << 32 | u64::from(squares[1]);
        let hands = u64::from(self.hands[0]) << 48 | u64::from(self.hands[1]) << 32;
        let rest = (self.spare as u64) << 16 | self.quiet.bits() << 8 | self.to_move as u64;
        key([both(self.men), both(self.masters), hands | rest])
    }
}
