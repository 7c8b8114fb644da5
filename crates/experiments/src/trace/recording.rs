//! What an observed search did, event by event.

use bestply::{Bounds, Event as Step, Observer, Position, Side, Value};

/// The name of a node: its place in the order in which nodes were made. The root is 0.
pub(super) type NodeId = usize;

/// The root's name.
pub(super) const ROOT: NodeId = 0;

/// One step of a search, as an [`Observer`] is told of it.
#[derive(Clone, Copy)]
pub(super) enum Event {
    /// The search turned to the node, which lies on the principal variation while its value is within the bounds.
    Entered(NodeId, Bounds),
    /// The node was made and has this static value.
    Generated(NodeId, Value),
    /// The expansion of the node ended, wholly or in part.
    Expanded(NodeId),
    /// The value was backed up to the node.
    BackedUp(NodeId, Value),
    /// The node was left and its children were freed.
    Freed(NodeId),
}

/// A node, and what never changes about it.
pub(super) struct Place {
    /// The parent; the root has itself.
    pub(super) parent: NodeId,
    /// Which of its parent's children it is.
    pub(super) index: usize,
    /// The children that were ever made, in canonical order.
    pub(super) children: Vec<NodeId>,
    /// The side to move.
    pub(super) side: Side,
    /// The number of legal moves.
    pub(super) moves: usize,
}

/// Every node that a search made, and every event in order. A node freed and made again keeps its name.
pub(super) struct Recording {
    pub(super) nodes: Vec<Place>,
    pub(super) events: Vec<Event>,
}

impl Recording {
    /// A recording that has not begun.
    pub(super) fn new() -> Recording {
        Recording { nodes: vec![Place::new(ROOT, 0)], events: Vec::new() }
    }

    /// Looks up what the search did not tell: the side to move and the number of moves of every node.
    ///
    /// It recurses as deep as the search did.
    pub(super) fn add_positions<P: Position>(&mut self, position: &mut P) {
        self.add_position(position, ROOT);
    }

    fn add_position<P: Position>(&mut self, position: &mut P, node: NodeId) {
        self.nodes[node].side = position.to_move();
        self.nodes[node].moves = position.move_count();
        for index in 0..self.nodes[node].children.len() {
            let mv = position.nth_move(index);
            let undo = position.make(mv);
            self.add_position(position, self.nodes[node].children[index]);
            position.unmake(mv, undo);
        }
    }

    /// The child indices from the root to a node.
    pub(super) fn path(&self, mut node: NodeId) -> Vec<usize> {
        let mut path = Vec::new();
        while node != ROOT {
            path.push(self.nodes[node].index);
            node = self.nodes[node].parent;
        }
        path.reverse();
        path
    }

    /// The node that child indices from the root lead to, or the last there is on the way.
    pub(super) fn node(&self, path: &[usize]) -> NodeId {
        let mut node = ROOT;
        for &index in path {
            let Some(&child) = self.nodes[node].children.get(index) else { break };
            node = child;
        }
        node
    }

    /// The nodes expanded, wholly or in part, each once, in the order in which they first were.
    pub(super) fn expansions(&self) -> Vec<NodeId> {
        let mut seen = vec![false; self.nodes.len()];
        let expanded = self.events.iter().filter_map(|event| match *event {
            Event::Expanded(node) => Some(node),
            _ => None,
        });
        expanded.filter(|&node| !std::mem::replace(&mut seen[node], true)).collect()
    }

    /// The number of nodes some of whose children were made, and others never.
    pub(super) fn partially_expanded(&self) -> usize {
        let is_partial = |node: &&Place| !node.children.is_empty() && node.children.len() < node.moves;
        self.nodes.iter().filter(is_partial).count()
    }

    /// Child `index` of a node, which is made where there is none yet.
    fn child(&mut self, parent: NodeId, index: usize) -> NodeId {
        let made = self.nodes[parent].children.len();
        assert!(index <= made, "children are made in canonical order");
        if index == made {
            let child = self.nodes.len();
            self.nodes.push(Place::new(parent, index));
            self.nodes[parent].children.push(child);
        }
        self.nodes[parent].children[index]
    }
}

impl Place {
    /// A node of which only its place is known.
    fn new(parent: NodeId, index: usize) -> Place {
        Place { parent, index, children: Vec::new(), side: Side::Max, moves: 0 }
    }
}

impl Observer for Recording {
    fn observe(&mut self, event: Step<'_>) {
        let event = match event {
            Step::Entered { path, bounds } => Event::Entered(self.node(path), bounds),
            Step::Generated { path, index, value } => {
                let parent = self.node(path);
                Event::Generated(self.child(parent, index), value)
            }
            Step::Expanded { path, .. } => Event::Expanded(self.node(path)),
            Step::BackedUp { path, value, .. } => Event::BackedUp(self.node(path), value),
            Step::Freed { path } => Event::Freed(self.node(path)),
            _ => return,
        };
        self.events.push(event);
    }
}
