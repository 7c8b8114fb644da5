

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
    nodes: Vec<NodeId>,
    indices: Vec<usize>,
}

impl SearchPath {
    /// The path that ends at the root of `tree`.
    pub fn new<T: Copy + Default>(tree: &Tree<T>) -> SearchPath {
        SearchPath { nodes: vec![tree.root()], indices: Vec::new() }
    }

    /// The node at its end.
    #[inline(always)]
    pub fn node(&self) -> NodeId {
        self.nodes[self.indices.len()]
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

    /// Goes down to a child, which must have been made.
    #[inline(always)]
    pub fn descend<T: Copy + Default>(&mut self, tree: &Tree<T>, index: usize) {
        let child = tree.child(self.node(), index);
        self.indices.push(index);
        self.nodes.push(child);
    }

    /// Goes up to the parent.
    #[inline(always)]
    pub fn ascend(&mut self) {
        self.nodes.pop();
        self.indices.pop();
    }

    /// Whether the node at the end can be given `total` children: there is room, or `memory` says to make some.
    pub fn make_room<T: Copy + Default>(&mut self, tree: &mut Tree<T>, total: usize, memory: Memory) -> bool {
        if tree.has_room(self.node(), total) {
            return true;
        }
        if memory == Memory::Stop || !tree.prune(&self.indices) {
            return false;
        }
        self.nodes.truncate(1);
        for &index in &self.indices {
            let parent = *self.nodes.last().expect("a path has a root");
            self.nodes.push(tree.child(parent, index));
        }
        tree.has_room(self.node(), total)
    }
}

