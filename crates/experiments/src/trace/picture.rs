//! The tree as a search knows it at one moment.

use bestply::{Bounds, Value};

use super::recording::{Event, NodeId, ROOT, Recording};

/// The tree after some of a recording's events.
pub(super) struct Picture<'r> {
    recording: &'r Recording,
    states: Vec<State>,
    /// The principal variation down to the node that the search turned to last, each with its bounds.
    variation: Vec<(NodeId, Bounds)>,
}

/// What changes about a node.
#[derive(Clone, Copy, Default)]
struct State {
    /// The value it was given last, static or backed up; the root has no static one.
    value: Option<Value>,
    /// The number of its children made, and not freed.
    made: usize,
    /// The most of them that there ever were.
    ever_made: usize,
}

impl<'r> Picture<'r> {
    /// The tree before the first event: a root.
    pub(super) fn new(recording: &'r Recording) -> Picture<'r> {
        Picture { recording, states: vec![State::default(); recording.nodes.len()], variation: Vec::new() }
    }

    /// The tree after the last event.
    pub(super) fn last(recording: &'r Recording) -> Picture<'r> {
        let mut picture = Picture::new(recording);
        recording.events.iter().for_each(|&event| picture.apply(event));
        picture
    }

    /// Follows the search by one event.
    pub(super) fn apply(&mut self, event: Event) {
        match event {
            Event::Entered(node, bounds) => self.enter(node, bounds),
            Event::Generated(node, value) => {
                let place = &self.recording.nodes[node];
                // Fewer than before where the node's children had been freed: then they are gone, and so is all below.
                let parent = &mut self.states[place.parent];
                parent.made = place.index + 1;
                parent.ever_made = parent.ever_made.max(parent.made);
                let state = &mut self.states[node];
                *state = State { value: Some(value), made: 0, ..*state };
            }
            Event::Expanded(_) => {}
            Event::BackedUp(node, value) => self.states[node].value = Some(value),
            Event::Freed(node) => self.states[node].made = 0,
        }
    }

    fn enter(&mut self, node: NodeId, bounds: Bounds) {
        let parent = self.recording.nodes[node].parent;
        while self.variation.last().is_some_and(|&(last, _)| node == ROOT || last != parent) {
            self.variation.pop();
        }
        self.variation.push((node, bounds));
    }

    /// The bounds of a node on the principal variation.
    pub(super) fn bounds(&self, node: NodeId) -> Option<Bounds> {
        self.variation.iter().find(|&&(other, _)| other == node).map(|&(_, bounds)| bounds)
    }

    /// The principal variation, from the root to the node that the search turned to last.
    pub(super) fn variation(&self) -> Vec<NodeId> {
        self.variation.iter().map(|&(node, _)| node).collect()
    }

    /// Puts another principal variation in place of the one that the search followed, without bounds where they differ.
    pub(super) fn end_at(&mut self, leaf: NodeId) -> Vec<NodeId> {
        if self.variation.last().is_none_or(|&(last, _)| last != leaf) {
            self.variation.clear();
        }
        let mut line = vec![leaf];
        while line[0] != ROOT {
            line.insert(0, self.recording.nodes[line[0]].parent);
        }
        line
    }

    /// Gives the root the value that the search reported.
    pub(super) fn set_root_value(&mut self, value: Option<Value>) {
        self.states[ROOT].value = value;
    }

    /// The value a node was given last.
    pub(super) fn value(&self, node: NodeId) -> Option<Value> {
        self.states[node].value
    }

    /// The values along a principal variation as they are now.
    ///
    /// The search backs a value up only once it leaves the node (Korf & Chickering 1993, section 3), so that here the
    /// maximum or minimum of the children stands in for what is not computed yet.
    pub(super) fn values_along(&self, variation: &[NodeId]) -> Vec<Option<Value>> {
        let mut values: Vec<_> = variation.iter().map(|&node| self.value(node)).collect();
        for level in (0..variation.len()).rev() {
            let side = self.recording.nodes[variation[level]].side;
            let children = self.children(variation[level]).iter();
            let known = children.filter_map(|&child| match variation.get(level + 1) {
                Some(&next) if next == child => values[level + 1],
                _ => self.value(child),
            });
            if let Some(best) = known.max_by_key(|&value| side.orient(value)) {
                values[level] = Some(best);
            }
        }
        values
    }

    /// The number of a node's children that were ever made.
    pub(super) fn ever_made(&self, node: NodeId) -> usize {
        self.states[node].ever_made
    }

    /// The children of a node that are made.
    pub(super) fn children(&self, node: NodeId) -> &'r [NodeId] {
        &self.recording.nodes[node].children[..self.states[node].made]
    }

    /// The number of children of an expanded node that are not made: not 0 where it is partially expanded.
    pub(super) fn not_made(&self, node: NodeId) -> usize {
        match self.states[node].made {
            0 => 0,
            made => self.recording.nodes[node].moves - made,
        }
    }

    /// The nodes of the tree, each before its children.
    pub(super) fn nodes(&self) -> impl Iterator<Item = NodeId> {
        let mut open = vec![ROOT];
        std::iter::from_fn(move || {
            let node = open.pop()?;
            open.extend(self.children(node).iter().rev());
            Some(node)
        })
    }
}
