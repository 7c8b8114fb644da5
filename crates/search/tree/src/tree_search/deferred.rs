use std::ops::Range;

use bestply_core::{Asked, CutShort, Evaluator, Observer, Position, Side, Stop, Value};

use crate::children::OpenGroup;
use crate::{Keep, NodeId, TreeSearch};

/// A leaf whose children's values are still to be found, together with those of other leaves.
#[derive(Debug)]
pub struct Deferred<K> {
    node: NodeId,
    /// The slots reserved for the children.
    group: OpenGroup,
    total: usize,
    path: Vec<usize>,
    /// The index of the first of its values among the values of all deferred leaves.
    first_value: usize,
    found: usize,
    /// Who moves there, and its value, if its children are not worth their static values.
    draws_to: Option<(Side, Value)>,
    kept: Vec<K>,
}

impl<K> Deferred<K> {
    /// The leaf.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// Whether the values of all its children were allowed.
    pub(super) fn is_whole(&self) -> bool {
        self.found == self.total
    }

    /// Where its values are among the values of all deferred leaves.
    pub(super) fn values(&self) -> Range<usize> {
        self.first_value..self.first_value + self.found
    }
}

/// Why the expansion of a leaf cannot be deferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deferral {
    /// There is no room unless memory is freed. Before that, the deferred leaves must be settled.
    NoRoom,
    /// A limit ends the search.
    Stopped(Stop),
}

impl<'a, P: Position, E: Evaluator<P>, O: Observer, T: Copy + Default, K: Keep<P>> TreeSearch<'a, P, E, O, T, K> {
    /// Asks for the values of all children of the node, together with those of the leaves in `deferred`.
    ///
    /// The node must not be expanded, and is added to `deferred`.
    /// [`settle`](TreeSearch::settle) makes the children.
    ///
    /// # Errors
    ///
    /// If there is no room, or a limit ends the search.
    pub fn defer_fully(&mut self, deferred: &mut Vec<Deferred<K>>) -> Result<(), Deferral> {
        let total = self.count_moves();
        if !self.tree.has_room(total) {
            return Err(Deferral::NoRoom);
        }
        let first_value = deferred.last().map_or(0, |last| last.values().end);
        self.values.resize(first_value + total, 0);
        self.evaluator.enter(self.position);
        let values = &mut self.values[first_value..];
        let asked = Asked::all(values).with_priors(self.priors.for_deferred(first_value, total));
        let outcome = self.evaluator.defer_children(self.position, asked, &mut self.meter);
        let found = CutShort::found_of(outcome, total);
        if found > 0 {
            // Taken now, since later leaves of the batch ask for room before these children are made.
            let group = self.tree.open_group(self.path.node(), 0..total, total).expect("there is room");
            let path = if self.observer.is_watching() { self.told_path().collect() } else { Vec::new() };
            let kept = self.moves.iter().map(|&mv| K::of(mv)).filter(|_| K::KEEPS).collect();
            let (node, draws_to) = (self.path.node(), self.draws_to());
            deferred.push(Deferred { node, group, total, path, first_value, found, draws_to, kept });
        }
        outcome.map_err(|CutShort { stop, .. }| Deferral::Stopped(self.stopped(stop)))
    }

    /// Finds the values of the children of all deferred leaves, and makes these children.
    /// Their priors are found, too, if they are asked for.
    pub fn settle(&mut self, deferred: &[Deferred<K>]) {
        let Some(last) = deferred.last() else { return };
        let mut values = std::mem::take(&mut self.values);
        let (all, priors) = (last.values().end, self.priors.for_all_deferred(last.values().end));
        self.evaluator.settle(Asked::all(&mut values[..all]).with_priors(priors));
        for leaf in deferred {
            self.make_children_of(leaf, &values[leaf.values()]);
        }
        self.values = values;
    }

    fn make_children_of(&mut self, leaf: &Deferred<K>, values: &[Value]) {
        let kept = leaf.kept.iter().copied().chain(std::iter::repeat(K::default()));
        let worth =
            |&value: &Value| leaf.draws_to.map_or(value, |(side, parent)| self.leaf_values.of(value, side, parent));
        self.tree.fill_group(leaf.group, leaf.node, 0, leaf.total, values.iter().map(worth).zip(kept));
        if K::KEEPS && !leaf.is_whole() {
            self.tree.keep_for(leaf.node, leaf.found, leaf.kept[leaf.found..].iter().copied());
        }
        self.meter.expansion(leaf.found);
        if self.observer.is_watching() {
            self.tell_of_children(&leaf.path, leaf.node, 0, leaf.is_whole());
        }
    }
}
