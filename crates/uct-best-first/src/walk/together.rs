use bestply_core::{Evaluator, Observer, Position, Stop, Value, ValueKind};
use bestply_tree::{Deferral, Deferred, Expansion, Keep, NodeId};
use bestply_visits::Bias;

use crate::Transpositions;
use crate::policy::Policy;
use crate::rivals::Rivals;
use crate::walk::Walk;

/// Leaves that are selected together.
pub(super) struct Batch<K> {
    /// The most leaves of a batch.
    pub(super) most: usize,
    leaves: Vec<Leaf>,
    /// The steps of the first walk, and of each other walk from where it parts from the one before.
    steps: Vec<Chosen>,
    /// The nodes whose values were overwritten by supposed ones, with their depths, and what they were worth before.
    before: Vec<(NodeId, usize, Value)>,
    /// The leaves whose children are not made yet.
    deferred: Vec<Deferred<K>>,
}

/// A leaf that is selected together with others.
struct Leaf {
    node: NodeId,
    /// The depth of the last node that the walk has in common with the one before, or the first walk with all others.
    common: usize,
    /// The number of steps written down for this walk and those before.
    steps: usize,
}

/// A step of a walk, as it was chosen.
pub(super) struct Chosen {
    pub(super) depth: usize,
    pub(super) child: usize,
    pub(super) rivals: Rivals,
    /// The node's visits.
    pub(super) visits: u32,
}

impl<K> Batch<K> {
    pub(super) fn new(most: usize) -> Batch<K> {
        let (leaves, steps, before, deferred) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Batch { most, leaves, steps, before, deferred }
    }

    /// Whether what some nodes are worth is only supposed.
    #[inline(always)]
    pub(super) fn supposes(&self) -> bool {
        !self.before.is_empty()
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
    ///
    /// The first walk goes on from the node at depth `from`.
    /// Returns the depth of the node from which the next one does.
    pub(super) fn walk_together(&mut self, from: usize) -> Result<usize, Stop> {
        let selected = self.select_together(from);
        self.take_back_supposed();
        self.search.settle(&self.batch.deferred);
        self.batch.deferred.clear();
        let ended = self.end_walks();
        selected.and(ended)
    }

    /// Selects leaves, each as if the leaves before it were lost to the side that chose them.
    ///
    /// It ends when there are enough leaves, when a leaf would be selected twice,
    /// or when a leaf must wait until the others are backed up.
    /// An error is a limit, or the end of the search at the first leaf.
    fn select_together(&mut self, mut from: usize) -> Result<(), Stop> {
        while self.batch.leaves.len() < self.batch.most {
            self.policy.skip(self.forced);
            let (selected, is_first) = (self.select(from), self.batch.leaves.is_empty());
            if let Some(first) = self.batch.leaves.first_mut() {
                first.common = first.common.min(selected.unwrap_or(from));
            }
            let common = selected?;
            if self.is_pending() {
                break;
            }
            match self.expand_together(is_first) {
                Ok(true) => from = self.suppose_lost(common),
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
        let end = self.frames.len() - 1;
        let is_lost = matches!(self.frames[end].value, Value::MIN | Value::MAX);
        is_lost && self.batch.leaves.iter().any(|leaf| leaf.node == self.search.node_at(end))
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
    /// `common` is the depth of the last node that the walk has in common with the walk before it.
    /// The nodes above the leaf get the values that they would have then.
    /// As in backing up, it stops at the first node to which the next walk surely comes, and returns that node's depth.
    fn suppose_lost(&mut self, common: usize) -> usize {
        let end = self.frames.len() - 1;
        // Where the first walk parts from all others is not known yet.
        let (from, common) = if self.batch.leaves.is_empty() { (self.forced, end) } else { (common, common) };
        self.batch.steps.extend((from..end).map(|depth| {
            let frame = &self.frames[depth];
            Chosen { depth, child: frame.chosen, rivals: frame.rivals, visits: frame.count(self.walks) }
        }));
        self.batch.leaves.push(Leaf { node: self.search.node_at(end), common, steps: self.batch.steps.len() });
        let mut value = self.frames[..end].last().map_or(Value::MIN, |parent| parent.side.loss());
        for depth in (0..=end).rev() {
            let frame = &mut self.frames[depth];
            let before = std::mem::replace(&mut frame.value, value);
            self.batch.before.push((self.search.node_at(depth), depth, before));
            if depth <= self.forced || frame.window.holds(value, self.walks) {
                return depth;
            }
            value = self.frames[depth - 1].best_with(value);
        }
        0
    }

    /// Gives all nodes the values again that they had before the batch.
    fn take_back_supposed(&mut self) {
        while let Some((node, depth, value)) = self.batch.before.pop() {
            if depth < self.frames.len() && self.search.node_at(depth) == node {
                self.frames[depth].value = value;
            } else {
                self.search.tree_mut().set_value(node, value, ValueKind::Exact);
            }
        }
    }

    /// Ends the walks to the leaves, whose children are made, in the order of selection.
    ///
    /// Each is backed up to where the next one leaves it.
    /// Returns the depth of a node to which the next walk surely comes.
    fn end_walks(&mut self) -> Result<usize, Stop> {
        let (mut leaves, mut steps) = (std::mem::take(&mut self.batch.leaves), std::mem::take(&mut self.batch.steps));
        let (mut from, mut followed) = (0, 0);
        for (number, leaf) in leaves.iter().enumerate() {
            let steps = &steps[std::mem::replace(&mut followed, leaf.steps)..leaf.steps];
            steps.iter().filter(|step| step.depth >= leaf.common).for_each(|step| self.follow(step));
            self.close();
            if let Some(next) = leaves.get(number + 1) {
                for depth in (next.common + 1..self.frames.len()).rev() {
                    self.back_up_from(depth)?;
                }
            } else {
                from = self.back_up()?;
            }
        }
        (leaves.clear(), steps.clear());
        (self.batch.leaves, self.batch.steps) = (leaves, steps);
        Ok(from)
    }
}
