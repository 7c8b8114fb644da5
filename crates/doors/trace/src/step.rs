//! The steps of a search as data: what `--format json` writes and the microscope reads (`docs/trace.md`).

use bestply::{Side, Value};
use serde::{Serialize, Serializer};

use crate::board::ShownBoard;

/// The name of a node: its number in the order in which nodes were made. The root is 0.
pub type NodeName = usize;

/// The root's name.
pub(crate) const ROOT: NodeName = 0;

/// What one press of the microscope's "next" shows: one decision of a search, and what came of it.
///
/// `docs/trace.md` says what a step is for each searcher.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TraceStep {
    /// The step's number, counted from 1.
    pub step: usize,
    /// What the step is about.
    pub kind: StepKind,
    /// The node that the step is about.
    pub node: NodeName,
    /// The static values that the observer was told of, up to the end of this step.
    pub evaluations: u64,
    /// Why the search did this, and what came of it.
    pub why: String,
    /// The values in that sentence, in their order; left out where it has none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<SaidValue>,
    /// The nodes that the step made for the first time.
    pub made: Vec<Made>,
    /// The events, in order.
    pub events: Vec<StepEvent>,
    /// The values and visits that follow for nodes on the search's path, which the search itself backs up later.
    pub meanwhile: Vec<Meanwhile>,
    /// The principal variation after the step, from the root on; left out where it has not changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<NodeName>>,
}

impl TraceStep {
    /// Ends the sentence with another one.
    pub(crate) fn say(&mut self, (sentence, values): (String, Vec<SaidValue>)) {
        if !self.why.is_empty() {
            self.why.push(' ');
        }
        let before = self.why.chars().count();
        self.why += &sentence;
        let moved = |said: SaidValue| SaidValue { start: before + said.start, end: before + said.end, ..said };
        self.values.extend(values.into_iter().map(moved));
    }
}

/// A value in a sentence, in the searcher's units: who shows it may say it in others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SaidValue {
    /// The characters of the sentence before it.
    pub start: usize,
    /// Those up to its end.
    pub end: usize,
    /// The node that it is a value of, or a bound.
    pub node: NodeName,
    /// The value.
    pub value: Value,
}

/// What a step is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    /// A node was expanded, wholly or in part, for the first time or again.
    Expansion,
    /// A node was entered, and its children are searched next.
    Entry,
    /// A node was left with a value.
    Return,
    /// A node was left because one of its children is good enough.
    CutOff,
    /// A transposition table answered for a node.
    TableHit,
    /// An iteration of iterative deepening is complete.
    Iteration,
    /// A node is finished or at the depth limit, which proves something or ends the search.
    #[default]
    End,
}

/// A node that was made, with the properties that never change.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Made {
    /// The node.
    pub node: NodeName,
    /// Its parent; `None` for the root.
    pub parent: Option<NodeName>,
    /// Its index among its parent's children, in canonical order.
    pub index: usize,
    /// The move that leads to it, in the game's notation; empty for the root.
    #[serde(rename = "move")]
    pub label: String,
    /// The side to move there.
    #[serde(serialize_with = "side")]
    pub side: Side,
    /// The number of its legal moves.
    pub moves: usize,
    /// The board, in games that draw one: the root's whole, any other as it differs from its parent's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<ShownBoard>,
}

/// What the observer was told, with nodes by their names.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum StepEvent {
    /// The search turned to the node, with these bounds or this window.
    Entered {
        /// The node.
        node: NodeName,
        /// The lower end.
        alpha: Value,
        /// The upper end.
        beta: Value,
    },
    /// A searcher that counts visits turned to the node.
    Selected {
        /// The node.
        node: NodeName,
        /// The values between which no node above turns to another child; `None` is an infinity.
        window: (Option<f64>, Option<f64>),
        /// The root's visits at which the window expires; `None` is never.
        until: Option<u64>,
    },
    /// A searcher in linear space chose the node for expansion, after so many generations.
    Chosen {
        /// The node.
        node: NodeName,
        /// The evaluations counted so far.
        evaluations: u64,
        /// The generations counted so far.
        generations: u64,
    },
    /// The node was made; `value` is `None` if the search entered it without evaluating it.
    Generated {
        /// The node, which is a child.
        node: NodeName,
        /// Its static value.
        value: Option<Value>,
    },
    /// The expansion of the node ended.
    Expanded {
        /// The node.
        node: NodeName,
        /// Whether all its children are made.
        fully: bool,
    },
    /// A value was backed up to the node.
    BackedUp {
        /// The node.
        node: NodeName,
        /// Its value.
        value: Value,
        /// Whether that is only a bound.
        bound: bool,
    },
    /// What a searcher that counts visits knows of the node.
    Visited {
        /// The node.
        node: NodeName,
        /// Its visits.
        visits: u32,
        /// If the value is proved, the plies to the end of the game.
        proof: Option<u32>,
    },
    /// What a searcher that counts proof numbers knows of the node.
    Numbered {
        /// The node.
        node: NodeName,
        /// The leaves to yes; `None` where that is impossible.
        proof: Option<u32>,
        /// The leaves to no; `None` where that is impossible.
        disproof: Option<u32>,
    },
    /// The children of the node were freed.
    Freed {
        /// The node.
        node: NodeName,
    },
    /// An iteration is complete.
    Iterated {
        /// Its depth in plies.
        depth: usize,
        /// The index of the best move.
        best: usize,
        /// Its value.
        value: Value,
    },
    /// The search leaves the node because a child is worth the bound or more to the side to move.
    CutOff {
        /// The node.
        node: NodeName,
        /// That child's index.
        index: usize,
    },
    /// A transposition table knew the node.
    TableHit {
        /// The node.
        node: NodeName,
        /// The value in the table.
        value: Value,
        /// Whether that is only a bound.
        bound: bool,
    },
}

/// What is worth showing of a node on the search's path before the search backs it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Meanwhile {
    /// The node.
    pub node: NodeName,
    /// Its best child's value.
    pub value: Option<Value>,
    /// Its visits, those of walks still under way included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u32>,
}

/// The constants of an upper confidence bound, from which a viewer computes bonuses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BonusTerms {
    /// *C* of *C* √(ln *N* / *n*).
    pub exploration: f64,
    /// The bonus of a child that was never visited; `None` where no child is compared before its first visit.
    pub urgency: Option<f64>,
    /// The value that counts as 1.
    pub scale: f64,
}

/// What a viewer needs to know before the first step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Subject {
    /// The searcher and its settings.
    pub searcher: String,
    /// The game's name; `tree` for a tree that is written down.
    pub game: String,
    /// The position that is searched, in the game's notation.
    pub position: String,
    /// How bonuses are computed, for the searchers that have them.
    pub bonus: Option<BonusTerms>,
    /// The root.
    pub root: Made,
    /// The most steps that are recorded.
    pub most_steps: usize,
}

impl Subject {
    /// The subject in JSON.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("a subject is representable as JSON")
    }
}

fn side<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(side.name())
}
