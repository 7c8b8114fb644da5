use bestply_core::{Side, Value};

use crate::store::Store;

/// Leaves that are selected together.
pub(super) struct Batch<S: Store> {
    /// The most leaves of a batch.
    pub(super) most: usize,
    /// The leaves, in the order of selection.
    pub(super) leaves: Vec<Leaf<S::Place>>,
    /// The depth of the last node that all walks have in common, also with a walk that ended the batch.
    pub(super) common: usize,
    /// The child indices on the first walk from the depth [`start`](Batch::start) on, and on each other walk from where
    /// it parts from the one before.
    pub(super) branches: Vec<usize>,
    /// The nodes that each walk left when the next one parted from it.
    pub(super) left: Vec<Left<S::Place>>,
    /// For each depth how many walks ended below the node there on the last walk that its visits lack.
    /// All are 0 between batches.
    pub(super) uncounted: Vec<u32>,
    /// Buffer for the child indices on a walk.
    pub(super) path: Vec<usize>,
    /// The nodes that virtual losses gave other values, with their depths and their own values, the latest last.
    pub(super) overwritten: Vec<(S::Place, usize, Value)>,
    /// The leaves whose children are not made yet.
    pub(super) deferred: Vec<S::Deferred>,
}

/// A leaf that is selected together with others.
pub(super) struct Leaf<N> {
    pub(super) node: N,
    /// The depth of the node where the walk parts from the one before it.
    pub(super) parting: usize,
    /// Where its child indices from there on begin in [`Batch::branches`].
    pub(super) branch: usize,
    /// The number of nodes that were left before the leaf was selected.
    pub(super) left: usize,
}

/// A node that a walk left while virtual losses lay on the tree.
pub(super) struct Left<N> {
    pub(super) node: N,
    pub(super) depth: usize,
    pub(super) side: Side,
    /// The value that the edge had before, by which the walk came.
    pub(super) told: Value,
}

impl<S: Store> Batch<S> {
    pub(super) fn new(most: usize) -> Batch<S> {
        Batch {
            most,
            leaves: Vec::new(),
            common: 0,
            branches: Vec::new(),
            left: Vec::new(),
            uncounted: Vec::new(),
            path: Vec::new(),
            overwritten: Vec::new(),
            deferred: Vec::new(),
        }
    }

    /// Makes `path`, the child indices on the walk before this one, those on this one.
    ///
    /// They begin at the depth [`start`](Batch::start).
    pub(super) fn follow(&self, number: usize, path: &mut Vec<usize>) {
        let leaf = &self.leaves[number];
        let end = self.leaves.get(number + 1).map_or(self.branches.len(), |next| next.branch);
        path.truncate(leaf.parting - self.start());
        path.extend_from_slice(&self.branches[leaf.branch..end]);
    }

    /// The depth from which on paths are written down.
    pub(super) fn start(&self) -> usize {
        self.leaves[0].parting
    }

    /// Forgets the walks.
    pub(super) fn clear(&mut self) {
        self.leaves.clear();
        self.branches.clear();
        self.left.clear();
        self.path.clear();
    }

    /// Whether virtual losses lie on the tree.
    #[inline(always)]
    pub(super) fn holds_virtual_losses(&self) -> bool {
        !self.overwritten.is_empty()
    }
}
