//! One walk: the way down, and what is made at its end.

use bestply_core::{Bounds, Evaluator, Keyed, Stop, Value, is_infinite};

use super::{Edge, NaiveNode, Walks};
use crate::Step;

/// A walk: the child indices, the nodes from the root on, and the position at the end.
pub(super) struct Walk<P> {
    pub(super) path: Vec<usize>,
    /// All nodes that are complete; the last is at the end of the path if that is no leaf.
    pub(super) nodes: Vec<usize>,
    pub(super) end: P,
    /// The number of nodes above the first leaf that was expanded.
    pub(super) first_expanded: Option<usize>,
    /// The leaves that it expanded.
    pub(super) expansions: u32,
    pub(super) is_finished: bool,
    /// The static value of the finished position at the end, where that was drawn before.
    pub(super) exact: Option<Value>,
}

impl<P: Keyed + Clone, E: Evaluator<P>> Walks<'_, P, E> {
    /// A walk that has come down this way, to where no node is passed yet.
    pub(super) fn walk_from(&self, path: &[usize]) -> Walk<P> {
        let (mut end, mut nodes, mut node) = (self.root.clone(), Vec::new(), self.root_node());
        for &index in path {
            let above = node.expect("the way leads through expanded nodes");
            end.make(end.nth_move(index));
            nodes.push(above);
            node = self.naive.nodes[above].edges[index].target;
        }
        Walk { path: path.to_vec(), nodes, end, first_expanded: None, expansions: 0, is_finished: false, exact: None }
    }

    /// The node at the end of a walk, if any of its children are made.
    pub(super) fn end_of(&self, walk: &Walk<P>) -> Option<usize> {
        match walk.path.split_last() {
            Some((&index, above)) => self.naive.nodes[walk.nodes[above.len()]].edges[index].target,
            None => self.root_node(),
        }
    }

    /// Walks down to a leaf, or to a node that is proved. An error is the limit that ends the search.
    pub(super) fn go_down(&mut self, walk: &mut Walk<P>, depth: usize) -> Result<(), Stop> {
        loop {
            if walk.nodes.len() == walk.path.len() {
                let Some(node) = self.node_at_end(walk, depth)? else { return Ok(()) };
                walk.nodes.push(node);
            }
            let here = walk.nodes[walk.path.len()];
            if self.naive.nodes[here].proof.is_some() {
                return Ok(());
            }
            let kept = self.kept.get(walk.path.len()).copied();
            let mut index = kept.unwrap_or_else(|| self.select(here, &walk.path));
            while self.naive.nodes[here].edges[index].bound {
                self.ask_again(here, index, &walk.path);
                index = self.select(here, &walk.path);
            }
            walk.end.make(walk.end.nth_move(index));
            walk.path.push(index);
        }
    }

    /// The complete node at the end of a walk: its own, or that of another parent, to which the walk comes now.
    fn node_at_end(&mut self, walk: &mut Walk<P>, depth: usize) -> Result<Option<usize>, Stop> {
        if let Some(node) = self.end_of(walk).filter(|&node| self.naive.nodes[node].is_complete()) {
            return Ok(Some(node));
        }
        if walk.end.is_terminal() {
            walk.is_finished = true;
            return Ok(None);
        }
        if walk.path.len() >= depth {
            return Err(Stop::Depth);
        }
        Ok(self.join(walk))
    }

    /// Lets the walk lead to the node of another parent with the same position, if there is one.
    fn join(&mut self, walk: &Walk<P>) -> Option<usize> {
        let known = self.naive.known.get(&self.name(&walk.end, &walk.path)).copied();
        let node = known.filter(|&node| self.naive.nodes[node].is_complete())?;
        self.lead(walk, node);
        let values = self.naive.nodes[node].edges.iter().map(|edge| edge.value).collect();
        self.steps.push(Step { path: walk.path.clone(), bounds: Bounds::OPEN, first: 0, values, fully: true });
        Some(node)
    }

    fn lead(&mut self, walk: &Walk<P>, node: usize) {
        if let Some((&index, above)) = walk.path.split_last() {
            self.naive.nodes[walk.nodes[above.len()]].edges[index].target = Some(node);
        }
    }

    /// Goes on from an expanded leaf until the walk has expanded as many as it should, or cannot go on.
    pub(super) fn go_on(&mut self, walk: &mut Walk<P>, depth: usize) -> Result<(), Stop> {
        while walk.expansions < self.naive.settings.expansions && self.is_open(walk) {
            self.go_down(walk, depth)?;
            self.expand_end(walk)?;
        }
        Ok(())
    }

    /// Whether a walk can go on.
    fn is_open(&self, walk: &Walk<P>) -> bool {
        let end = walk.nodes.get(walk.path.len());
        end.is_some_and(|&node| self.naive.nodes[node].proof.is_none())
    }

    /// Expands the leaf at the end of a walk, if it is one, and asks for the exact value of a finished one.
    pub(super) fn expand_end(&mut self, walk: &mut Walk<P>) -> Result<(), Stop> {
        if walk.is_finished {
            walk.exact = self.static_value(walk)?;
            if let (Some(value), Some((&index, above))) = (walk.exact, walk.path.split_last()) {
                // Walks of one batch may end below the same node, which the first of them backs up already.
                let edge = &mut self.naive.nodes[walk.nodes[above.len()]].edges[index];
                edge.value = if self.naive.settings.leaves > 1 { value } else { edge.value };
            }
            return Ok(());
        }
        if walk.nodes.len() > walk.path.len() {
            return Ok(());
        }
        // Another walk of the batch may have expanded it.
        let node = match self.join(walk) {
            Some(node) => node,
            None => {
                let node = self.expand(walk)?;
                walk.first_expanded.get_or_insert(walk.nodes.len());
                walk.expansions += 1;
                node
            }
        };
        walk.nodes.push(node);
        Ok(())
    }

    /// Makes the children of a leaf that are not made yet, as many as are allowed.
    fn expand(&mut self, walk: &Walk<P>) -> Result<usize, Stop> {
        let total = walk.end.move_count();
        let node = self.end_of(walk).unwrap_or_else(|| {
            self.naive.nodes.push(NaiveNode { value: 0, proof: None, visits: 0, edges: Vec::new(), total });
            self.naive.nodes.len() - 1
        });
        self.lead(walk, node);
        let first = self.naive.nodes[node].edges.len();
        let allowed = self.allow((total - first) as u64) as usize;
        let mut edges = vec![Edge::LEAF; allowed];
        self.find_values(walk, first, &mut edges);
        let values = Vec::from_iter(edges.iter().map(|edge| edge.value));
        self.naive.nodes[node].edges.extend(edges);
        let fully = self.naive.nodes[node].is_complete();
        if allowed > 0 {
            self.report.counts.expansions += 1;
            self.report.counts.generations += allowed as u64;
            self.steps.push(Step { path: walk.path.clone(), bounds: Bounds::OPEN, first, values, fully });
        }
        if !self.naive.settings.shares || fully {
            self.naive.known.insert(self.name(&walk.end, &walk.path), node);
        }
        if !fully {
            return Err(Stop::Evaluations);
        }
        self.complete(walk, node);
        Ok(node)
    }

    /// As many of so many evaluations as are allowed, which are counted.
    pub(super) fn allow(&mut self, wanted: u64) -> u64 {
        let allowed = self.allowance.map_or(wanted, |allowance| wanted.min(allowance));
        self.allowance = self.allowance.map(|allowance| allowance - allowed);
        self.report.counts.evaluations += allowed;
        allowed
    }

    /// Finds the values of the children from the `first`-th on.
    fn find_values(&mut self, walk: &Walk<P>, first: usize, edges: &mut [Edge]) {
        let mut position = walk.end.clone();
        let mut values = vec![0; edges.len()];
        let mut bounds_only = vec![false; edges.len()];
        self.evaluator.enter(&position);
        if self.evaluator.properties().searches {
            self.ask_for_all(&mut position, &mut values, &mut bounds_only);
        } else {
            self.evaluator.evaluate_children(&mut position, first, &mut values);
            self.draw(walk, &mut values);
        }
        for (edge, (value, bound)) in edges.iter_mut().zip(values.into_iter().zip(bounds_only)) {
            (edge.value, edge.bound) = (value, bound);
        }
    }

    /// Gives a node all of whose children were just made its value, and the children their priors and proofs.
    fn complete(&mut self, walk: &Walk<P>, node: usize) {
        let side = walk.end.to_move();
        let child_at = |index| {
            let mut child = walk.end.clone();
            child.make(child.nth_move(index));
            child
        };
        let values = Vec::from_iter(self.naive.nodes[node].edges.iter().map(|edge| edge.value));
        let own = walk.nodes.last().zip(walk.path.last());
        let own = own.map(|(&parent, &index)| self.naive.nodes[parent].edges[index].value);
        self.naive.noise.measure(side, own, &values);
        let (settings, [_, spread]) = (self.naive.settings, self.scales());
        let knows_ends = settings.completion && !self.is_plain() && !self.evaluator.properties().searches;
        let edges = &mut self.naive.nodes[node].edges;
        let keys = Vec::from_iter((0..values.len()).map(|index| child_at(index).key()));
        let priors = settings.selection.map(|selection| selection.priors(side, &values, &keys, spread));
        for (index, edge) in edges.iter_mut().enumerate() {
            let is_decided = is_infinite(edge.value) && child_at(index).is_terminal();
            edge.proof = (knows_ends && is_decided).then_some(0);
            edge.prior = priors.as_ref().map_or(0.0, |priors| priors[index]);
        }
        let win_of_mean = self.win_of_mean();
        self.naive.nodes[node].update(side, win_of_mean);
    }
}
