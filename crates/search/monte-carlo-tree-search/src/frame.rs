use bestply_core::{Proof, Side, Value};
use bestply_visits::BiasNumbers;

use crate::Results;
use crate::candidates::{ChosenPlace, UnvisitedSiblings};

/// A number of walks, and the sum of their results.
#[derive(Clone, Copy, Default)]
pub(crate) struct Total {
    pub(crate) walks: u64,
    pub(crate) sum: i64,
}

/// A node of the walk. While the node is on the walk, the tree's copy of its results is out of date.
pub(crate) struct SimulatedNode<N> {
    pub(crate) side: Side,
    /// The total of all walks minus the walks that came to this node. It does not change while all walks come here.
    pub(crate) elsewhere: Total,
    /// The minimax value. It is out of date while the node below owes its own to it.
    pub(crate) minimax: Value,
    /// The minimax value that the node above has from this one.
    pub(crate) told: Value,
    pub(crate) proof: Proof,
    /// What the node keeps for the bias. It is out of date while the node is above the first choice of the walk.
    pub(crate) numbers: N,
    /// The node's value, if it is proved.
    pub(crate) value: Value,
    /// The number of children made. It is counted only where some are not made.
    pub(crate) made: usize,
    pub(crate) is_full: bool,
    /// Whether the node's children are listed at its depth.
    pub(crate) is_listed: bool,
    /// The child that the walk goes through, with its place on the list.
    pub(crate) chosen: ChosenPlace,
    pub(crate) rivals: UnvisitedSiblings,
    /// The number of walks until which they surely come to this node.
    pub(crate) comes_until: u64,
    pub(crate) stays_until: u64,
}

impl<N: BiasNumbers> SimulatedNode<N> {
    /// A node with these results after the walks of `total`. None of its children is known.
    #[inline(always)]
    pub(crate) fn new(side: Side, results: Results<N>, total: Total) -> SimulatedNode<N> {
        let Results { sum, visits, minimax, proof, numbers } = results;
        SimulatedNode {
            side,
            elsewhere: Total { walks: total.walks.wrapping_sub(u64::from(visits)), sum: total.sum.wrapping_sub(sum) },
            minimax,
            told: minimax,
            proof,
            numbers,
            value: 0,
            made: 0,
            is_full: false,
            is_listed: false,
            chosen: ChosenPlace::default(),
            rivals: UnvisitedSiblings::NONE,
            comes_until: 0,
            stays_until: 0,
        }
    }

    /// The number of walks that came to this node.
    #[inline(always)]
    pub(crate) fn visits(&self, total: Total) -> u32 {
        u32::try_from(total.walks.wrapping_sub(self.elsewhere.walks)).unwrap_or(u32::MAX)
    }

    /// The results that the tree keeps for the node.
    #[inline(always)]
    pub(crate) fn results(&self, total: Total) -> Results<N> {
        let sum = total.sum.wrapping_sub(self.elsewhere.sum);
        let (visits, numbers) = (self.visits(total), self.numbers);
        Results { sum, visits, minimax: self.minimax, proof: self.proof, numbers }
    }
}

/// The factors by which a side weighs what is known of a node. They are positive for MAX and negative for MIN.
#[derive(Clone, Copy)]
pub(crate) struct Weights {
    pub(crate) side: Side,
    pub(crate) mean: f64,
    pub(crate) minimax: f64,
}

impl Weights {
    /// The mean of a node's results, weighted with its minimax value if that has a weight.
    #[inline(always)]
    pub(crate) fn estimate<N>(self, results: Results<N>) -> f64 {
        let mean = results.sum as f64 / f64::from(results.visits);
        self.mean * mean + self.minimax * f64::from(results.minimax)
    }
}

/// The whole number nearest to an estimate; halves are rounded up.
///
/// It avoids `f64::floor`, which is a call on processors without such an instruction,
/// and takes 1 to 2 % of a simulation's instructions there (bench `counts -- Monte-Carlo`).
#[inline(always)]
pub(crate) fn round(estimate: f64) -> Value {
    let above = estimate + 0.5;
    let whole = above as Value;
    whole - Value::from(f64::from(whole) > above)
}
