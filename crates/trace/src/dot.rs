//! The tree that a search left, for graphviz.

use std::fmt::Write;

use bestply::Side;

use crate::Trace;
use crate::draw::value_text;
use crate::picture::Picture;
use crate::recording::{NodeId, ROOT};

/// The last tree in graphviz's language.
///
/// MAX nodes are boxes and MIN nodes circles.
/// The principal variation is bold, and partially expanded nodes are dashed.
pub(crate) fn dot(trace: &Trace) -> String {
    let mut picture = Picture::last(&trace.recording);
    picture.set_root_value(trace.outcome.value);
    let line = picture.end_at(trace.recording.node(&trace.outcome.line));
    let mut on_line = vec![false; trace.recording.nodes.len()];
    line.iter().for_each(|&node| on_line[node] = true);

    let mut dot = String::from("digraph trace {\n  node [fontname=\"sans-serif\"]\n  edge [dir=none]\n");
    for node in picture.nodes() {
        dot += &node_line(trace, &picture, node, on_line[node]);
        if node != ROOT {
            let parent = trace.recording.nodes[node].parent;
            let style = if on_line[node] { " [style=bold]" } else { "" };
            writeln!(dot, "  n{parent} -> n{node}{style}").expect("a string takes all");
        }
    }
    dot + "}\n"
}

fn node_line(trace: &Trace, picture: &Picture<'_>, node: NodeId, on_line: bool) -> String {
    let shape = match trace.recording.nodes[node].side {
        Side::Max => "box",
        Side::Min => "circle",
    };
    let label = picture.value(node).map_or_else(|| "?".to_owned(), value_text);
    let style = match (on_line, picture.not_made(node) > 0) {
        (false, false) => "",
        (true, false) => ", style=bold",
        (false, true) => ", style=dashed",
        (true, true) => ", style=\"bold,dashed\"",
    };
    format!("  n{node} [shape={shape}, label=\"{label}\"{style}]\n")
}
