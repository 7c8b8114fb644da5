use bestply_core::{Proof, Value, ValueKind};
use bestply_visits::Prior;

use super::NOTHING;

/// A child of a node, as the node's walks know it. It takes sixteen bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// The child's value when a walk last came through this edge, or its static value.
    pub(crate) value: Value,
    /// The number of walks through this edge.
    pub(crate) visits: u32,
    /// The child's proof, as far as it was known then, or with [`OPEN`] its prior.
    ///
    /// A proved child is selected no more, and so needs no prior.
    standing: u32,
    /// The expanded node that the edge leads to; [`NOTHING`] while the child is a leaf,
    /// and [`ONLY_BOUNDED`] if its static value is only a bound, too.
    pub(crate) target: u32,
}

const _: () = assert!(size_of::<Edge>() == 16, "an edge takes sixteen bytes");

/// The bit of a child that is not proved. The others are those of its prior.
const OPEN: u32 = 1 << Prior::BITS;

const _: () = assert!(Proof::MOST_PLIES < OPEN - 1, "a proof leaves the bit free");

/// No node: the child is a leaf, and its static value is only a bound, which a search of the evaluator's found.
const ONLY_BOUNDED: u32 = NOTHING - 1;

impl Edge {
    /// An edge to a leaf of this static value, without a prior.
    pub(crate) fn new(value: Value) -> Edge {
        Edge { value, visits: 0, standing: OPEN, target: NOTHING }
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
        if self.is_proved() { Proof::after(self.standing) } else { Proof::NONE }
    }

    /// Whether the child's proof is known.
    #[inline(always)]
    pub(crate) fn is_proved(&self) -> bool {
        self.standing & OPEN == 0
    }

    /// The child's prior; none of a proved child.
    #[inline(always)]
    pub(crate) fn prior(&self) -> Prior {
        if self.is_proved() { Prior::default() } else { Prior::from_bits(self.standing) }
    }

    /// Gives the edge the value and the proof of its child.
    #[inline(always)]
    pub(crate) fn set(&mut self, value: Value, proof: Proof) {
        self.value = value;
        if let Some(plies) = proof.plies() {
            self.standing = plies;
        }
    }

    /// Gives the edge to a child that is not proved a prior.
    pub(crate) fn set_prior(&mut self, prior: Prior) {
        self.standing = OPEN | prior.bits();
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
