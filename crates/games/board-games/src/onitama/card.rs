use bestply_core::Side;

use crate::bits::Bits;
use crate::onitama::SIZE;

macro_rules! cards {
    ($($card:ident $name:literal: $steps:expr;)*) => {
        /// One of the sixteen cards of the published game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "their names say it all")]
        pub enum Card {
            $($card,)*
        }

        impl Card {
            /// All cards.
            pub const ALL: [Card; 16] = [$(Card::$card,)*];

            /// The steps that the card shows, as its owner sees them: the number of columns to the right, then of rows
            /// forward.
            pub const fn steps(self) -> &'static [(i8, i8)] {
                match self {
                    $(Card::$card => &$steps,)*
                }
            }

            /// The card's name, in lower case.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Card::$card => $name,)*
                }
            }
        }

        /// What the planes show that a network sees: men, then what each card says of them.
        pub(super) const PLANES: &[&str] = &[
            "own men", "the other side's men", "own master", "the other side's master",
            $(concat!("squares that own men reach by ", $name),)*
            $(concat!("squares that the other side's men reach by ", $name),)*
            $(concat!($name, " beside the board"),)*
        ];
    };
}

cards! {
    Tiger "tiger": [(0, 2), (0, -1)];
    Dragon "dragon": [(-2, 1), (2, 1), (-1, -1), (1, -1)];
    Frog "frog": [(-2, 0), (-1, 1), (1, -1)];
    Rabbit "rabbit": [(2, 0), (1, 1), (-1, -1)];
    Crab "crab": [(-2, 0), (0, 1), (2, 0)];
    Elephant "elephant": [(-1, 0), (-1, 1), (1, 1), (1, 0)];
    Goose "goose": [(-1, 0), (-1, 1), (1, 0), (1, -1)];
    Rooster "rooster": [(-1, 0), (-1, -1), (1, 0), (1, 1)];
    Monkey "monkey": [(-1, 1), (1, 1), (-1, -1), (1, -1)];
    Mantis "mantis": [(-1, 1), (1, 1), (0, -1)];
    Horse "horse": [(-1, 0), (0, 1), (0, -1)];
    Ox "ox": [(1, 0), (0, 1), (0, -1)];
    Crane "crane": [(0, 1), (-1, -1), (1, -1)];
    Boar "boar": [(-1, 0), (0, 1), (1, 0)];
    Eel "eel": [(-1, 1), (-1, -1), (1, 0)];
    Cobra "cobra": [(1, 1), (1, -1), (-1, 0)];
}

impl Card {
    /// The set that consists of this card.
    #[inline]
    pub(super) const fn bit(self) -> u16 {
        1 << self as u16
    }

    /// The cards of a set.
    #[inline]
    pub(super) fn of(set: u16) -> impl Iterator<Item = Card> + Clone + use<> {
        Bits(set.into()).map(|index| Card::ALL[usize::from(index)])
    }

    /// The squares that a man of this side can step to from a square, whether they are occupied or not.
    #[inline]
    pub(super) fn targets(self, side: Side, from: u8) -> u32 {
        TARGETS[side as usize][self as usize][usize::from(from)]
    }
}

/// The number of squares of the board.
pub(super) const SQUARES: usize = SIZE as usize * SIZE as usize;

/// The targets by side, card and square.
static TARGETS: [[[u32; SQUARES]; Card::ALL.len()]; 2] = [targets_of(1), targets_of(-1)];

/// The targets of the side that goes up the board, or down.
const fn targets_of(forward: i8) -> [[u32; SQUARES]; Card::ALL.len()] {
    let mut targets = [[0; SQUARES]; Card::ALL.len()];
    let mut index = 0;
    while index < Card::ALL.len() * SQUARES {
        let (card, from) = (index / SQUARES, index % SQUARES);
        targets[card][from] = targets_from(Card::ALL[card], from as i8, forward);
        index += 1;
    }
    targets
}

const fn targets_from(card: Card, from: i8, forward: i8) -> u32 {
    let size = SIZE as i8;
    let steps = card.steps();
    let (mut targets, mut index) = (0, 0);
    while index < steps.len() {
        let (right, ahead) = steps[index];
        let (column, row) = (from % size + forward * right, from / size + forward * ahead);
        if 0 <= column && column < size && 0 <= row && row < size {
            targets |= 1 << (size * row + column);
        }
        index += 1;
    }
    targets
}
