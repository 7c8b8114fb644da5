//! A node on the way of a search: what a recursive function would have on the call stack.

use bestply_core::{Bounds, Side, Value};

/// What the search of a node is to find out.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Node {
    /// Its value and its line, which may become the principal variation.
    Principal,
    /// Whether it is worth more than a value: the bounds are one apart.
    Other,
}

/// What a node is searched for.
#[derive(Clone, Copy)]
pub(crate) struct Task {
    pub(crate) node: Node,
    /// How many plies are to be looked ahead, at least 1.
    pub(crate) draft: usize,
    pub(crate) bounds: Bounds,
}

/// A node whose moves are being searched: what a call of the recursive function would have on the call stack.
pub(crate) struct Frame {
    pub(crate) node: Node,
    /// Whether the move being searched, of a principal node, is only asked whether it is better than the best.
    pub(crate) is_asking: bool,
    pub(crate) side: Side,
    /// How deep it lies below the base.
    pub(crate) ply: usize,
    /// How many plies are looked ahead, at least 1.
    pub(crate) draft: usize,
    pub(crate) key: u64,
    /// What it was entered with. This, `alpha` and `best` are as the side to move sees them, so that larger is better.
    pub(crate) bounds: Bounds,
    /// The lower bound, or the best value found if that is more.
    pub(crate) alpha: Value,
    /// The best value found, and the index of its move.
    pub(crate) best: Option<(Value, u32)>,
    /// What the table has for the best move.
    pub(crate) known_best: Option<u16>,
    /// How many of its moves have been taken from the open ones, and where these begin.
    pub(crate) taken: u32,
    pub(crate) bottom: usize,
    /// The number of the horizon visits before.
    pub(crate) horizon_visits: u64,
}
