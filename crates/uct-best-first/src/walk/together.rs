use std::collections::{HashMap, HashSet};

use bestply_core::{Evaluator, Observer, Position, Stop, Value};
use bestply_tree::{Deferral, Deferred, Expansion, Keep, NodeId};

use crate::Transpositions;
use crate::policy::Policy;
use crate::walk::Walk;

/// Leaves that are selected together, and what is supposed of them meanwhile.
pub(super) struct Batch<K> {
    /// The most leaves.
    pub(super) most: usize,
    /// The walks to them, as child indices from the root.
    walks: Vec<Vec<usize>>,
    leaves: HashSet<NodeId>,
    /// What the leaves and the nodes above are supposed to be worth.
    pub(super) supposed: HashMap<NodeId, Value>,
    /// Those whose children are not made yet.
    deferred: Vec<Deferred<K>>,
}

impl<K> Batch<K> {
    pub(super) fn new(most: usize) -> Batch<K> {
        Batch { most, walks: Vec::new(), leaves: HashSet::new(), supposed: HashMap::new(), deferred: Vec::new() }
    }

    /// Whether some nodes are supposed to be worth something else than the tree knows.
    #[inline(always)]
    pub(super) fn supposes(&self) -> bool {
        !self.supposed.is_empty()
    }
}

impl<P, E, O, S, T, K> Walk<'_, '_, P, E, O, S, T, K>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    S: Policy,
    T: Transpositions<P>,
    K: Keep<P>,
{
    /// Selects leaves, then expands them together, then ends the walks to them in the same order.
    pub(super) fn walk_together(&mut self) -> Result<(), Stop> {
        let ended = self.select_together();
        self.batch.leaves.clear();
        self.batch.supposed.clear();
        self.search.settle(&self.batch.deferred);
        self.batch.deferred.clear();
        for walk in std::mem::take(&mut self.batch.walks) {
            for (depth, &child) in walk.iter().enumerate() {
                self.follow_to(depth, child);
            }
            self.close();
            self.back_up();
        }
        ended
    }

    /// Selects leaves, each as if those before it were lost to whoever chose them, until there are enough, or one would
    /// be selected twice or has to wait for what becomes of the others. An error is what ends the search at the first,
    /// or a limit.
    fn select_together(&mut self) -> Result<(), Stop> {
        while self.batch.walks.len() < self.batch.most {
            self.select(0);
            let is_first = self.batch.walks.is_empty();
            if self.is_pending() {
                break;
            }
            match self.expand_together(is_first) {
                Ok(true) => self.suppose_lost(),
                Ok(false) => break,
                // Whether it is selected once the others are backed up is yet to be seen.
                Err(Stop::Terminal | Stop::Depth) if !is_first => break,
                Err(stop) => return Err(stop),
            }
        }
        Ok(())
    }

    /// Whether the walk ends at a leaf that is selected already.
    #[inline(always)]
    pub(super) fn is_pending(&self) -> bool {
        !self.batch.leaves.is_empty() && self.batch.leaves.contains(&self.search.node_at(self.search.depth()))
    }

    /// Asks for the values of the leaf's children, if it is to have any, together with those of other leaves. Returns
    /// `false` where there is no room for the children unless the others are done with.
    fn expand_together(&mut self, is_first: bool) -> Result<bool, Stop> {
        if !self.has_children()? {
            return Ok(true);
        }
        if self.search.node().expansion() == Expansion::Partial {
            return self.make_children_one_by_one().map(|()| true);
        }
        match self.search.defer_fully(&mut self.batch.deferred) {
            Ok(()) => Ok(true),
            Err(Deferral::NoRoom) if is_first => self.make_children().map(|()| true),
            Err(Deferral::NoRoom) => Ok(false),
            Err(Deferral::Stopped(stop)) => Err(stop),
        }
    }

    /// Notes the leaf down, and supposes that it is lost to whoever chose it, and the nodes above worth what they would
    /// be then.
    fn suppose_lost(&mut self) {
        let Batch { walks, leaves, supposed, .. } = &mut self.batch;
        let end = self.frames.len() - 1;
        walks.push(self.frames[..end].iter().map(|frame| frame.chosen).collect());
        leaves.insert(self.search.node_at(end));
        let Some(parent) = self.frames[..end].last() else { return };
        let mut value = parent.side.loss();
        for depth in (1..=end).rev() {
            supposed.insert(self.search.node_at(depth), value);
            value = self.frames[depth - 1].best_with(value);
        }
    }
}
