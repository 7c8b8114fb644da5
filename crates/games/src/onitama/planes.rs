use bestply_core::{Side, Value};
use bestply_learning::{Planes, add_squares};

use super::card::SQUARES;
use super::{Card, Onitama};
use crate::Outcome;

/// The planes of men; those of the cards follow.
const MEN: usize = 4;

macro_rules! names {
    ($($card:literal)*) => {
        &[
            "own men", "the other side's men", "own master", "the other side's master",
            $(concat!("own ", $card),)*
            $(concat!("the other side's ", $card),)*
            $(concat!($card, " beside the board"),)*
        ]
    };
}

/// The board is turned by half for MIN. A card's plane is all ones where the card lies, and all zeros elsewhere.
impl Planes for Onitama {
    const SHAPE: [usize; 3] = [MEN + 3 * Card::ALL.len(), 5, 5];

    const NAMES: &'static [&'static str] = names!(
        "tiger" "dragon" "frog" "rabbit" "crab" "elephant" "goose" "rooster"
        "monkey" "mantis" "horse" "ox" "crane" "boar" "eel" "cobra"
    );

    fn active(&self, viewer: Side, inputs: &mut Vec<u16>) {
        let other = viewer.other();
        let men = [self.men(viewer), self.men(other), self.master(viewer), self.master(other)];
        for (plane, squares) in men.into_iter().enumerate() {
            let squares = match viewer {
                Side::Max => squares,
                Side::Min => squares.reverse_bits() >> (u32::BITS as usize - SQUARES),
            };
            add_squares(squares.into(), plane * SQUARES, inputs);
        }
        let own = self.cards(viewer).map(|card| card as usize);
        let others = self.cards(other).map(|card| Card::ALL.len() + card as usize);
        for card in own.chain(others).chain([2 * Card::ALL.len() + self.spare() as usize]) {
            add_squares((1 << SQUARES) - 1, (MEN + card) * SQUARES, inputs);
        }
    }

    fn finished_value(&self) -> Value {
        self.outcome().map_or(0, Outcome::value)
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
            assert_eq!(Onitama::NAMES[MEN + index], format!("own {}", card.name()));
        }
    }
}
