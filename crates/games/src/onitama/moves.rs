use bestply_core::Side;

use crate::bits::Bits;
use crate::onitama::Card;

/// A man's step by a card, or the exchange of a card by a player who has no step to make.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    card: Card,
    step: Option<(u8, u8)>,
}

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
    #[must_use]
    pub const fn card(self) -> Card {
        self.card
    }

    /// The square left and the square entered, each *5 · row + column*; `None` for a pass.
    #[inline]
    #[must_use]
    pub const fn step(self) -> Option<(u8, u8)> {
        self.step
    }
}

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
