use std::fmt;

use crate::Value;

/// What a search found, what it cost and why it ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The best move known: always legal, and the first of the line. `None` only where the root is terminal.
    pub best_move: Option<M>,
    /// The root's backed-up value; its static value where it is terminal; `None` where the search was cut before any child
    /// of the root had a value.
    pub value: Option<Value>,
    /// The principal variation, from the root on.
    pub line: Vec<M>,
    /// Each root move that has a value, in canonical order.
    pub root_moves: Vec<RootMove<M>>,
    /// What the search did.
    pub counts: Counts,
    /// The most nodes held at once.
    pub nodes: usize,
    /// The most bytes held at once for nodes.
    pub bytes: usize,
    /// Why the search ended.
    pub stop: Stop,
    /// Whether the value is proved: the principal leaf is a finished position worth plus or minus infinity.
    pub proved: bool,
}

/// A move at the root and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its backed-up or static value.
    pub value: Value,
    /// Whether the value is only a bound: it comes from a node that is partially expanded, or that alpha-beta cut off.
    pub bound: bool,
}

/// The work of one search, or of several added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Static evaluations, the papers' unit of cost.
    pub evaluations: u64,
    /// Children made, repeats counted. Moves replayed to a node that a saved tree already holds are none.
    pub generations: u64,
    /// Children made for the first time. A searcher in linear space makes some again.
    pub first_generations: u64,
    /// Nodes some or all of whose children were made, resumptions of a partial expansion counted.
    pub expansions: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.evaluations += other.evaluations;
        self.generations += other.generations;
        self.first_generations += other.first_generations;
        self.expansions += other.expansions;
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The depth limit was reached.
    Depth,
    /// The principal leaf is a finished position, so that searching on cannot change the principal variation. It goes
    /// before [`Stop::Depth`] where both hold.
    Terminal,
    /// The limit on evaluations.
    Evaluations,
    /// The limit on elapsed time.
    Time,
    /// The limit on bytes.
    Memory,
    /// Another thread raised the stop flag.
    Asked,
}

impl fmt::Display for Stop {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Stop::Depth => "depth",
            Stop::Terminal => "terminal",
            Stop::Evaluations => "evaluations",
            Stop::Time => "time",
            Stop::Memory => "memory",
            Stop::Asked => "asked",
        })
    }
}
