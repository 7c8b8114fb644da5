use std::cmp::Ordering;

use bestply_core::{Side, Value};
use bestply_explicit_game::ExplicitTree;

use crate::naive::saved::Saved;

/// The rank of a child: its group (lost, open, won), then two scores.
pub(crate) type Rank = (i8, f64, f64);

/// The rank that `side` gives a child.
///
/// A proved win goes before all others, and a sooner one is better.
/// A proved loss goes behind all others, and a later one is better.
/// Between these, children rank by `score`, and then by value.
pub(crate) fn rank(child: &Saved, side: Side, score: f64) -> Rank {
    let (won, lost, seen) = match side {
        Side::Max => (Value::MAX, Value::MIN, f64::from(child.value)),
        Side::Min => (Value::MIN, Value::MAX, -f64::from(child.value)),
    };
    match child.proof {
        Some(plies) if child.value == won => (1, -f64::from(plies), 0.0),
        Some(plies) if child.value == lost => (-1, f64::from(plies), 0.0),
        _ => (0, score, seen),
    }
}

/// The place of the first of the largest ranks.
pub(crate) fn first_best(ranks: &[Rank]) -> Option<usize> {
    let is_best = |rank: &Rank| ranks.iter().all(|other| rank.partial_cmp(other) != Some(Ordering::Less));
    ranks.iter().position(is_best)
}

/// Proves the node if a child is a proved win, or if all children are proved. Returns the proved child that decides.
pub(crate) fn prove(node: &mut Saved, tree: &ExplicitTree) -> Option<usize> {
    let side = tree.to_move(node.name);
    let ranks: Vec<Rank> = node.children.iter().map(|child| rank(child, side, 0.0)).collect();
    let best = first_best(&ranks)?;
    let all_proved = node.is_complete(tree) && node.children.iter().all(|child| child.proof.is_some());
    let is_won = ranks[best].0 == 1;
    if !all_proved && !is_won {
        return None;
    }
    node.proof = node.children[best].proof.map(|plies| plies + 1);
    Some(best)
}

/// The line that starts with child `first` and then follows the best values, as far as nodes are fully expanded.
///
/// A sooner win or a later loss goes before others.
pub(crate) fn line(root: &Saved, tree: &ExplicitTree, first: Option<usize>) -> Vec<usize> {
    let Some(first) = first else { return Vec::new() };
    let (mut path, mut node) = (vec![first], &root.children[first]);
    while node.is_expanded(tree) {
        let side = tree.to_move(node.name);
        let ranks: Vec<Rank> = node.children.iter().map(|child| rank(child, side, 0.0)).collect();
        let best = first_best(&ranks).expect("there is a child");
        path.push(best);
        node = &node.children[best];
    }
    path
}
