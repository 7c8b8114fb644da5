//! Leaves whose children's values are asked for together.

use std::ops::Range;

use bestply_core::{Asked, CutShort, Evaluator, Keyed, Observer, Side, Value};
use bestply_tree::Deferral;

use super::{EdgeId, GraphSearch, NOTHING, Way};
use crate::store::Store;

/// A leaf whose children's values are still to be found.
pub(crate) struct DeferredLeaf {
    pub(super) place: EdgeId,
    node: u32,
    key: u64,
    ply: u32,
    path: Vec<usize>,
    /// Where its values are among the values of all deferred leaves.
    pub(super) values: Range<usize>,
    /// Who moves there, and its value, if its children are not worth their static values.
    draws_to: Option<(Side, Value)>,
    /// The number of all children.
    total: usize,
}

impl DeferredLeaf {
    /// Whether the values of all its children were allowed.
    pub(super) fn is_whole(&self) -> bool {
        self.values.len() == self.total
    }
}

impl<P: Keyed, E: Evaluator<P>, O: Observer> GraphSearch<'_, '_, P, E, O> {
    /// Asks for the values of the children of the leaf where the board is, unless those of its position are asked for.
    pub(super) fn defer(&mut self, deferred: &mut Vec<DeferredLeaf>) -> Result<(), Deferral> {
        let Way { place, node: old, .. } = *self.end_of_way();
        let key = self.position.key();
        let ply = self.ply();
        let path = if self.observer.is_watching() { self.path() } else { Vec::new() };
        let draws_to = self.draws_to();
        let first = deferred.last().map_or(0, |last| last.values.end);
        // An edge that has a node, cut short before, keeps it.
        let twin = deferred.iter().find(|leaf| old == NOTHING && (leaf.key, leaf.ply) == (key, ply));
        if let Some(&DeferredLeaf { node, .. }) = twin {
            let values = first..first;
            // Whatever the number of its children, it is never whole: the priors are those of its twin's node.
            let total = usize::MAX;
            deferred.push(DeferredLeaf { place, node, key, ply, path, values, draws_to, total });
            return Ok(());
        }
        let total = self.position.move_count();
        if old == NOTHING {
            let node = self.graph.add(total).ok_or(Deferral::NoRoom)?;
            self.lead_to(node);
        }
        let node = self.end_of_way().node;
        self.deferred_values.resize(first + total, 0);
        self.evaluator.enter(self.position);
        let asked = Asked::all(&mut self.deferred_values[first..]).with_priors(self.priors.for_deferred(first, total));
        let outcome = self.evaluator.defer_children(self.position, asked, &mut self.meter);
        let found = CutShort::found_of(outcome, total);
        if found > 0 {
            let values = first..first + found;
            deferred.push(DeferredLeaf { place, node, key, ply, path, values, draws_to, total });
        }
        outcome.map_err(|short| Deferral::Stopped(self.stopped(short.stop)))
    }

    /// Finds the values of the children of all deferred leaves, and makes these children.
    pub(super) fn settle_all(&mut self, deferred: &[DeferredLeaf]) {
        let Some(last) = deferred.last() else { return };
        let mut values = std::mem::take(&mut self.deferred_values);
        let (all, priors) = (last.values.end, self.priors.for_all_deferred(last.values.end));
        self.evaluator.settle(Asked::all(&mut values[..all]).with_priors(priors));
        for leaf in deferred {
            // One without values has the position of a leaf before it, to whose node its edge is to lead.
            if leaf.values.is_empty() {
                self.join_twin(leaf);
            } else {
                self.make_children_of(leaf, &mut values[leaf.values.clone()]);
            }
        }
        self.deferred_values = values;
    }

    fn make_children_of(&mut self, leaf: &DeferredLeaf, values: &mut [Value]) {
        if let Some((side, parent)) = leaf.draws_to {
            values.iter_mut().for_each(|value| *value = self.leaf_values.of(*value, side, parent));
        }
        self.graph.add_children(leaf.node, values);
        self.meter.expansion(values.len());
        if self.observer.is_watching() {
            self.tell_of_children(&leaf.path, leaf.node, 0);
        }
        if leaf.is_whole() {
            self.graph.enter(leaf.node, leaf.key, leaf.ply);
        }
    }

    /// Lets the edge of a leaf lead to the node of the leaf with the same position, which was expanded just now.
    fn join_twin(&mut self, leaf: &DeferredLeaf) {
        // Where the walk stands on the edge, its way is to know of the node, too.
        if self.end_of_way().place == leaf.place {
            self.lead_to(leaf.node);
        } else {
            self.graph.lead(leaf.place, leaf.node);
        }
        if self.observer.is_watching() {
            self.tell_of_joining(&leaf.path, leaf.node);
        }
    }
}
