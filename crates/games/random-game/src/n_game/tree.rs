use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use bestply_core::Value;

use super::{NGame, NGameShape};

/// The whole tree of an N-game: its edges in one array, where the children of `A[i]` are `A[b·i + 1]` to `A[b·i + b]`.
///
/// An edge takes two bytes. A tree can be filled again for another seed, in the memory that it has.
#[derive(Clone, Debug)]
pub struct NGameTree {
    shape: NGameShape,
    seed: u64,
    /// The codes of the edges to the nodes. The first is the root's, to which no edge leads.
    codes: Vec<i16>,
    /// Where each level begins in the array, from the root's level on, and where the array ends.
    levels: Vec<usize>,
}

impl NGameTree {
    /// The tree of a seed. The same shape and seed always give the same tree.
    pub fn new(shape: NGameShape, seed: u64) -> NGameTree {
        let mut levels = vec![0, 1];
        for depth in 0..shape.depth() {
            let size = levels[depth + 1] - levels[depth];
            levels.push(levels[depth + 1] + size * shape.branching());
        }
        let mut tree = NGameTree { shape, seed, codes: vec![0; shape.nodes()], levels };
        tree.refill(seed);
        tree
    }

    /// Fills the tree for another seed. The shape stays.
    ///
    /// The sequence of Xoshiro256++ gives each number four edges, its lowest bits the first.
    pub fn refill(&mut self, seed: u64) {
        self.seed = seed;
        let mut numbers = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (fours, rest) = self.codes[1..].as_chunks_mut();
        for codes in fours {
            *codes = four_codes(numbers.next_u64());
        }
        let last = four_codes(numbers.next_u64());
        rest.copy_from_slice(&last[..rest.len()]);
    }

    /// The tree's width and depth.
    pub fn shape(&self) -> NGameShape {
        self.shape
    }

    /// The seed from which the tree is filled.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The start of the game.
    pub fn start(&self) -> NGame<'_> {
        NGame::new(self)
    }

    /// The codes of the edges to nodes `first..first + count`, which must exist.
    #[inline(always)]
    pub(super) fn codes(&self, first: usize, count: usize) -> &[i16] {
        &self.codes[first..first + count]
    }

    /// The codes of the edges to the nodes of this depth.
    #[inline]
    pub(super) fn level(&self, depth: usize) -> &[i16] {
        &self.codes[self.levels[depth]..self.levels[depth + 1]]
    }

    /// The edge to a node other than the root.
    #[inline(always)]
    pub(super) fn edge(&self, node: usize) -> Value {
        edge(self.codes[node])
    }

    /// The array index of a node's first child, whether it exists or not.
    #[inline(always)]
    pub(super) fn first_child(&self, node: usize) -> usize {
        self.shape.branching() * node + 1
    }
}

/// The edge that a code stands for: all numbers in ±2^15 but 0.
///
/// These are as many as two bytes can tell apart, and symmetric around zero.
#[inline(always)]
pub(super) const fn edge(code: i16) -> Value {
    code as Value + (code >= 0) as Value
}

#[inline(always)]
fn four_codes(number: u64) -> [i16; 4] {
    [0, 16, 32, 48].map(|shift| (number >> shift) as i16)
}
