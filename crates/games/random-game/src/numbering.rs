use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

use crate::modular::{Exponent, PRIME, inverse, multiply, power, reduce};

/// The largest branching factor. A node keeps its number of moves in one byte.
pub const MAX_BRANCHING: usize = u8::MAX as usize;

/// The multiplier of the linear congruential generator modulo 2^61 - 1.
///
/// It is a primitive root: its powers are all the numbers from 1 to 2^61 - 2.
/// It is one of those of good lattice structure in L'Ecuyer,
/// "Tables of linear congruential generators of different sizes and good lattice structure",
/// Mathematics of Computation 68 (1999).
const MULTIPLIER: u64 = 437_799_614_237_992_725;

/// How random numbers are assigned to the nodes of a random game tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// Breadth-first, as in Korf & Chickering 1993.
    ///
    /// Node *n* of the complete *B*-ary tree, counted level by level,
    /// has the *n*-th number of one linear congruential sequence.
    /// The sequence starts at a number that depends on the seed.
    #[default]
    BreadthFirst,
    /// The scheme that the paper rejects.
    ///
    /// The number of a node (and of the edge to it) seeds the generator,
    /// and the first output is the node's random number.
    /// Parent and child are correlated in this scheme.
    EdgeSeeded,
    /// A modern keyed hash: a node's key is its parent's key hashed with the index of the child.
    Keyed,
}

/// A numbering prepared for one game.
///
/// A node is known by its *state*, which determines its random number and its *base*.
/// A child's state follows from the base and the child's index.
/// Random numbers have 61 bits.
///
/// Breadth-first, the *n*-th number is `x(n) = s·aⁿ` for the seed's `s`.
/// Child *i* of node *n* is node `B·n + i + 1`, and so `x(B·n + i + 1) = s·(aⁿ)^B·a^(i+1) = x(n)^B · s^(1-B)·a^(i+1)`.
/// The state is thus the number itself, the base is its *B*-th power,
/// and the rest is a constant of the game and the index.
/// The number of a node, which would outgrow any integer, is not needed.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    numbering: Numbering,
    branching: u64,
    /// The branching factor as breadth-first numbering raises to it.
    exponent: Exponent,
    /// In breadth-first numbering, `s^(1-B)·a^(i+1)` for each index *i* of a child.
    factors: Box<[u64]>,
}

/// The increment of the SplitMix64 generator: the fractional part of the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Numbers {
    /// The numbers of the game of a seed, and the state of the game's root.
    pub(crate) fn new(numbering: Numbering, branching: usize, seed: u64) -> (Numbers, u64) {
        let branching = branching as u64;
        let hash = SplitMix64::seed_from_u64(seed).next_u64();
        // Neighbouring seeds must not give neighbouring numbers,
        // because the sequences of these are multiples of each other.
        let start = 1 + hash % (PRIME - 1);
        let mut factor = multiply(start, inverse(power(start, branching)));
        let factors = (0..branching).map(|_| {
            factor = multiply(factor, MULTIPLIER);
            factor
        });
        let exponent = Exponent::new(branching);
        let numbers = Numbers { numbering, branching, exponent, factors: factors.collect() };
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

    /// The base from which the states of a node's children are made.
    #[inline(always)]
    pub(crate) fn base(&self, state: u64) -> u64 {
        match self.numbering {
            Numbering::BreadthFirst => self.exponent.of(state),
            Numbering::EdgeSeeded => multiply(state, self.branching),
            Numbering::Keyed => state,
        }
    }

    /// The state of child `index` of the node with this base.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The prime factors of 2^61 - 2, the order of the multiplicative group; 3 and 5 divide it twice.
    const FACTORS: [u64; 12] = [2, 3, 5, 7, 11, 13, 31, 41, 61, 151, 331, 1321];

    #[test]
    fn the_multiplier_is_a_primitive_root() {
        assert_eq!(FACTORS.iter().product::<u64>() * 3 * 5, PRIME - 1);
        for factor in FACTORS {
            assert_ne!(power(MULTIPLIER, (PRIME - 1) / factor), 1, "its order divides (p - 1) / {factor}");
        }
    }

    /// Numbers the complete tree level by level in a queue, and steps the generator once for each node.
    #[test]
    fn the_jump_ahead_agrees_with_stepping_the_generator() {
        const NODES: usize = 5_000;
        for branching in [1, 2, 3, 5] {
            for seed in [0, 1, u64::MAX] {
                let (numbers, root) = Numbers::new(Numbering::BreadthFirst, branching, seed);
                let mut states = vec![root];
                let mut stepped = u128::from(root);
                for node in 0..NODES {
                    let state = states[node];
                    assert_eq!(u128::from(numbers.number(state)), stepped, "node {node}, branching {branching}");
                    stepped = stepped * u128::from(MULTIPLIER) % u128::from(PRIME);
                    let base = numbers.base(state);
                    states.extend((0..branching).map(|index| numbers.child(base, index)));
                }
            }
        }
    }

    /// The generator seeded with the number of the edge, as in the definition.
    #[test]
    fn edge_seeded_numbers_are_first_outputs() {
        for branching in [1, 2, 3, 5] {
            let (numbers, root) = Numbers::new(Numbering::EdgeSeeded, branching, 7);
            let mut edge = u128::from(root);
            let mut state = root;
            for index in (0..1000).map(|ply| ply % branching) {
                let output = edge * u128::from(MULTIPLIER) % u128::from(PRIME);
                assert_eq!(u128::from(numbers.number(state)), output);
                edge = (edge * branching as u128 + index as u128 + 1) % u128::from(PRIME);
                state = numbers.child(numbers.base(state), index);
            }
        }
    }
}
