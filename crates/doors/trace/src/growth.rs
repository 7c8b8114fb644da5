//! The observer that keeps a whole tree as it grows, in columns of numbers.

use std::collections::HashMap;

use bestply::{Event, Observer, Position, Side, Value};
use bestply_catalogue::{AnyPosition, Logic, NamedPlayer};
use serde::Serialize;

use crate::recorder::path_of;
use crate::state::rank;
use crate::walker::{Walker, shared_length};

/// The most nodes of a tree that is kept while it grows.
pub const MOST_GROWN: usize = 1_000_000;

/// The changes of values that are kept for each node that may be: an engine's alpha-beta makes a node several times.
const CHANGES_OF_A_NODE: usize = 4;

/// The end of a chain of siblings, and the parent of the root.
const NONE: u32 = u32::MAX;

/// A value is known to one part in so many of the evaluations before it; the first ones are all kept apart.
const RESOLUTION: u64 = 128;

/// What is known of a node, as bits: MAX or MIN is to move there, and it had a value when it was made.
const MAX_MOVES: u8 = 1;
const MIN_MOVES: u8 = 2;
const HAS_STATIC: u8 = 4;
/// What is known of a node besides while the search goes on.
const IS_MADE: u8 = 8;
const IS_BACKED_UP: u8 = 16;

/// What a change says, as bits: the value is a bound, and there is a value.
const BOUND: u8 = 1;
const HAS_VALUE: u8 = 2;

/// Watches a search and keeps the whole tree: of each node its parent, its move, its first value and when it was made,
/// and when its value and visits changed.
///
/// It is for a map of the tree at every moment of the search, as the scripts of this crate draw it.
/// Nodes have the numbers that a [`Recorder`](crate::Recorder) gives them, in the order in which they were made.
/// The tree only grows: a node that is freed or made again keeps its place,
/// so the tree after so many evaluations is a beginning of the columns.
/// Changes that lie closer together than one part in 128 of the evaluations before them are kept as one.
///
/// Cost: some fifty bytes for each node, and 21 for each change; the tree is full at a number of nodes that is chosen,
/// or at four times as many changes. What follows then is not kept.
///
/// ```
/// use bestply::{Limit, Searcher};
/// use bestply::explicit_game::{ExplicitPosition, ExplicitTree, NodeValue};
/// use bestply_catalogue::{AnyEvaluator, AnyPosition, Catalogue};
/// use bestply_trace::{GrownTree, MOST_GROWN};
///
/// let catalogue = Catalogue::standard();
/// let player = catalogue.player("best-first:depth=2")?;
/// let mut position = AnyPosition::new(ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))").unwrap().position());
/// let mut evaluator = AnyEvaluator::new::<ExplicitPosition, _>(NodeValue);
/// let mut growth = GrownTree::new(&player, &position, MOST_GROWN);
/// let report =
///     player.any_searcher()?.search_observed(&mut position, &mut evaluator, &player.limit(), &mut growth);
/// growth.finish(&position.indices_of(&report.line));
/// assert_eq!(growth.node_count(), 7);
/// assert_eq!(growth.line(), [0, 2, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GrownTree {
    walker: Walker,
    logic: Logic,
    most_nodes: usize,
    nodes: Nodes,
    changes: Changes,
    /// The principal variation, and the evaluations since which it is this one.
    lines: Vec<(u32, Vec<u32>)>,
    evaluations: u64,
    is_full: bool,
    /// The path to the node of the last event, and the numbers of its nodes, the root's first.
    path: Vec<usize>,
    way: Vec<u32>,
}

/// The nodes, in the order in which they were made.
#[derive(Default)]
struct Nodes {
    parent: Vec<u32>,
    index: Vec<u32>,
    label: Vec<u32>,
    born: Vec<u32>,
    first: Vec<Value>,
    flags: Vec<u8>,
    value: Vec<Option<Value>>,
    bound: Vec<bool>,
    visits: Vec<u32>,
    /// Children hang on a chain in the order in which they were made.
    child: Vec<u32>,
    sibling: Vec<u32>,
    texts: Vec<String>,
    numbers: HashMap<String, u32>,
}

/// When nodes changed. Those of one slice of time have only their last change in it.
#[derive(Default)]
struct Changes {
    at: Vec<u32>,
    node: Vec<u32>,
    value: Vec<Value>,
    visits: Vec<u32>,
    flags: Vec<u8>,
    /// The last change of each node.
    last: Vec<u32>,
    /// Where the slice began, and the evaluations at which it ends.
    slice: usize,
    end: u64,
}

/// The head of a tree's bytes.
#[derive(Serialize)]
struct Head<'g> {
    nodes: usize,
    changes: usize,
    evaluations: u64,
    full: bool,
    texts: &'g [String],
    lines: &'g [(u32, Vec<u32>)],
}

impl GrownTree {
    /// The tree of a search of this position before its first step, of at most so many nodes.
    pub fn new(player: &NamedPlayer, position: &AnyPosition, most_nodes: usize) -> GrownTree {
        let mut nodes = Nodes::default();
        nodes.add(NONE, 0, String::new(), 0);
        nodes.flags[0] |= side_flag(position.to_move());
        let mut changes = Changes { end: 1, ..Changes::default() };
        changes.last.push(NONE);
        GrownTree {
            walker: Walker::new(position),
            logic: player.about().logic,
            most_nodes,
            nodes,
            changes,
            lines: vec![(0, vec![0])],
            evaluations: 0,
            is_full: false,
            path: Vec::new(),
            way: vec![0],
        }
    }

    /// The number of nodes, the root among them.
    pub fn node_count(&self) -> usize {
        self.nodes.parent.len()
    }

    /// The static values told of so far.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Whether something was not kept because the tree is full.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// The principal variation as it was noted last, as numbers of nodes, the root's first.
    pub fn line(&self) -> &[u32] {
        &self.lines[self.lines.len() - 1].1
    }

    /// Notes the line that the search has found, as child indices, once it has returned.
    pub fn finish(&mut self, line: &[usize]) {
        let mut numbers = vec![0];
        for &index in line {
            let Some(child) = self.nodes.child(numbers[numbers.len() - 1], index as u32) else { break };
            numbers.push(child);
        }
        if !self.is_full {
            self.note_line(numbers);
        }
    }

    /// The tree as bytes (`docs/trace.md`): a line of JSON, and then the columns, each in little-endian numbers of 32
    /// bits, but for flags, which are bytes that zeros fill up to a multiple of four.
    ///
    /// Of nodes they are `parent`, `index`, `text`, `born`, `first` and `flags`;
    /// of changes `at`, `node`, `value`, `visits` and `flags`.
    pub fn bytes(&self) -> Vec<u8> {
        let GrownTree { nodes, changes, .. } = self;
        let head = Head {
            nodes: self.node_count(),
            changes: changes.node.len(),
            evaluations: self.evaluations,
            full: self.is_full,
            texts: &nodes.texts,
            lines: &self.lines,
        };
        let mut bytes = serde_json::to_vec(&head).expect("a head is representable as JSON");
        // The columns begin at a multiple of four, so that a script can look at them where they are.
        bytes.resize((bytes.len() + 1).next_multiple_of(4) - 1, b' ');
        bytes.push(b'\n');
        let whole = |column: &[u32]| column.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
        let signed = |column: &[Value]| column.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
        for column in [&nodes.parent, &nodes.index, &nodes.label, &nodes.born] {
            bytes.extend(whole(column));
        }
        bytes.extend(signed(&nodes.first));
        bytes.extend(nodes.flags.iter().map(|flags| flags & (MAX_MOVES | MIN_MOVES | HAS_STATIC)));
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        bytes.extend([whole(&changes.at), whole(&changes.node)].concat());
        bytes.extend([signed(&changes.value), whole(&changes.visits)].concat());
        bytes.extend(&changes.flags);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        bytes
    }

    /// The node at a path. Nodes on the path that were not told of yet are made.
    fn node(&mut self, path: &[usize]) -> u32 {
        let shared = shared_length(&self.path, path);
        self.path.truncate(shared);
        self.way.truncate(shared + 1);
        for (level, &index) in path.iter().enumerate().skip(shared) {
            let parent = self.way[level];
            let child = match self.nodes.child(parent, index as u32) {
                Some(child) => child,
                None if self.is_full => return NONE,
                None => {
                    let child = self.make(parent, &path[..level], index);
                    self.nodes.remake(child, None);
                    child
                }
            };
            self.path.push(index);
            self.way.push(child);
        }
        self.way[path.len()]
    }

    /// Makes child `index` of the node at a path, which is a new one.
    fn make(&mut self, parent: u32, path: &[usize], index: usize) -> u32 {
        self.walker.turn_to(path);
        let child = self.nodes.add(parent, index as u32, self.walker.move_text(index), self.now());
        self.nodes.flags[parent as usize] |= side_flag(self.walker.to_move());
        self.changes.last.push(NONE);
        self.is_full |= self.node_count() >= self.most_nodes;
        child
    }

    /// Makes child `index` of the node at a path, or makes it anew, with its static value.
    fn generate(&mut self, path: &[usize], index: usize, value: Value) {
        self.end_slice();
        self.evaluations += 1;
        let parent = self.node(path);
        if parent == NONE {
            return;
        }
        match self.nodes.child(parent, index as u32) {
            Some(child) => {
                self.nodes.remake(child, Some(value));
                self.change(child);
            }
            None => {
                let child = self.make(parent, path, index);
                self.nodes.remake(child, Some(value));
                self.nodes.first[child as usize] = value;
                self.nodes.flags[child as usize] |= HAS_STATIC;
            }
        }
    }

    /// Keeps what a node is worth now.
    fn change(&mut self, node: u32) {
        let at = self.now();
        self.changes.note(at, node, &self.nodes);
        self.is_full |= self.changes.node.len() >= CHANGES_OF_A_NODE * self.most_nodes;
    }

    fn now(&self) -> u32 {
        u32::try_from(self.evaluations).unwrap_or(u32::MAX)
    }

    /// Begins a new slice of time where the one so far is over, and notes the line.
    fn end_slice(&mut self) {
        if self.evaluations < self.changes.end {
            return;
        }
        self.changes.slice = self.changes.node.len();
        self.changes.end = self.evaluations + (self.evaluations / RESOLUTION).max(1);
        let line = self.principal_variation();
        self.note_line(line);
    }

    fn note_line(&mut self, line: Vec<u32>) {
        if self.line() != line {
            self.lines.push((self.now(), line));
        }
    }

    fn principal_variation(&self) -> Vec<u32> {
        let mut line = vec![0];
        while let Some(best) = self.best_child(line[line.len() - 1]) {
            line.push(best);
        }
        line
    }

    /// The child whose value is a node's, as [`State`](crate::state::State) says it, but for how far proofs reach.
    fn best_child(&self, parent: u32) -> Option<u32> {
        let nodes = &self.nodes;
        let side = if nodes.flags[parent as usize] & MIN_MOVES > 0 { Side::Min } else { Side::Max };
        let has = |child: u32, flag: u8| nodes.flags[child as usize] & flag > 0;
        let searched_only = self.logic.is_depth_first()
            && nodes.children(parent).any(|child| has(child, IS_MADE) && has(child, IS_BACKED_UP));
        let rank = |child: u32| {
            let (at, by_visits) = (child as usize, self.logic == Logic::MonteCarlo);
            let visits = if by_visits { nodes.visits[at] } else { 0 };
            let index = std::cmp::Reverse(nodes.index[at]);
            (rank(side, nodes.value[at], nodes.bound[at], visits, None), index)
        };
        let counts = |&child: &u32| {
            let is_searched = !searched_only || has(child, IS_BACKED_UP);
            has(child, IS_MADE) && is_searched && nodes.value[child as usize].is_some()
        };
        nodes.children(parent).filter(counts).max_by_key(|&child| rank(child))
    }
}

impl Observer for GrownTree {
    fn is_watching(&self) -> bool {
        !self.is_full
    }

    fn observe(&mut self, event: Event<'_>) {
        if self.is_full {
            return;
        }
        if let Event::Generated { path, index, value } = event {
            return self.generate(path, index, value);
        }
        let path = match event {
            Event::Numbered { path, .. } => Some(path),
            _ => path_of(&event),
        };
        let Some(path) = path else { return };
        let node = self.node(path);
        if node == NONE {
            return;
        }
        let at = node as usize;
        match event {
            Event::BackedUp { value, kind, .. } => {
                (self.nodes.value[at], self.nodes.bound[at]) = (Some(value), kind.is_bound());
                self.nodes.flags[at] |= IS_BACKED_UP;
            }
            Event::Visited { visits, .. } => self.nodes.visits[at] = visits,
            Event::Freed { .. } => return self.nodes.free_children(node),
            _ => return,
        }
        self.change(node);
    }
}

impl Nodes {
    fn add(&mut self, parent: u32, index: u32, text: String, born: u32) -> u32 {
        let node = self.parent.len() as u32;
        let label = *self.numbers.entry(text).or_insert_with_key(|text| {
            self.texts.push(text.clone());
            self.texts.len() as u32 - 1
        });
        self.parent.push(parent);
        self.index.push(index);
        self.label.push(label);
        self.born.push(born);
        self.first.push(0);
        self.flags.push(0);
        self.value.push(None);
        self.bound.push(false);
        self.visits.push(0);
        self.child.push(NONE);
        let sibling = if parent == NONE { NONE } else { std::mem::replace(&mut self.child[parent as usize], node) };
        self.sibling.push(sibling);
        node
    }

    /// The children that were ever made, the last one first.
    fn children(&self, parent: u32) -> impl Iterator<Item = u32> + use<'_> {
        let there = |node: u32| Some(node).filter(|&node| node != NONE);
        std::iter::successors(there(self.child[parent as usize]), move |&child| there(self.sibling[child as usize]))
    }

    fn child(&self, parent: u32, index: u32) -> Option<u32> {
        self.children(parent).find(|&child| self.index[child as usize] == index)
    }

    /// Makes a node, or makes it again: what was known below it counts no longer.
    fn remake(&mut self, node: u32, value: Option<Value>) {
        self.free_children(node);
        let at = node as usize;
        (self.value[at], self.bound[at]) = (value, false);
        self.flags[at] = self.flags[at] & !IS_BACKED_UP | IS_MADE;
    }

    fn free_children(&mut self, node: u32) {
        let mut child = self.child[node as usize];
        while child != NONE {
            self.flags[child as usize] &= !IS_MADE;
            child = self.sibling[child as usize];
        }
    }
}

impl Changes {
    fn note(&mut self, at: u32, node: u32, nodes: &Nodes) {
        let place = node as usize;
        let flags = u8::from(nodes.bound[place]) * BOUND + u8::from(nodes.value[place].is_some()) * HAS_VALUE;
        let (value, visits) = (nodes.value[place].unwrap_or(0), nodes.visits[place]);
        let last = self.last[place] as usize;
        if self.last[place] != NONE && last >= self.slice {
            (self.value[last], self.visits[last], self.flags[last]) = (value, visits, flags);
            return;
        }
        self.last[place] = self.node.len() as u32;
        self.at.push(at);
        self.node.push(node);
        self.value.push(value);
        self.visits.push(visits);
        self.flags.push(flags);
    }
}

fn side_flag(side: Side) -> u8 {
    match side {
        Side::Max => MAX_MOVES,
        Side::Min => MIN_MOVES,
    }
}
