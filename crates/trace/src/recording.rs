//! What a search with an observer did, event by event.

use bestply::{Bounds, Event as Step, Observer, Position, Side, Value};
use bestply_catalogue::AnyPosition;

use crate::outcome::Expansions;

/// The name of a node: its number in the order in which nodes were made. The root is 0.
pub(crate) type NodeId = usize;

/// The root's name.
pub(crate) const ROOT: NodeId = 0;

/// One step of a search, as an [`Observer`] is told of it.
#[derive(Clone, Copy)]
pub(crate) enum Event {
    /// The search turned to the node, which lies on the principal variation while its value is within the bounds.
    Entered(NodeId, Bounds),
    /// The node was made and has this static value; `None` if the search entered it without evaluating it.
    Generated(NodeId, Option<Value>),
    /// An expansion ended: children made after it belong to another one.
    Expanded,
    /// The value was backed up to the node.
    BackedUp(NodeId, Value),
    /// The children of the node were freed.
    Freed(NodeId),
}

/// A node, with the properties that never change.
pub(crate) struct Place {
    /// The parent. The root is its own parent.
    pub(crate) parent: NodeId,
    /// The node's index among its parent's children.
    pub(crate) index: usize,
    /// The number of its ancestors.
    pub(crate) level: usize,
    /// The children that were ever made, in canonical order.
    pub(crate) children: Vec<NodeId>,
    /// The side to move.
    pub(crate) side: Side,
    /// The number of legal moves.
    pub(crate) moves: usize,
}

/// Every node that a search made, and every event in order. A node freed and made again keeps its name.
pub(crate) struct Recording {
    pub(crate) nodes: Vec<Place>,
    pub(crate) events: Vec<Event>,
    /// The path to the node of the last event.
    path: Vec<usize>,
    way: Vec<NodeId>,
}

impl Recording {
    /// A recording that has not begun.
    pub(crate) fn new() -> Recording {
        let root = Place { parent: ROOT, index: 0, level: 0, children: Vec::new(), side: Side::Max, moves: 0 };
        Recording { nodes: vec![root], events: Vec::new(), path: Vec::new(), way: vec![ROOT] }
    }

    /// Looks up what the search did not tell: the side to move and the number of moves of every node.
    pub(crate) fn add_positions(&mut self, position: &mut AnyPosition) {
        // The nodes from the root to the node of the position,
        // each with the number of its children that were looked up.
        let mut way = vec![(ROOT, 0)];
        let mut made = Vec::new();
        self.add_position(position, ROOT);
        while let Some((node, done)) = way.last_mut() {
            if let Some(&child) = self.nodes[*node].children.get(*done) {
                *done += 1;
                let mv = position.nth_move(self.nodes[child].index);
                position.make(mv);
                made.push(mv);
                self.add_position(position, child);
                way.push((child, 0));
            } else {
                way.pop();
                made.pop().into_iter().for_each(|mv| position.unmake(mv, ()));
            }
        }
    }

    fn add_position(&mut self, position: &AnyPosition, node: NodeId) {
        self.nodes[node].side = position.to_move();
        self.nodes[node].moves = position.move_count();
    }

    /// The child indices from the root to a node. Of a long path, only the last `most` are returned.
    pub(crate) fn path(&self, mut node: NodeId, most: usize) -> Vec<usize> {
        let mut path = Vec::new();
        while node != ROOT && path.len() < most {
            path.push(self.nodes[node].index);
            node = self.nodes[node].parent;
        }
        path.reverse();
        path
    }

    /// The node that child indices from the root lead to, or the last existing node on this path.
    pub(crate) fn node(&self, path: &[usize]) -> NodeId {
        let mut node = ROOT;
        for &index in path {
            let Ok(place) = self.place_of_child(node, index) else { break };
            node = self.nodes[node].children[place];
        }
        node
    }

    /// The nodes that have children, each once, in the order in which their first children were made.
    pub(crate) fn expansions(&self) -> Expansions {
        let mut expansions = Expansions::default();
        let mut numbers = vec![None; self.nodes.len()];
        for &Place { parent: node, .. } in &self.nodes[1..] {
            if numbers[node].is_none() {
                let Place { parent, index, .. } = self.nodes[node];
                numbers[node] = Some(expansions.add(numbers[parent], index));
            }
        }
        expansions
    }

    /// The number of nodes of which some children were made and others never were.
    pub(crate) fn ever_partially_expanded(&self) -> usize {
        let is_partial = |node: &&Place| !node.children.is_empty() && node.children.len() < node.moves;
        self.nodes.iter().filter(is_partial).count()
    }

    /// Goes to the node that child indices from the root lead to,
    /// and makes the nodes on the path that were not told of yet.
    ///
    /// A search goes step by step, so that most of the path is that of the node before.
    fn turn_to(&mut self, path: &[usize]) -> NodeId {
        let shared = shared_length(&self.path, path);
        self.path.truncate(shared);
        self.way.truncate(shared + 1);
        for &index in &path[shared..] {
            let made = self.nodes.len();
            let child = self.child(self.way[self.path.len()], index);
            if child == made {
                self.events.push(Event::Generated(child, None));
            }
            self.path.push(index);
            self.way.push(child);
        }
        self.way[path.len()]
    }

    /// Child `index` of a node. The child is made if there is none yet.
    fn child(&mut self, parent: NodeId, index: usize) -> NodeId {
        match self.place_of_child(parent, index) {
            Ok(place) => self.nodes[parent].children[place],
            Err(place) => {
                let child = self.nodes.len();
                let level = self.nodes[parent].level + 1;
                self.nodes.push(Place { parent, index, level, children: Vec::new(), side: Side::Max, moves: 0 });
                self.nodes[parent].children.insert(place, child);
                child
            }
        }
    }

    /// The place of child `index` among the children made, or the place where it would be inserted.
    fn place_of_child(&self, parent: NodeId, index: usize) -> Result<usize, usize> {
        self.nodes[parent].children.binary_search_by_key(&index, |&child| self.nodes[child].index)
    }
}

/// The length of the common start of two paths.
fn shared_length(one: &[usize], other: &[usize]) -> usize {
    let most = one.len().min(other.len());
    match one[..most] == other[..most] {
        true => most,
        false => one.iter().zip(other).take_while(|(one, other)| one == other).count(),
    }
}

impl Observer for Recording {
    fn observe(&mut self, event: Step<'_>) {
        let event = match event {
            Step::Entered { path, bounds } => Event::Entered(self.turn_to(path), bounds),
            Step::Generated { path, index, value } => {
                let parent = self.turn_to(path);
                Event::Generated(self.child(parent, index), Some(value))
            }
            Step::Expanded { .. } => Event::Expanded,
            Step::BackedUp { path, value, .. } => Event::BackedUp(self.turn_to(path), value),
            Step::Freed { path } => Event::Freed(self.turn_to(path)),
            _ => return,
        };
        self.events.push(event);
    }
}
