use bestply_core::{Bounds, Proof, Side, Value};
use bestply_visits::{Ceiling, Window};

use crate::Ties;
use crate::graph::{Edge, NOTHING};

/// A node of the walk. While the node is on the walk, the graph's copy of it is out of date.
///
/// The frame's value is out of date, too, while that of the frame below is within that frame's bounds or window.
pub(crate) struct Frame {
    /// The expanded node; [`NOTHING`] at a leaf.
    pub(crate) node: u32,
    pub(crate) side: Side,
    pub(crate) value: Value,
    pub(crate) proof: Proof,
    /// The number of walks done minus the node's visits. It does not change while all walks come to the node.
    walks_elsewhere: i64,
    /// The node's values for which no node above turns to another child, where the best value decides.
    pub(crate) bounds: Bounds,
    /// While the node's value is within the window, no node above turns to another child, where visits decide, too.
    pub(crate) window: Window,
    pub(crate) choice: Choice,
}

/// The child on the walk.
pub(crate) struct Choice {
    /// Its index, or [`NOWHERE`] where the walk ends.
    pub(crate) index: usize,
    /// The edge to it. Its visits are out of date.
    pub(crate) edge: Edge,
    /// The number of walks done minus the edge's visits.
    pub(crate) walks_elsewhere: i64,
    /// The best value of the other children, as the side to move sees it.
    pub(crate) rest: Value,
    pub(crate) rivals: Rivals,
}

/// The other children that are not proved, to which a walk may turn.
#[derive(Clone, Copy)]
pub(crate) enum Rivals {
    /// There are none: the child is forced.
    Nobody,
    /// The one that a walk would go to if the chosen child were not there, where the best value decides.
    Next(Rival),
    /// A bound on their scores, where values and visits decide.
    Below(Ceiling),
    /// No child is chosen.
    Unknown,
}

/// A child that may be selected next.
#[derive(Clone, Copy)]
pub(crate) struct Rival {
    /// Its value, as the side to move sees it.
    pub(crate) value: Value,
    pub(crate) visits: u32,
    pub(crate) index: usize,
}

/// The index in the place of a child where no child is chosen.
pub(crate) const NOWHERE: usize = usize::MAX;

impl Frame {
    /// A node at the end of the walk, visited so often before, after `walks` walks.
    pub(crate) fn new(node: u32, side: Side, value: Value, proof: Proof, visits: u32, walks: u64) -> Frame {
        Frame {
            node,
            side,
            value,
            proof,
            walks_elsewhere: walks as i64 - i64::from(visits),
            bounds: Bounds::OPEN,
            window: Window::CLOSED,
            choice: Choice::nowhere(),
        }
    }

    /// The number of the node's visits after `walks` walks.
    #[inline(always)]
    pub(crate) fn visits(&self, walks: u64) -> u32 {
        counted(walks, self.walks_elsewhere)
    }

    /// The value of the best child.
    #[inline(always)]
    pub(crate) fn best(&self) -> Value {
        self.side.orient(self.side.orient(self.choice.edge.value).max(self.choice.rest))
    }

    /// The child's values for which no node from this one up turns to another child.
    #[inline(always)]
    pub(crate) fn bounds_of_child(&self, ties: Ties) -> Bounds {
        let Bounds { alpha, beta } = self.bounds.orient(self.side);
        let Choice { rest, rivals, .. } = self.choice;
        let need = match (rivals, ties) {
            (Rivals::Next(rival), Ties::Kept) => rival.value,
            (Rivals::Next(Rival { value: Value::MAX, .. }), Ties::FewestVisits) => return NONE,
            (Rivals::Next(rival), Ties::FewestVisits) => rival.value + 1,
            _ => Value::MIN,
        };
        if rest > beta {
            return NONE;
        }
        // If the other children alone keep the node within its bounds, only the rival bounds the child.
        let alpha = if rest >= alpha { need } else { need.max(alpha) };
        Bounds { alpha, beta }.orient(self.side)
    }

    /// Whether the next walk that comes here goes to the same child, where the best value decides.
    #[inline(always)]
    pub(crate) fn stays(&self, ties: Ties, walks: u64) -> bool {
        let choice = &self.choice;
        if choice.edge.is_proved() {
            return false;
        }
        let Rivals::Next(rival) = choice.rivals else { return true };
        let value = self.side.orient(choice.edge.value);
        let wins_tie = || ties == Ties::Kept || (choice.visits(walks), choice.index) < (rival.visits, rival.index);
        value > rival.value || (value == rival.value && wins_tie())
    }
}

/// Bounds that hold no value.
const NONE: Bounds = Bounds { alpha: Value::MAX, beta: Value::MIN };

impl Choice {
    /// The end of the walk.
    pub(crate) fn nowhere() -> Choice {
        Choice { index: NOWHERE, edge: Edge::default(), walks_elsewhere: 0, rest: Value::MIN, rivals: Rivals::Unknown }
    }

    /// A child, after `walks` walks.
    pub(crate) fn new(index: usize, edge: Edge, rest: Value, rivals: Rivals, walks: u64) -> Choice {
        let walks_elsewhere = walks as i64 - i64::from(edge.visits);
        Choice { index, edge, walks_elsewhere, rest, rivals }
    }

    /// The number of the edge's visits after `walks` walks.
    #[inline(always)]
    pub(crate) fn visits(&self, walks: u64) -> u32 {
        counted(walks, self.walks_elsewhere)
    }

    /// The edge as the graph keeps it.
    #[inline(always)]
    pub(crate) fn edge(&self, walks: u64) -> Edge {
        let mut edge = self.edge;
        edge.visits = self.visits(walks);
        edge
    }
}

/// A number of visits: as many as a node or an edge can hold.
#[inline(always)]
fn counted(walks: u64, elsewhere: i64) -> u32 {
    u32::try_from(walks as i64 - elsewhere).unwrap_or(u32::MAX)
}

impl Frame {
    /// Whether the node is a leaf that was never expanded, not even in part.
    pub(crate) fn is_new(&self) -> bool {
        self.node == NOTHING
    }
}
