use bestply_core::{Proof, Side, Standing, Value};
use bitflags::bitflags;

bitflags! {
    /// What is known of a node.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) struct NodeFlags: u8 {
        /// MAX is to move. It is known from the node's expansion on.
        const MAX_TO_MOVE = 1;
        /// All children are made.
        const EXPANDED = 1 << 1;
        /// Nothing at the node or below it can be expanded.
        const CLOSED = 1 << 2;
    }
}

impl NodeFlags {
    pub(crate) fn side(self) -> Side {
        if self.contains(NodeFlags::MAX_TO_MOVE) { Side::Max } else { Side::Min }
    }
}

/// A node of the tree, as a [`Rule`](crate::Rule) sees it. `M` is what the rule keeps with each node.
///
/// A node owns its children, which lie side by side in the arena `'b`.
#[derive(Debug)]
pub struct Node<'b, M> {
    /// What the rule keeps with the node.
    pub mark: M,
    pub(crate) value: Value,
    pub(crate) proof: Proof,
    pub(crate) flags: NodeFlags,
    /// The children made so far.
    pub(crate) made: &'b mut [Node<'b, M>],
}

impl<'b, M> Node<'b, M> {
    pub(crate) fn leaf(value: Value, mark: M) -> Node<'b, M> {
        Node { mark, value, proof: Proof::NONE, flags: NodeFlags::empty(), made: &mut [] }
    }

    /// The static value of a leaf, and the best child's value of any other node, from MAX's point of view.
    #[inline]
    pub fn value(&self) -> Value {
        self.value
    }

    /// The side to move. It is known of a node with children.
    #[inline]
    pub fn side(&self) -> Side {
        self.flags.side()
    }

    /// The children in canonical order.
    ///
    /// A leaf has none. A node whose expansion a limit cut short counts as a leaf until its expansion is resumed.
    #[inline]
    pub fn children(&self) -> &[Node<'b, M>] {
        if self.flags.contains(NodeFlags::EXPANDED) { self.made } else { &[] }
    }

    /// Whether a leaf at the node or below it can still be expanded:
    /// its game is not over, its value matters and it is not as deep as the limit on depth.
    #[inline]
    pub fn is_open(&self) -> bool {
        !self.flags.contains(NodeFlags::CLOSED)
    }

    /// Whether finished positions prove the value.
    #[inline]
    pub fn is_proved(&self) -> bool {
        self.proof.is_known()
    }

    /// The open children, with their indices.
    #[inline]
    pub fn open_children(&self) -> impl Iterator<Item = (usize, &Node<'b, M>)> {
        self.children().iter().enumerate().filter(|(_, child)| child.is_open())
    }

    /// The best child made so far for the side to move: a sooner win, a later loss and otherwise a larger value first,
    /// and of equals the first.
    pub fn best_child(&self) -> Option<usize> {
        best_of(self.side(), self.made.iter().map(|child| (child.value, child.proof)))
    }

    /// Backs up the children: their best value, what they prove, and whether one of them is open.
    pub(crate) fn back_up(&mut self) {
        let side = self.side();
        let best = self.made.iter().map(|child| side.orient(child.value)).max();
        self.value = side.orient(best.expect("an expanded node has children"));
        self.proof = Proof::NONE;
        let mut is_open = self.made.iter().any(Node::is_open);
        if self.made.iter().any(Node::is_proved) {
            let children = self.made.iter().map(|child| (child.value, child.proof));
            if let Some((value, proof)) = Proof::of_children(side, children) {
                // What is proved is not looked at again, whatever is open below.
                (self.value, self.proof, is_open) = (value, proof, false);
            }
        }
        self.flags.set(NodeFlags::CLOSED, !is_open);
    }

    /// Says that the game is over here.
    pub(crate) fn finish(&mut self) {
        self.proof = Proof::FINISHED;
        self.flags.insert(NodeFlags::CLOSED);
    }
}

/// The index of the best of these children for `side`.
pub(crate) fn best_of(side: Side, children: impl Iterator<Item = (Value, Proof)>) -> Option<usize> {
    first_best(children.map(|(value, proof)| Standing::new(side, value, proof, side.orient(value))).enumerate())
}

/// Of several things with their ranks the one that ranks highest, and of equals the first.
///
/// ```
/// use bestply_relatives::first_best;
///
/// assert_eq!(first_best([("a", 1), ("b", 3), ("c", 3)].into_iter()), Some("b"));
/// ```
pub fn first_best<T, R: PartialOrd>(ranked: impl Iterator<Item = (T, R)>) -> Option<T> {
    ranked.reduce(|best, other| if other.1 > best.1 { other } else { best }).map(|(it, _)| it)
}
