use bestply_core::{Position, Side, Value};

use crate::arena::{Arena, FIRST_HANDLE};
use crate::tree_search::Scratch;
use crate::{Expansion, Node, Rank};

/// The name of a node of one tree. [`Tree::advance`], [`Tree::prune`] and [`Tree::clear`] make all names but the root's
/// meaningless; using one then reads some other node or panics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(u32);

impl NodeId {
    /// The sibling `index` places behind this first child.
    #[inline(always)]
    pub fn sibling(self, index: usize) -> NodeId {
        NodeId(self.0 + index as u32)
    }

    /// The first child that this is the sibling of, `index` places behind.
    #[inline(always)]
    pub fn first_sibling(self, index: usize) -> NodeId {
        NodeId(self.0 - index as u32)
    }
}

/// A search tree in memory. See the [crate's page](crate).
///
/// Costs: operations on a node are O(1), on its children linear in their number. [`advance`](Tree::advance) copies the survivors
/// once the tree has tripled since they were copied last, so that it is O(1) for each node added, and not before it fills
/// 64 KB; under a limit on bytes it copies them every time. [`prune`](Tree::prune) is linear in the tree.
pub struct Tree<T: 'static = ()> {
    live: Arena<Node<T>>,
    spare: Arena<Node<T>>,
    root: NodeId,
    /// The nodes that survived when the tree was copied last.
    survivors: usize,
    limited: bool,
    peak_nodes: usize,
    peak_bytes: usize,
    pub(crate) scratch: Option<Scratch>,
}

/// How many times larger than what survived last the tree grows before the survivors are copied again.
const GROWTH_BEFORE_COPY: usize = 3;

/// A tree of no more nodes than this is not copied: its memory, 64 KB without a payload, is not worth the time.
const LEAST_NODES_TO_COPY: usize = 8192;

/// Only the groups of children within this many edges of the principal variation survive.
type Distance = usize;

impl<T: Copy + Default> Default for Tree<T> {
    fn default() -> Tree<T> {
        Tree::new()
    }
}

impl<T: Copy + Default> Tree<T> {
    /// A tree of an unexpanded root of value 0, without a limit.
    pub fn new() -> Tree<T> {
        let empty = Node::new(0, true);
        let mut tree = Tree {
            live: Arena::new(empty),
            spare: Arena::new(empty),
            root: NodeId(FIRST_HANDLE),
            survivors: 0,
            limited: false,
            peak_nodes: 0,
            peak_bytes: 0,
            scratch: None,
        };
        tree.clear();
        tree
    }

    /// Forgets all but an unexpanded root of value 0. Its memory is kept.
    pub fn clear(&mut self) {
        self.live.clear();
        self.allocate_root(Node::new(0, true));
        self.survivors = 0;
        self.start_peak();
    }

    /// The least limit on bytes; a smaller one counts as this. It holds the root and a dozen children.
    pub const LEAST_LIMIT_BYTES: usize = 768;

    /// Limits the bytes held from now on; `None` limits nothing. A tree that holds more already is forgotten.
    ///
    /// Half of it is for the tree, half for the survivors when it is re-rooted or pruned.
    pub fn set_limit(&mut self, bytes: Option<usize>) {
        let half = bytes.map(|bytes| bytes.max(Self::LEAST_LIMIT_BYTES) / 2);
        self.limited = half.is_some();
        for arena in [&mut self.live, &mut self.spare] {
            arena.set_limit(half);
        }
        if half.is_some_and(|half| self.live.bytes().max(self.spare.bytes()) > half) {
            let limited = || {
                let mut arena = Arena::new(Node::new(0, true));
                arena.set_limit(half);
                arena
            };
            (self.live, self.spare) = (limited(), limited());
            self.clear();
        }
    }

    /// The root.
    #[inline(always)]
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// The nodes held: those reserved for the rest of partially expanded groups included, and those that `advance` left behind
    /// and that are not freed yet.
    pub fn nodes(&self) -> usize {
        self.live.slots()
    }

    /// The bytes held for nodes, of both arenas.
    pub fn bytes(&self) -> usize {
        self.live.bytes() + self.spare.bytes()
    }

    /// The most nodes and bytes held at once since [`start_peak`](Tree::start_peak).
    pub fn peak(&self) -> (usize, usize) {
        (self.peak_nodes.max(self.nodes()), self.peak_bytes.max(self.bytes()))
    }

    /// Starts anew what [`peak`](Tree::peak) measures.
    pub fn start_peak(&mut self) {
        (self.peak_nodes, self.peak_bytes) = (0, 0);
    }

    /// A node.
    #[inline(always)]
    pub fn node(&self, node: NodeId) -> &Node<T> {
        self.live.get(node.0)
    }

    /// What the searcher adds to a node, to change.
    #[inline(always)]
    pub fn payload_mut(&mut self, node: NodeId) -> &mut T {
        &mut self.live.get_mut(node.0).payload
    }

    /// Gives a node the value backed up to it, and whether that is only a bound.
    #[inline(always)]
    pub fn set_value(&mut self, node: NodeId, value: Value, bound: bool) {
        self.live.get_mut(node.0).set_value(value, bound);
    }

    /// The first of a node's children. The others are its [`sibling`](NodeId::sibling)s.
    #[inline(always)]
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).children().map(NodeId)
    }

    /// The children made so far, in canonical order.
    #[inline(always)]
    pub fn children(&self, node: NodeId) -> Children<'_, T> {
        self.first_child(node).map_or(Children { group: [].iter() }, |first| self.siblings(first))
    }

    /// A first child and its siblings, in canonical order.
    #[inline(always)]
    pub fn siblings(&self, first: NodeId) -> Children<'_, T> {
        Children { group: self.live.group(first.0).iter() }
    }

    /// The number of children made so far.
    pub fn child_count(&self, node: NodeId) -> usize {
        self.children(node).count()
    }

    /// A node's child.
    ///
    /// # Panics
    ///
    /// If the node is not expanded. An index without a child names some other node.
    #[inline(always)]
    pub fn child(&self, node: NodeId, index: usize) -> NodeId {
        self.first_child(node).expect("only an expanded node has children").sibling(index)
    }

    /// The index of a child of `node`.
    pub(crate) fn index_of(&self, node: NodeId, child: NodeId) -> usize {
        (child.0 - self.child(node, 0).0) as usize
    }

    /// The child that `side` ranks first among those made so far: the best value, an exact one before a bound, the lower
    /// index. `None` where there are none.
    #[inline(always)]
    pub fn best_child(&self, node: NodeId, side: Side) -> Option<usize> {
        let ranks = self.children(node).enumerate().map(|(index, child)| child.rank(side, index));
        ranks.max().map(Rank::index)
    }

    /// Whether the node's value is exact in the tree as it stands: neither it nor the nodes it was backed up from are partially
    /// expanded or marked as bounds.
    pub fn is_exact(&self, node: NodeId) -> bool {
        self.leads_to_exact(self.node(node))
    }

    /// As [`is_exact`](Tree::is_exact), of a node in hand.
    pub(crate) fn leads_to_exact(&self, node: &Node<T>) -> bool {
        let carries = |child: &Node<T>| child.value() == node.value() && self.leads_to_exact(child);
        match (node.expansion(), node.children()) {
            _ if node.is_bound() => false,
            (Expansion::Partial, _) => false,
            (_, Some(first)) => self.siblings(NodeId(first)).any(carries),
            (_, None) => true,
        }
    }

    /// Whether an unexpanded node can be given `total` children within the limit. A partially expanded one has room for the
    /// rest of its children.
    #[inline]
    pub fn has_room(&mut self, total: usize) -> bool {
        self.live.has_room(total)
    }

    /// Gives a node its next children, as many as there are static values, and returns how many those are. `total` is how
    /// many it will have once it is fully expanded.
    ///
    /// # Panics
    ///
    /// If there is no room for them (see [`has_room`](Tree::has_room)), or they are more than `total`.
    #[inline(always)]
    pub fn add_children(&mut self, node: NodeId, total: usize, values: impl IntoIterator<Item = Value>) -> usize {
        self.add_children_behind(node, self.child_count(node), total, values)
    }

    /// As [`add_children`](Tree::add_children), for a node that is known to have `made` children.
    #[inline(always)]
    pub(crate) fn add_children_behind(
        &mut self,
        node: NodeId,
        made: usize,
        total: usize,
        values: impl IntoIterator<Item = Value>,
    ) -> usize {
        let first = if made == 0 { self.live.next_handle() } else { self.child(node, 0).0 };
        let group = &mut self.live.group_mut(first)[..total];
        let mut end = made;
        for value in values {
            group[end] = Node::new(value, false);
            end += 1;
        }
        if end == made {
            return 0;
        }
        group[end - 1].set_last(true);
        if end < total {
            // How many slots the group has stands in the first one without a child.
            group[end] = Node::new(total as Value, false);
        }
        if made > 0 {
            group[made - 1].set_last(false);
        } else {
            self.live.allocate(total);
        }
        self.live.get_mut(node.0).set_children(first, end == total);
        end - made
    }

    /// Makes child `index` the root, keeps what lies below it and frees the rest. A child not made yet becomes an unexpanded
    /// root.
    pub fn advance(&mut self, index: usize) {
        if index < self.child_count(self.root) {
            self.root = self.child(self.root, index);
            if self.limited || self.nodes() > (GROWTH_BEFORE_COPY * self.survivors).max(LEAST_NODES_TO_COPY) {
                self.copy_survivors();
            }
        } else {
            self.clear();
        }
    }

    /// As [`advance`](Tree::advance), by a move of the root's position.
    ///
    /// # Panics
    ///
    /// If the move is not legal there.
    pub fn advance_by<P: Position>(&mut self, position: &P, mv: P::Move) {
        let index = position.moves().position(|legal| legal == mv);
        self.advance(index.expect("a game advances by a legal move"));
    }

    /// Frees the subtrees farthest from the principal variation, given as child indices from the root, until at most half of
    /// the nodes are left. The freed nodes' parents keep their values and become unexpanded.
    ///
    /// A node's distance from the principal variation is the number of edges up to it. The variation itself and its nodes'
    /// children are never freed. Returns whether anything was.
    pub fn prune(&mut self, variation: &[usize]) -> bool {
        let nodes_at = self.nodes_by_distance(variation);
        let mut left = self.nodes() / 2;
        let kept = nodes_at.iter().take_while(|&&nodes| {
            let fits = nodes <= left;
            left = left.saturating_sub(nodes);
            fits
        });
        let keep = kept.count().max(2) - 1;
        if keep + 1 >= nodes_at.len() {
            return false;
        }
        self.for_each_expanded(variation, |tree, node, distance| {
            if distance >= keep {
                tree.live.get_mut(node.0).remove_children();
            }
        });
        self.copy_survivors();
        true
    }

    /// The number of nodes at each distance from the principal variation, the variation itself at 0.
    fn nodes_by_distance(&mut self, variation: &[usize]) -> Vec<usize> {
        let mut nodes_at = vec![1];
        self.for_each_expanded(variation, |tree, node, distance| {
            if nodes_at.len() == distance + 1 {
                nodes_at.push(0);
            }
            nodes_at[distance + 1] += tree.slots_of_children(node);
        });
        nodes_at
    }

    /// Visits the root and every expanded node, with its distance from the principal variation, parents first. Where the visit
    /// takes a node's children away, they are passed over.
    fn for_each_expanded(&mut self, variation: &[usize], mut visit: impl FnMut(&mut Self, NodeId, Distance)) {
        let mut open = vec![(self.root, 0, Some(variation))];
        while let Some((node, distance, variation)) = open.pop() {
            visit(self, node, distance);
            let Some(first) = self.first_child(node) else { continue };
            let next = variation.and_then(<[usize]>::split_first);
            for (index, _) in self.siblings(first).enumerate().filter(|(_, child)| child.children().is_some()) {
                open.push(match next {
                    Some((&on_variation, rest)) if index == on_variation => (first.sibling(index), 0, Some(rest)),
                    _ => (first.sibling(index), distance + 1, None),
                });
            }
        }
    }

    /// Copies the root and what is below it to the spare arena, and makes that the live one.
    fn copy_survivors(&mut self) {
        let old_root = *self.node(self.root);
        self.spare.clear();
        self.peak_nodes = self.peak_nodes.max(self.nodes());
        std::mem::swap(&mut self.live, &mut self.spare);
        self.allocate_root(old_root);

        // The first of each group that is copied, but whose nodes' children are not.
        let mut open = vec![self.root];
        while let Some(first) = open.pop() {
            for index in 0.. {
                let node = first.sibling(index);
                let copy = *self.node(node);
                if let Some(children) = copy.children() {
                    open.extend(self.move_children(node, children, copy.expansion() == Expansion::Full));
                }
                if copy.is_last() {
                    break;
                }
            }
        }
        self.survivors = self.nodes();
        self.peak_bytes = self.peak_bytes.max(self.bytes());
    }

    /// Copies the children of `node`, a copy itself, from the spare arena, where they start at the handle `old`, to the live one;
    /// or lets go of them where they find no room. Returns the first.
    #[inline(always)]
    fn move_children(&mut self, node: NodeId, old: u32, fully: bool) -> Option<NodeId> {
        let group = self.spare.group(old);
        let slots = slots_of_group(group, fully);
        if !self.live.has_room(slots) {
            self.live.get_mut(node.0).remove_children();
            return None;
        }
        let new = self.live.allocate(slots);
        self.live.group_mut(new)[..slots].copy_from_slice(&group[..slots]);
        self.live.get_mut(node.0).set_children(new, fully);
        Some(NodeId(new))
    }

    fn allocate_root(&mut self, root: Node<T>) {
        assert!(self.live.has_room(1), "the least limit on bytes holds the root");
        let handle = self.live.allocate(1);
        *self.live.get_mut(handle) = root;
        self.live.get_mut(handle).set_last(true);
        self.root = NodeId(handle);
    }

    fn slots_of_children(&self, node: NodeId) -> usize {
        let fully = self.node(node).expansion() == Expansion::Full;
        self.node(node).children().map_or(0, |first| slots_of_group(self.live.group(first), fully))
    }
}

/// The children of a node made so far, in canonical order.
pub struct Children<'t, T> {
    group: std::slice::Iter<'t, Node<T>>,
}

impl<'t, T> Iterator for Children<'t, T> {
    type Item = &'t Node<T>;

    #[inline(always)]
    fn next(&mut self) -> Option<&'t Node<T>> {
        let child = self.group.next()?;
        if child.is_last() {
            self.group = [].iter();
        }
        Some(child)
    }

    #[inline(always)]
    fn fold<B, F: FnMut(B, &'t Node<T>) -> B>(self, init: B, mut f: F) -> B {
        let mut result = init;
        for child in self.group {
            result = f(result, child);
            if child.is_last() {
                break;
            }
        }
        result
    }
}

/// The slots of the group that starts the slice, those without a child yet included.
fn slots_of_group<T>(group: &[Node<T>], fully: bool) -> usize {
    let made = 1 + group.iter().position(Node::is_last).expect("a group has a last child");
    if fully { made } else { group[made].value() as usize }
}
