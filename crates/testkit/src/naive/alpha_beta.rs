use bestply_core::{Bounds, Side, Stop, Value};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};

use crate::Step;
use crate::naive::saved::{Saved, SavedTree};
use crate::naive::{Definition, Expected, Resumption};

/// Alpha-beta with fixed ordering on a saved tree, written separately for MAX and MIN.
#[derive(Default)]
pub struct NaiveAlphaBeta {
    saved: SavedTree,
    soft: bool,
}

impl NaiveAlphaBeta {
    /// The variant that stores values outside the bounds as they are found, and does not cut them to the nearer bound.
    pub fn soft() -> NaiveAlphaBeta {
        NaiveAlphaBeta { soft: true, ..NaiveAlphaBeta::default() }
    }
}

impl Definition for NaiveAlphaBeta {
    fn search(&mut self, position: &ExplicitPosition, depth: Option<usize>) -> Expected {
        let root = self.saved.root(position);
        let (completed_depth, steps) = search(root, position.tree(), depth, self.soft);
        let mut expected = root.expected(position, Stop::Depth, &[], steps);
        expected.report.completed_depth = Some(completed_depth);
        expected
    }

    fn advance(&mut self, index: usize) {
        self.saved.advance(index);
    }

    fn resumption(&self) -> Resumption {
        Resumption::Value
    }
}

/// Searches from the root to `depth`, or one ply deeper each time until all lines end.
///
/// Returns the last depth and the expansions.
pub(crate) fn search(root: &mut Saved, tree: &ExplicitTree, depth: Option<usize>, soft: bool) -> (usize, Vec<Step>) {
    let mut search = Search { tree, soft, path: Vec::new(), steps: Vec::new(), came_to_horizon: true };
    let (mut completed, last) = (depth.unwrap_or(1).saturating_sub(1), depth.unwrap_or(usize::MAX));
    while search.came_to_horizon && completed < last {
        search.came_to_horizon = false;
        completed += 1;
        search.alpha_beta(root, completed, Bounds::OPEN);
    }
    (completed, search.steps)
}

struct Search<'t> {
    tree: &'t ExplicitTree,
    soft: bool,
    path: Vec<usize>,
    steps: Vec<Step>,
    came_to_horizon: bool,
}

impl Search<'_> {
    fn alpha_beta(&mut self, node: &mut Saved, depth: usize, bounds: Bounds) {
        if depth == 0 || self.tree.children(node.name).is_empty() {
            return;
        }
        let found = if depth == 1 { self.at_horizon(node, bounds) } else { self.above(node, depth, bounds) };
        let Bounds { alpha, beta } = bounds;
        // No value is better than infinity, so a cut-off at infinity hides nothing.
        node.bound = (found <= alpha && alpha > Value::MIN) || (found >= beta && beta < Value::MAX);
        node.value = if self.soft { found } else { found.max(alpha).min(beta) };
    }

    /// The children lie on the horizon: they are evaluated one at a time,
    /// unless a child made before is enough for a cut-off.
    fn at_horizon(&mut self, node: &mut Saved, bounds: Bounds) -> Value {
        self.came_to_horizon = true;
        let side = self.tree.to_move(node.name);
        if !node.children.iter().any(|child| cuts_off(side, child.value, bounds)) {
            self.expand(node, bounds, |value| cuts_off(side, value, bounds));
        }
        let best = node.best_child(self.tree).expect("there is a child");
        node.children[best].value
    }

    /// Above that, all children are made, and searched in the order of their stored values.
    fn above(&mut self, node: &mut Saved, depth: usize, bounds: Bounds) -> Value {
        let side = self.tree.to_move(node.name);
        self.expand(node, bounds, |_| false);
        let (mut found, mut window) = (None, bounds);
        for index in node.ranking(self.tree) {
            if found.is_some_and(|found| cuts_off(side, found, bounds)) {
                break;
            }
            self.path.push(index);
            self.alpha_beta(&mut node.children[index], depth - 1, window);
            self.path.pop();
            let value = node.children[index].value;
            if found.is_none_or(|found| side.prefers(value, found)) {
                found = Some(value);
            }
            match side {
                Side::Max => window.alpha = window.alpha.max(value),
                Side::Min => window.beta = window.beta.min(value),
            }
        }
        found.expect("there is a child")
    }

    fn expand(&mut self, node: &mut Saved, bounds: Bounds, is_enough: impl Fn(Value) -> bool) {
        let (first, mut values) = (node.children.len(), Vec::new());
        while let Some(value) = node.generate(self.tree) {
            values.push(value);
            if is_enough(value) {
                break;
            }
        }
        if !values.is_empty() {
            let fully = node.is_complete(self.tree);
            self.steps.push(Step { path: self.path.clone(), bounds, first, values, fully });
        }
    }
}

/// Whether the other side has something as good elsewhere, and so does not let the game come here.
fn cuts_off(side: Side, value: Value, bounds: Bounds) -> bool {
    match side {
        Side::Max => value >= bounds.beta,
        Side::Min => value <= bounds.alpha,
    }
}
