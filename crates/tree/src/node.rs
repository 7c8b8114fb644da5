use bestply_core::{Side, Value};
use bitflags::bitflags;

bitflags! {
    /// What a node's link word says besides the handle of its children.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Flags: u32 {
        /// Its value is only a bound. In the top bit, next to the value, for [`Node::rank`].
        const BOUND = 1 << 31;
        /// No evaluated sibling follows.
        const LAST = 1 << 30;
        /// Some of its children have not been made yet.
        const PARTIAL = 1 << 29;
    }
}

/// How far a node is expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// It has no children yet: a frontier node, or a terminal one.
    None,
    /// Some of its children have been made.
    Partial,
    /// All of its children have been made.
    Full,
}

/// A child's place among its siblings as one side ranks them: by value, an exact one before a bound, then the lower index.
///
/// From the top: 32 bits of the value as that side sees it, one that is set where the value is exact, and what remains of the
/// largest index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank(i64);

impl Rank {
    /// The largest index; a node has no more than 65,535 children.
    const LAST_INDEX: i64 = u16::MAX as i64 - 1;
    const INDEX_MASK: i64 = u16::MAX as i64;
    const EXACT: i64 = 1 << 31;
    const VALUE_SHIFT: u32 = 32;
    const VALUE_MASK: i64 = -1 << Rank::VALUE_SHIFT;

    /// Below every child's: what an only child is held against. Its value is minus infinity.
    pub const NONE: Rank = Rank((Value::MIN as i64) << Rank::VALUE_SHIFT);

    /// The rank of child `index` with an exact value, given as the side that ranks it sees it.
    #[inline(always)]
    pub fn exact(value: Value, index: usize) -> Rank {
        Rank(i64::from(value) << Rank::VALUE_SHIFT | Rank::EXACT | Rank::behind(index))
    }

    /// The child's value as the side that ranks it sees it: larger is better.
    #[inline(always)]
    pub fn value(self) -> Value {
        (self.0 >> Rank::VALUE_SHIFT) as Value
    }

    /// Whether the value is only a bound.
    #[inline(always)]
    pub fn is_bound(self) -> bool {
        self.0 & Rank::EXACT == 0
    }

    /// The child's index.
    #[inline(always)]
    pub fn index(self) -> usize {
        (Rank::LAST_INDEX + 1 - (self.0 & Rank::INDEX_MASK)) as usize
    }

    /// The bits that put a lower index first; not all clear, so that the worst child is above [`Rank::NONE`].
    #[inline(always)]
    fn behind(index: usize) -> i64 {
        debug_assert!(index <= Rank::LAST_INDEX as usize);
        Rank::LAST_INDEX + 1 - index as i64
    }
}

/// A node: a value, a link to the children with three flags, and what the searcher adds. Eight bytes without a payload.
#[derive(Clone, Copy, Debug)]
pub struct Node<T = ()> {
    /// The handle of the first child, 0 where there is none, and the flags.
    link: u32,
    value: Value,
    /// What the searcher adds to a node.
    pub payload: T,
}

const _: () = assert!(size_of::<Node>() == 8, "a node without a payload takes eight bytes");

impl<T: Copy + Default> Node<T> {
    /// A frontier node.
    #[inline(always)]
    pub(crate) fn new(value: Value, last: bool) -> Node<T> {
        let flags = if last { Flags::LAST } else { Flags::empty() };
        Node { value, link: flags.bits(), payload: T::default() }
    }
}

impl<T> Node<T> {
    /// The static or backed-up value.
    #[inline(always)]
    pub fn value(&self) -> Value {
        self.value
    }

    /// Whether alpha-beta left the value as a bound, or it was backed up from such a child.
    #[inline(always)]
    pub fn is_bound(&self) -> bool {
        self.flags().contains(Flags::BOUND)
    }

    /// How far it is expanded.
    #[inline]
    pub fn expansion(&self) -> Expansion {
        match self.children() {
            None => Expansion::None,
            Some(_) if self.flags().contains(Flags::PARTIAL) => Expansion::Partial,
            Some(_) => Expansion::Full,
        }
    }

    /// How `side` ranks this child among its siblings, of which it is number `index`.
    #[inline(always)]
    pub fn rank(&self, side: Side, index: usize) -> Rank {
        // One word of the node, as it stands in memory, is nearly the rank already.
        let node = i64::from(self.value) << Rank::VALUE_SHIFT | i64::from(self.link);
        let seen = match side {
            Side::Max => node ^ Rank::EXACT,
            Side::Min => node ^ Rank::EXACT ^ Rank::VALUE_MASK,
        };
        Rank(seen & (Rank::VALUE_MASK | Rank::EXACT) | Rank::behind(index))
    }

    #[inline(always)]
    pub(crate) fn is_last(&self) -> bool {
        self.flags().contains(Flags::LAST)
    }

    /// The handle of its first child.
    #[inline(always)]
    pub(crate) fn children(&self) -> Option<u32> {
        let handle = self.link & !Flags::all().bits();
        (handle != 0).then_some(handle)
    }

    #[inline(always)]
    pub(crate) fn set_value(&mut self, value: Value, bound: bool) {
        self.value = value;
        self.set(Flags::BOUND, bound);
    }

    #[inline(always)]
    pub(crate) fn set_last(&mut self, last: bool) {
        self.set(Flags::LAST, last);
    }

    #[inline(always)]
    pub(crate) fn set_children(&mut self, handle: u32, fully: bool) {
        self.link = (self.link & Flags::all().bits()) | handle;
        self.set(Flags::PARTIAL, !fully);
    }

    pub(crate) fn remove_children(&mut self) {
        self.set_children(0, true);
    }

    #[inline(always)]
    fn flags(&self) -> Flags {
        Flags::from_bits_truncate(self.link)
    }

    #[inline(always)]
    fn set(&mut self, flag: Flags, on: bool) {
        self.link = (self.link & !flag.bits()) | (u32::from(on) * flag.bits());
    }
}
