use crate::{NodeId, Tree};

/// What a searcher does when the bytes of its tree are spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Memory {
    /// It stops, and says so.
    #[default]
    Stop,
    /// It frees the subtrees farthest from the principal variation and goes on. Their values stay.
    Prune,
}

/// The nodes from the root to where a search is, by name and by child index.
///
/// Names change when a tree is pruned; the path follows.
#[derive(Debug)]
pub struct SearchPath {
    /// The node at its end, and those above it from the root down.
    node: NodeId,
    above: Vec<NodeId>,
    indices: Vec<usize>,
}

impl SearchPath {
    /// The path that ends at the root of `tree`.
    pub fn new<T: Copy + Default>(tree: &Tree<T>) -> SearchPath {
        SearchPath { node: tree.root(), above: Vec::new(), indices: Vec::new() }
    }

    /// The node at its end.
    #[inline(always)]
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// The number of edges from the root.
    #[inline(always)]
    pub fn depth(&self) -> usize {
        self.indices.len()
    }

    /// The child indices from the root.
    #[inline(always)]
    pub fn indices(&self) -> &[usize] {
        &self.indices
    }

    /// Goes down to a child, named by its index too.
    #[inline(always)]
    pub fn descend(&mut self, child: NodeId, index: usize) {
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
    pub fn ascend(&mut self) -> NodeId {
        self.indices.pop();
        std::mem::replace(&mut self.node, self.above.pop().expect("the root has no parent"))
    }

    /// Whether the unexpanded node at the end can be given `total` children: there is room, or `memory` says to make some.
    pub fn make_room<T: Copy + Default>(&mut self, tree: &mut Tree<T>, total: usize, memory: Memory) -> bool {
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
