//! A tree drawn with the papers' shapes: squares for MAX, circles for MIN.

use bestply::Side;

use crate::names::{bounds_text, count, known_text};
use crate::state::State;
use crate::step::{NodeName, ROOT};

/// The most nodes of a tree that is drawn whole.
///
/// Of a larger tree, only the line and its nodes' siblings are drawn: what `RBFMS` holds in memory.
const WHOLE_UP_TO_NODES: usize = 60;

/// The number of levels of a long line that are drawn of a large tree: the last ones.
const LEVELS_OF_LARGE_TREE: usize = 12;

/// The drawing of a tree with a line in it and a mark at the line's end: one line a node, each after `indent`.
pub(crate) fn drawn(state: &State, line: &[NodeName], mark: &str, indent: &str) -> String {
    let whole = state.in_order().nth(WHOLE_UP_TO_NODES).is_none();
    let levels_above = if whole { 0 } else { line.len().saturating_sub(LEVELS_OF_LARGE_TREE) };
    let mut pen = Pen { state, line, mark, whole, lines: String::new(), prefix: indent.to_owned() };
    if levels_above > 0 {
        pen.lines += &format!("{indent}⋯ {} above\n", count(levels_above, "level", "levels"));
    }
    pen.node(line.get(levels_above).copied().unwrap_or(ROOT), "");
    pen.lines
}

/// A drawing in progress.
struct Pen<'s> {
    state: &'s State,
    line: &'s [NodeName],
    mark: &'s str,
    whole: bool,
    lines: String,
    /// The text to the left of the next node.
    prefix: String,
}

impl Pen<'_> {
    /// Draws a node after the text `branch`, and everything below it.
    ///
    /// The function calls itself for some dozen levels at most, since large trees are not drawn whole.
    fn node(&mut self, node: NodeName, branch: &str) {
        let Pen { state, line, mark, .. } = *self;
        let is_on_line = line.contains(&node);
        let shape = shape(state.nodes[node].side, &known_text(&state.nodes[node]));
        self.lines += &format!("{}{branch}{shape}", self.prefix);
        if let Some(bounds) = state.bounds_on_way(node).filter(|_| is_on_line) {
            self.lines += &format!("  {}", bounds_text(bounds));
        }
        if line.last() == Some(&node) && !mark.is_empty() {
            self.lines += &format!("  ← {mark}");
        }
        let children: Vec<_> = state.children(node).collect();
        let hidden = !self.whole && !is_on_line && !children.is_empty();
        self.lines += if hidden { " ⋯\n" } else { "\n" };
        if !hidden {
            self.children(&children, state.not_made(node), branch);
        }
    }

    /// Draws the children of a node that `branch` led to, and a line for the children that were not made.
    fn children(&mut self, children: &[NodeName], not_made: usize, branch: &str) {
        let outer = self.prefix.len();
        self.prefix += match branch.chars().next() {
            None => "",
            Some('├') => "│  ",
            Some(_) => "   ",
        };
        for &child in children {
            let corner = if children.last() == Some(&child) && not_made == 0 { '└' } else { '├' };
            self.node(child, &format!("{corner}─ {} ", self.state.nodes[child].label));
        }
        if not_made > 0 {
            self.lines += &format!("{}└┄ {not_made} not generated\n", self.prefix);
        }
        self.prefix.truncate(outer);
    }
}

/// A node as the papers draw it: a square for MAX, a circle for MIN.
pub(crate) fn shape(side: Side, value: &str) -> String {
    match side {
        Side::Max => format!("[{value}]"),
        Side::Min => format!("({value})"),
    }
}
