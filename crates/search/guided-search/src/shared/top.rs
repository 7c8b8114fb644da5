//! The upper part of the tree, which the threads share. Its leaves are islands.

use std::ops::Range;

use bestply_core::{Identity, Position, Proof, Side, Value};
use bestply_tree::{Expansion, Pool};
use bestply_visits::{Divisor, Noise};

use crate::Visits;
use crate::selection::Policy;
use crate::shared::ground::{Ground, IslandPart, known, of_leaf};
use crate::shared::space::HeldSpace;

/// The upper part of the tree: nodes whose children are all here, and islands.
///
/// An island is a node that has a [ground](Ground) of its own, which one thread at a time searches.
/// A node is named by its place in the list. The root's is 0, and siblings lie side by side.
pub(super) struct Top<K> {
    nodes: Vec<TopNode>,
    /// What lies on the islands; nothing where the island was never searched, or where its ground was freed.
    grounds: Vec<Option<Box<Ground<K>>>>,
    /// What is known of the root's position.
    identity: Option<Identity>,
    /// Where the memory of the grounds comes from.
    pool: Pool<Visits, K>,
    /// The evaluation's noise, as far as stays told of it.
    pub(super) noise: Noise,
}

#[derive(Clone, Copy)]
pub(super) struct TopNode {
    pub(super) value: Value,
    pub(super) visits: Visits,
    parent: u32,
    first_child: u32,
    /// The number of children, 0 for an island.
    children: u32,
    depth: u16,
    /// The side to move. It is unknown where the node is an island.
    side: Side,
    /// Whether the island is being searched; or whether no island below the node can be selected.
    is_taken: bool,
    /// Whether the search of the island came to the depth limit.
    pub(super) is_too_deep: bool,
}

/// What a search of an island found.
pub(super) struct FoundOnIsland {
    pub(super) value: Value,
    pub(super) visits: Visits,
    /// The number of walks.
    pub(super) walks: u32,
    pub(super) is_too_deep: bool,
}

pub(super) const ROOT: usize = 0;

/// The greatest depth of a node whose root joins the top. Below it islands grow without end,
/// so that a game of a million forced moves does not make every walk as long as the game.
const DEEPEST: u16 = 256;

impl TopNode {
    fn new(value: Value, visits: Visits, parent: usize, depth: u16) -> TopNode {
        TopNode {
            value,
            visits,
            parent: parent as u32,
            first_child: 0,
            children: 0,
            depth,
            side: Side::Max,
            is_taken: false,
            is_too_deep: false,
        }
    }

    pub(super) fn is_island(&self) -> bool {
        self.children == 0
    }

    pub(super) fn depth(&self) -> usize {
        usize::from(self.depth)
    }

    pub(super) fn may_join_the_top(&self) -> bool {
        self.depth < DEEPEST
    }

    pub(super) fn children(&self) -> Range<usize> {
        self.first_child as usize..(self.first_child + self.children) as usize
    }

    /// Whether an island of this node, or the node itself, can be selected.
    fn is_open(&self) -> bool {
        !self.is_taken && !self.visits.proof().is_known()
    }
}

impl<K: Copy + Default> Top<K> {
    /// The bytes that a child takes here, besides the ground that it may have.
    pub(super) const BYTES_OF_CHILD: usize = size_of::<TopNode>() + size_of::<Option<Box<Ground<K>>>>();

    /// A root that is an island without a ground.
    pub(super) fn new() -> Top<K> {
        Top::of(Pool::new())
    }

    fn of(pool: Pool<Visits, K>) -> Top<K> {
        let root = TopNode::new(0, Visits::default(), ROOT, 0);
        Top { nodes: vec![root], grounds: vec![None], identity: None, pool, noise: Noise::default() }
    }

    /// Forgets all. The memory is kept.
    pub(super) fn forget(&mut self) {
        *self = Top::of(self.pool.clone());
    }

    /// Forgets all but the position.
    pub(super) fn clear(&mut self) {
        *self = Top { identity: self.identity, ..Top::of(self.pool.clone()) };
    }

    /// Keeps the memory of grounds that are let go of for the next ones, or gives it back to the system.
    pub(super) fn keep_memory(&self, is_kept: bool) {
        if is_kept { self.pool.open() } else { self.pool.close() }
    }

    /// The bytes that are kept for the next grounds.
    #[cfg(test)]
    pub(super) fn bytes_kept(&self) -> usize {
        self.pool.bytes()
    }

    pub(super) fn root(&self) -> &TopNode {
        &self.nodes[ROOT]
    }

    pub(super) fn node(&self, node: usize) -> &TopNode {
        &self.nodes[node]
    }

    /// The number of nodes here, besides those of the islands' grounds.
    pub(super) fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The bytes of the top itself. A root that is an island counts as the island.
    pub(super) fn bytes(&self) -> usize {
        (self.nodes.len() - 1) * Self::BYTES_OF_CHILD
    }

    /// The grounds that are here.
    pub(super) fn grounds(&self) -> impl Iterator<Item = &Ground<K>> {
        self.grounds.iter().flatten().map(Box::as_ref)
    }

    pub(super) fn ground(&self, island: usize) -> Option<&Ground<K>> {
        self.grounds[island].as_deref()
    }

    /// Makes this the top of a position, at the beginning of a search.
    pub(super) fn be_of<P: Position>(&mut self, position: &P) {
        if !self.may_be_of(position) {
            self.forget();
        }
        self.identity = Some(Identity::of(position));
        let ground = self.grounds[ROOT].as_deref();
        let is_whole = ground.is_some_and(|ground| ground.node(ground.root()).expansion() == Expansion::Full);
        let root = &mut self.nodes[ROOT];
        if root.is_island() && !is_whole {
            // The root's children are needed for a move, even if they were known once and then freed.
            root.visits = Visits::default();
            self.noise = Noise::default();
        }
        for node in &mut self.nodes {
            (node.is_taken, node.is_too_deep) = (false, false);
        }
    }

    pub(super) fn may_be_of<P: Position>(&self, position: &P) -> bool {
        let may_be_known = self.identity.is_none_or(|known| known == Identity::of(position));
        may_be_known && self.ground(ROOT).is_none_or(|ground| ground.may_be_of(position))
    }

    /// The island that the best scores lead to from the root, not by way of islands that are taken.
    pub(super) fn select(&self, policy: &mut Policy, scale: Divisor) -> Option<usize> {
        let mut place = ROOT;
        if !self.nodes[ROOT].is_open() {
            return None;
        }
        while !self.nodes[place].is_island() {
            let node = &self.nodes[place];
            let (width, sign) = (policy.width(node.visits.count), f64::from(node.side.sign()));
            let mut best = (f64::NEG_INFINITY, usize::MAX);
            for (index, child) in node.children().zip(&self.nodes[node.children()]) {
                if child.is_open() {
                    let score = policy.score(scale.divide(f64::from(child.value) * sign), child.visits, width).0;
                    if score > best.0 || best.1 == usize::MAX {
                        best = (score, index);
                    }
                }
            }
            place = best.1;
        }
        Some(place)
    }

    /// The child indices from the root to a node.
    pub(super) fn path(&self, node: usize) -> Vec<usize> {
        let mut path: Vec<usize> =
            self.way_up(node).map(|(node, parent)| node - self.nodes[parent].first_child as usize).collect();
        path.reverse();
        path
    }

    /// The nodes above a node, from its parent on.
    pub(super) fn above(&self, node: usize) -> impl Iterator<Item = &TopNode> {
        self.way_up(node).map(|(_, parent)| &self.nodes[parent])
    }

    /// The nodes from this one on up to the root's child, each with its parent.
    fn way_up(&self, node: usize) -> impl Iterator<Item = (usize, usize)> {
        let above = move |node: usize| (node != ROOT).then(|| (node, self.nodes[node].parent as usize));
        std::iter::successors(above(node), move |&(_, parent)| above(parent))
    }

    /// Takes the ground of an island to search it. Until it is given back, no thread comes to the island.
    pub(super) fn take(&mut self, island: usize) -> Box<Ground<K>> {
        let mut place = island;
        self.nodes[place].is_taken = true;
        while place != ROOT {
            place = self.nodes[place].parent as usize;
            if self.nodes[self.nodes[place].children()].iter().any(TopNode::is_open) {
                // With another open child it stays open, and so does all above it.
                break;
            }
            self.nodes[place].is_taken = true;
        }
        let node = &self.nodes[island];
        self.grounds[island].take().unwrap_or_else(|| Box::new(of_leaf(&self.pool, node.value, node.visits)))
    }

    /// Gives the ground of an island back, and backs up what was found.
    pub(super) fn give_back(&mut self, island: usize, ground: Option<Box<Ground<K>>>, found: &FoundOnIsland) {
        self.grounds[island] = ground;
        let mut before = self.nodes[island].value;
        let node = &mut self.nodes[island];
        (node.value, node.visits) = (found.value, found.visits);
        (node.is_taken, node.is_too_deep) = (false, found.is_too_deep);
        let mut place = island;
        while place != ROOT {
            let child = self.nodes[place];
            place = child.parent as usize;
            let node = &mut self.nodes[place];
            node.visits.count = node.visits.count.saturating_add(found.walks);
            let here = node.value;
            let is_best = node.side.orient(child.value) >= node.side.orient(node.value);
            // A proof below may have closed the child, and with it this node.
            // A child that was among the best and is worse now may have been the only one. So all are looked at then;
            // elsewhere the node's value is its own or the child's, and a look at all is spared.
            if !child.is_open() || (!is_best && before == node.value) {
                self.refresh(place);
            } else {
                node.is_taken = false;
                node.value = if is_best { child.value } else { node.value };
            }
            before = here;
        }
    }

    /// Gives the ground of an island back that was not searched.
    pub(super) fn give_back_unsearched(&mut self, island: usize, ground: Box<Ground<K>>) {
        let TopNode { value, visits, is_too_deep, .. } = self.nodes[island];
        self.give_back(island, Some(ground), &FoundOnIsland { value, visits, walks: 0, is_too_deep });
    }

    /// Gives a node the values of its best children, and proves it if they do.
    fn refresh(&mut self, place: usize) {
        let mut node = self.nodes[place];
        let (side, children) = (node.side, &self.nodes[node.children()]);
        let mut best = Value::MIN;
        let mut is_taken = true;
        let mut proved = false;
        for child in children {
            best = best.max(side.orient(child.value));
            is_taken &= !child.is_open();
            proved |= child.visits.proof().is_known();
        }
        (node.value, node.is_taken) = (side.orient(best), is_taken);
        // Without a proved child nothing is proved, and most nodes have none.
        if proved {
            let proofs = children.iter().map(|child| (child.value, child.visits.proof()));
            if let Some((value, proof)) = Proof::of_children(side, proofs) {
                node.value = value;
                node.visits.set_proof(proof);
            }
        }
        self.nodes[place] = node;
    }

    /// Makes the root of an island a node of the top, and its children islands.
    pub(super) fn dissolve(&mut self, island: usize, side: Side, parts: Vec<IslandPart<K>>) {
        let (first, depth) = (self.nodes.len(), self.nodes[island].depth + 1);
        let node = &mut self.nodes[island];
        (node.side, node.first_child, node.children) = (side, first as u32, parts.len() as u32);
        for IslandPart { value, visits, ground } in parts {
            self.nodes.push(TopNode::new(value, visits, island, depth));
            self.grounds.push(ground);
        }
        let is_open = self.nodes[first..].iter().any(TopNode::is_open);
        self.nodes[island].is_taken = !is_open;
    }

    /// Follows a move of the game.
    pub(super) fn advance_by<P: Position>(&mut self, position: &mut P, mv: P::Move) {
        if !self.may_be_of(position) {
            self.forget();
        }
        let index = position.index_of(mv);
        if let Some(ground) = &mut self.grounds[ROOT] {
            ground.advance_by(position, mv);
            let (value, visits) = known(ground, ground.root());
            self.nodes[ROOT] = TopNode::new(value, visits, ROOT, 0);
        } else if self.root().is_island() {
            self.forget();
        } else {
            self.advance(self.root().first_child as usize + index);
        }
        self.identity = Some(position.with_move(mv, |next| Identity::of(next)));
        self.noise.advance();
    }

    /// Makes a node the root, and lets go of all that is not below it.
    fn advance(&mut self, root: usize) {
        let mut below = Top { identity: self.identity, noise: self.noise.clone(), ..Top::of(self.pool.clone()) };
        let levels = self.nodes[root].depth;
        below.nodes[ROOT] = TopNode { parent: ROOT as u32, ..self.nodes[root] };
        below.grounds[ROOT] = self.grounds[root].take();
        let mut next = 0;
        // Level by level, so that siblings lie side by side again.
        while next < below.nodes.len() {
            let children = below.nodes[next].children();
            below.nodes[next].depth -= levels;
            below.nodes[next].first_child = below.nodes.len() as u32;
            for child in children {
                below.nodes.push(TopNode { parent: next as u32, ..self.nodes[child] });
                below.grounds.push(self.grounds[child].take());
            }
            next += 1;
        }
        *self = below;
    }

    /// Frees what is farthest from the principal variation, until `enough` says so of what was freed.
    ///
    /// These are the grounds of islands, and the children of nodes whose children have none any more.
    /// The islands, and the nodes that so become islands, keep their values and visits.
    /// The variation itself comes last, from its end; the root keeps its children.
    ///
    /// No island may be taken, and afterwards nodes have other places.
    pub(super) fn prune(&mut self, mut enough: impl FnMut(HeldSpace) -> bool) {
        for place in self.farthest_first() {
            let freed = match self.grounds[place].take() {
                Some(ground) => self.held_by(&ground),
                None => self.close(place),
            };
            if enough(freed) {
                break;
            }
        }
        // What was closed is still in the list: what is left moves together.
        self.advance(ROOT);
    }

    /// The places that have children or a ground, but for the root, in the order in which they are pruned.
    fn farthest_first(&self) -> impl Iterator<Item = usize> + use<K> {
        let (mut places, mut open) = (Vec::new(), vec![(ROOT, 0)]);
        while let Some((place, distance)) = open.pop() {
            let node = &self.nodes[place];
            if place != ROOT && (self.grounds[place].is_some() || !node.is_island()) {
                places.push((distance, places.len(), place));
            }
            let mut principal = node.children().find(|&child| distance == 0 && self.nodes[child].value == node.value);
            for child in node.children() {
                let is_principal = principal.take_if(|principal| *principal == child).is_some();
                open.push((child, if is_principal { 0 } else { distance + 1 }));
            }
        }
        // A child comes before its parent: it is as far or farther, and was found later.
        places.sort_unstable_by(|a, b| b.cmp(a));
        places.into_iter().map(|(_, _, place)| place)
    }

    /// Makes a node whose children are islands without grounds such an island itself. Returns what its children took.
    fn close(&mut self, place: usize) -> HeldSpace {
        let node = &mut self.nodes[place];
        let nodes = std::mem::take(&mut node.children) as usize;
        node.is_taken = false;
        HeldSpace { bytes: nodes * Self::BYTES_OF_CHILD, nodes }
    }
}

#[cfg(test)]
mod tests;
