//! How nodes and values are named in sentences.

use bestply::{Bounds, Value};

use crate::state::{ShownNode, State};
use crate::step::NodeName;

/// The longest path by which a node is named. Of a longer path only the end is shown.
const LONGEST_NAME: usize = 64;
const END_OF_NAME: usize = 8;

/// The name of a node: the moves that lead to it.
pub(crate) fn name(state: &State, node: NodeName) -> String {
    match state.nodes[node].level {
        0 => "the root".to_owned(),
        1..=LONGEST_NAME => format!("node {}", moves_to(state, node, LONGEST_NAME)),
        level => format!("node ⋯/{} on level {level}", moves_to(state, node, END_OF_NAME)),
    }
}

/// The last moves that lead to a node, with slashes between.
fn moves_to(state: &State, node: NodeName, most: usize) -> String {
    let mut moves: Vec<&str> = state.up(node).take(most).map(|node| state.nodes[node].label.as_str()).collect();
    moves.reverse();
    moves.join("/")
}

/// A line of moves.
pub(crate) fn line_text(state: &State, line: &[NodeName]) -> String {
    line.iter().skip(1).map(|&node| state.nodes[node].label.as_str()).collect::<Vec<_>>().join(" ")
}

/// A value as text. The ends of the range are the infinities that they stand for.
pub(crate) fn value_text(value: Value) -> String {
    match value {
        Value::MIN => "-∞".to_owned(),
        Value::MAX => "∞".to_owned(),
        _ => value.to_string(),
    }
}

/// A value as text, if there is one.
pub(crate) fn known_value(value: Option<Value>) -> String {
    value.map_or_else(|| "?".to_owned(), value_text)
}

/// Proof numbers: the leaves to yes, and those to no.
pub(crate) fn numbers_text(numbers: [Option<u32>; 2]) -> String {
    let [proof, disproof] = numbers.map(|number| number.map_or_else(|| "∞".to_owned(), |number| number.to_string()));
    format!("{proof}:{disproof}")
}

/// What is known of a node: its proof numbers, or else its value.
pub(crate) fn known_text(node: &ShownNode) -> String {
    node.numbers.map_or_else(|| known_value(node.value), numbers_text)
}

/// Bounds as the papers write them.
pub(crate) fn bounds_text(Bounds { alpha, beta }: Bounds) -> String {
    format!("[{}, {}]", value_text(alpha), value_text(beta))
}

/// Some things in a sentence: "a", "a and b", "a, b and c". Of many, the first ones.
pub(crate) fn list(things: &[String]) -> String {
    const MOST: usize = 12;
    match things {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] if things.len() <= MOST => format!("{} and {last}", first.join(", ")),
        _ => format!("{} and {} more", things[..MOST].join(", "), things.len() - MOST),
    }
}

/// A number of things.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}

/// A sentence with a capital letter.
pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
