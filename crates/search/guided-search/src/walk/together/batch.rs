use bestply_core::{Side, Value};

use crate::store::Store;

/// Leaves that are selected together.
pub(crate) struct LeafBatch<S: Store> {
    /// The leaves, in the order of selection.
    pub(crate) leaves: Vec<Leaf<S::Place>>,
    /// The depth of the last node that all walks have in common, also with a walk that ended the batch.
    pub(crate) common: usize,
    /// The child indices on the first walk from the depth [`start`](LeafBatch::start) on, and on each other walk from
    /// where it parts from the one before.
    pub(crate) branches: Vec<usize>,
    /// The nodes that each walk left when the next one parted from it.
    pub(crate) left: Vec<LeftNode<S::Place>>,
    /// For each depth how many walks ended below the node there on the last walk that its visits lack.
    /// All are 0 between batches.
    pub(crate) uncounted: Vec<u32>,
    /// Buffer for the child indices on a walk.
    pub(crate) path: Vec<usize>,
    /// The nodes that virtual losses gave other values, with their depths and their own values, the latest last.
    pub(crate) overwritten: Vec<(S::Place, usize, Value)>,
    /// The leaves whose children are not made yet.
    pub(crate) deferred: Vec<S::Deferred>,
}

/// A leaf that is selected together with others.
pub(crate) struct Leaf<N> {
    pub(crate) node: N,
    /// The depth of the node where the walk parts from the one before it.
    pub(crate) parting: usize,
    /// Where its child indices from there on begin in [`LeafBatch::branches`].
    pub(crate) branch: usize,
    /// The number of nodes that were left before the leaf was selected.
    pub(crate) left: usize,
}

/// A node that a walk left while virtual losses lay on the tree.
pub(crate) struct LeftNode<N> {
    pub(crate) node: N,
    pub(crate) depth: usize,
    pub(crate) side: Side,
    /// The value that the edge had before, by which the walk came.
    pub(crate) told: Value,
}

impl<S: Store> LeafBatch<S> {
    pub(crate) const fn new() -> LeafBatch<S> {
        LeafBatch {
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
    /// They begin at the depth [`start`](LeafBatch::start).
    pub(crate) fn follow(&self, number: usize, path: &mut Vec<usize>) {
        let leaf = &self.leaves[number];
        let end = self.leaves.get(number + 1).map_or(self.branches.len(), |next| next.branch);
        path.truncate(leaf.parting - self.start());
        path.extend_from_slice(&self.branches[leaf.branch..end]);
    }

    /// The depth from which on paths are written down.
    pub(crate) fn start(&self) -> usize {
        self.leaves[0].parting
    }

    /// Forgets the walks.
    pub(crate) fn clear(&mut self) {
        self.leaves.clear();
        self.branches.clear();
        self.left.clear();
        self.path.clear();
    }

    /// Whether virtual losses lie on the tree.
    #[inline(always)]
    pub(crate) fn holds_virtual_losses(&self) -> bool {
        !self.overwritten.is_empty()
    }
}
