mod expanding;
mod pruning;
mod splitting;

use bestply_core::{Identity, Position, Side, Value, ValueKind};

use crate::arena::{Arena, FIRST_HANDLE};
use crate::children::{Children, GroupGrowth};
use crate::node::Group;
use crate::node_id::{Era, NodeId};
use crate::tree_search::Scratch;
use crate::{Expansion, Pool, TreeNode};

/// A search tree in memory. See the [crate's page](crate).
///
/// `T` is what a searcher adds to a node, and `K` is what is kept of the move to it (see [`Keep`](crate::Keep)).
///
/// Costs: an operation on a node takes constant time, an operation on its children linear in their number.
/// [`advance`](Tree::advance) takes constant time, since the memory that it frees is reclaimed when memory is needed.
/// [`prune`](Tree::prune) takes time linear in the size of the tree.
pub struct Tree<T = (), K = ()> {
    arena: Arena<T, K>,
    /// Groups that nothing leads to any more. They and the groups below them are yet to be reclaimed, in place:
    /// to copy what survives would double the memory, and so halve every limit.
    dead: Vec<Group>,
    /// The era changes when names of nodes become meaningless.
    era: Era,
    identity: Option<Identity>,
    peak_nodes: usize,
    growth: GroupGrowth,
    pub(crate) scratch: Scratch,
}

impl<T: Copy + Default, K: Copy + Default> Default for Tree<T, K> {
    fn default() -> Tree<T, K> {
        Tree::new()
    }
}

impl<T: Copy + Default> Tree<T> {
    /// As [`new`](Tree::new), for a searcher that makes the children of a node one by one, with much work between them.
    ///
    /// Slots are reserved for 1, 4, 16 and so on children, as they are made,
    /// where other trees reserve those for all children at once.
    /// In exchange an expansion that goes on needs room, and copies the siblings now and then;
    /// their names then become meaningless.
    /// A tree that keeps moves cannot grow in this way: what it keeps for children to come stands in their slots.
    pub fn growing() -> Tree<T> {
        Tree { growth: GroupGrowth::InSteps, ..Tree::new() }
    }
}

impl<T: Copy + Default, K: Copy + Default> Tree<T, K> {
    /// A tree of an unexpanded root of value 0, without a limit.
    pub fn new() -> Tree<T, K> {
        Tree::with(None)
    }

    /// As [`new`](Tree::new), with memory from a pool, to which it goes back when the tree is dropped.
    ///
    /// Of each chunk that it takes, a power of two of nodes, all counts as held.
    /// While bytes are [limited](Tree::set_limit), memory comes from the system.
    pub fn of_pool(pool: &Pool<T, K>) -> Tree<T, K> {
        Tree::with(Some(pool.clone()))
    }

    fn with(pool: Option<Pool<T, K>>) -> Tree<T, K> {
        let mut tree = Tree {
            arena: Arena::new(pool),
            dead: Vec::new(),
            era: Era::new(),
            identity: None,
            peak_nodes: 0,
            growth: GroupGrowth::Whole,
            scratch: Scratch::default(),
        };
        tree.clear();
        tree
    }

    /// Forgets everything: an unexpanded root of value 0 is left. The memory is kept.
    pub fn clear(&mut self) {
        self.arena.clear();
        self.dead.clear();
        assert!(self.arena.is_at_hand(1) || self.arena.find_room(1), "the least limit on bytes holds the root");
        let root = self.arena.allocate(1);
        debug_assert_eq!(root, FIRST_HANDLE);
        *self.arena.get_mut(root) = TreeNode::new(0, true);
        self.era = Era::new();
        self.identity = None;
        self.start_peak();
    }

    /// The least limit on bytes. A smaller limit counts as this one, which holds the root and a dozen children.
    pub const LEAST_LIMIT_BYTES: usize = 24 * size_of::<TreeNode<T, K>>();

    /// Limits the bytes held from now on; `None` sets no limit. A tree that holds more already is cleared.
    pub fn set_limit(&mut self, bytes: Option<usize>) {
        self.arena.set_limit(bytes.map(|bytes| bytes.max(Self::LEAST_LIMIT_BYTES)));
        if self.arena.is_over_limit() {
            self.arena.release();
            self.clear();
        }
    }

    /// The root.
    #[inline(always)]
    pub fn root(&self) -> NodeId {
        self.id(FIRST_HANDLE)
    }

    /// The number of nodes held.
    ///
    /// Slots reserved for the rest of partially expanded groups count,
    /// and so do freed nodes that are not reclaimed yet.
    pub fn nodes(&self) -> usize {
        self.arena.slots()
    }

    /// The bytes held for nodes.
    pub fn bytes(&self) -> usize {
        self.arena.bytes()
    }

    /// The most nodes held at once since [`start_peak`](Tree::start_peak).
    pub fn peak_nodes(&self) -> usize {
        self.peak_nodes.max(self.nodes())
    }

    /// Starts a new measurement of [`peak_nodes`](Tree::peak_nodes).
    pub fn start_peak(&mut self) {
        self.peak_nodes = 0;
    }

    /// A node.
    #[inline(always)]
    pub fn node(&self, node: NodeId) -> &TreeNode<T, K> {
        self.arena.get(self.handle(node))
    }

    /// The searcher's payload of a node, to change.
    #[inline(always)]
    pub fn payload_mut(&mut self, node: NodeId) -> &mut T {
        let handle = self.handle(node);
        &mut self.arena.get_mut(handle).payload
    }

    /// Gives a node the value backed up to it, and says whether that is only a bound.
    #[inline(always)]
    pub fn set_value(&mut self, node: NodeId, value: Value, kind: ValueKind) {
        let handle = self.handle(node);
        self.arena.get_mut(handle).set_value(value, kind);
    }

    /// As [`set_value`](Tree::set_value), and sets the node's payload.
    #[inline(always)]
    pub fn set_value_and_payload(&mut self, node: NodeId, value: Value, kind: ValueKind, payload: T) {
        let handle = self.handle(node);
        let node = self.arena.get_mut(handle);
        node.set_value(value, kind);
        node.payload = payload;
    }

    /// The first of a node's children. The others are its [`sibling`](NodeId::sibling)s.
    #[inline(always)]
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).children().map(|handle| self.id(handle))
    }

    /// The children made so far, in canonical order.
    #[inline(always)]
    pub fn children(&self, node: NodeId) -> Children<'_, T, K> {
        self.first_child(node).map_or(Children::of(&[]), |first| self.siblings(first))
    }

    /// A first child and its siblings, in canonical order.
    #[inline(always)]
    pub fn siblings(&self, first: NodeId) -> Children<'_, T, K> {
        Children::of(self.arena.group(self.handle(first)))
    }

    /// The number of children made so far.
    pub fn child_count(&self, node: NodeId) -> usize {
        self.children(node).count()
    }

    /// The number of slots for the children of a node.
    pub(crate) fn child_slots(&self, node: NodeId) -> usize {
        self.node(node).children_group().map_or(0, |group| self.slots_of(group))
    }

    /// The child of a node at `index`.
    ///
    /// # Panics
    ///
    /// If the node is not expanded. An index without a child names some other node.
    #[inline(always)]
    pub fn child(&self, node: NodeId, index: usize) -> NodeId {
        self.first_child(node).expect("only an expanded node has children").sibling(index)
    }

    /// The group of the children of an expanded node.
    #[inline(always)]
    pub(crate) fn group_of(&self, node: NodeId) -> Group {
        self.node(node).children_group().expect("an expanded node has children")
    }

    /// The index of a child of `node`.
    pub(crate) fn index_of(&self, node: NodeId, child: NodeId) -> usize {
        (self.handle(child) - self.handle(self.child(node, 0))) as usize
    }

    /// The child that `side` ranks first among those made so far; `None` where there are none.
    ///
    /// The best value comes first, an exact value before a bound, and then the lower index.
    #[inline(always)]
    pub fn best_child(&self, node: NodeId, side: Side) -> Option<usize> {
        self.children(node).best(side)
    }

    /// Whether the node's value is exact in the tree as it stands.
    ///
    /// It is if the value was backed up along some chain of nodes down to an unexpanded one,
    /// and no node of the chain is partially expanded or marked as a bound.
    pub fn is_exact(&self, node: NodeId) -> bool {
        self.leads_to_exact(self.node(node))
    }

    /// As [`is_exact`](Tree::is_exact), of a node in hand.
    pub(crate) fn leads_to_exact(&self, node: &TreeNode<T, K>) -> bool {
        let mut next = Some(node).filter(|node| !node.kind().is_bound());
        let mut open = Vec::new();
        // Nearly always there is one chain, which is followed without memory for a list.
        while let Some(node) = next.take() {
            match (node.expansion(), node.children()) {
                (Expansion::Partial, _) => {}
                (_, None) => return true,
                (_, Some(first)) => {
                    // Bounds end a chain, and are not listed: alpha-beta leaves many of one value.
                    let mut chains = Children::of(self.arena.group(first))
                        .filter(|child| child.value() == node.value() && !child.kind().is_bound());
                    next = chains.next();
                    open.extend(chains);
                }
            }
            next = next.or_else(|| open.pop());
        }
        false
    }

    /// Makes child `index` the root, keeps the nodes below it and frees the rest.
    ///
    /// A child that is not made yet becomes an unexpanded root.
    pub fn advance(&mut self, index: usize) {
        if index >= self.child_count(self.root()) {
            self.clear();
            return;
        }
        let old = self.group_of(self.root());
        let child = self.arena.get_mut(old.handle() + index as u32);
        let mut root = *child;
        // Its children are the new root's now. Else they would be freed with the old group.
        child.remove_children();
        root.set_last(true);
        *self.arena.get_mut(FIRST_HANDLE) = root;
        // What lies below is freed when its memory is wanted, some groups at a time, so that no move waits for it.
        self.dead.push(old);
        // The ids given out so far name nodes of the tree before.
        self.era = Era::new();
        self.identity = None;
    }

    /// As [`advance`](Tree::advance), by a move of the root's position, which is left as it was.
    ///
    /// If the tree is of another position, it is cleared.
    ///
    /// # Panics
    ///
    /// If the move is not legal there.
    pub fn advance_by<P: Position>(&mut self, position: &mut P, mv: P::Move) {
        self.be_of(position);
        let index = position.index_of(mv);
        self.advance(index);
        self.identity = Some(position.with_move(mv, |next| Identity::of(next)));
    }

    /// Makes this the tree of a position: keeps it if it may be this position's tree, and clears it otherwise.
    pub fn be_of<P: Position>(&mut self, position: &P) {
        if !self.may_be_of(position) {
            self.clear();
        }
        self.identity = Some(Identity::of(position));
    }

    /// Whether this may be the tree of a position.
    ///
    /// It cannot be if another side moves at the root, if the root has another number of moves,
    /// or if the fingerprints of the positions differ.
    pub fn may_be_of<P: Position>(&self, position: &P) -> bool {
        if let Some(known) = self.identity {
            return known == Identity::of(position);
        }
        let made = self.child_count(self.root());
        made == 0 || self.total_behind(self.root(), made).is_none_or(|total| total == position.move_count())
    }

    /// Reclaims at once everything that [`advance`](Tree::advance) and [`prune`](Tree::prune) freed.
    ///
    /// This takes time linear in the number of freed nodes. Without it, they are reclaimed as nodes are added.
    pub fn reclaim(&mut self) {
        while self.reclaim_group().is_some() {}
    }

    /// Finds room that is not at hand.
    /// Dead groups are used before more memory is taken, except for the first half megabyte.
    #[cold]
    fn find_room(&mut self, total: usize) -> bool {
        // A tree below half a megabyte never reclaims, one of the changes that took best-first from 98 ns an evaluation
        // to less than 50 (`docs/performance.md`, what was tried).
        if self.arena.grows_for_nothing(total) {
            return true;
        }
        while self.reclaim_some() {
            if self.arena.is_at_hand(total) || self.arena.has_larger(total) {
                return true;
            }
        }
        self.arena.find_room(total)
    }

    /// Reclaims some groups, if there are any: enough for a while, but few enough to take only microseconds.
    fn reclaim_some(&mut self) -> bool {
        const ENOUGH_SLOTS: usize = 1 << 12;
        let mut reclaimed = 0;
        // From 64 slots at a time to 65,536, a search that prunes takes the same instructions within 1 %
        // (bench `counts`, the searches with 64 KiB). So the number only has to keep each pause short.
        while reclaimed < ENOUGH_SLOTS {
            let Some(more) = self.reclaim_group() else { break };
            reclaimed += more;
        }
        reclaimed > 0
    }

    /// Reclaims a group, and makes the groups below it the next ones to reclaim. Returns the number of its slots.
    fn reclaim_group(&mut self) -> Option<usize> {
        let group = self.dead.pop()?;
        // Before the nodes go: the count only knows what is held now.
        self.peak_nodes = self.peak_nodes();
        let slots = self.slots_of(group);
        self.dead.extend(Children::of(self.arena.group(group.handle())).filter_map(TreeNode::children_group));
        self.arena.free(group.handle(), slots);
        Some(slots)
    }

    fn slots_of(&self, group: Group) -> usize {
        self.growth.slots_of_group(self.arena.group(group.handle()), group.is_full())
    }

    #[inline(always)]
    pub(crate) fn id(&self, handle: u32) -> NodeId {
        NodeId::new(handle, self.era)
    }

    #[inline(always)]
    fn handle(&self, node: NodeId) -> u32 {
        node.handle_in(self.era)
    }
}
