use std::fmt;
use std::ops::Range;

use bestply_core::{Evaluator, Keyed, Position, Side, StaticError, Value, mix};

use crate::distribution::{Distribution, Draws, scale};
use crate::errors::errors;
use crate::numbering::{MAX_BRANCHING, Numbering, Numbers};

/// The largest edge: edges are uniform on `-EDGE_LIMIT..=EDGE_LIMIT`.
pub const EDGE_LIMIT: i32 = 1 << 15;

/// The number of different edges.
const EDGES: u64 = 2 * EDGE_LIMIT as u64 + 1;

/// The width of a random number, in bits.
const NUMBER_BITS: u32 = 61;

/// The rules of a random game: how wide it is, how long it is, and where its numbers come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    branching: usize,
    length: usize,
    numbering: Numbering,
    distribution: Distribution,
}

/// Why there is no game of some rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidRules {
    /// The branching factor is not in `1..=MAX_BRANCHING`.
    Branching(usize),
    /// The length is not in `1..=Rules::MAX_LENGTH`.
    Length(usize),
    /// With this distribution a node could have so many moves, more than `MAX_BRANCHING`.
    Distribution(usize),
}

impl fmt::Display for InvalidRules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidRules::Branching(branching) => {
                write!(formatter, "branching must be from 1 to {MAX_BRANCHING}, not {branching}")
            }
            InvalidRules::Distribution(most) => {
                write!(
                    formatter,
                    "a node may have {MAX_BRANCHING} moves at most, not {most} as this distribution can give it"
                )
            }
            InvalidRules::Length(length) => {
                write!(formatter, "length must be from 1 to {} moves, not {length}", Rules::MAX_LENGTH)
            }
        }
    }
}

impl std::error::Error for InvalidRules {}

impl Rules {
    /// The longest game, in moves.
    pub const MAX_LENGTH: usize = 1000;

    /// Games of `length` moves, with 1 to `branching` moves a node, numbered breadth-first.
    ///
    /// # Errors
    ///
    /// If either number is out of its range.
    pub fn new(branching: usize, length: usize) -> Result<Rules, InvalidRules> {
        if !(1..=MAX_BRANCHING).contains(&branching) {
            return Err(InvalidRules::Branching(branching));
        }
        if !(1..=Rules::MAX_LENGTH).contains(&length) {
            return Err(InvalidRules::Length(length));
        }
        Ok(Rules { branching, length, numbering: Numbering::default(), distribution: Distribution::default() })
    }

    /// The same games under another numbering.
    pub fn with_numbering(self, numbering: Numbering) -> Rules {
        Rules { numbering, ..self }
    }

    /// The same games with numbers of moves that are distributed otherwise.
    ///
    /// # Errors
    ///
    /// If a node could have more than [`MAX_BRANCHING`] moves.
    pub fn with_distribution(self, distribution: Distribution) -> Result<Rules, InvalidRules> {
        match distribution.most(self.branching) {
            most if most > MAX_BRANCHING => Err(InvalidRules::Distribution(most)),
            _ => Ok(Rules { distribution, ..self }),
        }
    }

    /// The branching factor *B*, whose meaning is the distribution's.
    pub fn branching(self) -> usize {
        self.branching
    }

    /// The length of a game, in moves.
    pub fn length(self) -> usize {
        self.length
    }
}

/// A position of a random game. MAX moves at the start, and sides alternate. A move is the index of the child.
///
/// Making or unmaking a move takes nanoseconds and no memory.
#[derive(Clone, Debug)]
pub struct RandomGame {
    rules: Rules,
    seed: u64,
    numbers: Numbers,
    draws: Draws,
    node: RandomNode,
}

/// What a move changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RandomNode {
    base: u64,
    value: Value,
    ply: u16,
    moves: u8,
}

/// What is needed to take back a move.
#[derive(Clone, Copy, Debug)]
pub struct RandomGameUndo(RandomNode);

/// Two positions are equal if they are the same node of the same tree.
impl PartialEq for RandomGame {
    fn eq(&self, other: &RandomGame) -> bool {
        (self.rules, self.seed, self.node) == (other.rules, other.seed, other.node)
    }
}

impl RandomGame {
    /// The start of the game of a seed. The same rules and seed always give the same game.
    pub fn new(rules: Rules, seed: u64) -> RandomGame {
        let (numbers, root) = Numbers::new(rules.numbering, rules.distribution.most(rules.branching), seed);
        let draws = rules.distribution.draws(rules.branching);
        let node = RandomNode { base: 0, value: 0, ply: 0, moves: 0 };
        let mut game = RandomGame { rules, seed, numbers, draws, node };
        // The root's number would also give an edge to the root, but there is no such edge.
        game.node = RandomNode { value: 0, ..game.node_of(root, 0) };
        game
    }

    /// The sum of the edges from the start to this position.
    #[inline]
    pub fn value(&self) -> Value {
        self.node.value
    }

    /// The number of moves played so far.
    pub fn ply(&self) -> usize {
        usize::from(self.node.ply)
    }

    /// The number of moves until the end of the game.
    pub fn moves_left(&self) -> usize {
        self.rules.length - self.ply()
    }

    /// The most moves that a position of such a game can have.
    #[inline]
    pub fn most_moves(&self) -> usize {
        self.rules.distribution.most(self.rules.branching)
    }

    #[inline(always)]
    fn child_state(&self, index: usize) -> u64 {
        self.numbers.child(self.node.base, index)
    }

    #[inline(always)]
    fn child_value(&self, index: usize) -> Value {
        let (edge, _) = digits(self.numbers.number(self.child_state(index)));
        self.node.value + edge
    }

    /// The node of this state, `ply` moves from the start. The edge to it leads from the current node.
    #[inline(always)]
    fn node_of(&self, state: u64, ply: u16) -> RandomNode {
        let (edge, rest) = digits(self.numbers.number(state));
        let over = usize::from(ply) == self.rules.length;
        let moves = if over { 0 } else { self.draws.moves(rest) };
        RandomNode { base: self.numbers.base(state), value: self.node.value + edge, ply, moves }
    }
}

/// The edge that a random number stands for, and the rest of the number, a fraction.
///
/// A number is read as a fraction of one, and expanded in mixed radix.
/// The first digit is the edge, and the second is the number of moves.
#[inline(always)]
fn digits(number: u64) -> (Value, u64) {
    let (digit, rest) = scale(number << (u64::BITS - NUMBER_BITS), EDGES);
    (digit as Value - EDGE_LIMIT, rest)
}

impl Position for RandomGame {
    type Move = usize;
    type Moves = Range<usize>;
    type Undo = RandomGameUndo;

    #[inline]
    fn to_move(&self) -> Side {
        if self.node.ply.is_multiple_of(2) { Side::Max } else { Side::Min }
    }

    #[inline]
    fn moves(&self) -> Range<usize> {
        0..usize::from(self.node.moves)
    }

    #[inline]
    fn make(&mut self, index: usize) -> RandomGameUndo {
        debug_assert!(index < usize::from(self.node.moves), "move {index} of {} is not legal", self.node.moves);
        let node = self.node_of(self.child_state(index), self.node.ply + 1);
        RandomGameUndo(std::mem::replace(&mut self.node, node))
    }

    #[inline]
    fn unmake(&mut self, _: usize, RandomGameUndo(node): RandomGameUndo) {
        self.node = node;
    }

    #[inline]
    fn move_count(&self) -> usize {
        usize::from(self.node.moves)
    }

    #[inline]
    fn fingerprint(&self) -> Option<u64> {
        Some(self.key())
    }
}

impl Keyed for RandomGame {
    /// The node's random number, value and depth, mixed. No two nodes of a game are the same position.
    #[inline]
    fn key(&self) -> u64 {
        let RandomNode { base, value, ply, .. } = self.node;
        mix(mix(base) ^ (u64::from(ply) << 32 | u64::from(value as u32)))
    }
}

/// The static value of a random game's position: the sum of the edges that led to it.
/// Children are evaluated without being made.
#[derive(Clone, Copy, Debug, Default)]
pub struct EdgeSum;

impl Evaluator<RandomGame> for EdgeSum {
    #[inline]
    fn evaluate(&mut self, position: &RandomGame) -> Value {
        position.value()
    }

    #[inline]
    fn evaluate_child(&mut self, parent: &mut RandomGame, index: usize) -> Value {
        parent.child_value(index)
    }

    fn errors(&self, position: &RandomGame) -> &[StaticError] {
        errors(position.rules.distribution, position.rules.branching)
    }
}
