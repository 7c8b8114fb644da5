use std::sync::Arc;

use bestply_core::{Side, Value};

use crate::ExplicitPosition;

/// A game written down: a tree of nodes, each with its static value, its side to move and its children.
///
/// A node's name is a number: the root's is 0, and parents come before their children.
/// A node without children ends the game.
/// Clones share the nodes.
/// The text form of a tree is described at [`parse`](ExplicitTree::parse).
///
/// ```
/// use bestply_core::Side;
/// use bestply_explicit_game::ExplicitTree;
///
/// let mut tree = ExplicitTree::new(Side::Max, 0);
/// let left = tree.add_child(ExplicitTree::ROOT, 4, None);
/// tree.add_child(left, 8, Some(Side::Min)); // MIN moves twice
/// assert_eq!(tree.to_string(), "max 0 (4 (8:min))");
/// ```
#[derive(Clone, PartialEq)]
pub struct ExplicitTree {
    nodes: Arc<Vec<ExplicitNode>>,
    most_children: usize,
}

#[derive(Clone, PartialEq)]
struct ExplicitNode {
    value: Value,
    to_move: Side,
    children: Vec<usize>,
}

impl ExplicitTree {
    /// The name of the root.
    pub const ROOT: usize = 0;

    /// A tree that consists of a root.
    pub fn new(to_move: Side, value: Value) -> ExplicitTree {
        ExplicitTree { nodes: Arc::new(vec![ExplicitNode { value, to_move, children: Vec::new() }]), most_children: 0 }
    }

    /// Adds a last child to `parent`, and returns the child's name.
    ///
    /// `to_move` is the side to move at the child, by default the other side than the parent's.
    /// Positions made before keep the tree as it was.
    ///
    /// # Panics
    ///
    /// If there is no node with the name `parent`.
    pub fn add_child(&mut self, parent: usize, value: Value, to_move: Option<Side>) -> usize {
        let nodes = Arc::make_mut(&mut self.nodes);
        let child = nodes.len();
        let to_move = to_move.unwrap_or(nodes[parent].to_move.other());
        nodes[parent].children.push(child);
        self.most_children = self.most_children.max(nodes[parent].children.len());
        nodes.push(ExplicitNode { value, to_move, children: Vec::new() });
        child
    }

    /// The position at the root.
    pub fn position(&self) -> ExplicitPosition {
        ExplicitPosition::new(self.clone())
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The most children that a node has.
    pub fn most_children(&self) -> usize {
        self.most_children
    }

    /// The static value of a node.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    pub fn value(&self, node: usize) -> Value {
        self.nodes[node].value
    }

    /// The side to move at a node.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    pub fn to_move(&self, node: usize) -> Side {
        self.nodes[node].to_move
    }

    /// The children of a node, in canonical order.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    pub fn children(&self, node: usize) -> &[usize] {
        &self.nodes[node].children
    }

    /// Whether both trees are the same nodes in memory: the quick way to tell that trees are equal.
    pub(crate) fn shares_nodes_with(&self, other: &ExplicitTree) -> bool {
        Arc::ptr_eq(&self.nodes, &other.nodes)
    }
}
