use bestply_core::{Proof, Value, ValueKind};
use bestply_visits::{Prior, ProofOrPrior};

use super::NOTHING;

/// A child of a node, as the node's walks know it. It takes sixteen bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// The child's value when a walk last came through this edge, or its static value.
    pub(crate) value: Value,
    /// The number of walks through this edge.
    pub(crate) visits: u32,
    /// The child's proof, as far as it was known then, or its prior.
    known: ProofOrPrior,
    /// The expanded node that the edge leads to; [`NOTHING`] while the child is a leaf,
    /// and [`ONLY_BOUNDED`] if its static value is only a bound, too.
    pub(crate) target: u32,
}

const _: () = assert!(size_of::<Edge>() == 16, "an edge takes sixteen bytes");

/// No node: the child is a leaf, and its static value is only a bound, which a search of the evaluator's found.
const ONLY_BOUNDED: u32 = NOTHING - 1;

impl Edge {
    /// An edge to a leaf of this static value, without a prior.
    pub(crate) fn new(value: Value) -> Edge {
        Edge { value, visits: 0, known: ProofOrPrior::default(), target: NOTHING }
    }

    /// The expanded node that the edge leads to.
    #[inline(always)]
    pub(crate) fn node(&self) -> Option<u32> {
        (self.target < ONLY_BOUNDED).then_some(self.target)
    }

    /// Whether the value is exact as far as the searcher knows, or only a bound.
    #[inline(always)]
    pub(crate) fn kind(&self) -> ValueKind {
        ValueKind::bound_if(self.target == ONLY_BOUNDED)
    }

    /// The child's proof, as far as it was known when a walk last came through this edge.
    #[inline(always)]
    pub(crate) fn proof(&self) -> Proof {
        self.known.proof()
    }

    /// Whether the child's proof is known.
    #[inline(always)]
    pub(crate) fn is_proved(&self) -> bool {
        self.known.is_proved()
    }

    /// The child's prior; none of a proved child.
    #[inline(always)]
    pub(crate) fn prior(&self) -> Prior {
        self.known.prior()
    }

    /// Gives the edge the value and the proof of its child.
    #[inline(always)]
    pub(crate) fn set(&mut self, value: Value, proof: Proof) {
        self.value = value;
        self.known = self.known.with_proof(proof);
    }

    /// Gives the edge to a child that is not proved a prior.
    pub(crate) fn set_prior(&mut self, prior: Prior) {
        self.known = prior.into();
    }

    /// Gives the edge to a leaf a static value.
    pub(crate) fn set_static(&mut self, value: Value, kind: ValueKind) {
        (self.value, self.target) = (value, if kind.is_bound() { ONLY_BOUNDED } else { NOTHING });
    }
}

impl Default for Edge {
    fn default() -> Edge {
        Edge::new(0)
    }
}
