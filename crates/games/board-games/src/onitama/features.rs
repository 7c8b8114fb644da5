//! What a network and tuples see of a position: men and cards, and what they threaten.

use bestply_core::{Side, StaticError, Value};
use bestply_learning::{Fingerprint, Layout, Planes, add_squares, set_squares};

use super::card::{PLANES, SQUARES};
use super::tactics::{Captures, Parry, Prospect, Tactics};
use super::{Card, MenAndMoves, Onitama, SIZE};
use crate::bits::Bits;
use crate::learnt::{Tuples, UNITS};
use crate::tuples::{Board, Tuple, with_blocks};

/// The number of columns and of rows.
const SIDE: usize = SIZE as usize;

/// The number of places of blocks of two rows and three columns, and of three rows and two columns.
const BLOCKS: usize = 2 * 4 * 3;

/// The layers: all men, the other side's men, and the masters twice, so that masters differ from students by two.
const LAYERS: usize = 4;

/// Blocks that mirror each other share a table.
static BOARD: Board<BLOCKS, SIDE, { 1 << SIDE }, LAYERS> = Board::new(&{
    let lying = with_blocks([Tuple::of_table(0); BLOCKS], 0, [0, SIDE], SIDE, [2, 3]);
    with_blocks(lying, BLOCKS / 2, [4 * SIDE, SIDE], SIDE, [3, 2])
});

/// The number of pairs of the sixteen cards.
const PAIRS: usize = Card::ALL.len() * (Card::ALL.len() - 1) / 2;

/// The number of pairs of counts of students, both sides'.
const STUDENTS: usize = SIDE * SIDE;

/// The number of classes of one side's captures: the master's (none or some) and the students' of two kinds (none,
/// one or more).
const CAPTURES: usize = 2 * 3 * 3;

/// The number of classes of escapes: each number up to four, and more.
const ESCAPES: usize = 6;

/// The index of the weight of a win at once. This one and the next say how the game ends, each alone.
const WON_NEXT: usize = 0;
const LOST_NEXT: usize = 1;
const BLOCKS_START: usize = 2;
const MASTERS_START: usize = BLOCKS_START + BOARD.weights;
const MASTERS: usize = Card::ALL.len() * SQUARES * SQUARES;
const HANDS_START: usize = MASTERS_START + 3 * MASTERS;
const OWN_START: usize = HANDS_START + PAIRS * PAIRS;
const OTHER_START: usize = OWN_START + PAIRS * Card::ALL.len();
const CAPTURES_START: usize = OTHER_START + PAIRS * Card::ALL.len();
const ESCAPES_START: usize = CAPTURES_START + Parry::ALL * CAPTURES * CAPTURES * STUDENTS;
const WEIGHTS: usize = ESCAPES_START + Parry::ALL * ESCAPES * ESCAPES * STUDENTS;

/// The version of the weights' meaning. It changes whenever a weight comes to mean something else.
const VERSION: u64 = 1;

/// The planes of men; those of the cards follow.
const MEN: usize = 4;

/// The board is turned by half for MIN.
/// A side reaches a square by a card in its hand, whoever stands there.
/// The plane of the card beside the board is all ones.
impl Planes for Onitama {
    const SHAPE: [usize; 3] = [MEN + 3 * Card::ALL.len(), 5, 5];

    const NAMES: &'static [&'static str] = PLANES;

    fn active(&self, viewer: Side, inputs: &mut Vec<u16>) {
        self.planes(viewer).for_each(|(plane, squares)| add_squares(squares.into(), plane * SQUARES, inputs));
    }

    fn set_bits(&self, viewer: Side, words: &mut [u64]) {
        self.planes(viewer).for_each(|(plane, squares)| set_squares(squares.into(), plane * SQUARES, words));
    }

    value_of_outcome!();
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
            Side::Min => (plane, turned(squares)),
        })
    }

    /// The squares that a side's men reach by a card, whoever stands there.
    fn reached(&self, side: Side, card: Card) -> u32 {
        Bits(self.men(side).into()).fold(0, |reached, from| reached | card.targets(side, from))
    }

    /// The same position with MAX to move. If it is MIN's turn, the board is turned round and the sides are exchanged.
    #[inline]
    fn with_max_to_move(&self) -> Onitama {
        if self.to_move == Side::Max {
            return *self;
        }
        let exchanged = |[max, min]: [u32; 2]| [turned(min), turned(max)];
        let [max, min] = self.hands;
        let (men, masters) = (exchanged(self.men), exchanged(self.masters));
        Onitama { men, masters, hands: [min, max], to_move: Side::Max, ..*self }
    }
}

/// If a side wins at once, a single weight says so.
///
/// Otherwise there are weights for blocks of squares, for cards with the masters' squares, for cards with one another,
/// and for what is attacked.
impl Tuples for Onitama {
    type Plain = MenAndMoves;

    const LAYOUT: Layout = Layout {
        game: "onitama",
        fingerprint: Fingerprint::new().add(VERSION).add(BOARD.fingerprint).add(WEIGHTS as u64).finish(),
        weights: WEIGHTS,
        units: UNITS,
    };

    /// By `cargo xtask measure predictions onitama --games 300 --depth 6`, before D384.
    const ERRORS: &'static [[StaticError; 2]] = &[
        [StaticError::new(1, -913.9, 2075.0, 0.930), StaticError::new(6, -30.7, 2530.1, 0.904)],
        [StaticError::new(1, -1894.5, 2874.8, 0.951), StaticError::new(6, -297.4, 4867.6, 0.891)],
        [StaticError::new(1, -1560.2, 2984.8, 0.955), StaticError::new(6, -391.4, 5898.6, 0.891)],
    ];

    const SHIPPED: &'static [u8] = include_bytes!("../../weights/onitama.weights");

    /// The weights are of two masters, and a finished game may have one.
    const WEIGHS_ENDS: bool = false;

    fn start(number: u64) -> Onitama {
        Onitama::deal(number)
    }

    /// By the men that are captured: up to one, two or three, and more.
    fn error_stage(&self) -> usize {
        let men = self.men.iter().map(|men| men.count_ones() as usize).sum::<usize>();
        ((2 * SIDE - men) / 2).min(2)
    }

    #[inline(always)]
    fn weights(&self) -> impl Iterator<Item = usize> {
        let position = self.with_max_to_move();
        let (decided, open) = match Prospect::new(&position) {
            Prospect::Won => (Some(WON_NEXT), None),
            Prospect::Lost => (Some(LOST_NEXT), None),
            Prospect::Open(tactics) => (None, Some(open(&position, &tactics))),
        };
        decided.into_iter().chain(open.into_iter().flatten())
    }
}

/// The squares after half a turn of the board.
#[inline]
const fn turned(squares: u32) -> u32 {
    squares.reverse_bits() >> (u32::BITS as usize - SQUARES)
}

/// The weights of a position in which MAX is to move and nothing is decided.
#[inline]
fn open(position: &Onitama, tactics: &Tactics) -> impl Iterator<Item = usize> + use<> {
    let [own, other] = [Side::Max, Side::Min].map(|side| position.hand(side));
    let spare = position.spare();
    let masters = masters(position);
    let of_card =
        |(role, card): (usize, Card)| MASTERS_START + role * MASTERS + card as usize * SQUARES * SQUARES + masters;
    let cards = [(0, own[0]), (0, own[1]), (1, other[0]), (1, other[1]), (2, spare)].map(of_card);
    let [own, other] = [own, other].map(pair);
    let hands = [
        HANDS_START + own * PAIRS + other,
        OWN_START + own * Card::ALL.len() + spare as usize,
        OTHER_START + other * Card::ALL.len() + spare as usize,
    ];
    let blocks = BOARD.weights_of(rows(position)).map(|block| BLOCKS_START + block);
    blocks.chain(cards).chain(hands).chain(tactical(position, tactics))
}

/// The squares of both masters as one number.
#[inline]
fn masters(position: &Onitama) -> usize {
    let [own, other] = [Side::Max, Side::Min].map(|side| position.master(side).trailing_zeros() as usize);
    SQUARES * own + other
}

/// Two cards as one number, the earlier card first.
#[inline]
fn pair([a, b]: [Card; 2]) -> usize {
    b as usize * (b as usize - 1) / 2 + a as usize
}

/// The layers of each row.
#[inline]
fn rows(position: &Onitama) -> [[usize; LAYERS]; SIDE] {
    let [own, other] = position.men;
    let masters = position.masters[0] | position.masters[1];
    let layers = [own | other, other, masters, masters];
    std::array::from_fn(|row| layers.map(|squares| (squares >> (SIDE * row)) as usize % (1 << SIDE)))
}

/// The weights of what is attacked and who can escape, together with the number of students left.
#[inline]
fn tactical(position: &Onitama, tactics: &Tactics) -> [usize; 2] {
    let [own, other] = position.men.map(|men| men.count_ones() as usize - 1);
    let students = SIDE * own + other;
    let parry = tactics.parry as usize;
    let captures = tactics.captures.iter().fold(parry, |captures, of_side| CAPTURES * captures + capturing(of_side));
    let escapes = tactics.escapes.iter().fold(parry, |escapes, &squares| ESCAPES * escapes + squares.min(ESCAPES - 1));
    [CAPTURES_START + STUDENTS * captures + students, ESCAPES_START + STUDENTS * escapes + students]
}

/// The captures of one side as one number.
#[inline]
fn capturing(&Captures { by_master, free, guarded }: &Captures) -> usize {
    (by_master.min(1) * 3 + free.min(2)) * 3 + guarded.min(2)
}

/// The weights compared with a reading of the position as it is written.
#[cfg(test)]
mod tests {
    use bestply_core::Position;

    use super::*;

    /// The rows of the board as the mover sees it, his own first; his men are x and X.
    fn board(position: &Onitama) -> Vec<Vec<char>> {
        let text = position.with_max_to_move().to_string();
        let (rows, _) = text.split_once(' ').expect("the side to move follows the board");
        rows.rsplit('/').map(|row| row.chars().collect()).collect()
    }

    /// The weights of the blocks of so many rows and columns, the first of them being this one.
    fn naive_blocks(board: &[Vec<char>], [height, width]: [usize; 2], start: usize) -> Vec<usize> {
        let digit = |on| ".xoXO".find(on).expect("a square is empty, or a man is there");
        let content = |row: usize, columns: &[usize]| {
            let squares = board[row..row + height].iter().flat_map(|row| columns.iter().map(|&column| row[column]));
            squares.enumerate().map(|(place, on)| digit(on) * 5_usize.pow(place as u32)).sum::<usize>()
        };
        let mut weights = Vec::new();
        for row in 0..=5 - height {
            for first in 0..=5 - width {
                let mut columns: Vec<usize> = (first..first + width).collect();
                let mirrored = 5 - width - first;
                if mirrored < first {
                    columns.reverse();
                }
                let table = 2 * row + first.min(mirrored);
                weights.push(start + table * 5_usize.pow(6) + content(row, &columns));
            }
        }
        weights
    }

    fn naive_masters(position: &Onitama, board: &[Vec<char>]) -> Vec<usize> {
        let square = |master| board.concat().iter().position(|&on| on == master).expect("a side has a master");
        let masters = 25 * square('X') + square('O');
        let (own, other) = (position.cards(position.to_move()), position.cards(position.to_move().other()));
        let cards = own.map(|card| (0, card)).chain(other.map(|card| (1, card))).chain([(2, position.spare())]);
        cards.map(|(role, card)| MASTERS_START + (16 * role + card as usize) * 625 + masters).collect()
    }

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

    #[test]
    fn the_weights_are_of_what_is_on_the_squares() {
        for seed in 0..300 {
            let mut position = Onitama::deal(seed);
            for ply in 0..seed % 30 {
                let moves = position.move_count();
                if moves == 0 {
                    break;
                }
                position.make(position.nth_move((seed + 7 * ply) as usize % moves));
            }
            let weights: Vec<usize> = if position.is_terminal() { continue } else { position.weights().collect() };
            let board = board(&position);
            let mut naive = naive_blocks(&board, [2, 3], BLOCKS_START);
            naive.extend(naive_blocks(&board, [3, 2], BLOCKS_START + 8 * 5_usize.pow(6)));
            naive.extend(naive_masters(&position, &board));
            assert!(weights.len() == 1 || weights.starts_with(&naive), "{position}: {weights:?}, naively {naive:?}");
        }
    }
}
