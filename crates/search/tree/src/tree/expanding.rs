//! How nodes get children.

use std::ops::Range;

use bestply_core::{Value, ValueKind};

use crate::children::{GroupGrowth, OpenGroup};
use crate::{NodeId, Tree, TreeNode};

impl<T: Copy + Default, K: Copy + Default> Tree<T, K> {
    /// Whether an unexpanded node can get `total` children within the limit.
    ///
    /// A partially expanded node always has room for the rest of its children, save in a tree that
    /// [grows](Tree::growing).
    #[inline(always)]
    pub fn has_room(&mut self, total: usize) -> bool {
        self.arena.is_at_hand(total) || self.find_room(total)
    }

    /// The slots for the next children of a node that has `made.start` of `total`, up to number `made.end`.
    ///
    /// `None` where there is no room for them. One look says whether there is room, and takes it.
    #[inline(always)]
    pub(crate) fn open_group(&mut self, node: NodeId, made: Range<usize>, total: usize) -> Option<OpenGroup> {
        let slots = self.growth.slots(made.end, total);
        let first = match made.start {
            0 => self.reserve(slots)?,
            made if self.growth == GroupGrowth::InSteps => self.grow_group(node, made, slots, total)?,
            _ => self.handle(self.child(node, 0)),
        };
        Some(OpenGroup { first, slots: slots as u32 })
    }

    /// Gives a node its next children, one for each static value, and returns how many it added.
    ///
    /// `total` is the number of children that the node has once it is fully expanded.
    ///
    /// # Panics
    ///
    /// If there is no room for the children (see [`has_room`](Tree::has_room)), or if there are more than `total`.
    #[inline(always)]
    pub fn add_children(&mut self, node: NodeId, total: usize, values: impl IntoIterator<Item = Value>) -> usize {
        let (made, children) = (self.child_count(node), values.into_iter().map(|value| (value, K::default())));
        let group = self.open_group(node, made..total, total);
        let group = group.expect("a node is given children where there is room for them");
        self.fill_group(group, node, made, total, children)
    }

    /// The group of a node's `made` children, once it has so many slots; `None` where there is no room for that.
    fn grow_group(&mut self, node: NodeId, made: usize, slots: usize, total: usize) -> Option<u32> {
        let (old, held) = (self.handle(self.child(node, 0)), self.growth.slots(made, total));
        if slots <= held {
            return Some(old);
        }
        // Before the old group is free, or the new one could lie over nodes that are still to be copied.
        let new = self.reserve(slots)?;
        for place in 0..made as u32 {
            *self.arena.get_mut(new + place) = *self.arena.get(old + place);
        }
        self.arena.free(old, held);
        let handle = self.handle(node);
        self.arena.get_mut(handle).set_children(new, false);
        Some(new)
    }

    /// The handle of the first of so many new slots, if there is room for them.
    #[inline(always)]
    fn reserve(&mut self, slots: usize) -> Option<u32> {
        match self.growth {
            GroupGrowth::Whole => {
                let at_hand = self.arena.allocate_at_hand(slots);
                at_hand.or_else(|| self.find_room(slots).then(|| self.arena.allocate(slots)))
            }
            GroupGrowth::InSteps => self.has_room(slots).then(|| self.arena.allocate_free_first(slots)),
        }
    }

    /// Makes children of a node behind the `made` ones that it has, in the slots of the group for which there are none.
    ///
    /// Each comes with what is kept of the move to it. Returns how many it made.
    #[inline(always)]
    pub(crate) fn fill_group(
        &mut self,
        OpenGroup { first, slots }: OpenGroup,
        node: NodeId,
        made: usize,
        total: usize,
        children: impl Iterator<Item = (Value, K)>,
    ) -> usize {
        let is_first = made == 0;
        let slots = slots as usize;
        let group = &mut self.arena.group_mut(first)[..slots];
        let mut end = made;
        for (value, kept) in children {
            group[end] = TreeNode::with_kept(value, false, kept);
            end += 1;
        }
        // A limit came before the first child: a group without a last child would have no end.
        if end == 0 {
            self.arena.free(first, slots);
            return 0;
        }
        if !is_first {
            group[made - 1].set_last(false);
        }
        group[end - 1].set_last(true);
        if end < slots {
            // The first slot without a child holds the number of all children.
            group[end].set_value(total as Value, ValueKind::Exact);
        }
        let needed = self.growth.slots(end, total);
        if needed < slots {
            self.arena.free(first + needed as u32, slots - needed);
        }
        let handle = self.handle(node);
        self.arena.get_mut(handle).set_children(first, end == total);
        end - made
    }

    /// The number of children that an expanded node has once it is fully expanded, given that `made` are made.
    ///
    /// `None` where the tree does not know it.
    #[inline(always)]
    pub(crate) fn total_behind(&self, node: NodeId, made: usize) -> Option<usize> {
        let group = self.group_of(node);
        if group.is_full() { Some(made) } else { self.growth.total(self.arena.group(group.handle()), made) }
    }

    /// What is kept of the move to a child of a partially expanded node, where the child is not made yet.
    #[inline(always)]
    pub(crate) fn kept_for(&self, node: NodeId, index: usize) -> K {
        self.arena.group(self.group_of(node).handle())[index].kept
    }

    /// Keeps the moves to the children that are not made yet.
    #[inline(always)]
    pub(crate) fn keep_for(&mut self, node: NodeId, made: usize, kept: impl Iterator<Item = K>) {
        let first = self.group_of(node).handle();
        for (slot, kept) in self.arena.group_mut(first)[made..].iter_mut().zip(kept) {
            slot.kept = kept;
        }
    }
}
