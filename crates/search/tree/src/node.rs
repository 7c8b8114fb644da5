use bestply_core::{Side, Value, ValueKind};
use bitflags::bitflags;

bitflags! {
    /// What a node's link word says besides the handle of its children.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct LinkFlags: u32 {
        /// The node's value is only a bound. This is the top bit, next to the value, for [`TreeNode::rank`].
        const BOUND = 1 << 31;
        /// No evaluated sibling follows.
        const LAST = 1 << 30;
        /// Some of the node's children have not been made yet.
        const PARTIAL = 1 << 29;
    }
}

/// A group of children: its handle, and whether all of them are made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group(u32);

impl Group {
    /// The handle of the first child.
    #[inline(always)]
    pub(crate) fn handle(self) -> u32 {
        self.0 & !LinkFlags::PARTIAL.bits()
    }

    /// Whether all children are made.
    #[inline(always)]
    pub(crate) fn is_full(self) -> bool {
        self.0 & LinkFlags::PARTIAL.bits() == 0
    }
}

/// How far a node is expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// The node has no children yet: it is a frontier node or a terminal one.
    None,
    /// Some of the node's children have been made.
    Partial,
    /// All of the node's children have been made.
    Full,
}

/// A child's place among its siblings as one side ranks them; a better child has a larger rank.
///
/// Ranks compare by value, then an exact value before a bound, then the lower index before the higher.
/// From the top, the word holds 32 bits of the value as that side sees it,
/// one bit that is set where the value is exact, and the difference of the largest index and the child's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank(i64);

impl Rank {
    /// The largest index; a node has no more than 65,535 children.
    const LAST_INDEX: i64 = u16::MAX as i64 - 1;
    const INDEX_MASK: i64 = u16::MAX as i64;
    const EXACT: i64 = 1 << 31;
    const VALUE_SHIFT: u32 = 32;
    const VALUE_MASK: i64 = -1 << Rank::VALUE_SHIFT;

    /// A rank below every child's, against which an only child is compared. Its value is minus infinity.
    pub const NONE: Rank = Rank((Value::MIN as i64) << Rank::VALUE_SHIFT);

    /// The rank of child `index` with an exact value. `value` is as the ranking side sees it.
    #[inline(always)]
    pub fn exact(value: Value, index: usize) -> Rank {
        Rank(i64::from(value) << Rank::VALUE_SHIFT | Rank::EXACT | Rank::behind(index))
    }

    /// The rank of child `index` with a value of this kind. `value` is as the ranking side sees it.
    #[inline(always)]
    pub fn new(value: Value, kind: ValueKind, index: usize) -> Rank {
        let exact = if kind.is_bound() { 0 } else { Rank::EXACT };
        Rank(i64::from(value) << Rank::VALUE_SHIFT | exact | Rank::behind(index))
    }

    /// The child's value as the ranking side sees it: larger is better.
    #[inline(always)]
    pub fn value(self) -> Value {
        (self.0 >> Rank::VALUE_SHIFT) as Value
    }

    /// Whether the value is exact or only a bound.
    #[inline(always)]
    pub fn kind(self) -> ValueKind {
        ValueKind::bound_if(self.0 & Rank::EXACT == 0)
    }

    /// The child's index.
    #[inline(always)]
    pub fn index(self) -> usize {
        (Rank::LAST_INDEX + 1 - (self.0 & Rank::INDEX_MASK)) as usize
    }

    /// The bits that put a lower index first.
    /// They are never all clear, so that the worst child is above [`Rank::NONE`].
    #[inline(always)]
    fn behind(index: usize) -> i64 {
        debug_assert!(index <= Rank::LAST_INDEX as usize);
        Rank::LAST_INDEX + 1 - index as i64
    }
}

/// A node: a value, a link to the children with three flags, the searcher's payload and what is kept of the move.
///
/// It has eight bytes without payload and move.
#[derive(Clone, Copy, Debug)]
pub struct TreeNode<T = (), K = ()> {
    /// The handle of the first child, 0 where there is none, and the flags.
    link: u32,
    value: Value,
    /// What the searcher adds to a node.
    pub payload: T,
    /// What is kept of the move to the node (see [`Keep`](crate::Keep)).
    pub kept: K,
}

const _: () = assert!(size_of::<TreeNode>() == 8, "a node without a payload takes eight bytes");

impl<T: Copy + Default, K: Copy + Default> TreeNode<T, K> {
    /// A frontier node.
    #[inline(always)]
    pub(crate) fn new(value: Value, last: bool) -> TreeNode<T, K> {
        TreeNode::with_kept(value, last, K::default())
    }

    /// A frontier node with what is kept of the move to it.
    #[inline(always)]
    pub(crate) fn with_kept(value: Value, last: bool, kept: K) -> TreeNode<T, K> {
        let flags = if last { LinkFlags::LAST } else { LinkFlags::empty() };
        TreeNode { value, link: flags.bits(), payload: T::default(), kept }
    }
}

impl<T, K> TreeNode<T, K> {
    /// The number of bits of a handle. The rest of the link are flags.
    pub(crate) const HANDLE_BITS: u32 = LinkFlags::PARTIAL.bits().trailing_zeros();

    /// The static or backed-up value.
    #[inline(always)]
    pub fn value(&self) -> Value {
        self.value
    }

    /// Whether the value is exact. It is a bound if alpha-beta left it as one, or if it was backed up from a bound.
    #[inline(always)]
    pub fn kind(&self) -> ValueKind {
        ValueKind::bound_if(self.flags().contains(LinkFlags::BOUND))
    }

    /// How far the node is expanded.
    #[inline]
    pub fn expansion(&self) -> Expansion {
        match self.children() {
            None => Expansion::None,
            Some(_) if self.flags().contains(LinkFlags::PARTIAL) => Expansion::Partial,
            Some(_) => Expansion::Full,
        }
    }

    /// How `side` ranks this child, which is number `index` among its siblings.
    #[inline(always)]
    pub fn rank(&self, side: Side, index: usize) -> Rank {
        // One word of the node as it stands in memory is nearly the rank already.
        // What follows has no branch: which of two children is better cannot be foreseen, and scans ask it of all.
        let node = i64::from(self.value) << Rank::VALUE_SHIFT | i64::from(self.link);
        let seen = match side {
            Side::Max => node ^ Rank::EXACT,
            Side::Min => node ^ Rank::EXACT ^ Rank::VALUE_MASK,
        };
        Rank(seen & (Rank::VALUE_MASK | Rank::EXACT) | Rank::behind(index))
    }

    #[inline(always)]
    pub(crate) fn is_last(&self) -> bool {
        self.flags().contains(LinkFlags::LAST)
    }

    /// The handle of the node's first child.
    #[inline(always)]
    pub(crate) fn children(&self) -> Option<u32> {
        let handle = self.link & !LinkFlags::all().bits();
        (handle != 0).then_some(handle)
    }

    #[inline(always)]
    pub(crate) fn set_value(&mut self, value: Value, kind: ValueKind) {
        self.value = value;
        self.set(LinkFlags::BOUND, kind.is_bound());
    }

    #[inline(always)]
    pub(crate) fn set_last(&mut self, last: bool) {
        self.set(LinkFlags::LAST, last);
    }

    #[inline(always)]
    pub(crate) fn set_children(&mut self, handle: u32, fully: bool) {
        self.link = (self.link & LinkFlags::all().bits()) | handle;
        self.set(LinkFlags::PARTIAL, !fully);
    }

    pub(crate) fn remove_children(&mut self) {
        self.set_children(0, true);
    }

    /// The node's children as a [`Group`], if it has any.
    #[inline(always)]
    pub(crate) fn children_group(&self) -> Option<Group> {
        let handle = self.children()?;
        Some(Group(handle | self.link & LinkFlags::PARTIAL.bits()))
    }

    /// Makes the first slot of a free group name the next free group.
    #[inline(always)]
    pub(crate) fn set_next_free(&mut self, handle: u32) {
        self.link = handle;
    }

    #[inline(always)]
    pub(crate) fn next_free(&self) -> u32 {
        self.link
    }

    #[inline(always)]
    fn flags(&self) -> LinkFlags {
        LinkFlags::from_bits_truncate(self.link)
    }

    #[inline(always)]
    fn set(&mut self, flag: LinkFlags, on: bool) {
        // Multiplied, since a branch on whether a child is its group's last one could not be foreseen.
        self.link = (self.link & !flag.bits()) | (u32::from(on) * flag.bits());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_is_what_it_was_made_of() {
        for value in [Value::MIN, -1, 0, 7, Value::MAX] {
            for index in [0, 1, 98, 65_534] {
                let exact = Rank::exact(value, index);
                assert_eq!((exact.value(), exact.kind(), exact.index()), (value, ValueKind::Exact, index));
                let mut node: TreeNode = TreeNode::new(value, true);
                node.set_children(12, false);
                assert_eq!([Side::Max, Side::Min].map(|side| node.rank(side, index).value()), [value, !value]);
                assert_eq!((node.rank(Side::Max, index), node.rank(Side::Min, index).index()), (exact, index));
                node.set_value(value, ValueKind::Bound);
                let bound = node.rank(Side::Max, index);
                assert_eq!((bound.value(), bound.kind(), bound.index()), (value, ValueKind::Bound, index));
                assert!(exact > bound && bound > Rank::NONE);
            }
            assert!(Rank::exact(value, 97) > Rank::exact(value, 98), "ties go to the lower index");
        }
        assert!(Rank::exact(8, 98) > Rank::exact(7, 97));
        assert_eq!(Rank::NONE.value(), Value::MIN);
    }

    /// What a node says of its children stands in one word with two flags of its own.
    #[test]
    fn a_node_is_what_it_was_made_of() {
        let mut node: TreeNode = TreeNode::new(3, true);
        assert_eq!((node.value(), node.kind(), node.expansion()), (3, ValueKind::Exact, Expansion::None));
        assert!(node.is_last() && node.children().is_none() && node.children_group().is_none());
        for (handle, is_full) in [(12, false), (12, true), ((1 << 29) - 1, false), (7, true)] {
            node.set_last(!is_full);
            node.set_value(4, ValueKind::bound_if(is_full));
            node.set_children(handle, is_full);
            let group = node.children_group().expect("it has children");
            assert_eq!((group.handle(), group.is_full(), node.children()), (handle, is_full, Some(handle)));
            assert_eq!(node.expansion(), if is_full { Expansion::Full } else { Expansion::Partial });
            assert_eq!((node.is_last(), node.kind().is_bound()), (!is_full, is_full));
        }
        node.remove_children();
        assert_eq!((node.expansion(), node.kind()), (Expansion::None, ValueKind::Bound));
        node.set_next_free(99);
        assert_eq!(node.next_free(), 99);
    }
}
