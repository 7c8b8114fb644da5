use bestply_core::{Side, Value};

use crate::naive::selection::oriented;

/// What names a node: the moves that lead to it in a tree; in a graph its ply and its key.
pub(super) type Name = Vec<u64>;

/// A node some of whose children are made.
pub(super) struct NaiveNode {
    pub(super) value: Value,
    pub(super) proof: Option<u32>,
    pub(super) visits: u32,
    pub(super) edges: Vec<Edge>,
    /// The number of all children.
    pub(super) total: usize,
}

/// A child as its parent knows it.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) value: Value,
    pub(super) proof: Option<u32>,
    pub(super) visits: u32,
    pub(super) target: Option<usize>,
    /// Whether the value is only a bound, which a quiescence search answered.
    pub(super) bound: bool,
    /// The part of the node's visits that the first values promise the child.
    pub(super) prior: f64,
}

impl Edge {
    /// An edge of which nothing is known.
    pub(super) const LEAF: Edge = Edge { value: 0, proof: None, visits: 0, target: None, bound: false, prior: 0.0 };
}

impl NaiveNode {
    pub(super) fn is_complete(&self) -> bool {
        self.edges.len() == self.total
    }

    /// Takes value and proof from the edges: the best value, or the mean, in which none counts more than a win.
    pub(super) fn update(&mut self, side: Side, win_of_mean: Option<Value>) {
        let mean = win_of_mean.and_then(|win| mean_value(&self.edges, win));
        self.value = mean.unwrap_or_else(|| best_value(side, &self.edges));
        let deciding = best_edge(&self.edges, side, None, |edge| if edge.proof.is_some() { 0.0 } else { -1.0 });
        let decides = &self.edges[deciding];
        let is_win = decides.proof.is_some() && decides.value == side.win();
        if is_win || self.edges.iter().all(|edge| edge.proof.is_some()) {
            self.value = decides.value;
            self.proof = decides.proof.map(|plies| plies + 1);
        }
    }
}

/// The edge that stands best: proved losses last, proved wins first, else by score and by value;
/// among equals the last walk's, then the first.
pub(super) fn best_edge(edges: &[Edge], side: Side, last: Option<usize>, score: impl Fn(&Edge) -> f64) -> usize {
    let rank = |edge: &Edge| match edge.proof {
        Some(plies) if edge.value == side.win() => (1.0, -f64::from(plies), 0.0),
        Some(plies) if edge.value == side.loss() => (-1.0, f64::from(plies), 0.0),
        _ => (0.0, score(edge), oriented(side, edge.value)),
    };
    let ranks: Vec<_> = edges.iter().map(rank).collect();
    let is_best = |index: &usize| ranks.iter().all(|other| ranks[*index] >= *other);
    last.filter(is_best).unwrap_or_else(|| (0..edges.len()).find(is_best).expect("there is an edge"))
}

/// The mean of the edges' values, each as often as it was visited.
fn mean_value(edges: &[Edge], win: Value) -> Option<Value> {
    let visits: i64 = edges.iter().map(|edge| i64::from(edge.visits)).sum();
    let sum: i64 = edges.iter().map(|edge| i64::from(edge.value.clamp(-win, win)) * i64::from(edge.visits)).sum();
    (visits > 0).then(|| ((sum as f64 / visits as f64) + 0.5).floor() as Value)
}

pub(super) fn best_value(side: Side, edges: &[Edge]) -> Value {
    let best = edges.iter().map(|edge| side.orient(edge.value)).max();
    side.orient(best.expect("a position that is not finished has a move"))
}
