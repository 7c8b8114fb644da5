use bestply_core::{Bounds, Side, Value};

use crate::stack::{Child, Chosen};

/// A search that goes over old ground: of a node that was left, with its value stored, and is chosen again.
///
/// It tells which children are made for the first time. Three observations make that exact:
///
/// - While a node is on the stack, one of the two bounds of its children never changes, and the other only gives way: a
///   child of a MAX node is left because its value fell below alpha, and chosen again with a lower alpha (if it had
///   risen above beta, its parent would have been left too). So a child's second search does the same as its first,
///   step by step, up to where that ended, and then goes on.
/// - The first one ended as soon as the value fell below its alpha, and that value was stored. The second one has thus
///   caught up with it as soon as the value falls to the stored one, and not earlier.
/// - The value of a node on the principal variation is that of the leaf at its end: of the node that is expanded next.
///
/// What is searched within a replay is a replay too, and has caught up before the outer one has. So one is kept track
/// of at a time: the outermost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Replay {
    /// The side that chose the node.
    chooser: Side,
    /// The value stored with it, as that side sees it.
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

    /// Whether it has caught up once the principal leaf is worth `value`.
    pub(crate) fn is_over_at(&self, value: Value) -> bool {
        self.chooser.orient(value) <= self.until
    }

    /// How many of the children that an expansion made had been made before, and whether the replay has caught up.
    ///
    /// `side` moves at the node, which is searched within `bounds`. The replay catches up in the middle of an expansion
    /// where that had been left early: at the last child made then. It is one that is worth no more than the value
    /// stored, where there are no siblings on the way that are worth more.
    pub(crate) fn repeats(&self, side: Side, bounds: Bounds, children: &[Child], one_at_a_time: bool) -> (usize, bool) {
        let may_catch_up = side != self.chooser && bounds.orient(self.chooser).alpha <= self.until;
        let catches_up = |child: &Child| may_catch_up && self.is_over_at(side.orient(child.value()));
        let last = children.iter().position(catches_up);
        let repeats = last.filter(|_| one_at_a_time).map_or(children.len(), |last| last + 1);
        (repeats, last.is_some())
    }
}
