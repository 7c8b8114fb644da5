use bestply_core::Side;

use crate::bits::Bits;
use crate::onitama::SIZE;

/// One of the sixteen cards of the published game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "their names say it all")]
pub enum Card {
    Tiger,
    Dragon,
    Frog,
    Rabbit,
    Crab,
    Elephant,
    Goose,
    Rooster,
    Monkey,
    Mantis,
    Horse,
    Ox,
    Crane,
    Boar,
    Eel,
    Cobra,
}

impl Card {
    /// All cards.
    pub const ALL: [Card; 16] = [
        Card::Tiger,
        Card::Dragon,
        Card::Frog,
        Card::Rabbit,
        Card::Crab,
        Card::Elephant,
        Card::Goose,
        Card::Rooster,
        Card::Monkey,
        Card::Mantis,
        Card::Horse,
        Card::Ox,
        Card::Crane,
        Card::Boar,
        Card::Eel,
        Card::Cobra,
    ];

    /// The steps that the card shows, as its owner sees them: the number of columns to the right, then of rows forward.
    #[must_use]
    pub const fn steps(self) -> &'static [(i8, i8)] {
        match self {
            Card::Tiger => &[(0, 2), (0, -1)],
            Card::Dragon => &[(-2, 1), (2, 1), (-1, -1), (1, -1)],
            Card::Frog => &[(-2, 0), (-1, 1), (1, -1)],
            Card::Rabbit => &[(2, 0), (1, 1), (-1, -1)],
            Card::Crab => &[(-2, 0), (0, 1), (2, 0)],
            Card::Elephant => &[(-1, 0), (-1, 1), (1, 1), (1, 0)],
            Card::Goose => &[(-1, 0), (-1, 1), (1, 0), (1, -1)],
            Card::Rooster => &[(-1, 0), (-1, -1), (1, 0), (1, 1)],
            Card::Monkey => &[(-1, 1), (1, 1), (-1, -1), (1, -1)],
            Card::Mantis => &[(-1, 1), (1, 1), (0, -1)],
            Card::Horse => &[(-1, 0), (0, 1), (0, -1)],
            Card::Ox => &[(1, 0), (0, 1), (0, -1)],
            Card::Crane => &[(0, 1), (-1, -1), (1, -1)],
            Card::Boar => &[(-1, 0), (0, 1), (1, 0)],
            Card::Eel => &[(-1, 1), (-1, -1), (1, 0)],
            Card::Cobra => &[(1, 1), (1, -1), (-1, 0)],
        }
    }

    /// The card's name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Card::Tiger => "tiger",
            Card::Dragon => "dragon",
            Card::Frog => "frog",
            Card::Rabbit => "rabbit",
            Card::Crab => "crab",
            Card::Elephant => "elephant",
            Card::Goose => "goose",
            Card::Rooster => "rooster",
            Card::Monkey => "monkey",
            Card::Mantis => "mantis",
            Card::Horse => "horse",
            Card::Ox => "ox",
            Card::Crane => "crane",
            Card::Boar => "boar",
            Card::Eel => "eel",
            Card::Cobra => "cobra",
        }
    }

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
    let mut card = 0;
    while card < Card::ALL.len() {
        let mut from = 0;
        while from < SQUARES {
            targets[card][from] = targets_from(Card::ALL[card], from as i8, forward);
            from += 1;
        }
        card += 1;
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
