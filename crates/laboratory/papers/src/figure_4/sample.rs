//! The measurements on a number of trees of one shape.

use bestply::random_game::NGameShape;
use bestply_experiments::outcome::records::Record;
use bestply_statistics::{Count, Mean, Z_95};
use serde::{Deserialize, Serialize};

/// The sums over the searches of a number of trees, and for each tree which searches found a correct move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeSample {
    /// The number of trees that have more than one best first move.
    pub(crate) ties: u64,
    /// The number of trees in which the two forms of RBFMS differ in a move or in first generations.
    pub(crate) forms_differ: u64,
    /// Alpha-beta, at each horizon from 1.
    pub(crate) alpha_beta: AlphaBetaSample,
    /// Best-first minimax, at each stopping depth from 1.
    pub(crate) best_first: BestFirstSample,
}

/// Alpha-beta on a number of trees.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlphaBetaSample {
    /// The nodes generated with each horizon, over all the trees.
    pub(crate) generations: Vec<u64>,
    /// For each tree, which horizons found a correct move: bit *i* is for the *i*-th horizon.
    pub(crate) correct: Vec<u64>,
}

/// Best-first minimax, as RBFMS does it, on a number of trees.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestFirstSample {
    /// The nodes generated until each stopping depth, repetitions included, over all the trees.
    pub(crate) generations: Vec<u64>,
    /// The same number for the form of 1993, whose children do not inherit their parent's value.
    pub(crate) generations_without_inheritance: Vec<u64>,
    /// The nodes generated for the first time: the cost of a tree in memory.
    pub(crate) first_generations: Vec<u64>,
    /// The nodes whose parent had its static value when they were generated.
    /// The report takes these for first generations.
    pub(crate) seemingly_first_generations: Vec<u64>,
    /// For each tree, which stopping depths found a correct move: bit *i* is for the *i*-th depth.
    pub(crate) correct: Vec<u64>,
}

/// One of the searches of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchToDepth {
    /// Alpha-beta with this horizon.
    AlphaBeta(usize),
    /// Best-first minimax to this stopping depth.
    BestFirst(usize),
}

impl BestFirstSample {
    /// The numbers of generations, by each way to count them.
    fn sums(&self) -> [&Vec<u64>; 4] {
        let BestFirstSample { generations, generations_without_inheritance: without, .. } = self;
        [generations, without, &self.first_generations, &self.seemingly_first_generations]
    }

    /// As [`sums`](Self::sums).
    pub(super) fn sums_mut(&mut self) -> [&mut Vec<u64>; 4] {
        let BestFirstSample { generations, generations_without_inheritance: without, .. } = self;
        [generations, without, &mut self.first_generations, &mut self.seemingly_first_generations]
    }
}

impl TreeSample {
    /// The number of trees.
    pub fn trees(&self) -> u64 {
        self.alpha_beta.correct.len() as u64
    }

    /// The number of trees in which a search found a correct first move.
    pub fn correct(&self, search: SearchToDepth) -> Count {
        let (masks, bit) = self.masks(search);
        Count::new(masks.iter().filter(|&&mask| mask >> bit & 1 == 1).count() as u64, self.trees())
    }

    /// The mean number of nodes that a search generates in a tree. For RBFMS, repetitions are included.
    pub fn generations(&self, search: SearchToDepth) -> f64 {
        let total = match search {
            SearchToDepth::AlphaBeta(horizon) => self.alpha_beta.generations[horizon - 1],
            SearchToDepth::BestFirst(depth) => self.best_first.generations[depth - 1],
        };
        self.per_tree(total)
    }

    /// A total over the trees as a mean.
    pub(crate) fn per_tree(&self, total: u64) -> f64 {
        total as f64 / self.trees() as f64
    }

    /// A weighted sum of decision qualities.
    ///
    /// The searches are of the same trees. The interval takes this into account:
    /// it comes from the sums of the single trees.
    pub(crate) fn contrast(&self, terms: &[(SearchToDepth, f64)]) -> Mean {
        let n = self.trees() as f64;
        let (mut sum, mut squares) = (0.0, 0.0);
        for tree in 0..self.trees() as usize {
            let one = |&(search, weight): &(SearchToDepth, f64)| {
                let (masks, bit) = self.masks(search);
                if masks[tree] >> bit & 1 == 1 { weight } else { 0.0 }
            };
            let value: f64 = terms.iter().map(one).sum();
            sum += value;
            squares += value * value;
        }
        let mean = sum / n;
        let variance = (squares / n - mean * mean).max(0.0) / (n - 1.0).max(1.0);
        let half_width = Z_95 * variance.sqrt();
        Mean { mean, interval_95: [mean - half_width, mean + half_width] }
    }

    /// Adds the trees of another sample of the same shape.
    pub(super) fn add(&mut self, other: &TreeSample) {
        self.ties += other.ties;
        self.forms_differ += other.forms_differ;
        add_each(&mut self.alpha_beta.generations, &other.alpha_beta.generations);
        self.alpha_beta.correct.extend(&other.alpha_beta.correct);
        let sums = self.best_first.sums_mut().into_iter().zip(other.best_first.sums());
        sums.for_each(|(sums, others)| add_each(sums, others));
        self.best_first.correct.extend(&other.best_first.correct);
    }

    fn masks(&self, search: SearchToDepth) -> (&[u64], usize) {
        match search {
            SearchToDepth::AlphaBeta(horizon) => (&self.alpha_beta.correct, horizon - 1),
            SearchToDepth::BestFirst(depth) => (&self.best_first.correct, depth - 1),
        }
    }
}

/// Adds two lists number by number. The shorter list counts as continued by zeros.
fn add_each(sums: &mut Vec<u64>, others: &[u64]) {
    sums.resize(sums.len().max(others.len()), 0);
    sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
}

/// The seeds of some trees of one shape: the work of one thread at a time, and one line of `trees.jsonl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chunk {
    pub(super) shape: NGameShape,
    pub(super) first_seed: u64,
    pub(super) trees: u64,
}

/// A finished chunk, as one line of `trees.jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChunkRecord {
    /// The branching factor of its trees.
    pub(crate) branching: usize,
    /// The seed of its first tree. The others follow.
    pub(crate) first_seed: u64,
    /// The measurements.
    pub(crate) sample: TreeSample,
}

impl ChunkRecord {
    /// Whether this is a valid record of the chunk.
    pub(super) fn is_of(&self, chunk: &Chunk) -> bool {
        let TreeSample { alpha_beta, best_first, .. } = &self.sample;
        let depth = chunk.shape.depth();
        alpha_beta.generations.len() == depth - 1
            && best_first.sums().iter().all(|generations| generations.len() == depth)
            && [&alpha_beta.correct, &best_first.correct].iter().all(|masks| masks.len() as u64 == chunk.trees)
    }
}

impl Record for ChunkRecord {
    const FILE: &'static str = "trees.jsonl";
    const WHAT: &'static str = "a record of some trees";
    type Key = (usize, u64);

    fn key(&self) -> (usize, u64) {
        (self.branching, self.first_seed)
    }

    fn largest(&self) -> u64 {
        let TreeSample { ties, forms_differ, alpha_beta, best_first } = &self.sample;
        let sums = best_first.sums().into_iter().chain([&alpha_beta.generations]);
        sums.flatten().chain([ties, forms_differ]).copied().max().unwrap_or(0)
    }
}
