//! The graph that the searcher keeps: expanded nodes, and an edge for each of their children.

mod edge;
mod room;
mod slab;
mod table;

use bestply_core::{Keyed, Position, Proof, Side, Value};

use room::Room;
use slab::Slab;
use table::{Chained, Table};

pub(crate) use edge::Edge;
pub(crate) use slab::NOTHING;

/// An expanded node. It takes 24 bytes in a tree, and 40 in a graph.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GraphNode<L> {
    /// The first of its edges.
    first: u32,
    /// The number of its edges.
    total: u16,
    /// The number of children that are made: fewer than all where a limit cut the expansion short.
    made: u16,
    pub(crate) value: Value,
    pub(crate) proof: Proof,
    /// The number of walks that expanded the node or went through it.
    pub(crate) visits: u32,
    /// The number of edges that lead here, one more for a root, and [`PINNED`] while the walk stands here.
    holders: u32,
    link: L,
}

impl<L> GraphNode<L> {
    /// Whether all children are made.
    #[inline(always)]
    pub(crate) fn is_complete(&self) -> bool {
        self.made == self.total
    }

    /// Whether the walk leads through the node.
    #[inline(always)]
    fn is_pinned(&self) -> bool {
        self.holders & PINNED != 0
    }
}

/// What the walk adds to the holders of a node, which it comes to once at most.
const PINNED: u32 = 1 << 31;

/// What a node keeps so that other parents find it.
pub trait Link: Copy + Default {
    /// The link of a new node with this key, so many plies after the start of the game.
    #[doc(hidden)]
    fn new(key: u64, ply: u32) -> Self;

    #[doc(hidden)]
    fn key(&self) -> u64;

    #[doc(hidden)]
    fn ply(&self) -> u32;

    #[doc(hidden)]
    fn next(&self) -> u32;

    #[doc(hidden)]
    fn set_next(&mut self, next: u32);
}

/// Nothing: no parent finds the node.
impl Link for () {
    fn new(_: u64, _: u32) {}

    fn key(&self) -> u64 {
        0
    }

    fn ply(&self) -> u32 {
        NOTHING
    }

    fn next(&self) -> u32 {
        NOTHING
    }

    fn set_next(&mut self, _: u32) {}
}

/// The key and the ply of a node.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    key: u64,
    ply: u32,
    /// The next node of the table's chain.
    next: u32,
}

impl Link for Place {
    #[inline]
    fn new(key: u64, ply: u32) -> Place {
        Place { key, ply, next: NOTHING }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn ply(&self) -> u32 {
        self.ply
    }

    #[inline]
    fn next(&self) -> u32 {
        self.next
    }

    #[inline]
    fn set_next(&mut self, next: u32) {
        self.next = next;
    }
}

/// Whether parents share a child: `()` makes a tree, in which none do, and [`Shared`] a graph.
pub trait Structure {
    /// What a node keeps so that other parents find it.
    type Link: Link;

    /// Whether parents share children.
    const SHARES: bool;
}

/// How the positions of a game are told apart, in a [`Structure`].
pub trait Sharing<P: Position>: Structure {
    /// The key of a position.
    fn key(position: &P) -> u64;
}

impl Structure for () {
    type Link = ();

    const SHARES: bool = false;
}

impl<P: Position> Sharing<P> for () {
    #[inline(always)]
    fn key(_: &P) -> u64 {
        0
    }
}

/// Positions with the same key, equally many plies after the start of the game, share a node.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shared;

impl Structure for Shared {
    type Link = Place;

    const SHARES: bool = true;
}

impl<P: Keyed> Sharing<P> for Shared {
    #[inline(always)]
    fn key(position: &P) -> u64 {
        position.key()
    }
}

/// The nodes of a graph without cycles: an edge leads from a node to one that is a ply farther from the start.
pub(crate) struct Graph<L> {
    nodes: Slab<GraphNode<L>>,
    edges: Slab<Edge>,
    table: Table,
    room: Room,
    root: u32,
    /// The plies from the first position searched to the root.
    ply: u32,
    /// What the position of the root looks like, once the graph is of a position.
    identity: Option<Identity>,
    limit: usize,
    count: usize,
}

/// What tells the position of a root from others: the side to move, the number of moves, and the fingerprint.
type Identity = (Side, usize, Option<u64>);

fn identity<P: Position>(position: &P) -> Identity {
    (position.to_move(), position.move_count(), position.fingerprint())
}

impl<L: Link> Chained for Slab<GraphNode<L>> {
    #[inline]
    fn key(&self, node: u32) -> u64 {
        self.get(node).link.key()
    }

    #[inline]
    fn next(&self, node: u32) -> u32 {
        self.get(node).link.next()
    }

    #[inline]
    fn set_next(&mut self, node: u32, next: u32) {
        self.get_mut(node).link.set_next(next);
    }
}

impl<L: Link> Graph<L> {
    pub(crate) const fn new() -> Graph<L> {
        Graph {
            nodes: Slab::new(),
            edges: Slab::new(),
            table: Table::new(),
            room: Room::new(),
            root: NOTHING,
            ply: 0,
            identity: None,
            limit: usize::MAX,
            count: 0,
        }
    }

    /// Forgets everything, and gives the memory back.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.table.clear();
        *self = Graph { limit: self.limit, ..Graph::new() };
    }

    /// Prepares for a search of a position within this many bytes.
    ///
    /// The graph is cleared if it can be seen to be of another position, or if it holds more bytes already.
    pub(crate) fn be_of<P: Position>(&mut self, position: &P, bytes: Option<usize>) {
        self.limit = bytes.unwrap_or(usize::MAX);
        let identity = Some(identity(position));
        if self.bytes() > self.limit || (self.identity.is_some() && self.identity != identity) {
            self.clear();
        }
        self.identity = identity;
        self.room.begin();
    }

    /// Follows a move of the game: the child becomes the root, and what only the old root led to is given up.
    pub(crate) fn advance<P: Position>(&mut self, position: &mut P, mv: P::Move) {
        let index = position.index_of(mv);
        let child = match self.root {
            NOTHING => NOTHING,
            root => self.edges(root).get(index).and_then(Edge::node).unwrap_or(NOTHING),
        };
        let undo = position.make(mv);
        self.identity = self.identity.map(|_| identity(position));
        position.unmake(mv, undo);
        self.ply += 1;
        if child != NOTHING {
            self.hold(child);
        }
        let old = std::mem::replace(&mut self.root, child);
        if old != NOTHING {
            self.release(old);
        }
    }

    /// The bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.bytes() + self.edges.bytes() + self.table.bytes()
    }

    /// The number of nodes held: the root, and a child for each edge.
    pub(crate) fn count(&self) -> usize {
        1 + self.count
    }

    /// The root, if it is expanded.
    pub(crate) fn root(&self) -> u32 {
        self.root
    }

    /// The plies from the first position searched to the root.
    pub(crate) fn root_ply(&self) -> u32 {
        self.ply
    }

    /// Whether all children of a node are made.
    pub(crate) fn is_complete(&self, node: u32) -> bool {
        self.nodes.get(node).is_complete()
    }

    /// Makes a new node the root.
    pub(crate) fn set_root(&mut self, node: u32) {
        self.hold(node);
        self.root = node;
    }

    #[inline(always)]
    pub(crate) fn node(&self, node: u32) -> &GraphNode<L> {
        self.nodes.get(node)
    }

    #[inline(always)]
    pub(crate) fn node_mut(&mut self, node: u32) -> &mut GraphNode<L> {
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
        let mut node = self.table.chain(key);
        while node != NOTHING {
            let link = &self.nodes.get(node).link;
            if link.key() == key && link.ply() == ply {
                return Some(node);
            }
            node = link.next();
        }
        None
    }

    /// Lets the `index`-th edge of a node lead to an expanded node.
    pub(crate) fn lead(&mut self, parent: u32, index: usize, target: u32) {
        self.hold(target);
        self.edges_mut(parent)[index].target = target;
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

const _: () = assert!(size_of::<GraphNode<()>>() == 24 && size_of::<GraphNode<Place>>() == 40, "the bytes of a node");
