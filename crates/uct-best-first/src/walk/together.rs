use std::collections::{HashMap, HashSet};

use bestply_core::{Evaluator, Observer, Position, Stop, Value};
use bestply_tree::{Deferral, Deferred, Expansion, Keep, NodeId};
use bestply_visits::Bias;

use crate::Transpositions;
use crate::policy::Policy;
use crate::walk::Walk;

/// Leaves that are selected together, with the values that are supposed of them meanwhile.
pub(super) struct Batch<K> {
    /// The most leaves of a batch.
    pub(super) most: usize,
    /// The walks to them: a depth from which each goes on, and the child indices from there.
    walks: Vec<(usize, Vec<usize>)>,
    leaves: HashSet<NodeId>,
    /// The supposed values of the leaves and of the nodes above them.
    pub(super) supposed: HashMap<NodeId, Value>,
    /// The leaves whose children are not made yet.
    deferred: Vec<Deferred<K>>,
}

impl<K> Batch<K> {
    pub(super) fn new(most: usize) -> Batch<K> {
        Batch { most, walks: Vec::new(), leaves: HashSet::new(), supposed: HashMap::new(), deferred: Vec::new() }
    }

    /// Whether some nodes have supposed values that differ from the tree's.
    #[inline(always)]
    pub(super) fn supposes(&self) -> bool {
        !self.supposed.is_empty()
    }
}

impl<P, E, O, S, T, K, B> Walk<'_, '_, P, E, O, S, T, K, B>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    S: Policy,
    T: Transpositions<P>,
    K: Keep<P>,
    B: Bias,
{
    /// Selects leaves, expands them together, and then ends the walks to them in the order of selection.
    pub(super) fn walk_together(&mut self) -> Result<(), Stop> {
        let ended = self.select_together();
        self.batch.leaves.clear();
        self.batch.supposed.clear();
        self.search.settle(&self.batch.deferred);
        self.batch.deferred.clear();
        for (from, walk) in std::mem::take(&mut self.batch.walks) {
            for (depth, child) in (from..).zip(walk) {
                self.follow_to(depth, child);
            }
            self.close();
            self.back_up()?;
        }
        ended
    }

    /// Selects leaves, each as if the leaves before it were lost to the side that chose them.
    ///
    /// It ends when there are enough leaves, when a leaf would be selected twice,
    /// or when a leaf must wait until the others are backed up.
    /// An error is a limit, or the end of the search at the first leaf.
    fn select_together(&mut self) -> Result<(), Stop> {
        while self.batch.walks.len() < self.batch.most {
            self.policy.skip(self.forced);
            self.select(self.forced)?;
            let is_first = self.batch.walks.is_empty();
            if self.is_pending() {
                break;
            }
            match self.expand_together(is_first) {
                Ok(true) => self.suppose_lost(),
                Ok(false) => break,
                // Whether this leaf is selected is known only once the others are backed up.
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

    /// Asks for the values of the leaf's children together with those of other leaves, if the leaf is to have children.
    ///
    /// Returns `false` where there is no room for the children until the other leaves are expanded.
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

    /// Adds the leaf to the batch, and supposes that it is lost to the side that chose it.
    ///
    /// The nodes above get the values that they would have then.
    fn suppose_lost(&mut self) {
        let Batch { walks, leaves, supposed, .. } = &mut self.batch;
        let (from, end) = (self.forced, self.frames.len() - 1);
        walks.push((from, self.frames[from..end].iter().map(|frame| frame.chosen).collect()));
        leaves.insert(self.search.node_at(end));
        let Some(parent) = self.frames[..end].last() else { return };
        let mut value = parent.side.loss();
        for depth in (from + 1..=end).rev() {
            supposed.insert(self.search.node_at(depth), value);
            value = self.frames[depth - 1].best_with(value);
        }
    }
}
