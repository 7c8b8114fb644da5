//! The graph that the searcher keeps: expanded nodes, and an edge for each of their children.

mod edge;
pub(crate) mod report;
mod room;
pub(crate) mod search;
mod slab;
mod table;

use bestply_core::{Identity, Position, Value};
use bestply_tree::Expansion;

use room::GraphRoom;
use slab::Slab;
use table::{Chained, NodeTable};

pub(crate) use edge::Edge;
pub(crate) use slab::NOTHING;

use crate::Visits;

/// An expanded node. It takes 40 bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GraphNode {
    /// The first of its edges.
    first: u32,
    /// The number of its edges.
    total: u16,
    /// The number of children that are made: fewer than all where a limit cut the expansion short.
    made: u16,
    pub(crate) value: Value,
    /// The number of walks that expanded the node or went through it, and its proof.
    pub(crate) visits: Visits,
    /// The number of edges that lead here, one more for a root, and [`PINNED`] while the walk stands here.
    holders: u32,
    key: u64,
    ply: u32,
    /// The next node for which its bucket of the table had no room.
    next: u32,
}

impl GraphNode {
    /// Whether all children are made.
    #[inline(always)]
    pub(crate) fn is_complete(&self) -> bool {
        self.made == self.total
    }

    /// How far the node is expanded.
    #[inline(always)]
    pub(crate) fn expansion(&self) -> Expansion {
        match self.made {
            0 => Expansion::None,
            _ if self.is_complete() => Expansion::Full,
            _ => Expansion::Partial,
        }
    }
}

/// What the walk adds to the holders of a node, which it comes to once at most.
const PINNED: u32 = 1 << 31;

/// What names an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EdgeId(u32);

impl EdgeId {
    /// The edge by which walks come to the root.
    pub(crate) const ROOT: EdgeId = EdgeId(NOTHING);

    #[inline(always)]
    fn sibling(self, index: usize) -> EdgeId {
        EdgeId(self.0 + index as u32)
    }
}

/// The nodes of a search on which transpositions share nodes.
///
/// It has no cycle: an edge leads from a node to one that is a ply farther from the start of the game.
pub(crate) struct Graph {
    nodes: Slab<GraphNode>,
    edges: Slab<Edge>,
    table: NodeTable,
    room: GraphRoom,
    /// The edge by which walks come to the root.
    root: Edge,
    /// The plies from the first position searched to the root.
    ply: u32,
    /// What the position of the root looks like, once the graph is of a position.
    identity: Option<Identity>,
    limit: usize,
    count: usize,
}

impl Chained for Slab<GraphNode> {
    #[inline]
    fn key(&self, node: u32) -> u64 {
        self.get(node).key
    }

    #[inline]
    fn next(&self, node: u32) -> u32 {
        self.get(node).next
    }

    #[inline]
    fn set_next(&mut self, node: u32, next: u32) {
        self.get_mut(node).next = next;
    }
}

impl Graph {
    pub(crate) fn new() -> Graph {
        Graph {
            nodes: Slab::default(),
            edges: Slab::default(),
            table: NodeTable::default(),
            room: GraphRoom::new(),
            root: Edge { value: 0, visits: Visits::NONE, target: NOTHING },
            ply: 0,
            identity: None,
            limit: usize::MAX,
            count: 0,
        }
    }

    /// Forgets everything, and gives the memory back.
    pub(crate) fn clear(&mut self) {
        *self = Graph { limit: self.limit, ..Graph::new() };
    }

    /// Prepares for a search of a position within this many bytes.
    ///
    /// The graph is cleared if it can be seen to be of another position, or if it holds more bytes already.
    pub(crate) fn be_of<P: Position>(&mut self, position: &P, bytes: Option<usize>) {
        self.limit = bytes.unwrap_or(usize::MAX);
        if self.bytes() > self.limit || !self.may_be_of(position) {
            self.clear();
        }
        self.identity = Some(Identity::of(position));
        self.room.begin();
    }

    /// Whether nothing is known that tells this position from that of the root.
    pub(crate) fn may_be_of<P: Position>(&self, position: &P) -> bool {
        self.identity.is_none_or(|known| known == Identity::of(position))
    }

    /// Follows a move of the game: the child becomes the root, and what only the old root led to is given up.
    pub(crate) fn advance<P: Position>(&mut self, position: &mut P, mv: P::Move) {
        let index = position.index_of(mv);
        let edge = self.root.node().and_then(|root| self.edges(root).get(index).copied()).unwrap_or_default();
        self.ply += 1;
        // The child is held first, so that it is not freed with the old root.
        if let Some(child) = edge.node() {
            self.hold(child);
        }
        if let Some(old) = std::mem::replace(&mut self.root, edge).node() {
            self.release(old);
        }
        self.identity = self.identity.map(|_| position.with_move(mv, |next| Identity::of(next)));
    }

    /// The bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.bytes() + self.edges.bytes() + self.table.bytes()
    }

    /// The number of nodes held: the root, and a child for each edge.
    pub(crate) fn count(&self) -> usize {
        1 + self.count
    }

    /// The root's node, if it is expanded.
    pub(crate) fn root(&self) -> Option<u32> {
        self.root.node()
    }

    #[inline(always)]
    pub(crate) fn node(&self, node: u32) -> &GraphNode {
        self.nodes.get(node)
    }

    #[inline(always)]
    pub(crate) fn node_mut(&mut self, node: u32) -> &mut GraphNode {
        self.nodes.get_mut(node)
    }

    /// The edges to those children of a node that are made, in canonical order.
    #[inline(always)]
    pub(crate) fn edges(&self, node: u32) -> &[Edge] {
        let node = self.nodes.get(node);
        self.edges.group(node.first, node.made.into())
    }

    /// As [`edges`](Graph::edges), but mutable.
    #[inline(always)]
    pub(crate) fn edges_mut(&mut self, node: u32) -> &mut [Edge] {
        let node = self.nodes.get(node);
        self.edges.group_mut(node.first, node.made.into())
    }

    /// The expanded node of a position, if it is known.
    #[inline]
    pub(crate) fn find(&self, key: u64, ply: u32) -> Option<u32> {
        self.table.find(key, &self.nodes, |node| {
            let known = self.nodes.get(node);
            // The same position at another ply is another node, or the graph could have cycles (D78).
            known.key == key && known.ply == ply
        })
    }

    /// The edge of a place.
    #[inline(always)]
    pub(crate) fn edge(&self, place: EdgeId) -> &Edge {
        if place == EdgeId::ROOT { &self.root } else { self.edges.get(place.0) }
    }

    /// As [`edge`](Graph::edge), but mutable.
    #[inline(always)]
    pub(crate) fn edge_mut(&mut self, place: EdgeId) -> &mut Edge {
        if place == EdgeId::ROOT { &mut self.root } else { self.edges.get_mut(place.0) }
    }

    /// The first edge of a node, if any is made.
    #[inline(always)]
    fn first(&self, node: u32) -> Option<EdgeId> {
        let node = self.nodes.get(node);
        (node.made > 0).then_some(EdgeId(node.first))
    }

    /// Lets an edge lead to an expanded node.
    pub(crate) fn lead(&mut self, place: EdgeId, target: u32) {
        self.hold(target);
        self.edge_mut(place).target = target;
    }

    /// Notes one more holder of a node.
    #[inline(always)]
    pub(crate) fn hold(&mut self, node: u32) {
        self.nodes.get_mut(node).holders += 1;
    }

    /// Notes that the walk comes to a node, which keeps the node from being freed.
    #[inline(always)]
    pub(crate) fn pin(&mut self, node: u32) {
        self.nodes.get_mut(node).holders |= PINNED;
    }

    /// Notes that the walk leaves a node. An edge or the root still leads there.
    #[inline(always)]
    pub(crate) fn unpin(&mut self, node: u32) {
        self.nodes.get_mut(node).holders &= !PINNED;
    }

    /// Adds the values of children to a node that lacks them.
    pub(crate) fn add_children(&mut self, node: u32, values: &[Value]) {
        let made = self.nodes.get(node).made as usize;
        self.nodes.get_mut(node).made += values.len() as u16;
        for (edge, &value) in self.edges_mut(node)[made..].iter_mut().zip(values) {
            *edge = Edge::new(value);
        }
    }

    /// The number of all children of a node, and of those that are made.
    #[inline(always)]
    pub(crate) fn children_made(&self, node: u32) -> (usize, usize) {
        let node = self.nodes.get(node);
        (node.total.into(), node.made.into())
    }
}

const _: () = assert!(size_of::<GraphNode>() == 40, "the bytes of a node");
