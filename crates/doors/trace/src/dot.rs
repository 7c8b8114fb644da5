//! The tree that a search left, for graphviz.

use bestply::Side;

use crate::Trace;
use crate::names::{known_text, known_value};
use crate::state::{ShownNode, State};
use crate::step::{NodeName, ROOT};

/// The last tree in graphviz's language.
///
/// MAX nodes are boxes and MIN nodes ellipses, all of one size, children from left to right in canonical order.
/// A node has its value, and its static value where the two differ; an edge has its move.
/// The principal variation is bold, and a dashed node stands for the children that were not generated.
pub(crate) fn dot(trace: &Trace) -> String {
    let state = trace.last_state();
    let mut on_line = vec![false; state.nodes.len()];
    state.line.iter().for_each(|&node| on_line[node] = true);
    let mut dot = String::from(
        "digraph trace {\n  ordering=out\n  node [fontname=\"sans-serif\", fixedsize=true, width=1, height=0.6]\n  \
         edge [dir=none, fontname=\"sans-serif\", fontsize=11]\n",
    );
    if let Some(cap) = trace.cap_text() {
        dot += &format!("  label=\"{}\"\n", quoted(&cap));
    }
    // Edges are drawn in the order in which they are written, and these come last.
    let mut rests = String::new();
    for node in state.in_order() {
        dot += &node_line(&state, node, on_line[node]);
        if node != ROOT {
            let parent = state.nodes[node].parent;
            let style = if on_line[node] { ", style=bold" } else { "" };
            let label = quoted(&state.nodes[node].label);
            dot += &format!("  n{parent} -> n{node} [label=\"{label}\"{style}]\n");
        }
        // The children that were not generated, as one dashed node behind the others.
        let rest = state.not_made(node);
        if rest > 0 {
            rests += &format!(
                "  r{node} [shape=plaintext, label=\"{rest} not\\ngenerated\"]\n  n{node} -> r{node} [style=dashed]\n"
            );
        }
    }
    dot + &rests + "}\n"
}

fn node_line(state: &State, node: NodeName, on_line: bool) -> String {
    let shape = match state.nodes[node].side {
        Side::Max => "box",
        Side::Min => "ellipse",
    };
    let ShownNode { value, static_value, .. } = state.nodes[node];
    let beside = static_value.filter(|_| static_value != value);
    let beside = beside.map_or_else(String::new, |value| format!("\\nstatic {}", known_value(Some(value))));
    let style = if on_line { ", style=bold" } else { "" };
    format!("  n{node} [shape={shape}, label=\"{}{beside}\"{style}]\n", known_text(&state.nodes[node]))
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
