use bestply_core::Side;

use crate::{Rank, TreeNode};

/// The children of a node made so far, in canonical order.
pub struct Children<'t, T, K = ()> {
    group: std::slice::Iter<'t, TreeNode<T, K>>,
}

impl<'t, T, K> Children<'t, T, K> {
    /// The children in the group at the start of the slice.
    #[inline(always)]
    pub(crate) fn of(group: &'t [TreeNode<T, K>]) -> Children<'t, T, K> {
        Children { group: group.iter() }
    }

    /// The `index`-th of the children from here on, of which there must be as many.
    #[inline(always)]
    pub(crate) fn at(&self, index: usize) -> &'t TreeNode<T, K> {
        &self.group.as_slice()[index]
    }

    /// The index of the child that `side` ranks first; `None` where there are none.
    #[inline(always)]
    pub(crate) fn best(&self, side: Side) -> Option<usize> {
        let ranks = self.clone().enumerate().map(|(index, child)| child.rank(side, index));
        let best = ranks.fold(Rank::NONE, Rank::max);
        (best != Rank::NONE).then(|| best.index())
    }
}

impl<T, K> Clone for Children<'_, T, K> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Children { group: self.group.clone() }
    }
}

impl<'t, T, K> Iterator for Children<'t, T, K> {
    type Item = &'t TreeNode<T, K>;

    #[inline(always)]
    fn next(&mut self) -> Option<&'t TreeNode<T, K>> {
        let child = self.group.next()?;
        if child.is_last() {
            self.group = [].iter();
        }
        Some(child)
    }

    #[inline(always)]
    fn fold<B, F: FnMut(B, &'t TreeNode<T, K>) -> B>(self, init: B, mut f: F) -> B {
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

/// The slots that are reserved for the children of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenGroup {
    /// The handle of the first slot.
    pub(crate) first: u32,
    pub(crate) slots: u32,
}

/// How many slots the groups of a tree's children have.
///
/// A group with a slot to spare says there how many children its parent has once all are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupGrowth {
    /// All that its children will need, from the first child on. The group stays where it is.
    Whole,
    /// 1, 4, 16, 64 and so on, as its children need so far. The group moves when it is to have more.
    InSteps,
}

impl GroupGrowth {
    /// The slots of a group with `made` of `total` children.
    ///
    /// Smaller steps leave fewer slots to spare, but more groups behind that are too small for what comes next.
    /// Monte-Carlo tree search held, in bytes a simulation, with all slots reserved, with steps by 4, by 2, and by
    /// 1.5 and 1.33 in turn: in Othello 80, 40, 36 and 34 (a million simulations, moves and corners),
    /// in Breakthrough 208, 50, 63 and 55, and at three millions 61, 88 and 101 (men and rows).
    #[inline(always)]
    pub(crate) fn slots(self, made: usize, total: usize) -> usize {
        match self {
            GroupGrowth::Whole => total,
            GroupGrowth::InSteps => {
                let power = made.next_power_of_two();
                (power << (power.ilog2() % 2)).min(total)
            }
        }
    }

    /// The number of all children of the parent of a group with `made` of them, if the group says it.
    #[inline(always)]
    pub(crate) fn total<T, K>(self, group: &[TreeNode<T, K>], made: usize) -> Option<usize> {
        (self.slots(made, usize::MAX) > made).then(|| group[made].value() as usize)
    }

    /// The number of slots of the group at the start of the slice, slots without a child included.
    pub(crate) fn slots_of_group<T, K>(self, group: &[TreeNode<T, K>], is_full: bool) -> usize {
        let made = 1 + group.iter().position(TreeNode::is_last).expect("a group has a last child");
        if is_full { made } else { self.total(group, made).map_or(made, |total| self.slots(made, total)) }
    }
}
