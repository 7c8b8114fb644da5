//! The tree as a search knows it after some of its steps.

use bestply::{Bounds, Side, Value};
use bestply_catalogue::Logic;

use crate::step::{Made, Meanwhile, NodeName, ROOT, StepEvent, TraceStep};

/// A node as it is known.
pub(crate) struct ShownNode {
    pub(crate) parent: NodeName,
    pub(crate) index: usize,
    /// The number of its ancestors.
    pub(crate) level: usize,
    pub(crate) label: String,
    pub(crate) side: Side,
    /// The number of its legal moves.
    pub(crate) moves: usize,
    /// The children that were ever made, in canonical order.
    pub(crate) children: Vec<NodeName>,
    /// The static value, as far as the search asked for it.
    pub(crate) static_value: Option<Value>,
    /// The last value: static, backed up, or what follows for a node on the search's path.
    pub(crate) value: Option<Value>,
    pub(crate) is_bound: bool,
    /// Whether a value was backed up to it since it was made.
    pub(crate) is_backed_up: bool,
    /// Whether it is made, and was not freed with its siblings since. Nodes below one that is not made do not count.
    pub(crate) is_made: bool,
    /// Whether it ever was made.
    pub(crate) was_made: bool,
    /// The number of its children that are made.
    pub(crate) made: usize,
    pub(crate) visits: u32,
    pub(crate) proof: Option<u32>,
    /// The leaves to yes and to no; `None` of one of them where that is impossible.
    pub(crate) numbers: Option<[Option<u32>; 2]>,
    /// The bounds or the window that it was last entered with.
    pub(crate) bounds: Option<Bounds>,
}

/// The tree after some steps. Text, pictures and sentences are made from it.
pub(crate) struct State {
    pub(crate) nodes: Vec<ShownNode>,
    /// The path from the root to the node that the search last turned to, without the nodes left since.
    pub(crate) way: Vec<NodeName>,
    /// The principal variation.
    pub(crate) line: Vec<NodeName>,
}

impl State {
    /// The tree before the first step, which is a root.
    pub(crate) fn new(root: &Made) -> State {
        let mut state = State { nodes: Vec::new(), way: Vec::new(), line: vec![ROOT] };
        state.add(root);
        state
    }

    /// Follows the search by one step.
    pub(crate) fn apply_step(&mut self, step: &TraceStep) {
        step.made.iter().for_each(|made| self.add(made));
        step.events.iter().for_each(|event| self.apply(event));
        self.apply_end(step);
    }

    /// Adds a node that is to be made.
    pub(crate) fn add(&mut self, made: &Made) {
        let parent = made.parent.unwrap_or(ROOT);
        let level = made.parent.map_or(0, |parent| self.nodes[parent].level + 1);
        self.nodes.push(ShownNode {
            parent,
            index: made.index,
            level,
            label: made.label.clone(),
            side: made.side,
            moves: made.moves,
            children: Vec::new(),
            static_value: None,
            value: None,
            is_bound: false,
            is_backed_up: false,
            is_made: false,
            was_made: false,
            made: 0,
            visits: 0,
            proof: None,
            numbers: None,
            bounds: None,
        });
        if made.parent.is_some() {
            let place = self.place_of_child(parent, made.index).expect_err("a node is made once");
            self.nodes[parent].children.insert(place, made.node);
        }
    }

    /// Follows the search by one event.
    pub(crate) fn apply(&mut self, event: &StepEvent) {
        match *event {
            StepEvent::Entered { node, alpha, beta } => self.turn_to(node, Some(Bounds { alpha, beta })),
            StepEvent::Selected { node, .. } => self.turn_to(node, None),
            StepEvent::Generated { node, value } => self.make(node, value),
            StepEvent::BackedUp { node, value, bound } => {
                if let Some(level) = self.level_on_way(node) {
                    self.way.truncate(level);
                }
                let node = &mut self.nodes[node];
                (node.value, node.is_bound, node.is_backed_up) = (Some(value), bound, true);
            }
            StepEvent::Visited { node, visits, proof } => {
                (self.nodes[node].visits, self.nodes[node].proof) = (visits, proof);
            }
            StepEvent::Numbered { node, proof, disproof } => self.nodes[node].numbers = Some([proof, disproof]),
            StepEvent::Freed { node } => self.free_children(node),
            _ => {}
        }
    }

    /// Shows what follows from a step for nodes on the search's path, and the line after it.
    pub(crate) fn apply_end(&mut self, step: &TraceStep) {
        for &Meanwhile { node, value, visits } in &step.meanwhile {
            self.nodes[node].value = value;
            self.nodes[node].visits = visits.unwrap_or(self.nodes[node].visits);
        }
        if let Some(line) = &step.line {
            self.line.clone_from(line);
        }
    }

    fn turn_to(&mut self, node: NodeName, bounds: Option<Bounds>) {
        let parent = self.nodes[node].parent;
        while self.way.last().is_some_and(|&last| node == ROOT || last != parent) {
            self.way.pop();
        }
        if self.way.is_empty() && node != ROOT {
            self.way = self.path_to(parent);
        }
        self.way.push(node);
        self.nodes[node].bounds = bounds;
    }

    fn make(&mut self, node: NodeName, value: Option<Value>) {
        self.free_children(node);
        let parent = self.nodes[node].parent;
        self.nodes[parent].made += usize::from(!self.nodes[node].is_made);
        let node = &mut self.nodes[node];
        (node.value, node.is_bound, node.is_backed_up) = (value, false, false);
        (node.static_value, node.is_made, node.was_made) = (value.or(node.static_value), true, true);
    }

    fn free_children(&mut self, node: NodeName) {
        if std::mem::take(&mut self.nodes[node].made) > 0 {
            for place in 0..self.nodes[node].children.len() {
                let child = self.nodes[node].children[place];
                self.nodes[child].is_made = false;
            }
        }
    }

    /// The nodes from the root to this one.
    pub(crate) fn path_to(&self, node: NodeName) -> Vec<NodeName> {
        let mut path: Vec<NodeName> = self.up(node).collect();
        path.push(ROOT);
        path.reverse();
        path
    }

    /// A node and those above it, without the root.
    pub(crate) fn up(&self, node: NodeName) -> impl Iterator<Item = NodeName> {
        std::iter::successors(Some(node), |&node| Some(self.nodes[node].parent)).take_while(|&node| node != ROOT)
    }

    /// The place of a node on the way, if it is there.
    pub(crate) fn level_on_way(&self, node: NodeName) -> Option<usize> {
        // The way begins at the root.
        let level = self.nodes[node].level;
        (self.way.get(level) == Some(&node)).then_some(level)
    }

    /// The bounds of a node on the way.
    pub(crate) fn bounds_on_way(&self, node: NodeName) -> Option<Bounds> {
        self.level_on_way(node).and(self.nodes[node].bounds)
    }

    /// The children of a node that are made.
    pub(crate) fn children(&self, node: NodeName) -> impl DoubleEndedIterator<Item = NodeName> + Clone {
        let children: &[NodeName] = if self.nodes[node].made > 0 { &self.nodes[node].children } else { &[] };
        children.iter().copied().filter(|&child| self.nodes[child].is_made)
    }

    /// The number of children of an expanded node that are not made. It is not 0 if the node is partially expanded.
    pub(crate) fn not_made(&self, node: NodeName) -> usize {
        match self.nodes[node].made {
            0 => 0,
            made => self.nodes[node].moves.saturating_sub(made),
        }
    }

    /// The nodes of the tree, each before its children.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = NodeName> {
        let mut open = vec![ROOT];
        std::iter::from_fn(move || {
            let node = open.pop()?;
            open.extend(self.children(node).rev());
            Some(node)
        })
    }

    /// The nodes from the root on to which child indices lead. Where a node is not known, the last one that is stands.
    pub(crate) fn nodes_along(&self, line: &[usize]) -> Vec<NodeName> {
        let mut nodes = vec![ROOT];
        nodes.extend(line.iter().scan(ROOT, |node, &index| {
            *node = self.child(*node, index)?;
            Some(*node)
        }));
        nodes.resize(line.len() + 1, nodes[nodes.len() - 1]);
        nodes
    }

    /// Whether nodes from the root on are a line of the tree, each the child of the one before it.
    pub(crate) fn is_line(&self, nodes: &[NodeName]) -> bool {
        nodes.iter().enumerate().all(|(level, &node)| self.nodes[node].level == level)
    }

    /// Child `index` of a node, if it ever was made.
    pub(crate) fn child(&self, parent: NodeName, index: usize) -> Option<NodeName> {
        self.place_of_child(parent, index).ok().map(|place| self.nodes[parent].children[place])
    }

    /// The place of child `index` among the children made, or the place where it would be inserted.
    fn place_of_child(&self, parent: NodeName, index: usize) -> Result<usize, usize> {
        self.nodes[parent].children.binary_search_by_key(&index, |&child| self.nodes[child].index)
    }

    /// The children whose values count for the value of a node on the search's path.
    ///
    /// A depth-first searcher has not searched its other children yet, and their static values say nothing.
    fn counting(&self, node: NodeName, logic: Logic) -> impl Iterator<Item = NodeName> {
        let searched_only = logic.is_depth_first() && self.children(node).any(|child| self.nodes[child].is_backed_up);
        self.children(node).filter(move |&child| !searched_only || self.nodes[child].is_backed_up)
    }

    /// The child whose value is a node's, among those that are made.
    ///
    /// Among equals, an exact value goes before a bound, and the first child before the others.
    pub(crate) fn best_child(&self, node: NodeName, logic: Logic) -> Option<NodeName> {
        let side = self.nodes[node].side;
        let rank = |&child: &NodeName| {
            let ShownNode { value, is_bound, visits, proof, .. } = self.nodes[child];
            let counts_visits = logic == Logic::MonteCarlo && self.nodes[node].proof.is_none();
            rank(side, value, is_bound, if counts_visits { visits } else { 0 }, proof)
        };
        let known = self.counting(node, logic).filter(|&child| self.nodes[child].value.is_some());
        known.reduce(|best, child| if rank(&child) > rank(&best) { child } else { best })
    }

    /// The principal variation, as the values are now.
    pub(crate) fn principal_variation(&self, logic: Logic) -> Vec<NodeName> {
        std::iter::successors(Some(ROOT), |&node| self.best_child(node, logic)).collect()
    }

    /// What follows for the nodes of the way from their children's values, where it is not what is shown already.
    ///
    /// A search backs a value up only when it leaves the node (Korf & Chickering 1993, section 3).
    /// So here the maximum or minimum of the children stands in for a value that is not computed yet.
    pub(crate) fn follow_up(&mut self, logic: Logic) -> Vec<Meanwhile> {
        let mut changed = Vec::new();
        for level in (0..self.way.len()).rev() {
            let node = self.way[level];
            if logic.is_depth_first() && !self.children(node).any(|child| self.nodes[child].is_backed_up) {
                continue;
            }
            let Some(best) = self.best_child(node, logic) else { continue };
            let value = self.nodes[best].value;
            if value != self.nodes[node].value {
                self.nodes[node].value = value;
                changed.push(Meanwhile { node, value, visits: None });
            }
        }
        changed
    }
}

/// How a node stands among its siblings for the side that chooses: the greatest is the best.
///
/// A win that is proved comes first, the nearest before others, and a loss that is proved last.
/// Then more visits, where they count, go before a better value, and an exact value before a bound.
pub(crate) fn rank(side: Side, value: Option<Value>, is_bound: bool, visits: u32, proof: Option<u32>) -> impl Ord {
    let value = value.map(|value| side.orient(value));
    let standing = match (proof, value) {
        (Some(plies), Some(Value::MAX)) => (2, -i64::from(plies)),
        (Some(plies), Some(Value::MIN)) => (0, i64::from(plies)),
        _ => (1, 0),
    };
    (standing, visits, value, !is_bound)
}
