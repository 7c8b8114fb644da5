use bestply_core::{Side, Value};

/// A child of a node on the principal variation, as that node's side ranks it among its siblings:
/// by value, then the lower index.
///
/// It holds what is `M[i]` in the papers, and three flags.
/// It is packed into one number, so that the better of two children is the larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PackedChild(i64);

impl PackedChild {
    /// Set if the value comes from a search of the child, or is inherited after one:
    /// the child has been expanded before.
    const EXPANDED: i64 = 1;
    /// Set if the value is only a bound.
    const BOUND: i64 = 2;
    /// Set if the value is a proved win or loss.
    const PROVED: i64 = 4;
    const INDEX_SHIFT: u32 = 3;
    const VALUE_SHIFT: u32 = 32;
    // The index has the 29 bits between value and flags, so that the order of numbers is the order wanted.
    const INDEX_MASK: i64 = (1 << (PackedChild::VALUE_SHIFT - PackedChild::INDEX_SHIFT)) - 1;

    /// A rank below every child's, against which an only child is compared. Its value is minus infinity.
    pub(crate) const NONE: PackedChild = PackedChild((Value::MIN as i64) << PackedChild::VALUE_SHIFT);

    /// A child that was just made. `value` is as its parent's side sees it.
    #[inline(always)]
    pub(crate) fn new(value: Value, index: usize, expanded: bool) -> PackedChild {
        debug_assert!((index as i64) < PackedChild::INDEX_MASK);
        // Turned round: the larger number is the better child, and ties go to the lower index.
        let lower_first = (PackedChild::INDEX_MASK - index as i64) << PackedChild::INDEX_SHIFT;
        PackedChild((i64::from(value) << PackedChild::VALUE_SHIFT) | lower_first | i64::from(expanded))
    }

    /// The same child after a search of it.
    #[inline(always)]
    pub(crate) fn after_search(self, value: Value, bound: bool, proved: bool) -> PackedChild {
        let index = self.0 & (PackedChild::INDEX_MASK << PackedChild::INDEX_SHIFT);
        let flags =
            (i64::from(bound) * PackedChild::BOUND) | (i64::from(proved) * PackedChild::PROVED) | PackedChild::EXPANDED;
        PackedChild((i64::from(value) << PackedChild::VALUE_SHIFT) | index | flags)
    }

    /// The same child, which ends the game with a win or a loss.
    pub(crate) fn as_proved(self) -> PackedChild {
        PackedChild(self.0 | PackedChild::PROVED)
    }

    /// Its static, backed-up or inherited value, as its parent's side sees it: larger is better.
    #[inline(always)]
    pub(crate) fn value(self) -> Value {
        (self.0 >> PackedChild::VALUE_SHIFT) as Value
    }

    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        (PackedChild::INDEX_MASK - ((self.0 >> PackedChild::INDEX_SHIFT) & PackedChild::INDEX_MASK)) as usize
    }

    #[inline(always)]
    pub(crate) fn is_expanded(self) -> bool {
        self.0 & PackedChild::EXPANDED != 0
    }

    #[inline(always)]
    pub(crate) fn is_bound(self) -> bool {
        self.0 & PackedChild::BOUND != 0
    }

    #[inline(always)]
    pub(crate) fn is_proved(self) -> bool {
        self.0 & PackedChild::PROVED != 0
    }
}

/// The children of all nodes on the principal variation, from the root down. RBFMS keeps nothing else of its tree.
#[derive(Debug)]
pub(crate) struct Stack {
    children: Vec<PackedChild>,
    most_children: usize,
    peak: usize,
}

impl Stack {
    /// An empty stack that may take this many bytes.
    pub(crate) fn new(limit_bytes: Option<usize>) -> Stack {
        let most_children = limit_bytes.map_or(usize::MAX, |bytes| bytes / size_of::<PackedChild>());
        Stack { children: Vec::new(), most_children, peak: 0 }
    }

    /// The number of children on it.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.children.len()
    }

    /// The children above the first `bottom` ones.
    #[inline(always)]
    pub(crate) fn above(&self, bottom: usize) -> &[PackedChild] {
        &self.children[bottom..]
    }

    /// The best and the second best of the children above the first `bottom` ones, all of which are new.
    #[inline(always)]
    pub(crate) fn rank(&mut self, bottom: usize) -> [PackedChild; 2] {
        if self.children.len() - bottom >= WIDE {
            make_heap(&mut self.children[bottom..]);
        }
        self.contenders(bottom)
    }

    /// Replaces the best of the children above the first `bottom` ones by `child`,
    /// which is the same child with another value.
    #[inline(always)]
    pub(crate) fn replace_best(&mut self, bottom: usize, child: PackedChild) {
        if self.children.len() - bottom >= WIDE {
            self.children[bottom] = child;
            sift_down(&mut self.children[bottom..], 0);
        } else {
            self.children[bottom + child.index()] = child;
        }
    }

    /// The best and the second best of the children above the first `bottom` ones.
    #[inline(always)]
    pub(crate) fn contenders(&self, bottom: usize) -> [PackedChild; 2] {
        contenders(self.above(bottom))
    }

    /// Whether there is room for so many more children. The room is made if the limit allows.
    #[inline(always)]
    pub(crate) fn make_room(&mut self, count: usize) -> bool {
        count <= self.children.capacity() - self.children.len() || self.grow(count)
    }

    /// Puts a child on top, for which there is room.
    #[inline(always)]
    pub(crate) fn push(&mut self, child: PackedChild) {
        self.children.push(child);
    }

    /// All children in canonical order, if they are the children of one node.
    pub(crate) fn into_canonical_order(mut self) -> Vec<PackedChild> {
        self.children.sort_unstable_by_key(|child| child.index());
        self.children
    }

    /// Notes the peak, and keeps only the first `bottom` children.
    #[inline(always)]
    pub(crate) fn free(&mut self, bottom: usize) {
        self.note_peak();
        self.children.truncate(bottom);
    }

    /// Notes the number of children if it is a new peak.
    pub(crate) fn note_peak(&mut self) {
        self.peak = self.peak.max(self.children.len());
    }

    /// The most children that were on the stack at a time.
    pub(crate) fn peak(&self) -> usize {
        self.peak
    }

    /// The bytes that the stack takes. They never become fewer.
    pub(crate) fn bytes(&self) -> usize {
        self.children.capacity() * size_of::<PackedChild>()
    }

    #[cold]
    fn grow(&mut self, count: usize) -> bool {
        const LEAST_CHILDREN: usize = 64;
        let wanted = self.children.len() + count;
        let capacity = (2 * self.children.capacity()).max(wanted).max(LEAST_CHILDREN).min(self.most_children);
        if wanted > capacity {
            return false;
        }
        // `reserve` may take more than it is asked for, and the limit holds to the byte.
        self.children.reserve_exact(capacity - self.children.len());
        true
    }
}

/// The number of children from which on a node's children are a heap,
/// because a look at all of them at each return would take long.
///
/// In a game of 128 moves the heap takes 216 instructions an evaluation where the look takes 322,
/// in one of 512 it takes 210 of 624 and in one of 2,048 an eighth (bench `counts -- wide`).
/// Below 65,534 children 100,000 evaluations took 1.6 s at worst without it, and take 4 ms.
const WIDE: usize = 128;

/// The best and the second best of a node's children. Ties go to the lower index.
///
/// The papers sort the children, and insert in sorted order.
/// But the third best is never needed, and the two best are found in one pass without a branch.
#[inline(always)]
fn contenders(children: &[PackedChild]) -> [PackedChild; 2] {
    if children.len() >= WIDE {
        // Of a heap the second best is one of the two below the best.
        return [children[0], children[1].max(children[2])];
    }
    children
        .iter()
        .fold([PackedChild::NONE; 2], |[best, second], &child| [best.max(child), second.max(child.min(best))])
}

/// Orders children as a heap: each child is better than the two at twice its place.
#[cold]
fn make_heap(children: &mut [PackedChild]) {
    for place in (0..children.len() / 2).rev() {
        sift_down(children, place);
    }
}

/// Lets a child sink in a heap until it is better than the two below it.
#[cold]
fn sift_down(heap: &mut [PackedChild], mut place: usize) {
    while let Some(better) = (2 * place + 1..heap.len().min(2 * place + 3)).max_by_key(|&after| heap[after]) {
        if heap[place] > heap[better] {
            return;
        }
        heap.swap(place, better);
        place = better;
    }
}

/// A child of a node, with its value to the side that chose it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chosen {
    /// The value stored with it.
    pub(crate) value: Value,
    pub(crate) expanded: bool,
    pub(crate) bound: bool,
    pub(crate) proved: bool,
    /// The side that chose the child, which is the side to move at its parent.
    pub(crate) by: Side,
}

impl Chosen {
    #[inline(always)]
    pub(crate) fn new(child: PackedChild, by: Side) -> Chosen {
        let (expanded, bound, proved) = (child.is_expanded(), child.is_bound(), child.is_proved());
        Chosen { value: by.orient(child.value()), expanded, bound, proved, by }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_is_what_it_was_made_of() {
        for value in [Value::MIN, -1, 0, 7, Value::MAX] {
            for index in [0, 1, 98, 65_534] {
                let child = PackedChild::new(value, index, false);
                assert_eq!((child.value(), child.index(), child.is_expanded()), (value, index, false));
                assert!(child > PackedChild::NONE);
                for (bound, proved) in [(true, false), (false, true)] {
                    let left = child.after_search(3, bound, proved);
                    assert_eq!((left.value(), left.index(), left.is_expanded()), (3, index, true));
                    assert_eq!((left.is_bound(), left.is_proved()), (bound, proved));
                }
                assert_eq!((child.is_proved(), child.as_proved().is_proved()), (false, true));
                assert_eq!((child.as_proved().value(), child.as_proved().index()), (value, index));
                assert!(child > PackedChild::new(value, index + 1, true), "ties go to the lower index");
            }
        }
    }

    /// With few children or many, the best two are those that sorting finds, whatever the best one becomes.
    #[test]
    fn contenders_are_the_best_two() {
        for count in [1, 2, 3, WIDE - 1, WIDE, WIDE + 1, 2000] {
            let value_of = |number: usize| (number * 7919 % 501) as Value;
            let mut children: Vec<PackedChild> =
                (0..count).map(|index| PackedChild::new(value_of(index), index, false)).collect();
            let mut stack = Stack::new(None);
            assert!(stack.make_room(count + 1));
            stack.push(PackedChild::new(0, 0, false));
            children.iter().for_each(|&child| stack.push(child));
            let mut contenders = stack.rank(1);
            for step in 0..3 * count {
                children.sort_unstable_by(|a, b| b.cmp(a));
                assert_eq!(contenders[0], children[0]);
                assert_eq!(contenders[1], children.get(1).copied().unwrap_or(PackedChild::NONE));
                children[0] = children[0].after_search(children[0].value() - value_of(step), step % 2 == 0, false);
                stack.replace_best(1, children[0]);
                contenders = stack.contenders(1);
            }
            children.sort_unstable_by_key(|child| child.index());
            stack.children.remove(0);
            assert_eq!(stack.into_canonical_order(), children);
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

    #[test]
    fn it_doubles_when_it_is_full() {
        let mut stack = Stack::new(None);
        assert!(stack.make_room(64));
        (0..64).for_each(|index| stack.push(PackedChild::new(0, index, false)));
        assert!(stack.make_room(1));
        assert_eq!(stack.bytes(), 128 * size_of::<PackedChild>());
    }
}
