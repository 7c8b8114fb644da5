//! Room for new nodes: from new memory, from what nothing leads to any more, and from what was visited least.

use super::slab::NOTHING;
use super::{Edge, Graph, GraphNode, PINNED};

/// What is free, and what is to be freed.
pub(crate) struct GraphRoom {
    /// The first free group of edges of each size. The value of a group's first edge is the number of the next group.
    groups: Vec<u32>,
    /// The first free node. The first edge of a free node is the number of the next free node.
    node: u32,
    /// The first node that nothing leads to and that is to be freed. Its visits are the number of the next one.
    dead: u32,
    /// The next edge that pruning looks at.
    hand: u32,
    /// Pruning frees nodes with at most so many visits.
    most_visits: u32,
    /// The edges that pruning looked at in this round, and those nodes that it gave up.
    looked: usize,
    given_up: usize,
    /// The rounds without a node that could be given up.
    fruitless: u32,
    /// Whether a round has ended, and whether a node was freed, since free groups were joined.
    has_ended_round: bool,
    has_freed: bool,
}

/// Dead nodes that are freed at a time, and edges that pruning looks at, so that the limits are asked in between.
///
/// Looking at 64 edges or at 16,384 at a time takes up to 6 and 9 % more instructions.
/// Freeing one dead node for each new one takes as many as freeing eight (bench `counts -- 256`).
const AT_A_TIME: usize = 64;
const LOOKED_AT: usize = 1024;

/// Free groups that are joined at a time, which takes some milliseconds.
const MOST_JOINED: usize = 1 << 16;

impl GraphRoom {
    pub(crate) const fn new() -> GraphRoom {
        GraphRoom {
            groups: Vec::new(),
            node: NOTHING,
            dead: NOTHING,
            hand: 0,
            most_visits: 1,
            looked: 0,
            given_up: 0,
            fruitless: 0,
            has_ended_round: false,
            has_freed: false,
        }
    }

    /// Begins a search.
    pub(crate) fn begin(&mut self) {
        self.fruitless = 0;
    }

    /// The smallest free group of at least so many edges, with its size.
    fn take(&self, count: usize, is_exact: bool) -> Option<usize> {
        let mut sizes = self.groups.iter().enumerate().skip(count).take(if is_exact { 1 } else { usize::MAX });
        sizes.find(|&(_, &first)| first != NOTHING).map(|(size, _)| size)
    }
}

impl Graph {
    /// A new node for this many children, none of them made; `None` if there is no room.
    ///
    /// Where nodes are dead it frees some of them before it takes new memory.
    ///
    /// # Panics
    ///
    /// If there are more than 65,535 children.
    pub(crate) fn add(&mut self, total: usize) -> Option<u32> {
        let children = u16::try_from(total).expect("a position has at most 65,535 moves");
        // More than one for each new node, so that what is dead becomes less; few, so that no move of the game is felt.
        self.bury(AT_A_TIME / 8);
        let first = self.take_group(total)?;
        let Some(node) = self.take_node() else {
            self.free_group(first, total);
            return None;
        };
        self.count += total;
        *self.nodes.get_mut(node) =
            GraphNode { first, total: children, ply: NOTHING, next: NOTHING, ..GraphNode::default() };
        Some(node)
    }

    /// Makes a complete node findable by its key and its ply, as far as there is room for that.
    pub(crate) fn enter(&mut self, node: u32, key: u64, ply: u32) {
        let entered = self.nodes.get_mut(node);
        (entered.key, entered.ply, entered.next) = (key, ply, NOTHING);
        let spare = self.spare();
        if self.table.insert(node, &mut self.nodes, spare).is_none() {
            // There is no room for even one bucket: the node is not in the table, which this ply says.
            self.nodes.get_mut(node).ply = NOTHING;
        }
    }

    /// Makes room by freeing dead nodes, and if `prunes` by giving up nodes that were visited little.
    ///
    /// Returns whether it is worth another try. It takes a bounded time.
    #[cold]
    pub(crate) fn make_room(&mut self, prunes: bool) -> bool {
        self.bury(AT_A_TIME) || (prunes && (self.prune() | self.join_after_round()))
    }

    /// Joins free groups that lie side by side if there is no room after a whole round.
    ///
    /// Returns whether there were any.
    /// Where nothing was freed since the last time, there are only the parts of groups for which there was no node:
    /// to join those again would go on for ever.
    fn join_after_round(&mut self) -> bool {
        let is_due = self.room.has_ended_round && self.room.has_freed;
        if is_due {
            (self.room.has_ended_round, self.room.has_freed) = (false, false);
        }
        is_due && self.join_groups(MOST_JOINED)
    }

    /// Joins free groups that lie side by side, at most so many, the smallest first. Returns whether there were any.
    fn join_groups(&mut self, most: usize) -> bool {
        let mut free = Vec::new();
        for size in 1..self.room.groups.len() {
            while self.room.groups[size] != NOTHING && free.len() < most {
                let first = self.room.groups[size];
                self.room.groups[size] = self.edges.get(first).value as u32;
                free.push((first, size));
            }
        }
        let before = free.len();
        free.sort_unstable();
        free.dedup_by(|next, group| {
            let is_beside = group.0 as usize + group.1 == next.0 as usize && !self.edges.begins_chunk(next.0);
            group.1 += if is_beside { next.1 } else { 0 };
            is_beside
        });
        let is_any_joined = free.len() < before;
        free.into_iter().for_each(|(first, size)| self.free_group(first, size));
        is_any_joined
    }

    /// Lets go of a node. If nothing leads there any more, it is dead.
    #[inline]
    pub(crate) fn release(&mut self, node: u32) {
        let released = self.nodes.get_mut(node);
        released.holders -= 1;
        if released.holders > 0 {
            return;
        }
        if released.ply != NOTHING {
            self.table.remove(node, &mut self.nodes);
        }
        self.nodes.get_mut(node).visits.count = std::mem::replace(&mut self.room.dead, node);
    }

    /// Frees up to so many dead nodes. Returns whether there was one.
    fn bury(&mut self, most: usize) -> bool {
        let any = self.room.dead != NOTHING;
        for _ in 0..most {
            let node = self.room.dead;
            if node == NOTHING {
                break;
            }
            let GraphNode { first, total, made, visits, .. } = *self.nodes.get(node);
            self.room.dead = visits.count;
            for index in 0..made.into() {
                if let Some(target) = self.edges.group(first, made.into())[index].node() {
                    self.release(target);
                }
            }
            self.count -= usize::from(total);
            self.room.has_freed = true;
            self.free_group(first, total.into());
            self.nodes.get_mut(node).first = std::mem::replace(&mut self.room.node, node);
        }
        any
    }

    /// Gives up some nodes that were visited little, so that the edges to them lead to leaves again.
    ///
    /// A hand goes round all edges. A round that gave up few nodes is followed by one that gives up more,
    /// and one that gave up most of them by one that gives up fewer.
    /// Returns `false` once nothing is left to be given up.
    fn prune(&mut self) -> bool {
        for _ in 0..LOOKED_AT {
            if !self.edges.has(self.room.hand) {
                // A round of a small graph may end several times in one call.
                self.room.hand = self.edges.next_chunk(self.room.hand).unwrap_or_else(|| {
                    self.end_round();
                    0
                });
                // Each fruitless round doubles the visits up to which nodes are given up: by now no count is larger.
                if self.room.fruitless > u32::BITS {
                    return false;
                }
                continue;
            }
            if let Some(target) = self.edges.get(self.room.hand).node() {
                self.room.looked += 1;
                let node = self.nodes.get(target);
                // Other edges may lead to the node still. The hand comes to each of them, too.
                if node.visits.count <= self.room.most_visits && node.holders & PINNED == 0 {
                    self.edges.get_mut(self.room.hand).target = NOTHING;
                    self.release(target);
                    self.room.given_up += 1;
                }
            }
            self.room.hand += 1;
        }
        true
    }

    fn end_round(&mut self) {
        let GraphRoom { looked, given_up, most_visits, fruitless, .. } = &mut self.room;
        *fruitless = if *given_up == 0 { *fruitless + 1 } else { 0 };
        // A round that gives up little is a look at all edges for nothing, and one that gives up most of them forgets
        // what walks will come to again. An eighth and a half are guesses: no others were measured.
        if *given_up < *looked / 8 || *given_up == 0 {
            *most_visits = most_visits.saturating_mul(2);
        } else if *given_up > *looked / 2 {
            *most_visits = (*most_visits / 2).max(1);
        }
        (*looked, *given_up) = (0, 0);
        self.room.has_ended_round = true;
    }

    fn take_node(&mut self) -> Option<u32> {
        let free = self.room.node;
        if free == NOTHING {
            return self.nodes.add(1, self.spare());
        }
        self.room.node = self.nodes.get(free).first;
        Some(free)
    }

    /// A group of free edges: one of this size, or new memory, or a part of a larger group.
    fn take_group(&mut self, count: usize) -> Option<u32> {
        let size = match self.room.take(count, true) {
            Some(size) => size,
            None => match self.edges.add(count, self.spare()) {
                Some(first) => return Some(first),
                None => self.room.take(count, false)?,
            },
        };
        let first = self.room.groups[size];
        self.room.groups[size] = self.edges.get(first).value as u32;
        if size > count {
            self.free_group(first + count as u32, size - count);
        }
        Some(first)
    }

    fn free_group(&mut self, first: u32, count: usize) {
        if count == 0 {
            return;
        }
        // Groups of one size are a list in the groups themselves, so that what is free takes no memory.
        if self.room.groups.len() <= count {
            self.room.groups.resize(count + 1, NOTHING);
        }
        let next = std::mem::replace(&mut self.room.groups[count], first);
        self.edges.group_mut(first, count).fill(Edge::default());
        self.edges.get_mut(first).value = next as i32;
    }

    /// The bytes that may still be taken.
    #[inline]
    fn spare(&self) -> usize {
        self.limit - self.bytes()
    }
}
