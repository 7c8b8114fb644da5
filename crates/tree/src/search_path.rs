use crate::{Memory, NodeId, Tree};

/// The nodes from the root to where a search is, by name and by child index.
///
/// Names change when a tree is pruned; the path follows.
#[derive(Debug)]
pub(crate) struct SearchPath {
    /// The node at its end, and those above it from the root down.
    node: NodeId,
    above: Vec<NodeId>,
    indices: Vec<usize>,
}

impl SearchPath {
    /// The path that ends at the root.
    pub(crate) fn new(root: NodeId) -> SearchPath {
        SearchPath { node: root, above: Vec::new(), indices: Vec::new() }
    }

    /// Makes it end at a root.
    pub(crate) fn restart(&mut self, root: NodeId) {
        self.above.clear();
        self.indices.clear();
        self.node = root;
    }

    /// The node at its end.
    #[inline(always)]
    pub(crate) fn node(&self) -> NodeId {
        self.node
    }

    /// The number of edges from the root.
    #[inline(always)]
    pub(crate) fn depth(&self) -> usize {
        self.indices.len()
    }

    /// The child indices from the root.
    #[inline(always)]
    pub(crate) fn indices(&self) -> &[usize] {
        &self.indices
    }

    /// Goes down to a child, named by its index too.
    #[inline(always)]
    pub(crate) fn descend(&mut self, child: NodeId, index: usize) {
        self.above.push(self.node);
        self.indices.push(index);
        self.node = child;
    }

    /// Goes up to the parent, and returns the child it leaves.
    ///
    /// # Panics
    ///
    /// If it ends at the root.
    #[inline(always)]
    pub(crate) fn ascend(&mut self) -> NodeId {
        self.indices.pop();
        std::mem::replace(&mut self.node, self.above.pop().expect("the root has no parent"))
    }

    /// Whether the unexpanded node at the end can be given `total` children: there is room, or `memory` says to make some.
    pub(crate) fn make_room<T: Copy + Default>(&mut self, tree: &mut Tree<T>, total: usize, memory: Memory) -> bool {
        if tree.has_room(total) {
            return true;
        }
        if memory == Memory::Stop || !tree.prune(&self.indices) {
            return false;
        }
        self.above.clear();
        self.node = tree.root();
        for &index in &self.indices {
            self.above.push(self.node);
            self.node = tree.child(self.node, index);
        }
        tree.has_room(total)
    }
}
