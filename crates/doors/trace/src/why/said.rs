//! Values in sentences, which know their nodes: who shows a sentence may say them in other units than the searcher's.
//!
//! While a sentence is put together its values stand between marks.

use bestply::{Bounds, Value};

use crate::names;
use crate::step::{NodeName, SaidValue};

const BEGIN: char = '\u{1}';
const NODE_ENDS: char = '\u{2}';
const END: char = '\u{3}';

/// A value of a node. The infinities are the same in all units.
pub(super) fn value_text(node: NodeName, value: Value) -> String {
    match value {
        Value::MIN | Value::MAX => names::value_text(value),
        _ => format!("{BEGIN}{node}{NODE_ENDS}{value}{END}"),
    }
}

/// A value of a node, if there is one.
pub(super) fn known_value(node: NodeName, value: Option<Value>) -> String {
    value.map_or_else(|| names::known_value(None), |value| value_text(node, value))
}

/// Bounds of a node.
pub(super) fn bounds_text(node: NodeName, Bounds { alpha, beta }: Bounds) -> String {
    format!("[{}, {}]", value_text(node, alpha), value_text(node, beta))
}

/// A sentence without its marks, and the values in it.
pub(super) fn read(marked: &str) -> (String, Vec<SaidValue>) {
    let mut parts = marked.split(BEGIN);
    let mut sentence = parts.next().unwrap_or_default().to_owned();
    let mut values = Vec::new();
    for part in parts {
        let Some((node, text, value, rest)) = parsed(part) else {
            sentence += part;
            continue;
        };
        let start = sentence.chars().count();
        values.push(SaidValue { start, end: start + text.len(), node, value });
        sentence += text;
        sentence += rest;
    }
    (sentence, values)
}

/// The node, the value as text and as a number, and what follows; nothing where a move of somebody's game has a mark.
fn parsed(part: &str) -> Option<(NodeName, &str, Value, &str)> {
    let (known, rest) = part.split_once(END)?;
    let (node, text) = known.split_once(NODE_ENDS)?;
    Some((node.parse().ok()?, text, text.parse().ok()?, rest))
}
