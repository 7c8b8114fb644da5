use bestply_core::{Side, Stop, Value};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};

use crate::naive::saved::Saved;
use crate::naive::{Definition, Expected, Resumption, Scope};

/// The minimax value of a position, `depth` plies deep, by the definition: all nodes are looked at.
pub fn minimax(position: &ExplicitPosition, depth: usize) -> Value {
    value(position.tree(), position.node(), depth)
}

fn value(tree: &ExplicitTree, node: usize, depth: usize) -> Value {
    if depth == 0 || tree.children(node).is_empty() {
        return tree.value(node);
    }
    let values = tree.children(node).iter().map(|&child| value(tree, child, depth - 1));
    let best = match tree.to_move(node) {
        Side::Max => values.max(),
        Side::Min => values.min(),
    };
    best.expect("there is a child")
}

/// Full-width minimax: of the moves that lead to the minimax value, the first.
///
/// Nothing else of its report is defined.
#[derive(Clone, Copy, Debug, Default)]
pub struct NaiveMinimax;

impl Definition for NaiveMinimax {
    fn search(&mut self, position: &ExplicitPosition, depth: Option<usize>) -> Expected {
        let depth = depth.unwrap_or(usize::MAX);
        let tree = position.tree();
        let mut root = Saved::new(position.node(), 0);
        while depth > 0 && root.generate(tree).is_some() {}
        for child in &mut root.children {
            child.value = value(tree, child.name, depth - 1);
        }
        root.expected(position, Stop::Depth, &[], Vec::new())
    }

    fn advance(&mut self, _index: usize) {}

    fn scope(&self) -> Scope {
        Scope::ValueAndMove
    }

    fn resumption(&self) -> Resumption {
        Resumption::Value
    }
}
