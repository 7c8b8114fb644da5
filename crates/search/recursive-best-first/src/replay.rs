use bestply_core::{Bounds, Side, Value};

use crate::stack::{Chosen, PackedChild};

/// A replay: the search of a node that was left, with its value stored, and is chosen again.
///
/// It tells which children are made for the first time.
/// Three observations make that exact:
///
/// - While a node is on the stack, one of the two bounds of its children never changes, and the other only gives way.
///   A child of a MAX node is left because its value fell below alpha, and chosen again with a lower alpha.
///   (If its value had risen above beta, its parent would have been left, too.)
///   So a child's second search does the same as its first, step by step, up to where the first ended,
///   and then goes on.
/// - The first search ended as soon as the value fell below its alpha, and that value was stored.
///   So the second search has caught up with the first as soon as the value falls to the stored one, and not earlier.
/// - The value of a node on the principal variation is that of the leaf at its end: of the node that is expanded next.
///
/// A search within a replay that goes over old ground is a replay, too, and catches up before the outer one does.
/// So only one replay is kept track of: the outermost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Replay {
    /// The side that chose the node.
    chooser: Side,
    /// The value stored with the node, as the choosing side sees it.
    until: Value,
    /// The node's depth.
    depth: usize,
}

impl Replay {
    /// The replay that begins as `node`, at `depth`, is chosen again.
    pub(crate) fn new(node: Chosen, depth: usize) -> Replay {
        Replay { chooser: node.by, until: node.by.orient(node.value), depth }
    }

    /// The depth of the node that was chosen again.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// Whether the replay has caught up once the principal leaf is worth `value`.
    pub(crate) fn is_over_at(&self, value: Value) -> bool {
        self.chooser.orient(value) <= self.until
    }

    /// How many of the children that an expansion made had been made before, and whether the replay has caught up.
    ///
    /// `side` moves at the node, which is searched within `bounds`.
    /// If the first expansion of the node was left early, the replay catches up in the middle of this one:
    /// at the last child made then.
    /// That child is worth no more than the stored value,
    /// and no sibling on the principal variation above is worth more.
    pub(crate) fn repeats(
        &self,
        side: Side,
        bounds: Bounds,
        children: &[PackedChild],
        one_at_a_time: bool,
    ) -> (usize, bool) {
        // Where the chooser is to move, one more child cannot make the value fall.
        let may_catch_up = side != self.chooser && bounds.orient(self.chooser).alpha <= self.until;
        let catches_up = |child: &PackedChild| may_catch_up && self.is_over_at(side.orient(child.value()));
        let last = children.iter().position(catches_up);
        let repeats = last.filter(|_| one_at_a_time).map_or(children.len(), |last| last + 1);
        (repeats, last.is_some())
    }
}
