use bestply_core::{Side, Value};

/// A child of a node on the principal variation, as that node's side ranks it among its siblings: by value, then the lower
/// index. What `M[i]` is in the papers, and the two things that must be known with it.
///
/// It is packed into one number, so that the better of two is the larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Child(i64);

impl Child {
    /// Its value comes from a search of it, or is inherited after one: it has been expanded before.
    const EXPANDED: i64 = 1;
    /// Its value is only a bound.
    const BOUND: i64 = 2;
    const INDEX_SHIFT: u32 = 2;
    const VALUE_SHIFT: u32 = 32;
    const INDEX_MASK: i64 = (1 << (Child::VALUE_SHIFT - Child::INDEX_SHIFT)) - 1;

    /// Below every child: what an only child is held against. Its value is minus infinity.
    pub(crate) const NONE: Child = Child((Value::MIN as i64) << Child::VALUE_SHIFT);

    /// A child that was just made. `value` is as its parent's side sees it.
    #[inline(always)]
    pub(crate) fn new(value: Value, index: usize, expanded: bool) -> Child {
        debug_assert!((index as i64) < Child::INDEX_MASK);
        let lower_first = (Child::INDEX_MASK - index as i64) << Child::INDEX_SHIFT;
        Child((i64::from(value) << Child::VALUE_SHIFT) | lower_first | i64::from(expanded))
    }

    /// The same child after a search of it.
    #[inline(always)]
    pub(crate) fn left(self, value: Value, bound: bool) -> Child {
        let index = self.0 & (Child::INDEX_MASK << Child::INDEX_SHIFT);
        Child((i64::from(value) << Child::VALUE_SHIFT) | index | (i64::from(bound) << 1) | Child::EXPANDED)
    }

    /// Its static, backed-up or inherited value, as its parent's side sees it: larger is better.
    #[inline(always)]
    pub(crate) fn value(self) -> Value {
        (self.0 >> Child::VALUE_SHIFT) as Value
    }

    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        (Child::INDEX_MASK - ((self.0 >> Child::INDEX_SHIFT) & Child::INDEX_MASK)) as usize
    }

    #[inline(always)]
    pub(crate) fn is_expanded(self) -> bool {
        self.0 & Child::EXPANDED != 0
    }

    #[inline(always)]
    pub(crate) fn is_bound(self) -> bool {
        self.0 & Child::BOUND != 0
    }
}

/// The children of all nodes on the principal variation, from the root down: all that RBFMS keeps of its tree.
#[derive(Debug)]
pub(crate) struct Stack {
    children: Vec<Child>,
    most_children: usize,
    peak: usize,
}

impl Stack {
    /// An empty stack that may take so many bytes.
    pub(crate) fn new(limit_bytes: Option<usize>) -> Stack {
        let most_children = limit_bytes.map_or(usize::MAX, |bytes| bytes / size_of::<Child>());
        Stack { children: Vec::new(), most_children, peak: 0 }
    }

    /// The number of children on it.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.children.len()
    }

    /// The children above the `bottom` first.
    #[inline(always)]
    pub(crate) fn above(&self, bottom: usize) -> &[Child] {
        &self.children[bottom..]
    }

    /// The best of the children above the `bottom` first and the second best, ties going to the lower index.
    ///
    /// The papers sort, and insert in sorted order. Nobody needs the third best, though, and the two best are found in one
    /// pass without a branch.
    #[inline(always)]
    pub(crate) fn contenders(&self, bottom: usize) -> [Child; 2] {
        self.above(bottom)
            .iter()
            .fold([Child::NONE; 2], |[best, second], &child| [best.max(child), second.max(child.min(best))])
    }

    /// Whether there is room for so many more; it is made if it may be.
    #[inline(always)]
    pub(crate) fn make_room(&mut self, count: usize) -> bool {
        count <= self.children.capacity() - self.children.len() || self.grow(count)
    }

    /// Puts a child on top, for which there is room.
    #[inline(always)]
    pub(crate) fn push(&mut self, child: Child) {
        self.children.push(child);
    }

    #[inline(always)]
    pub(crate) fn replace(&mut self, place: usize, child: Child) {
        self.children[place] = child;
    }

    /// Notes how many there are, and keeps the `bottom` first alone.
    #[inline(always)]
    pub(crate) fn free(&mut self, bottom: usize) {
        self.note_peak();
        self.children.truncate(bottom);
    }

    /// Notes how many there are.
    pub(crate) fn note_peak(&mut self) {
        self.peak = self.peak.max(self.children.len());
    }

    /// The most children that were on it at a time.
    pub(crate) fn peak(&self) -> usize {
        self.peak
    }

    /// The bytes it takes, which never become fewer.
    pub(crate) fn bytes(&self) -> usize {
        self.children.capacity() * size_of::<Child>()
    }

    #[cold]
    fn grow(&mut self, count: usize) -> bool {
        const LEAST_CHILDREN: usize = 64;
        let wanted = self.children.len() + count;
        let capacity = (2 * self.children.capacity()).max(wanted).max(LEAST_CHILDREN).min(self.most_children);
        if wanted > capacity {
            return false;
        }
        self.children.reserve_exact(capacity - self.children.len());
        true
    }
}

/// What one child of a node is worth to the side that chose the node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chosen {
    /// The value stored with it.
    pub(crate) value: Value,
    pub(crate) expanded: bool,
    pub(crate) bound: bool,
    /// The side that chose it, which is its parent's.
    pub(crate) by: Side,
}

impl Chosen {
    #[inline(always)]
    pub(crate) fn new(child: Child, by: Side) -> Chosen {
        Chosen { value: by.orient(child.value()), expanded: child.is_expanded(), bound: child.is_bound(), by }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_is_what_it_was_made_of() {
        for value in [Value::MIN, -1, 0, 7, Value::MAX] {
            for index in [0, 1, 98, 65_534] {
                let child = Child::new(value, index, false);
                assert_eq!((child.value(), child.index(), child.is_expanded()), (value, index, false));
                assert!(child > Child::NONE);
                let left = child.left(3, true);
                assert_eq!((left.value(), left.index(), left.is_expanded(), left.is_bound()), (3, index, true, true));
                assert!(child > Child::new(value, index + 1, true), "ties go to the lower index");
            }
        }
    }

    #[test]
    fn it_grows_as_far_as_it_may() {
        let mut stack = Stack::new(Some(1000));
        assert!(stack.make_room(125) && !stack.make_room(126));
        assert_eq!(stack.bytes(), 1000);
        let mut stack = Stack::new(None);
        assert!(stack.make_room(1) && stack.make_room(10_000) && stack.bytes() >= 80_000);
    }
}
