//! A tree drawn with the papers' shapes: squares for MAX, circles for MIN.

use std::fmt::Write;

use bestply::{Bounds, Side, Value};

use crate::picture::Picture;
use crate::recording::{NodeId, Recording};

/// The most nodes of a tree that is drawn whole.
///
/// Of a larger tree, only the principal variation and its nodes' siblings are drawn: what `RBFMS` holds in memory.
const WHOLE_UP_TO_NODES: usize = 60;

/// The number of levels of a long principal variation that are drawn of a large tree: the last ones.
const LEVELS_OF_LARGE_TREE: usize = 12;

/// A tree to draw, its principal variation, and the mark at the variation's end.
pub(crate) struct Drawing<'p> {
    pub(crate) recording: &'p Recording,
    pub(crate) picture: &'p Picture<'p>,
    pub(crate) variation: &'p [NodeId],
    /// The values along the principal variation.
    pub(crate) values: &'p [Option<Value>],
    pub(crate) mark: &'p str,
}

impl Drawing<'_> {
    /// The drawing, one line a node, each after `indent`.
    pub(crate) fn lines(&self, indent: &str) -> String {
        let whole = self.picture.nodes().take(WHOLE_UP_TO_NODES + 1).count() <= WHOLE_UP_TO_NODES;
        let levels_above = if whole { 0 } else { self.variation.len().saturating_sub(LEVELS_OF_LARGE_TREE) };
        let mut pen = Pen { drawing: self, whole, lines: String::new(), prefix: indent.to_owned() };
        if levels_above > 0 {
            let noun = if levels_above == 1 { "level" } else { "levels" };
            writeln!(pen.lines, "{indent}⋯ {levels_above} {noun} above").expect("a string takes all");
        }
        pen.node(self.variation.get(levels_above).copied().unwrap_or(0), "");
        pen.lines
    }
}

/// A drawing in progress.
struct Pen<'p> {
    drawing: &'p Drawing<'p>,
    whole: bool,
    lines: String,
    /// The text to the left of the next node.
    prefix: String,
}

impl Pen<'_> {
    /// Draws a node after the text `branch`, and everything below it.
    ///
    /// The function calls itself for some dozen levels at most, since large trees are not drawn whole.
    fn node(&mut self, node: NodeId, branch: &str) {
        let Drawing { recording, picture, variation, values, mark } = *self.drawing;
        let level = variation.iter().position(|&other| other == node);
        let value = level.map_or_else(|| picture.value(node), |level| values[level]);
        let mut line = format!("{}{branch}{}", self.prefix, shape(recording.nodes[node].side, value));
        if let Some(bounds) = picture.bounds(node).filter(|_| level.is_some()) {
            line += &format!("  {}", bounds_text(bounds));
        }
        if variation.last() == Some(&node) {
            line += &format!("  ← {mark}");
        }
        let children: Vec<_> = picture.children(node).collect();
        let hidden = !self.whole && level.is_none() && !children.is_empty();
        self.lines += &line;
        self.lines += if hidden { " ⋯\n" } else { "\n" };
        if !hidden {
            self.children(&children, picture.not_made(node), branch);
        }
    }

    /// Draws the children of a node that `branch` led to, and a line for the children that were not made.
    fn children(&mut self, children: &[NodeId], not_made: usize, branch: &str) {
        let outer = self.prefix.len();
        self.prefix += match branch.chars().next() {
            None => "",
            Some('├') => "│  ",
            Some(_) => "   ",
        };
        for &child in children {
            let corner = if children.last() == Some(&child) && not_made == 0 { '└' } else { '├' };
            self.node(child, &format!("{corner}─ {} ", self.drawing.recording.nodes[child].index));
        }
        if not_made > 0 {
            writeln!(self.lines, "{}└┄ {not_made} not generated", self.prefix).expect("a string takes all");
        }
        self.prefix.truncate(outer);
    }
}

/// A node as the papers draw it: a square for MAX, a circle for MIN.
pub(crate) fn shape(side: Side, value: Option<Value>) -> String {
    let value = value.map_or_else(|| "?".to_owned(), value_text);
    match side {
        Side::Max => format!("[{value}]"),
        Side::Min => format!("({value})"),
    }
}

/// A value as text. The ends of the range are the infinities that they stand for.
pub(crate) fn value_text(value: Value) -> String {
    match value {
        Value::MIN => "-∞".to_owned(),
        Value::MAX => "∞".to_owned(),
        _ => value.to_string(),
    }
}

/// Bounds as the papers write them.
pub(crate) fn bounds_text(Bounds { alpha, beta }: Bounds) -> String {
    format!("[{}, {}]", value_text(alpha), value_text(beta))
}
