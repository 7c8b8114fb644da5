use crate::{NodeId, Tree};

/// The nodes from the root to the node that a search is at.
#[derive(Debug)]
pub(crate) struct SearchPath {
    /// The node at the end of the path.
    node: NodeId,
    above: Vec<NodeId>,
}

impl SearchPath {
    /// The path that ends at the root, with the list of an earlier path.
    pub(crate) fn new(root: NodeId, mut above: Vec<NodeId>) -> SearchPath {
        above.clear();
        SearchPath { node: root, above }
    }

    /// The list, for a later path.
    pub(crate) fn into_list(self) -> Vec<NodeId> {
        self.above
    }

    /// The node at the end of the path.
    #[inline(always)]
    pub(crate) fn node(&self) -> NodeId {
        self.node
    }

    /// The node `depth` edges below the root.
    #[inline(always)]
    pub(crate) fn node_at(&self, depth: usize) -> NodeId {
        if depth == self.above.len() { self.node } else { self.above[depth] }
    }

    /// The number of edges from the root.
    #[inline(always)]
    pub(crate) fn depth(&self) -> usize {
        self.above.len()
    }

    /// The child indices from the root.
    /// They follow from the names of the nodes, so that no step costs time to keep them.
    pub(crate) fn indices<T: Copy + Default, K: Copy + Default>(
        &self,
        tree: &Tree<T, K>,
    ) -> impl Iterator<Item = usize> {
        let children = self.above.iter().skip(1).chain([&self.node]);
        self.above.iter().zip(children).map(|(&parent, &child)| tree.index_of(parent, child))
    }

    /// Goes down to a child.
    #[inline(always)]
    pub(crate) fn descend(&mut self, child: NodeId) {
        self.above.push(self.node);
        self.node = child;
    }

    /// Goes up to the parent, and returns the child that it leaves.
    ///
    /// # Panics
    ///
    /// If the path ends at the root.
    #[inline(always)]
    pub(crate) fn ascend(&mut self) -> NodeId {
        let parent = self.above.pop().expect("the root has no parent");
        std::mem::replace(&mut self.node, parent)
    }
}
