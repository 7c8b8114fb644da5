use bestply_core::{Side, Value, ValueKind};
use bestply_tree::Rank;

use super::slab::NOTHING;
use crate::Visits;
use crate::store::Child;

/// A child of a node, as the node's walks know it. It takes sixteen bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// The child's value when a walk last came through this edge, or its static value.
    pub(super) value: Value,
    /// The number of walks through this edge, and what was known of the child then.
    pub(super) visits: Visits,
    /// The expanded node that the edge leads to; [`NOTHING`] while the child is a leaf,
    /// and [`ONLY_BOUNDED`] if its static value is only a bound, too.
    pub(super) target: u32,
}

const _: () = assert!(size_of::<Edge>() == 16, "an edge takes sixteen bytes");

/// No node: the child is a leaf, and its static value is only a bound, which a search of the evaluator's found.
const ONLY_BOUNDED: u32 = NOTHING - 1;

impl Edge {
    /// An edge to a leaf of this static value.
    pub(super) fn new(value: Value) -> Edge {
        Edge { value, visits: Visits::default(), target: NOTHING }
    }

    /// The expanded node that the edge leads to.
    #[inline(always)]
    pub(crate) fn node(&self) -> Option<u32> {
        (self.target < ONLY_BOUNDED).then_some(self.target)
    }

    /// Gives the edge to a leaf a static value.
    pub(super) fn set_static(&mut self, value: Value, kind: ValueKind) {
        (self.value, self.target) = (value, if kind.is_bound() { ONLY_BOUNDED } else { NOTHING });
    }
}

impl Child for Edge {
    #[inline(always)]
    fn value(&self) -> Value {
        self.value
    }

    #[inline(always)]
    fn kind(&self) -> ValueKind {
        ValueKind::bound_if(self.target == ONLY_BOUNDED)
    }

    #[inline(always)]
    fn visits(&self) -> Visits {
        self.visits
    }

    #[inline(always)]
    fn rank(&self, side: Side, index: usize) -> Rank {
        Rank::new(side.orient(self.value), self.kind(), index)
    }
}

impl Default for Edge {
    fn default() -> Edge {
        Edge::new(0)
    }
}
