use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

use crate::modular::{PRIME, inverse, multiply, power, reduce};

/// The largest branching factor there is.
pub const MAX_BRANCHING: usize = 99;

/// The multiplier of the linear congruential generator modulo 2^61 - 1, a primitive root: its powers are all the numbers from
/// 1 to 2^61 - 2. It is one of those of good lattice structure in L'Ecuyer, "Tables of linear congruential generators of
/// different sizes and good lattice structure", Mathematics of Computation 68 (1999).
const MULTIPLIER: u64 = 437_799_614_237_992_725;

/// How random numbers are assigned to the nodes of a random game tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// Breadth-first, as in Korf & Chickering 1993: node *n* of the complete *B*-ary tree, counted level by level, has the
    /// *n*-th number of one linear congruential sequence, that starts at a number of the seed's.
    #[default]
    BreadthFirst,
    /// The scheme that the paper rejects: the number of a node (and of the edge to it) seeds the generator, whose first output
    /// is the node's random number. Parent and child come out correlated.
    EdgeSeeded,
    /// A modern keyed hash: a node's key is that of its parent hashed with the index of the child.
    Keyed,
}

/// A numbering made ready for one game.
///
/// A node is known by its *state*, from which follow its random number and its *base*; a child's state follows from the base and
/// the child's index. Random numbers have 61 bits.
///
/// Breadth-first, the *n*-th number is `x(n) = s·aⁿ` for the seed's `s`. Child *i* of node *n* is node `B·n + i + 1`, and so
/// `x(B·n + i + 1) = s·(aⁿ)^B·a^(i+1) = x(n)^B · s^(1-B)·a^(i+1)`: the state is the number itself, the base its *B*-th
/// power, and the rest a constant of the game and the index. No node number, which would outgrow any integer, is needed.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    numbering: Numbering,
    branching: u64,
    /// Breadth-first: `s^(1-B)·a^(i+1)` for each index *i* of a child.
    factors: Box<[u64]>,
}

/// The increment of the SplitMix64 generator: the fractional part of the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Numbers {
    /// The numbers of the game of a seed, and the state of its root.
    pub(crate) fn new(numbering: Numbering, branching: usize, seed: u64) -> (Numbers, u64) {
        let branching = branching as u64;
        let hash = SplitMix64::seed_from_u64(seed).next_u64();
        // Neighbouring seeds must not give neighbouring numbers: their sequences would be multiples of each other.
        let start = 1 + hash % (PRIME - 1);
        let mut factor = multiply(start, inverse(power(start, branching)));
        let factors = (0..branching).map(|_| {
            factor = multiply(factor, MULTIPLIER);
            factor
        });
        let numbers = Numbers { numbering, branching, factors: factors.collect() };
        let root = if numbering == Numbering::Keyed { hash } else { start };
        (numbers, root)
    }

    /// The random number of a node, of 61 bits.
    #[inline(always)]
    pub(crate) fn number(&self, state: u64) -> u64 {
        match self.numbering {
            Numbering::BreadthFirst => state,
            Numbering::EdgeSeeded => multiply(state, MULTIPLIER),
            Numbering::Keyed => state >> 3,
        }
    }

    /// What the states of a node's children are made from.
    #[inline(always)]
    pub(crate) fn base(&self, state: u64) -> u64 {
        match self.numbering {
            Numbering::BreadthFirst => power(state, self.branching),
            Numbering::EdgeSeeded => multiply(state, self.branching),
            Numbering::Keyed => state,
        }
    }

    /// The state of child `index` of the node of this base.
    #[inline(always)]
    pub(crate) fn child(&self, base: u64, index: usize) -> u64 {
        match self.numbering {
            Numbering::BreadthFirst => multiply(base, self.factors[index]),
            Numbering::EdgeSeeded => reduce(base + index as u64 + 1),
            Numbering::Keyed => {
                SplitMix64::seed_from_u64(base.wrapping_add((index as u64).wrapping_mul(GOLDEN))).next_u64()
            }
        }
    }
}
