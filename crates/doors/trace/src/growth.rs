//! The observer that keeps a whole tree as it grows, in columns of numbers.

use std::cmp::Reverse;
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
/// Cost: some fifty bytes for each node, and 20 for each change; the tree is full at a number of nodes that is chosen,
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
    /// The nodes, in the order in which they were made.
    nodes: Vec<GrownNode>,
    /// The texts of moves, and the number of each.
    texts: Vec<String>,
    numbers: HashMap<String, u32>,
    /// When nodes changed. Those of one slice of time have only their last change in it.
    changes: Vec<Change>,
    /// Where the slice began, and the evaluations at which it ends.
    slice: usize,
    slice_end: u64,
    /// The principal variation, and the evaluations since which it is this one.
    lines: Vec<(u32, Vec<u32>)>,
    evaluations: u64,
    is_full: bool,
    /// The path to the node of the last event, and the numbers of its nodes, the root's first.
    path: Vec<usize>,
    way: Vec<u32>,
}

/// What is known of a node.
#[derive(Default)]
struct GrownNode {
    parent: u32,
    index: u32,
    label: u32,
    born: u32,
    first: Value,
    flags: u8,
    value: Option<Value>,
    bound: bool,
    visits: u32,
    is_made: bool,
    is_backed_up: bool,
    /// Children hang on a chain, the last one that was made first.
    child: u32,
    sibling: u32,
    /// Its last change.
    last: u32,
}

/// What a node is worth from so many evaluations on.
struct Change {
    at: u32,
    node: u32,
    value: Value,
    visits: u32,
    flags: u8,
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
        let mut growth = GrownTree {
            walker: Walker::new(position),
            logic: player.about().logic,
            most_nodes,
            nodes: Vec::new(),
            texts: Vec::new(),
            numbers: HashMap::new(),
            changes: Vec::new(),
            slice: 0,
            slice_end: 1,
            lines: vec![(0, vec![0])],
            evaluations: 0,
            is_full: false,
            path: Vec::new(),
            way: vec![0],
        };
        growth.add(NONE, 0, String::new());
        growth.nodes[0].flags |= side_flag(position.to_move());
        growth
    }

    /// The number of nodes, the root among them.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
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
            let Some(child) = self.child(numbers[numbers.len() - 1], index as u32) else { break };
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
            nodes: nodes.len(),
            changes: changes.len(),
            evaluations: self.evaluations,
            full: self.is_full,
            texts: &self.texts,
            lines: &self.lines,
        };
        let mut bytes = serde_json::to_vec(&head).expect("a head is representable as JSON");
        // The columns begin at a multiple of four, so that a script can look at them where they are.
        bytes.resize((bytes.len() + 1).next_multiple_of(4) - 1, b' ');
        bytes.push(b'\n');
        write_columns(&mut bytes, nodes, |node| {
            ([node.parent, node.index, node.label, node.born, node.first.cast_unsigned()], node.flags)
        });
        write_columns(&mut bytes, changes, |change| {
            ([change.at, change.node, change.value.cast_unsigned(), change.visits], change.flags)
        });
        bytes
    }

    /// The node at a path. Nodes on the path that were not told of yet are made.
    fn node(&mut self, path: &[usize]) -> u32 {
        let shared = shared_length(&self.path, path);
        self.path.truncate(shared);
        self.way.truncate(shared + 1);
        for (level, &index) in path.iter().enumerate().skip(shared) {
            let parent = self.way[level];
            let child = match self.child(parent, index as u32) {
                Some(child) => child,
                None if self.is_full => return NONE,
                None => self.make(parent, &path[..level], index, None),
            };
            self.path.push(index);
            self.way.push(child);
        }
        self.way[path.len()]
    }

    /// Makes child `index` of the node at a path, which is a new one.
    fn make(&mut self, parent: u32, path: &[usize], index: usize, value: Option<Value>) -> u32 {
        self.walker.turn_to(path);
        let child = self.add(parent, index as u32, self.walker.position.move_text_at(index));
        self.nodes[parent as usize].flags |= side_flag(self.walker.position.to_move());
        self.is_full |= self.nodes.len() >= self.most_nodes;
        self.remake(child, value);
        child
    }

    fn add(&mut self, parent: u32, index: u32, text: String) -> u32 {
        let node = self.nodes.len() as u32;
        let label = *self.numbers.entry(text).or_insert_with_key(|text| {
            self.texts.push(text.clone());
            self.texts.len() as u32 - 1
        });
        let above = self.nodes.get_mut(parent as usize);
        let sibling = above.map_or(NONE, |above| std::mem::replace(&mut above.child, node));
        self.nodes.push(GrownNode {
            parent,
            index,
            label,
            born: self.now(),
            child: NONE,
            sibling,
            last: NONE,
            ..GrownNode::default()
        });
        node
    }

    /// Makes a node, or makes it again: what was known below it counts no longer.
    fn remake(&mut self, node: u32, value: Option<Value>) {
        self.free_children(node);
        let node = &mut self.nodes[node as usize];
        (node.value, node.bound) = (value, false);
        (node.is_made, node.is_backed_up) = (true, false);
    }

    fn free_children(&mut self, node: u32) {
        let mut child = self.nodes[node as usize].child;
        while child != NONE {
            self.nodes[child as usize].is_made = false;
            child = self.nodes[child as usize].sibling;
        }
    }

    /// The children that were ever made, the last one first.
    fn children(&self, parent: u32) -> impl Iterator<Item = (u32, &GrownNode)> {
        let there = |number: u32| Some((number, self.nodes.get(number as usize)?));
        std::iter::successors(there(self.nodes[parent as usize].child), move |(_, child)| there(child.sibling))
    }

    fn child(&self, parent: u32, index: u32) -> Option<u32> {
        self.children(parent).find(|(_, child)| child.index == index).map(|(number, _)| number)
    }

    /// Makes child `index` of the node at a path, or makes it anew, with its static value.
    fn generate(&mut self, path: &[usize], index: usize, value: Value) {
        self.end_slice();
        self.evaluations += 1;
        let parent = self.node(path);
        if parent == NONE {
            return;
        }
        if let Some(child) = self.child(parent, index as u32) {
            self.remake(child, Some(value));
            return self.note_change(child);
        }
        let child = self.make(parent, path, index, Some(value)) as usize;
        self.nodes[child].first = value;
        self.nodes[child].flags |= HAS_STATIC;
    }

    /// Keeps what a node is worth now.
    fn note_change(&mut self, number: u32) {
        let node = &self.nodes[number as usize];
        let flags = u8::from(node.bound) * BOUND + u8::from(node.value.is_some()) * HAS_VALUE;
        let value = node.value.unwrap_or(0);
        let change = Change { at: self.now(), node: number, value, visits: node.visits, flags };
        let last = node.last as usize;
        if let Some(known) = self.changes.get_mut(last).filter(|_| last >= self.slice) {
            *known = Change { at: known.at, ..change };
        } else {
            self.nodes[number as usize].last = self.changes.len() as u32;
            self.changes.push(change);
        }
        self.is_full |= self.changes.len() >= CHANGES_OF_A_NODE * self.most_nodes;
    }

    fn now(&self) -> u32 {
        u32::try_from(self.evaluations).unwrap_or(u32::MAX)
    }

    /// Begins a new slice of time where the one so far is over, and notes the line.
    fn end_slice(&mut self) {
        if self.evaluations < self.slice_end {
            return;
        }
        self.slice = self.changes.len();
        self.slice_end = self.evaluations + (self.evaluations / RESOLUTION).max(1);
        let line = self.principal_variation();
        self.note_line(line);
    }

    fn note_line(&mut self, line: Vec<u32>) {
        if self.line() != line {
            self.lines.push((self.now(), line));
        }
    }

    fn principal_variation(&self) -> Vec<u32> {
        std::iter::successors(Some(0), |&node| self.best_child(node)).collect()
    }

    /// The child whose value is a node's, as [`State`](crate::state::State) says it, but for how far proofs reach.
    fn best_child(&self, parent: u32) -> Option<u32> {
        let side = if self.nodes[parent as usize].flags & MIN_MOVES > 0 { Side::Min } else { Side::Max };
        let children = || self.children(parent).filter(|(_, child)| child.is_made);
        let searched_only = self.logic.is_depth_first() && children().any(|(_, child)| child.is_backed_up);
        let counts = |(_, child): &(u32, &GrownNode)| child.value.is_some() && (!searched_only || child.is_backed_up);
        let best = children().filter(counts).max_by_key(|(_, child)| {
            let visits = if self.logic == Logic::MonteCarlo { child.visits } else { 0 };
            (rank(side, child.value, child.bound, visits, None), Reverse(child.index))
        });
        best.map(|(number, _)| number)
    }
}

impl Observer for GrownTree {
    fn is_watching(&self) -> bool {
        !self.is_full
    }

    fn observe(&mut self, event: Event<'_>) {
        let Some(path) = path_of(&event).filter(|_| !self.is_full) else { return };
        if let Event::Generated { index, value, .. } = event {
            return self.generate(path, index, value);
        }
        let node = self.node(path);
        if node == NONE {
            return;
        }
        let known = &mut self.nodes[node as usize];
        match event {
            Event::BackedUp { value, kind, .. } => {
                (known.value, known.bound, known.is_backed_up) = (Some(value), kind.is_bound(), true);
            }
            Event::Visited { visits, .. } => known.visits = visits,
            Event::Freed { .. } => return self.free_children(node),
            _ => return,
        }
        self.note_change(node);
    }
}

/// Writes a column for each of the numbers of a row, and one for the flags.
fn write_columns<R, const N: usize>(bytes: &mut Vec<u8>, rows: &[R], row: fn(&R) -> ([u32; N], u8)) {
    for column in 0..N {
        bytes.extend(rows.iter().flat_map(|of| row(of).0[column].to_le_bytes()));
    }
    bytes.extend(rows.iter().map(|of| row(of).1));
    bytes.resize(bytes.len().next_multiple_of(4), 0);
}

fn side_flag(side: Side) -> u8 {
    match side {
        Side::Max => MAX_MOVES,
        Side::Min => MIN_MOVES,
    }
}
