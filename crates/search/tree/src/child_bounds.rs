use bestply_core::{Bounds, Side, Value};

/// The bounds within which an evaluator that searches is asked for the next child of a node.
#[derive(Clone, Copy, Debug)]
pub struct ChildBounds {
    side: Side,
    /// As the side to move sees them: what a child must exceed rises with the best sibling.
    bounds: Bounds,
}

impl ChildBounds {
    /// The bounds for the first child of a node where `side` is to move, which is itself asked for within `bounds`.
    #[inline(always)]
    pub fn new(side: Side, bounds: Bounds) -> ChildBounds {
        ChildBounds { side, bounds: bounds.orient(side) }
    }

    /// The bounds for the next child.
    #[inline(always)]
    pub fn bounds(&self) -> Bounds {
        self.bounds.orient(self.side)
    }

    /// Notes a child's value.
    #[inline(always)]
    pub fn note_value(&mut self, value: Value) {
        self.bounds.alpha = self.bounds.alpha.max(self.side.orient(value));
    }
}
