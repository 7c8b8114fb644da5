//! The outcome of a search as one line of JSON.

use std::fmt;

use bestply::{Stop, Value};

/// What a traced search found. A move is named by the index of the child that it leads to.
///
/// It displays as one line of JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TraceOutcome {
    /// The best move; `None` where the root is terminal.
    pub best_move: Option<usize>,
    /// The root's value; `None` if no child had one.
    pub value: Option<Value>,
    /// The principal variation, from the root on.
    pub line: Vec<usize>,
    /// The nodes expanded, fully or partially. Each is listed once, in the order of first expansions.
    pub expansions: ExpandedNodes,
    /// The number of static evaluations.
    pub evaluations: u64,
    /// The number of children made, repetitions included.
    pub generations: u64,
    /// The number of children made for the first time, if the searcher makes some again.
    pub first_generations: Option<u64>,
    /// The number of nodes that the search left partially expanded:
    /// some of their children were made, and others never were.
    ///
    /// Nodes that were freed for lack of memory do not count.
    pub expanded_partially: usize,
    /// Why the search ended.
    pub stop: Stop,
}

impl fmt::Display for TraceOutcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TraceOutcome { evaluations, generations, expanded_partially, stop, .. } = self;
        write!(formatter, "{{ \"move\": {}, \"value\": {}, ", or_null(self.best_move), or_null(self.value))?;
        write!(formatter, "\"line\": {:?}, \"expansions\": {}, ", self.line, self.expansions)?;
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

/// Nodes that were expanded, in order. Parents come before their children.
///
/// A node is held as its parent and its place there, since the paths to all nodes of a deep tree would fill the memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExpandedNodes {
    /// The number of the parent, `None` for the root, and the node's index among its parent's children.
    pub(crate) nodes: Vec<(Option<usize>, usize)>,
}

impl ExpandedNodes {
    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing was expanded.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The nodes, each as child indices from the root.
    pub fn paths(&self) -> impl Iterator<Item = Vec<usize>> {
        (0..self.len()).map(|number| self.path(number))
    }

    fn path(&self, number: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut node = self.nodes[number];
        while let (Some(parent), index) = node {
            path.push(index);
            node = self.nodes[parent];
        }
        path.reverse();
        path
    }
}

/// Writes a list in JSON.
impl fmt::Display for ExpandedNodes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return formatter.write_str("[]");
        }
        for (place, path) in self.paths().enumerate() {
            write!(formatter, "{} {path:?}", if place == 0 { "[" } else { "," })?;
        }
        formatter.write_str(" ]")
    }
}
