//! The nodes on the path of a search: what a recursive function would keep on the call stack.

use bestply_core::{Bounds, Side, Value};

/// What the search of a node is to find out.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum NodeType {
    /// The node's value and its line, which may become the principal variation.
    Principal,
    /// Whether the node is worth more than a given value: the bounds are one apart, save with full windows.
    Other,
}

/// The task of searching a node.
#[derive(Clone, Copy)]
pub(crate) struct NodeTask {
    pub(crate) node: NodeType,
    /// The draft: how many plies are to be looked ahead, at least 1.
    pub(crate) draft: usize,
    pub(crate) bounds: Bounds,
    /// How many plies the node lies below the base.
    pub(crate) ply: usize,
}

/// What the search of a move is to find out.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum MoveQuestion {
    /// The move's value within the node's bounds.
    Value,
    /// Whether the move is better than the best. This is asked at principal nodes.
    IsBetter,
    /// Whether a search of a smaller draft takes the move for better than the best.
    SeemsBetter,
}

/// What is tried at a node before its moves. Its values are as the side to move sees them.
#[derive(Clone, Copy)]
pub(crate) enum Trial {
    /// The other side moves twice in a row, and even that does not help it (Beal 1989).
    NullMove { draft: usize },
    /// A shallow search predicts that the node is worth more than its bounds (ProbCut; Buro 1995).
    AtLeast { draft: usize, bound: Value },
    /// A shallow search predicts that the node is worth less than its bounds.
    AtMost { draft: usize, bound: Value },
    /// Internal iterative deepening (Scott 1969): a shallow search finds the move to search first.
    FirstMove { draft: usize },
}

/// A node whose moves are being searched: what a call of the recursive function would keep on the call stack.
pub(crate) struct SearchedNode {
    pub(crate) node: NodeType,
    /// What the search of the current move is to find out.
    pub(crate) question: MoveQuestion,
    pub(crate) side: Side,
    /// How many plies the node lies below the base.
    pub(crate) ply: usize,
    /// How many plies are looked ahead, at least 1.
    pub(crate) draft: usize,
    pub(crate) key: u64,
    /// The bounds that the node was entered with.
    ///
    /// The bounds, `alpha` and `best` are as the side to move sees them: larger is better.
    pub(crate) bounds: Bounds,
    /// The lower bound, or the best value found if that is larger.
    pub(crate) alpha: Value,
    /// The best value found, and the index of its move.
    pub(crate) best: Option<(Value, u32)>,
    /// The index of the best move according to the table.
    pub(crate) known_best: Option<u16>,
    /// How many of its moves have been taken from the open ones.
    pub(crate) taken: u32,
    pub(crate) bottom: usize,
    /// How many trials there are before the moves, and whether one of them is under way.
    pub(crate) trials: usize,
    pub(crate) is_trying: bool,
    /// Whether the moves are still to be put in the order of their children's values.
    pub(crate) awaits_values: bool,
    /// The number of horizon visits before the node was entered.
    pub(crate) horizon_visits: u64,
}

impl SearchedNode {
    /// A node that is entered for a task, and whose moves lie among the open ones from `bottom` on.
    /// Nothing of it was searched, and nothing is known of it.
    #[inline(always)]
    pub(crate) fn new(task: NodeTask, side: Side, key: u64, bottom: usize, horizon_visits: u64) -> SearchedNode {
        let NodeTask { node, draft, bounds, ply } = task;
        let bounds = bounds.orient(side);
        SearchedNode {
            node,
            question: MoveQuestion::Value,
            side,
            ply,
            draft,
            key,
            bounds,
            alpha: bounds.alpha,
            best: None,
            known_best: None,
            taken: 0,
            bottom,
            trials: 0,
            is_trying: false,
            awaits_values: false,
            horizon_visits,
        }
    }

    /// Whether this value of a move, not noted yet, is only a bound.
    pub(crate) fn is_bound(&self, value: Value) -> bool {
        let Bounds { alpha, beta } = self.bounds;
        let is_upper = value <= self.alpha && (self.best.is_some() || alpha != Value::MIN);
        is_upper || (value >= beta && beta != Value::MAX)
    }

    /// Whether the best value found is no better than the bound that the node was entered with.
    ///
    /// Nothing is known then of which move is the best. No value is worse than an infinite bound.
    pub(crate) fn is_no_better(&self) -> bool {
        self.bounds.alpha != Value::MIN && self.best.is_none_or(|(best, _)| best <= self.bounds.alpha)
    }
}

/// What one iteration found.
#[derive(Clone, Copy)]
pub(crate) struct Iteration {
    /// How many plies the iteration looked ahead below the base.
    pub(crate) draft: usize,
    pub(crate) value: Value,
    /// Whether every line ended the game, so that a deeper iteration would find the same.
    pub(crate) complete: bool,
}
