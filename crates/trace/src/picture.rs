//! The tree as a search knows it at one point.

use bestply::{Bounds, Value};

use crate::recording::{Event, NodeId, ROOT, Recording};

/// The tree after some of a recording's events.
pub(crate) struct Picture<'r> {
    recording: &'r Recording,
    states: Vec<State>,
    /// The principal variation down to the node that the search last turned to, each node with its bounds.
    variation: Vec<(NodeId, Bounds)>,
}

/// The part of a node that changes.
#[derive(Clone, Copy, Default)]
struct State {
    /// The node's last value, static or backed up. The root has no static value.
    value: Option<Value>,
    /// Whether the node is made, and was not freed with its siblings since.
    ///
    /// Nodes below one that is not made do not count.
    is_made: bool,
    /// Whether the node ever was made.
    was_made: bool,
    /// The number of the node's children that are made.
    children: usize,
}

impl<'r> Picture<'r> {
    /// The tree before the first event, which is a root.
    pub(crate) fn new(recording: &'r Recording) -> Picture<'r> {
        Picture { recording, states: vec![State::default(); recording.nodes.len()], variation: Vec::new() }
    }

    /// The tree after the last event.
    pub(crate) fn last(recording: &'r Recording) -> Picture<'r> {
        let mut picture = Picture::new(recording);
        recording.events.iter().for_each(|&event| picture.apply(event));
        picture
    }

    /// Follows the search by one event.
    pub(crate) fn apply(&mut self, event: Event) {
        match event {
            Event::Entered(node, bounds) => self.enter(node, bounds),
            Event::Generated(node, value) => self.make(node, value),
            Event::Expanded => {}
            Event::BackedUp(node, value) => self.states[node].value = Some(value),
            Event::Freed(node) => self.free_children(node),
        }
    }

    fn enter(&mut self, node: NodeId, bounds: Bounds) {
        let parent = self.recording.nodes[node].parent;
        while self.variation.last().is_some_and(|&(last, _)| node == ROOT || last != parent) {
            self.variation.pop();
        }
        self.variation.push((node, bounds));
    }

    fn make(&mut self, node: NodeId, value: Option<Value>) {
        self.free_children(node);
        let is_new = !self.states[node].is_made;
        self.states[self.recording.nodes[node].parent].children += usize::from(is_new);
        let state = &mut self.states[node];
        *state = State { value, is_made: true, was_made: true, ..*state };
    }

    fn free_children(&mut self, node: NodeId) {
        if std::mem::take(&mut self.states[node].children) > 0 {
            self.recording.nodes[node].children.iter().for_each(|&child| self.states[child].is_made = false);
        }
    }

    /// The bounds of a node, if it is on the principal variation.
    pub(crate) fn bounds(&self, node: NodeId) -> Option<Bounds> {
        let level = |node: NodeId| self.recording.nodes[node].level;
        let &(first, _) = self.variation.first()?;
        let &(found, bounds) = self.variation.get(level(node).checked_sub(level(first))?)?;
        (found == node).then_some(bounds)
    }

    /// The principal variation, from the root to the node that the search last turned to.
    pub(crate) fn variation(&self) -> Vec<NodeId> {
        self.variation.iter().map(|&(node, _)| node).collect()
    }

    /// Replaces the principal variation that the search followed by the one that ends at `leaf`.
    ///
    /// Where the two differ, the new variation has no bounds.
    pub(crate) fn end_at(&mut self, leaf: NodeId) -> Vec<NodeId> {
        if self.variation.last().is_none_or(|&(last, _)| last != leaf) {
            self.variation.clear();
        }
        let mut line = vec![leaf];
        let mut node = leaf;
        while node != ROOT {
            node = self.recording.nodes[node].parent;
            line.push(node);
        }
        line.reverse();
        line
    }

    /// Gives the root the value that the search reported.
    pub(crate) fn set_root_value(&mut self, value: Option<Value>) {
        self.states[ROOT].value = value;
    }

    /// The last value that a node was given.
    pub(crate) fn value(&self, node: NodeId) -> Option<Value> {
        self.states[node].value
    }

    /// The values along a principal variation as they are now.
    ///
    /// A search backs a value up only when it leaves the node (Korf & Chickering 1993, section 3).
    /// So here the maximum or minimum of the children stands in for a value that is not computed yet.
    pub(crate) fn values_along(&self, variation: &[NodeId]) -> Vec<Option<Value>> {
        let mut values: Vec<_> = variation.iter().map(|&node| self.value(node)).collect();
        for level in (0..variation.len()).rev() {
            let side = self.recording.nodes[variation[level]].side;
            let children = self.children(variation[level]);
            let known = children.filter_map(|child| match variation.get(level + 1) {
                Some(&next) if next == child => values[level + 1],
                _ => self.value(child),
            });
            if let Some(best) = known.max_by_key(|&value| side.orient(value)) {
                values[level] = Some(best);
            }
        }
        values
    }

    /// Whether a node is made.
    pub(crate) fn is_made(&self, node: NodeId) -> bool {
        self.states[node].is_made
    }

    /// Whether a node ever was made.
    pub(crate) fn was_made(&self, node: NodeId) -> bool {
        self.states[node].was_made
    }

    /// Whether any child of a node is made.
    pub(crate) fn has_children(&self, node: NodeId) -> bool {
        self.states[node].children > 0
    }

    /// The children of a node that are made.
    pub(crate) fn children(&self, node: NodeId) -> impl DoubleEndedIterator<Item = NodeId> {
        let children: &[NodeId] = if self.has_children(node) { &self.recording.nodes[node].children } else { &[] };
        children.iter().copied().filter(|&child| self.states[child].is_made)
    }

    /// The number of children of an expanded node that are not made. It is not 0 if the node is partially expanded.
    pub(crate) fn not_made(&self, node: NodeId) -> usize {
        match self.states[node].children {
            0 => 0,
            made => self.recording.nodes[node].moves - made,
        }
    }

    /// The number of nodes of the tree that are partially expanded.
    pub(crate) fn partially_expanded(&self) -> usize {
        self.nodes().filter(|&node| self.not_made(node) > 0).count()
    }

    /// The nodes of the tree, each before its children.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = NodeId> {
        let mut open = vec![ROOT];
        std::iter::from_fn(move || {
            let node = open.pop()?;
            open.extend(self.children(node).rev());
            Some(node)
        })
    }
}
