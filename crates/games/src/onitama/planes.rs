use bestply_core::{Side, Value};
use bestply_learning::{Planes, add_squares, set_squares};

use super::card::SQUARES;
use super::{Card, Onitama};
use crate::Outcome;
use crate::bits::Bits;

/// The planes of men; those of the cards follow.
const MEN: usize = 4;

macro_rules! names {
    ($($card:literal)*) => {
        &[
            "own men", "the other side's men", "own master", "the other side's master",
            $(concat!("squares that own men reach by ", $card),)*
            $(concat!("squares that the other side's men reach by ", $card),)*
            $(concat!($card, " beside the board"),)*
        ]
    };
}

/// The board is turned by half for MIN.
/// A side reaches a square by a card in its hand, whoever stands there.
/// The plane of the card beside the board is all ones.
impl Planes for Onitama {
    const SHAPE: [usize; 3] = [MEN + 3 * Card::ALL.len(), 5, 5];

    const NAMES: &'static [&'static str] = names!(
        "tiger" "dragon" "frog" "rabbit" "crab" "elephant" "goose" "rooster"
        "monkey" "mantis" "horse" "ox" "crane" "boar" "eel" "cobra"
    );

    fn active(&self, viewer: Side, inputs: &mut Vec<u16>) {
        self.planes(viewer).for_each(|(plane, squares)| add_squares(squares.into(), plane * SQUARES, inputs));
    }

    fn set_bits(&self, viewer: Side, words: &mut [u64]) {
        self.planes(viewer).for_each(|(plane, squares)| set_squares(squares.into(), plane * SQUARES, words));
    }

    fn finished_value(&self) -> Value {
        self.outcome().map_or(0, Outcome::value)
    }
}

impl Onitama {
    /// The planes that are not empty, and their squares.
    fn planes(&self, viewer: Side) -> impl Iterator<Item = (usize, u32)> {
        let other = viewer.other();
        let men = [self.men(viewer), self.men(other), self.master(viewer), self.master(other)];
        let hand = move |place: usize, side: Side| {
            let plane = MEN + place * Card::ALL.len();
            self.cards(side).map(move |card| (plane + card as usize, self.reached(side, card)))
        };
        let spare = MEN + 2 * Card::ALL.len() + self.spare() as usize;
        let planes = men.into_iter().enumerate().chain(hand(0, viewer)).chain(hand(1, other));
        planes.chain([(spare, (1 << SQUARES) - 1)]).map(move |(plane, squares)| match viewer {
            Side::Max => (plane, squares),
            Side::Min => (plane, squares.reverse_bits() >> (u32::BITS as usize - SQUARES)),
        })
    }

    /// The squares that a side's men reach by a card, whoever stands there.
    fn reached(&self, side: Side, card: Card) -> u32 {
        Bits(self.men(side).into()).fold(0, |reached, from| reached | card.targets(side, from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sides_see_the_same() {
        let turned = |[max, min]: [u32; 2]| [min, max].map(|squares| squares.reverse_bits() >> 7);
        let exchanged = |position: &Onitama| Onitama {
            men: turned(position.men),
            masters: turned(position.masters),
            hands: [position.hands[1], position.hands[0]],
            to_move: position.to_move.other(),
            ..*position
        };
        crate::planes::check(Onitama::deal, exchanged);
    }

    #[test]
    fn the_planes_have_the_names_of_their_cards() {
        for (index, card) in Card::ALL.into_iter().enumerate() {
            assert_eq!(Onitama::NAMES[MEN + index], format!("squares that own men reach by {}", card.name()));
        }
    }
}
