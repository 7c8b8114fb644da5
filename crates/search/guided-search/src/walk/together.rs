//! Leaves that are selected one after the other, and then expanded together.
//!
//! So that a walk does not go where the walks before it went, each leaves a *virtual loss* at its leaf: the leaf counts
//! as lost to the side that chose it, and the nodes above it are worth what follows from that (`docs/meaning.md`, D44).
//! In the tree `max 0 (6 (1) 5 (2) 4 (3))`, where the best value decides, a batch of three leaves is this:
//!
//! | walk | its leaf | the root's children then | the root |
//! |--:|--:|---|--:|
//! | 1 | 6 | -∞, 5, 4 | 5 |
//! | 2 | 5 | -∞, -∞, 4 | 4 |
//! | 3 | 4 | -∞, -∞, -∞ | -∞ |
//!
//! The losses are then taken back, the leaves get their children, and the walks end in the order of selection:
//! the children are worth 1, 2 and 3, and the root is worth 3.
//! A walk that would come to a leaf of the batch again ends the batch.
//! On a graph it may come to the position of such a leaf by another edge: that edge then leads to the same node
//! once the node has its children (D354).
//!
//! Between batches no node holds a virtual loss, and all walks are counted.
//! Only the last walk is on the stack; the others are written down: where each parts from the one before it, by which
//! children it goes on from there, and which nodes it left when the next one parted from it.

pub(super) mod batch;
mod ending;

use bestply_core::{Stop, Value, is_infinite};
use bestply_tree::{Deferral, Expansion};

use crate::Transpositions;
use crate::store::{Child, Store};
use crate::walk::Walk;
use crate::walk::together::batch::{Leaf, LeftNode};

/// Whether a selected leaf belongs to the batch.
enum Admission {
    /// It does.
    Admitted,
    /// There is no room for its children before the other leaves are expanded.
    NoRoom,
}

impl<S: Store, T: Transpositions<S::Position>> Walk<'_, S, T> {
    /// Selects leaves, expands them together, and then ends the walks to them in the order of selection.
    ///
    /// The board goes to each leaf once, and where all walks come, windows hold until the next batch.
    /// So 2 to 64 leaves take 1.2 to 1.3 times the time of one for as many evaluations
    /// (Othello, learnt evaluation, 300,000 evaluations, constants of the preset tuned).
    ///
    /// The first walk goes on from the node at depth `from`.
    /// Returns the depth of the node from which the next one does.
    pub(super) fn walk_together(&mut self, from: usize) -> Result<usize, Stop> {
        // What a limit ends is the selection: the leaves before are expanded and backed up (D48).
        let selected = self.select_together(from);
        let unseen = self.return_to_last();
        self.take_back_virtual_losses();
        self.store.settle(&self.batch.deferred);
        self.set_given_priors_together();
        self.batch.deferred.clear();
        let ended = self.end_walks(unseen);
        selected.and(ended)
    }

    /// Selects leaves, each under the virtual losses of those before it.
    ///
    /// It ends when there are enough leaves, when a leaf would be selected twice,
    /// or when a leaf must wait until the others are backed up.
    /// An error is a limit, or the end of the search at the first leaf.
    fn select_together(&mut self, mut from: usize) -> Result<(), Stop> {
        self.batch.common = usize::MAX;
        while self.batch.leaves.len() < self.plan.leaves {
            self.policy.skip(self.path.forced);
            let selected = self.select(from);
            let is_first = self.batch.leaves.is_empty();
            if !is_first {
                self.batch.common = self.batch.common.min(selected.unwrap_or(from));
            }
            let common = selected?;
            if self.is_pending() {
                break;
            }
            match self.expand_together(is_first) {
                Ok(Admission::Admitted) => from = self.apply_virtual_loss(common),
                Ok(Admission::NoRoom) => break,
                // Whether this leaf is selected is known only once the others are backed up.
                Err(Stop::Terminal | Stop::Depth) if !is_first => break,
                Err(stop) => return Err(stop),
            }
        }
        Ok(())
    }

    /// Notes the node at the end of the walk, which leaves it while virtual losses lie on the tree.
    pub(super) fn note_left(&mut self) {
        let depth = self.path.end();
        let (node, side) = (self.store.place(depth), self.path[depth].side);
        self.batch.left.push(LeftNode { node, depth, side, told: self.store.child(node).value() });
    }

    /// Whether the walk ends at a leaf that is selected already. Only what is lost need be looked for among the leaves.
    #[inline(always)]
    pub(super) fn is_pending(&self) -> bool {
        let end = self.path.end();
        is_infinite(self.path[end].value) && self.batch.leaves.iter().any(|leaf| leaf.node == self.store.place(end))
    }

    /// Asks for the values of the leaf's children together with those of other leaves, if the leaf is to have children.
    fn expand_together(&mut self, is_first: bool) -> Result<Admission, Stop> {
        if !self.has_children()? {
            return Ok(Admission::Admitted);
        }
        if self.store.expansion(self.store.here()) == Expansion::Partial {
            return self.make_children_one_by_one().map(|()| Admission::Admitted);
        }
        match self.store.defer_fully(&mut self.batch.deferred) {
            Ok(()) => Ok(Admission::Admitted),
            Err(Deferral::NoRoom) if is_first => self.make_children().map(|()| Admission::Admitted),
            Err(Deferral::NoRoom) => Ok(Admission::NoRoom),
            Err(Deferral::Stopped(stop)) => Err(stop),
        }
    }

    /// Adds the leaf to the batch, and lays a virtual loss on it.
    ///
    /// `common` is the depth of the last node that the walk has in common with the walk before it.
    /// The nodes above the leaf get the values that they would have then.
    /// As in backing up, it stops at the first node to which the next walk surely comes, and returns that node's depth.
    fn apply_virtual_loss(&mut self, common: usize) -> usize {
        let end = self.path.end();
        let from = if self.batch.leaves.is_empty() { self.path.forced } else { common };
        self.batch.leaves.push(Leaf {
            node: self.store.place(end),
            parting: from,
            branch: self.batch.branches.len(),
            left: self.batch.left.len(),
        });
        self.batch.branches.extend(self.path.frames[from..end].iter().map(|frame| frame.chosen));
        if self.batch.uncounted.len() <= end {
            self.batch.uncounted.resize(end + 1, 0);
        }
        // Nobody chose the root.
        let mut value = self.path.frames[..end].last().map_or(Value::MIN, |parent| parent.side.loss());
        for depth in (0..=end).rev() {
            let before = std::mem::replace(&mut self.path[depth].value, value);
            self.batch.overwritten.push((self.store.place(depth), depth, before));
            if depth <= self.path.forced || self.path[depth].window.holds(value, self.walks) {
                return depth;
            }
            value = self.path[depth - 1].best_with(value);
        }
        0
    }

    /// Makes the last walk of the batch the walk again, if another one parted from it that only ended the batch.
    ///
    /// Returns the depth where it did. From there on no children were looked at.
    fn return_to_last(&mut self) -> usize {
        let (Some(last), Some(parting)) = (self.batch.leaves.last(), self.batch.left.last()) else { return usize::MAX };
        if last.left == self.batch.left.len() {
            return usize::MAX;
        }
        let unseen = parting.depth - 1;
        let mut path = std::mem::take(&mut self.batch.path);
        (0..self.batch.leaves.len()).for_each(|number| self.batch.follow(number, &mut path));
        for (depth, child) in (self.batch.start()..).zip(path.drain(..)).filter(|&(depth, _)| depth >= unseen) {
            self.path[depth].first_child = self.store.first_child(self.store.place(depth));
            self.turn_to(depth, child);
        }
        self.batch.path = path;
        unseen
    }

    /// Gives all nodes their own values again.
    fn take_back_virtual_losses(&mut self) {
        while let Some((node, depth, value)) = self.batch.overwritten.pop() {
            if depth < self.path.frames.len() && self.store.place(depth) == node {
                self.path[depth].value = value;
            }
            self.store.set_value(node, value);
        }
        // On a graph an edge may have learnt of a loss that another way to its node laid there.
        for &LeftNode { node, told, .. } in self.batch.left.iter().rev().filter(|_| S::SHARES) {
            if self.store.expansion(node) == Expansion::Full {
                let ((value, visits), edge) = (self.store.known(node), self.store.child(node).visits());
                self.store.write(node, value, visits, (told, edge));
            }
        }
    }
}
