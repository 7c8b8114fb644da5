use std::cmp::Reverse;
use std::collections::HashMap;

use bestply_core::{Side, Value};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};

/// A state of SSS*: a node, whether it is solved, and its merit.
struct State {
    path: Vec<usize>,
    name: usize,
    is_solved: bool,
    merit: Value,
}

/// SSS* (Stockman 1979) with its list of states: the minimax value to a depth, and the leaves in the order in which
/// they are valued first.
///
/// # Panics
///
/// If the depth is 0, or the game is over.
pub fn sss_star(position: &ExplicitPosition, depth: usize) -> (Value, Vec<usize>) {
    let tree = position.tree();
    let mut leaves = Vec::new();
    let mut states = vec![State { path: Vec::new(), name: position.node(), is_solved: false, merit: Value::MAX }];
    loop {
        // The state of the largest merit, and of equals the leftmost.
        let best = (0..states.len()).max_by_key(|&index| (states[index].merit, Reverse(states[index].path.clone())));
        let State { path, name, is_solved, merit } = states.swap_remove(best.expect("the list is never empty"));
        let children = tree.children(name);
        if !is_solved {
            if path.len() == depth || children.is_empty() {
                leaves.push(name);
                states.push(State { path, name, is_solved: true, merit: merit.min(tree.value(name)) });
                continue;
            }
            let wanted = if tree.to_move(name) == Side::Max { children.len() } else { 1 };
            for (index, &child) in children.iter().enumerate().take(wanted) {
                states.push(State { path: [&path[..], &[index]].concat(), name: child, is_solved: false, merit });
            }
            continue;
        }
        let Some((&index, above)) = path.split_last() else { return (merit, leaves) };
        let parent = above.iter().fold(position.node(), |node, &index| tree.children(node)[index]);
        match (tree.to_move(parent), tree.children(parent).get(index + 1)) {
            (Side::Min, Some(&next)) => {
                states.push(State { path: [above, &[index + 1]].concat(), name: next, is_solved: false, merit });
            }
            (side, _) => {
                if side == Side::Max {
                    states.retain(|state| !state.path.starts_with(above));
                }
                states.push(State { path: above.to_vec(), name: parent, is_solved: true, merit });
            }
        }
    }
}

/// Null windows of alpha-beta that remembers every bound, from a first guess on: the minimax value to a depth, and the
/// leaves in the order in which they are valued first.
///
/// # Panics
///
/// If the depth is 0, or the game is over.
pub fn mtd(position: &ExplicitPosition, depth: usize, first_guess: Value) -> (Value, Vec<usize>) {
    let mut memory = Memory { tree: position.tree(), bounds: HashMap::new(), leaves: Vec::new() };
    let (mut lower, mut upper, mut value) = (Value::MIN, Value::MAX, first_guess);
    loop {
        let beta = value.max(lower.saturating_add(1));
        value = memory.search(position.node(), depth, beta);
        if value < beta {
            upper = value;
        } else {
            lower = value;
        }
        if lower >= upper {
            return (value, memory.leaves);
        }
    }
}

struct Memory<'t> {
    tree: &'t ExplicitTree,
    /// The least and the greatest value that each node can have.
    bounds: HashMap<usize, (Value, Value)>,
    leaves: Vec<usize>,
}

impl Memory<'_> {
    /// Whether a node is worth `beta` or more: a bound that says so.
    fn search(&mut self, node: usize, depth: usize, beta: Value) -> Value {
        let (mut least, mut most) = self.bounds.get(&node).copied().unwrap_or((Value::MIN, Value::MAX));
        if least >= beta {
            return least;
        }
        if most < beta {
            return most;
        }
        let (children, side) = (self.tree.children(node), self.tree.to_move(node));
        let value = if depth == 0 || children.is_empty() {
            self.leaves.push(node);
            (least, most) = (self.tree.value(node), self.tree.value(node));
            self.tree.value(node)
        } else {
            let mut best = side.loss();
            for &child in children {
                let value = self.search(child, depth - 1, beta);
                best = if side.prefers(value, best) { value } else { best };
                if (side == Side::Max && best >= beta) || (side == Side::Min && best < beta) {
                    break;
                }
            }
            best
        };
        self.bounds.insert(node, if value >= beta { (least.max(value), most) } else { (least, most.min(value)) });
        value
    }
}
