use bestply_core::Side;

use crate::bits::Bits;
use crate::onitama::card::SQUARES;
use crate::onitama::{Card, Onitama};

/// A man's step by a card, or the exchange of a card by a player who has no step to make.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Move {
    card: Card,
    step: Option<(u8, u8)>,
}

/// The squares of the board, and the pairs of them.
const PLACES: u32 = SQUARES as u32;
const PAIRS: u32 = PLACES * PLACES;

/// The number of the first pass.
const PASSES: u32 = Card::ALL.len() as u32 * PAIRS;

impl Move {
    /// The step from one square to another by a card. A square is *5 · row + column*.
    #[inline]
    pub(super) const fn new(card: Card, from: u8, to: u8) -> Move {
        Move { card, step: Some((from, to)) }
    }

    /// The exchange of a card without a step.
    #[inline]
    pub(super) const fn pass(card: Card) -> Move {
        Move { card, step: None }
    }

    /// The card used, which goes beside the board.
    #[inline]
    pub const fn card(self) -> Card {
        self.card
    }

    /// The square left and the square entered, each *5 · row + column*; `None` for a pass.
    #[inline]
    pub const fn step(self) -> Option<(u8, u8)> {
        self.step
    }

    /// The move's number: *625 · card + 25 · square left + square entered*, the cards in the order of [`Card::ALL`].
    ///
    /// The passes follow all steps, card by card.
    #[inline]
    pub const fn number(self) -> u32 {
        match self.step {
            Some((from, to)) => PAIRS * self.card as u32 + PLACES * from as u32 + to as u32,
            None => PASSES + self.card as u32,
        }
    }
}

impl Onitama {
    /// Below what the [numbers](Move::number) of all moves lie.
    pub const MOVE_NUMBERS: u32 = PASSES + Card::ALL.len() as u32;

    /// The legal move of this [number](Move::number).
    #[inline]
    pub const fn numbered(&self, number: u32) -> Move {
        if number >= PASSES {
            return Move::pass(Card::ALL[(number - PASSES) as usize]);
        }
        let (card, step) = (Card::ALL[(number / PAIRS) as usize], number % PAIRS);
        Move::new(card, (step / PLACES) as u8, (step % PLACES) as u8)
    }
}

hashed_by_number!(Move);

/// The legal moves of a position.
#[derive(Clone, Copy, Debug)]
pub struct Moves {
    to_move: Side,
    own: u32,
    /// The cards whose steps have not been listed yet.
    cards: Bits,
    card: Card,
    /// The men whose steps by the card have not been listed yet.
    men: Bits,
    from: u8,
    /// The squares that the man can still step to.
    targets: Bits,
    /// The cards to pass with if there is no step.
    passes: Bits,
}

impl Moves {
    /// The moves of a side with these men and cards. Without a card there are none.
    #[inline]
    pub(super) fn new(to_move: Side, own: u32, hand: u16) -> Moves {
        let (cards, none) = (Bits(hand.into()), Bits(0));
        Moves { to_move, own, cards, card: Card::Tiger, men: none, from: 0, targets: none, passes: cards }
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        loop {
            if let Some(to) = self.targets.next() {
                self.passes = Bits(0);
                return Some(Move::new(self.card, self.from, to));
            }
            if let Some(from) = self.men.next() {
                self.from = from;
                self.targets = Bits((self.card.targets(self.to_move, from) & !self.own).into());
            } else if let Some(card) = self.cards.next() {
                self.card = Card::ALL[usize::from(card)];
                self.men = Bits(self.own.into());
            } else {
                let card = self.passes.next()?;
                return Some(Move::pass(Card::ALL[usize::from(card)]));
            }
        }
    }
}
