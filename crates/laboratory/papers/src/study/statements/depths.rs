//! How much deeper alpha-beta searches than minimax with as many leaves, by the order of moves.

use bestply::explicit_game::{ExplicitPosition, ExplicitTree, NodeValue};
use bestply::{Evaluator, Limit, Position, Value};
use bestply_catalogue::{AnyEvaluator, AnyPosition, NamedPlayer};
use bestply_experiments::Result;
use bestply_statistics::Mean;
use serde::{Deserialize, Serialize};

use super::kept::{Below, minimal_leaves};
use crate::study::leaves::Leaves;
use crate::study::observed::Root;

/// The leaves of searches of one position, by depth from 1 on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeavesByDepth {
    /// Of minimax, to half of the depth.
    minimax: Vec<u64>,
    /// Of alpha-beta where each position's best move comes first.
    perfect: Vec<u64>,
    /// Of these the ones below the best move and the best reply.
    perfect_kept: Vec<u64>,
    /// Of alpha-beta with the moves as the random game lists them.
    random: Vec<u64>,
    /// Of the engine's alpha-beta with an open window, in the last iteration.
    engine: Vec<u64>,
}

/// How deep alpha-beta searches with one order of moves, beside minimax.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Deeper {
    /// The branching factor of the random games, whose positions have all so many moves.
    pub(crate) branching: usize,
    /// The depth of minimax.
    pub depth: usize,
    /// Whether it is the deepest of this branching factor.
    pub(crate) is_deepest: bool,
    /// The order of moves: `perfect`, `random` or `engine`.
    pub order: &'static str,
    /// The number of positions.
    pub(crate) positions: usize,
    /// The leaves of minimax.
    pub(crate) minimax: f64,
    /// The leaves of alpha-beta's minimal tree of twice the depth, by its formula.
    pub minimal: u64,
    /// The mean number of leaves of alpha-beta to twice the depth.
    pub at_twice: f64,
    /// The same as a multiple of minimax's, in the geometric mean.
    pub(crate) of_minimax: Mean,
    /// The greatest depth, in the mean, that alpha-beta searches with no more leaves than minimax.
    pub reached: Mean,
    /// The same as a multiple of minimax's depth.
    pub(crate) times_as_deep: Mean,
}

/// The searchers: minimax, alpha-beta as textbooks have it, and the engine's.
pub(super) struct LeafTeam {
    pub(super) minimax: NamedPlayer,
    pub(super) alpha_beta: NamedPlayer,
    pub(super) engine: NamedPlayer,
}

/// The largest even depth of a uniform tree of no more leaves than this.
pub(super) fn deepest(branching: usize, most_leaves: u64) -> usize {
    let leaves = |depth: &usize| (branching as u64).checked_pow(*depth as u32);
    (1..).map(|half| 2 * half).take_while(|depth| leaves(depth).is_some_and(|it| it <= most_leaves)).last().unwrap_or(0)
}

/// Searches a position of a random game to each depth up to this even one.
pub(super) fn measure(team: &LeafTeam, root: &mut Root<'_>, deepest: usize) -> Result<LeavesByDepth> {
    let mut found = LeavesByDepth::default();
    for depth in 1..=deepest {
        let ordered = AnyPosition::new(in_perfect_order(root, depth).position());
        let mut ordered = Root { position: &ordered, evaluator: written() };
        let (perfect, kept) = leaves(&team.alpha_beta, &mut ordered, depth)?;
        found.perfect.push(perfect);
        found.perfect_kept.push(kept);
        found.random.push(leaves(&team.alpha_beta, root, depth)?.0);
        if depth <= deepest / 2 {
            found.minimax.push(leaves(&team.minimax, root, depth)?.0);
        }
    }
    found.engine = of_iterations(&team.engine, root, deepest)?;
    Ok(found)
}

/// The leaves of a search to this depth, and those below the first move and the first reply.
fn leaves(player: &NamedPlayer, root: &mut Root<'_>, depth: usize) -> Result<(u64, u64)> {
    let mut below = Below::default();
    root.search(player, &Limit::new().depth(depth), &mut below)?;
    Ok((below.all, below.count(0, 0)))
}

/// The leaves of each iteration of a search to this depth.
fn of_iterations(player: &NamedPlayer, root: &mut Root<'_>, depth: usize) -> Result<Vec<u64>> {
    let mut leaves = Leaves::below(root.position);
    root.search(player, &Limit::new().depth(depth), &mut leaves)?;
    let so_far: Vec<u64> = [0].into_iter().chain(leaves.by_depth.iter().map(|counts| counts[0])).collect();
    Ok(so_far.windows(2).map(|two| two[1] - two[0]).collect())
}

/// The evaluator of trees that are written down.
fn written() -> AnyEvaluator {
    AnyEvaluator::new::<ExplicitPosition, _>(NodeValue)
}

/// The tree of a position to this depth, in which the children of each node stand in the order of their minimax values.
fn in_perfect_order(Root { position, evaluator }: &mut Root<'_>, depth: usize) -> ExplicitTree {
    let valued = ValuedNode::of(&mut position.clone(), 0, evaluator, depth);
    let mut tree = ExplicitTree::new(position.to_move(), valued.value);
    valued.write_children(&mut tree, ExplicitTree::ROOT);
    tree
}

/// A node with its minimax value, and its children, the best first.
struct ValuedNode {
    value: Value,
    children: Vec<ValuedNode>,
}

impl ValuedNode {
    /// The node of a position of this static value, searched to this depth.
    ///
    /// It calls itself for each ply, of which there are at most some dozens.
    fn of(position: &mut AnyPosition, value: Value, evaluator: &mut AnyEvaluator, depth: usize) -> ValuedNode {
        if depth == 0 || position.is_terminal() {
            return ValuedNode { value, children: Vec::new() };
        }
        let side = position.to_move();
        let mut values = vec![0; position.move_count()];
        evaluator.enter(position);
        evaluator.evaluate_children(position, 0, &mut values);
        let mut children = Vec::with_capacity(values.len());
        for (index, value) in values.into_iter().enumerate() {
            if depth == 1 {
                children.push(ValuedNode { value, children: Vec::new() });
                continue;
            }
            let mv = position.nth_move(index);
            position.make(mv);
            children.push(ValuedNode::of(position, value, evaluator, depth - 1));
            position.unmake(mv, ());
        }
        children.sort_by_key(|child| std::cmp::Reverse(side.orient(child.value)));
        ValuedNode { value: children[0].value, children }
    }

    /// Adds the children of a node to its tree, and what is below them.
    fn write_children(&self, tree: &mut ExplicitTree, node: usize) {
        for child in &self.children {
            let name = tree.add_child(node, child.value, None);
            child.write_children(tree, name);
        }
    }
}

impl LeavesByDepth {
    /// The kept part of the leaves of the perfectly ordered tree of this depth, if it was searched.
    pub(super) fn perfect_kept(&self, depth: usize) -> Option<f64> {
        let all = *self.perfect.get(depth - 1)?;
        Some(self.perfect_kept[depth - 1] as f64 / all as f64)
    }
}

/// How deep alpha-beta searches with each order, beside minimax to each depth.
pub(super) fn deeper(branching: usize, searches: &[&LeavesByDepth]) -> Vec<Deeper> {
    type Order = fn(&LeavesByDepth) -> &Vec<u64>;
    const ORDERS: [(&str, Order); 3] =
        [("perfect", |it| &it.perfect), ("random", |it| &it.random), ("engine", |it| &it.engine)];
    let deepest = searches.first().map_or(0, |search| search.minimax.len());
    let row = |depth: usize, (order, of): (&'static str, Order)| {
        let mean = |of: &dyn Fn(&LeavesByDepth) -> f64| searches.iter().map(|it| of(it)).collect::<Vec<f64>>();
        let at_twice = mean(&|it| of(it)[2 * depth - 1] as f64);
        let minimax = searches[0].minimax[depth - 1];
        let reached = mean(&|it| reached(of(it), it.minimax[depth - 1]) as f64);
        Some(Deeper {
            branching,
            depth,
            is_deepest: depth == deepest,
            order,
            positions: searches.len(),
            minimax: minimax as f64,
            minimal: minimal_leaves(branching, 2 * depth),
            at_twice: at_twice.iter().sum::<f64>() / searches.len() as f64,
            of_minimax: Mean::of_ratios(&at_twice.iter().map(|leaves| leaves / minimax as f64).collect::<Vec<_>>())?,
            reached: Mean::of(&reached)?,
            times_as_deep: Mean::of(&reached.iter().map(|reached| reached / depth as f64).collect::<Vec<_>>())?,
        })
    };
    (1..=deepest).flat_map(|depth| ORDERS.map(|order| row(depth, order))).flatten().collect()
}

/// The greatest depth up to which no search has more leaves than this.
fn reached(leaves: &[u64], most: u64) -> usize {
    leaves.iter().take_while(|&&leaves| leaves <= most).count()
}

#[cfg(test)]
mod tests {
    use bestply_catalogue::Catalogue;
    use bestply_testkit::Dice;

    use super::*;

    fn team(catalogue: &Catalogue) -> LeafTeam {
        let player = |name: &str| catalogue.player(name).unwrap();
        LeafTeam {
            minimax: player("minimax"),
            alpha_beta: player("plain-alpha-beta"),
            engine: player("full-window-alpha-beta"),
        }
    }

    /// The leaves that alpha-beta visits, from its definition: a node is left once its value is outside the window.
    fn visited(tree: &ExplicitTree, node: usize, depth: usize, (low, high): (Value, Value)) -> (Value, u64) {
        if depth == 0 || tree.children(node).is_empty() {
            return (tree.value(node), 1);
        }
        let (mut low, mut high, mut leaves) = (low, high, 0);
        for &child in tree.children(node) {
            let (value, below) = visited(tree, child, depth - 1, (low, high));
            leaves += below;
            match tree.to_move(node) {
                bestply::Side::Max => low = low.max(value),
                bestply::Side::Min => high = high.min(value),
            }
            if low >= high {
                break;
            }
        }
        (if tree.to_move(node) == bestply::Side::Max { low } else { high }, leaves)
    }

    /// A uniform tree of this depth.
    fn uniform(branching: usize, depth: usize, seed: u64) -> ExplicitTree {
        let mut dice = Dice::new(seed);
        let mut tree = ExplicitTree::new(bestply::Side::Max, 0);
        let mut level = vec![ExplicitTree::ROOT];
        for _ in 0..depth {
            let mut next = Vec::new();
            for &node in &level {
                for _ in 0..branching {
                    next.push(tree.add_child(node, dice.below(199) as Value - 99, None));
                }
            }
            level = next;
        }
        tree
    }

    #[test]
    fn leaves_are_those_of_the_definition_and_a_perfect_order_needs_the_fewest() {
        let catalogue = Catalogue::standard();
        for (branching, depth) in [(2, 6), (3, 4), (5, 4), (12, 2)] {
            for seed in 0..25 {
                let tree = uniform(branching, depth + 1, seed);
                let root = AnyPosition::new(tree.position());
                let mut root = Root { position: &root, evaluator: written() };
                let found = measure(&team(&catalogue), &mut root, depth).unwrap();
                for depth in 1..=depth {
                    let open = (Value::MIN, Value::MAX);
                    assert_eq!(found.random[depth - 1], visited(&tree, ExplicitTree::ROOT, depth, open).1, "{tree}");
                    assert_eq!(found.perfect[depth - 1], minimal_leaves(branching, depth), "{tree}");
                    assert!(found.engine[depth - 1] >= minimal_leaves(branching, depth), "{tree}");
                    if depth > 2 {
                        assert_eq!(found.perfect_kept[depth - 1], minimal_leaves(branching, depth - 2), "{tree}");
                    }
                    if depth <= found.minimax.len() {
                        assert_eq!(found.minimax[depth - 1], (branching as u64).pow(depth as u32));
                    }
                }
                assert_eq!(found.engine.len(), depth);
            }
        }
    }

    #[test]
    fn a_perfect_order_reaches_two_plies_less_than_twice_the_depth() {
        for branching in [2, 3, 5, 10, 40] {
            for depth in 2..=5 {
                let leaves: Vec<u64> = (1..=2 * depth).map(|depth| minimal_leaves(branching, depth)).collect();
                assert_eq!(reached(&leaves, (branching as u64).pow(depth as u32)), 2 * depth - 2);
            }
        }
    }
}
