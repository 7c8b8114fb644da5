use bestply_core::{Side, Value};
use bitflags::bitflags;

bitflags! {
    /// What a node's link word says besides the handle of its children.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Flags: u32 {
        /// No evaluated brother follows.
        const LAST = 1 << 31;
        /// Some of its children have not been made yet.
        const PARTIAL = 1 << 30;
        /// Its value is only a bound.
        const BOUND = 1 << 29;
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

/// A node: a value, a link to the children with three flags, and what the searcher adds. Eight bytes without a payload.
#[derive(Clone, Copy, Debug)]
pub struct Node<T = ()> {
    value: Value,
    /// The handle of the first child, 0 where there is none, and the flags.
    link: u32,
    /// What the searcher adds to a node.
    pub payload: T,
}

const _: () = assert!(size_of::<Node>() == 8, "a node without a payload takes eight bytes");

impl<T: Copy + Default> Node<T> {
    /// A frontier node.
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

    /// Orders brothers as `side` ranks them: by value, an exact one before a bound.
    #[inline(always)]
    pub fn rank(&self, side: Side) -> i64 {
        (i64::from(side.orient(self.value)) << 1) | i64::from(!self.is_bound())
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

    pub(crate) fn set_value(&mut self, value: Value, bound: bool) {
        self.value = value;
        self.set(Flags::BOUND, bound);
    }

    pub(crate) fn set_last(&mut self, last: bool) {
        self.set(Flags::LAST, last);
    }

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
        let mut flags = self.flags();
        flags.set(flag, on);
        self.link = (self.link & !Flags::all().bits()) | flags.bits();
    }
}
