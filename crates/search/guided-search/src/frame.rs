use bestply_core::{Proof, Side, Value};
use bestply_visits::{Prior, ProofOrPrior, Window};

use crate::selection::{Rivals, Shortlist};
use crate::{BackUp, Visits};

/// A node of the walk. While the node is on the walk, the tree's copy of it is out of date.
///
/// The frame's value is out of date, too, while the value of the frame below is within that frame's window.
pub(crate) struct NodeOnWalk<N, K> {
    pub(crate) side: Side,
    pub(crate) value: Value,
    pub(crate) proof: Proof,
    pub(crate) prior: Prior,
    /// The value and the proof that were backed up to the parent, or those of the edge.
    pub(crate) told: (Value, Proof),
    /// The number of walks done minus the node's visits. It does not change while all walks come to the node,
    /// so that a walk that passes counts itself nowhere.
    walks_elsewhere: i64,
    /// The number of walks done minus those through the edge by which the walk came.
    walks_beside: i64,
    pub(crate) key: K,
    /// While the node's value is within the window, the next walk comes here, too.
    pub(crate) window: Window,
    /// The first of the node's children, once the walk goes on from the node.
    pub(crate) first_child: Option<N>,
    pub(crate) chosen: usize,
    pub(crate) rivals: Rivals,
    pub(crate) shortlist: Option<Box<Shortlist>>,
}

/// The index in the place of a child where no child is chosen.
pub(crate) const NOWHERE: usize = usize::MAX;

impl<N, K> NodeOnWalk<N, K> {
    /// A node at the end of the walk, after `walks` walks, with its own visits, and value and visits of the edge to it.
    pub(crate) fn new(
        side: Side,
        value: Value,
        (visits, (told, edge)): (Visits, (Value, Visits)),
        key: K,
        walks: u64,
    ) -> NodeOnWalk<N, K> {
        NodeOnWalk {
            side,
            value,
            proof: visits.proof(),
            prior: edge.prior(),
            told: (told, edge.proof()),
            walks_elsewhere: walks as i64 - i64::from(visits.count),
            walks_beside: walks as i64 - i64::from(edge.count),
            key,
            window: Window::CLOSED,
            first_child: None,
            chosen: NOWHERE,
            rivals: Rivals::none(0.0),
            shortlist: None,
        }
    }

    /// The number of the node's visits after `walks` walks.
    #[inline(always)]
    pub(crate) fn visits_after(&self, walks: u64) -> u64 {
        (walks as i64 - self.walks_elsewhere) as u64
    }

    /// Counts walks that did not come to the node, and those that did not come by the edge of the walk.
    #[inline(always)]
    pub(crate) fn count_elsewhere(&mut self, [elsewhere, beside]: [u64; 2]) {
        self.walks_elsewhere += elsewhere as i64;
        self.walks_beside += beside as i64;
    }

    /// Counts a walk that is a visit of this node and of the edge to it alone.
    #[inline(always)]
    pub(crate) fn count_here(&mut self) {
        self.walks_elsewhere -= 1;
        self.walks_beside -= 1;
    }

    /// As [`visits_after`](NodeOnWalk::visits_after), but no more than the tree can hold.
    #[inline(always)]
    pub(crate) fn count(&self, walks: u64) -> u32 {
        u32::try_from(self.visits_after(walks)).unwrap_or(u32::MAX)
    }

    /// The number of walks through the edge by which the walk came.
    #[inline(always)]
    pub(crate) fn through(&self, walks: u64) -> u32 {
        u32::try_from(walks as i64 - self.walks_beside).unwrap_or(u32::MAX)
    }

    /// The value of the best child, where the child on the walk is worth `child`.
    #[inline(always)]
    pub(crate) fn best_with(&self, child: Value) -> Value {
        self.side.orient(self.side.orient(child).max(self.rivals.value))
    }

    /// The value and the visits of the node as its parent knows them.
    #[inline(always)]
    pub(crate) fn seen_from_above(&self, back_up: BackUp, walks: u64) -> (Value, Visits) {
        let (told, proof) = self.told;
        let value = match back_up {
            // What is not backed up yet will be, before the parent is looked at.
            BackUp::ToRoot | BackUp::Mean => self.value,
            BackUp::UntilStable => told,
        };
        (value, Visits { count: self.through(walks), known: ProofOrPrior::from(self.prior).with_proof(proof) })
    }

    /// What is kept of the node.
    #[inline(always)]
    pub(crate) fn visits(&self, walks: u64) -> Visits {
        Visits { count: self.count(walks), known: ProofOrPrior::from(self.prior).with_proof(self.proof) }
    }
}
