//! What an outcome says of the whole search, however long it was.

use std::collections::{BTreeSet, HashMap};

use bestply::Event;

use crate::outcome::ExpandedNodes;
use crate::walker::shared_length;

/// The nodes that a search expanded. It takes some eighty bytes for each, and some ten for each child that was made.
#[derive(Default)]
pub(crate) struct Ledger {
    expanded: Vec<Expanded>,
    /// The number of an expanded node, by its parent's number and its index there.
    numbers: HashMap<(u32, u32), u32>,
    /// The path to the node of the last event, and the numbers of its nodes as far as they are expanded.
    path: Vec<usize>,
    way: Vec<Option<u32>>,
}

/// An expanded node.
struct Expanded {
    parent: Option<u32>,
    index: usize,
    moves: u32,
    made: BTreeSet<usize>,
    ever_made: BTreeSet<usize>,
}

impl Ledger {
    /// Notes an event. `moves` are the numbers of moves of the nodes on the event's path, its end included.
    pub(crate) fn observe(&mut self, event: &Event<'_>, moves: &[usize]) {
        match *event {
            Event::Generated { path, index, .. } => {
                self.turn_to(path, moves);
                let parent = self.number_at(path.len(), moves);
                if let Some(&child) = self.numbers.get(&(parent, index as u32)) {
                    self.expanded[child as usize].made.clear();
                }
                self.make(parent, index);
            }
            Event::Freed { path } => {
                self.turn_to(path, moves);
                if let Some(number) = self.way[path.len()] {
                    self.expanded[number as usize].made.clear();
                }
            }
            Event::Entered { path, .. } | Event::BackedUp { path, .. } | Event::Numbered { path, .. } => {
                self.turn_to(path, moves);
            }
            _ => {}
        }
    }

    /// Goes to the node at a path. Nodes on the path that were not told of yet are made.
    fn turn_to(&mut self, path: &[usize], moves: &[usize]) {
        if self.way.is_empty() {
            self.way.push(self.expanded.first().map(|_| 0));
        }
        let shared = shared_length(&self.path, path);
        self.path.truncate(shared);
        self.way.truncate(shared + 1);
        for &index in &path[shared..] {
            let level = self.path.len();
            let parent = self.number_at(level, moves);
            if !self.expanded[parent as usize].ever_made.contains(&index) {
                self.make(parent, index);
            }
            self.path.push(index);
            self.way.push(self.numbers.get(&(parent, index as u32)).copied());
        }
    }

    /// The number of the node at this level of the way, which is expanded now.
    fn number_at(&mut self, level: usize, moves: &[usize]) -> u32 {
        if let Some(number) = self.way[level] {
            return number;
        }
        let number = self.expanded.len() as u32;
        let parent = level.checked_sub(1).map(|above| self.way[above].expect("a parent is expanded"));
        let index = level.checked_sub(1).map_or(0, |above| self.path[above]);
        let moves = moves[level] as u32;
        self.expanded.push(Expanded { parent, index, moves, made: BTreeSet::new(), ever_made: BTreeSet::new() });
        if let Some(parent) = parent {
            self.numbers.insert((parent, index as u32), number);
        }
        self.way[level] = Some(number);
        number
    }

    fn make(&mut self, parent: u32, index: usize) {
        let parent = &mut self.expanded[parent as usize];
        parent.made.insert(index);
        parent.ever_made.insert(index);
    }

    /// The nodes that have children, each once, in the order in which their first children were made.
    pub(crate) fn expansions(&self) -> ExpandedNodes {
        let place = |node: &Expanded| (node.parent.map(|parent| parent as usize), node.index);
        ExpandedNodes { nodes: self.expanded.iter().map(place).collect() }
    }

    /// The number of nodes of which some children were made and others never were.
    pub(crate) fn ever_partially_expanded(&self) -> usize {
        self.expanded.iter().filter(|node| node.ever_made.len() < node.moves as usize).count()
    }

    /// The number of nodes of the tree that the search left of which some children are made and others are not.
    pub(crate) fn partially_expanded(&self) -> usize {
        // Parents come before their children.
        let mut is_there = vec![false; self.expanded.len()];
        let mut count = 0;
        for (number, node) in self.expanded.iter().enumerate() {
            is_there[number] = node.parent.is_none_or(|parent| {
                is_there[parent as usize] && self.expanded[parent as usize].made.contains(&node.index)
            });
            count += usize::from(is_there[number] && (1..node.moves as usize).contains(&node.made.len()));
        }
        count
    }
}
