//! The outcome of a search as one line of JSON.

use std::fmt;

use bestply::{Stop, Value};

/// What a traced search found, moves named by the indices of the children they lead to.
///
/// It shows itself as JSON in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The best move; `None` where the root is terminal.
    pub best_move: Option<usize>,
    /// The root's value; `None` if no child had one.
    pub value: Option<Value>,
    /// The principal variation, from the root on.
    pub line: Vec<usize>,
    /// The nodes expanded, wholly or in part, each once, in the order in which they first were: child indices from the root.
    pub expansions: Vec<Vec<usize>>,
    /// The static evaluations.
    pub evaluations: u64,
    /// The children made, repeats counted.
    pub generations: u64,
    /// Those made for the first time, where the searcher keeps no tree and makes some again.
    pub first_generations: Option<u64>,
    /// The nodes that the search left partially expanded: some of their children were made, and the others never.
    pub expanded_partially: usize,
    /// Why the search ended.
    pub stop: Stop,
}

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outcome { evaluations, generations, expanded_partially, stop, .. } = self;
        write!(formatter, "{{ \"move\": {}, \"value\": {}, ", or_null(self.best_move), or_null(self.value))?;
        write!(formatter, "\"line\": {:?}, \"expansions\": {}, ", self.line, Paths(&self.expansions))?;
        write!(formatter, "\"evaluations\": {evaluations}, \"generations\": {generations}, ")?;
        if let Some(first_generations) = self.first_generations {
            write!(formatter, "\"first_generations\": {first_generations}, ")?;
        }
        write!(formatter, "\"expanded_partially\": {expanded_partially}, \"stop\": \"{stop}\" }}")
    }
}

fn or_null(number: Option<impl fmt::Display>) -> String {
    number.map_or_else(|| "null".to_owned(), |number| number.to_string())
}

struct Paths<'p>(&'p [Vec<usize>]);

impl fmt::Display for Paths<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return formatter.write_str("[]");
        }
        for (place, path) in self.0.iter().enumerate() {
            write!(formatter, "{} {path:?}", if place == 0 { "[" } else { "," })?;
        }
        formatter.write_str(" ]")
    }
}
