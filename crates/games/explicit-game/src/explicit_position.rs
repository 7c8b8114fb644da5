use std::ops::Range;

use bestply_core::{Evaluator, Keyed, Position, Side, Value, mix};

use crate::ExplicitTree;

/// A position of an [`ExplicitTree`]'s game: one of its nodes. A move is the index of a child.
#[derive(Clone, Debug)]
pub struct ExplicitPosition {
    tree: ExplicitTree,
    node: usize,
}

impl ExplicitPosition {
    pub(crate) fn new(tree: ExplicitTree) -> ExplicitPosition {
        ExplicitPosition { tree, node: ExplicitTree::ROOT }
    }

    /// The tree that the position is in.
    pub fn tree(&self) -> &ExplicitTree {
        &self.tree
    }

    /// The name of the position's node.
    pub fn node(&self) -> usize {
        self.node
    }
}

impl PartialEq for ExplicitPosition {
    fn eq(&self, other: &ExplicitPosition) -> bool {
        self.node == other.node && (self.tree.shares_nodes_with(&other.tree) || self.tree == other.tree)
    }
}

impl Position for ExplicitPosition {
    type Move = usize;
    type Moves = Range<usize>;
    /// The name of the parent.
    type Undo = usize;

    fn to_move(&self) -> Side {
        self.tree.to_move(self.node)
    }

    fn moves(&self) -> Range<usize> {
        0..self.move_count()
    }

    fn make(&mut self, mv: usize) -> usize {
        let child = self.tree.children(self.node)[mv];
        std::mem::replace(&mut self.node, child)
    }

    fn unmake(&mut self, mv: usize, parent: usize) {
        assert_eq!(self.tree.children(parent)[mv], self.node, "the last move made is the first to be taken back");
        self.node = parent;
    }

    fn move_count(&self) -> usize {
        self.tree.children(self.node).len()
    }

    #[inline]
    fn fingerprint(&self) -> Option<u64> {
        Some(self.key())
    }
}

impl Keyed for ExplicitPosition {
    /// The name of the position's node, mixed. No two nodes of a tree are the same position.
    fn key(&self) -> u64 {
        mix(self.node as u64)
    }
}

/// The evaluator of explicit trees: the static value written at the node.
#[derive(Clone, Copy, Debug, Default)]
pub struct NodeValue;

impl Evaluator<ExplicitPosition> for NodeValue {
    fn evaluate(&mut self, position: &ExplicitPosition) -> Value {
        position.tree.value(position.node)
    }
}
