//! How the walks to leaves that were selected together end.

use bestply_core::{Bounds, Proof, Stop, Value};
use bestply_tree::{Expansion, Rank};
use bestply_visits::Window;

use crate::Transpositions;
use crate::store::{Child, Store};
use crate::walk::Walk;
use crate::walk::expanding::are_any_infinite;
use crate::walk::together::batch::LeftNode;

impl<S: Store, T: Transpositions<S::Position>> Walk<'_, S, T> {
    /// Ends the walks to the leaves, whose children are made, in the order of selection.
    ///
    /// The last one is the walk still. What the others left is backed up in the tree, where no move need be made.
    /// `unseen` is the depth from which on no children were looked at since the walk came to its nodes.
    /// Returns the depth of a node to which the next walk surely comes.
    pub(super) fn end_walks(&mut self, unseen: usize) -> Result<usize, Stop> {
        let Some(others) = self.batch.leaves.len().checked_sub(1) else { return Ok(0) };
        let (left, mut path) = (std::mem::take(&mut self.batch.left), std::mem::take(&mut self.batch.path));
        let mut ended = Ok(());
        for number in 0..others {
            self.batch.follow(number, &mut path);
            let first = self.batch.leaves[number].left;
            let behind = self.batch.leaves[number + 1].left;
            ended = self.end_other(&path[self.batch.common - self.batch.start()..], &left[first..behind]).and(ended);
        }
        (self.batch.left, self.batch.path) = (left, path);
        if S::SHARES && self.store.expansion(self.store.here()) == Expansion::Full {
            self.enter_again();
        }
        self.count_others(others as u64, unseen);
        self.batch.clear();
        self.value_leaf();
        self.walks += 1;
        let from = self.back_up()?;
        ended.map(|()| from)
    }

    /// Ends a walk that is not the last one, from its leaf up to where the next one parts from it.
    ///
    /// It has this path from the last node that all have in common, and `left` are the nodes, the leaf first.
    fn end_other(&mut self, path: &[usize], left: &[LeftNode<S::Place>]) -> Result<(), Stop> {
        let leaf = left.first().expect("the next walk parts from this one above the leaf");
        // On a graph another walk may have proved it, and its children. The walk is counted all the same (D47).
        let is_open = !self.store.known(leaf.node).1.proof().is_known();
        if is_open && self.store.expansion(leaf.node) == Expansion::Full {
            self.measure_noise(leaf.node, leaf.side);
            self.set_priors(leaf.node, leaf.side);
        }
        let asks =
            is_open && self.plan.proves() && !self.plan.searches() && are_any_infinite(self.store.children(leaf.node));
        let needs_board = asks || self.plan.searches() || self.store.is_watched();
        if needs_board {
            self.lead_board(self.batch.common, path);
        }
        if asks {
            self.ask_children();
        }
        let (mut walks, mut ended) = (1, Ok(()));
        for node in left {
            walks += std::mem::take(&mut self.batch.uncounted[node.depth]);
            if needs_board {
                self.lead_board(node.depth, &[]);
                // What a search of the evaluator's found may be only a bound, see `ask_for_value`.
                ended = ended.and_then(|()| self.ask_for_best_child());
            }
            self.settle(node, walks);
            if needs_board {
                self.tell_of_values();
            }
        }
        self.batch.uncounted[leaf.depth - left.len()] += walks;
        if needs_board {
            let back = Vec::from_iter(self.path.frames[self.batch.common..].iter().map(|frame| frame.chosen));
            self.lead_board(self.batch.common, &back[..back.len() - 1]);
        }
        ended
    }

    /// Takes back moves up to the node at depth `common`, and goes on by this path.
    fn lead_board(&mut self, common: usize, path: &[usize]) {
        while self.path.steps.len() > common {
            let step = self.path.steps.pop().expect("there is a step");
            self.store.ascend(step);
        }
        for &child in path {
            self.path.steps.push(self.store.descend(self.first_child(self.store.here()), child));
        }
    }

    /// Asks for children of the node that the board is at, until the best one's value is exact.
    fn ask_for_best_child(&mut self) -> Result<(), Stop> {
        while let Some(best) = self.best_child(self.store.side()).map(Rank::index) {
            if !self.plan.searches() || !self.is_bound_of_leaf(self.first_child(self.store.here()), best) {
                break;
            }
            self.store.ask_again(best, Bounds::OPEN)?;
        }
        Ok(())
    }

    /// Counts so many walks at a node that was left, and gives it the value of its best child.
    fn settle(&mut self, &LeftNode { node, side, .. }: &LeftNode<S::Place>, walks: u32) {
        let (mut value, mut visits) = self.store.known(node);
        let children = || self.store.children(node);
        if self.store.expansion(node) == Expansion::None {
            if self.plan.proves() {
                visits.set_proof(Proof::FINISHED);
            }
        } else {
            let (best, is_any_proved) = children().fold((Value::MIN, false), |(best, is_any_proved), child| {
                (best.max(side.orient(child.value())), is_any_proved | child.visits().proof().is_known())
            });
            value = side.orient(best);
            let proofs = children().map(|child| (child.value(), child.visits().proof()));
            if is_any_proved && let Some((best, proof)) = Proof::of_children(side, proofs) {
                value = best;
                visits.set_proof(proof);
            }
        }
        let mut edge = self.store.child(node).visits();
        edge.set_proof(visits.proof());
        for visits in [&mut visits, &mut edge] {
            visits.count = visits.count.saturating_add(walks);
        }
        self.store.write(node, value, visits, (value, edge));
    }

    /// Counts the walks before the last one at the nodes of the walk, and looks at the children that they changed.
    fn count_others(&mut self, others: u64, unseen: usize) {
        let common = self.batch.common;
        let end = self.path.end();
        let before = self.walks;
        self.walks += others;
        let mut walks = 0;
        // All walks came to the nodes above.
        for depth in (common + 1..=end).rev() {
            walks += std::mem::take(&mut self.batch.uncounted[depth]);
            let place = self.store.place(depth);
            let ((value, visits), edge) = (self.store.known(place), self.store.child(place).visits());
            let frame = &mut self.path[depth];
            // The other walks that came here: those that the tree counts, since they left the node or one of its
            // edges, and those that ended below and were only added up. A frame takes every walk for its own, so that
            // the walks that did not come are taken from it.
            let gained = visits.count - frame.count(before) + walks;
            let through = edge.count - frame.through(before) + walks;
            (frame.proof, frame.window) = (visits.proof(), Window::CLOSED);
            frame.value = if gained > 0 { value } else { frame.value };
            frame.count_elsewhere([gained, through].map(|came| others - u64::from(came)));
            if depth < end && (gained > 0 || depth >= unseen) {
                self.look_again(depth);
            }
        }
        if common < end {
            self.batch.uncounted[common] = 0;
            self.look_again(common);
        }
    }

    /// Looks at the siblings of the child on the walk of the node at `depth`, which other walks came to.
    fn look_again(&mut self, depth: usize) {
        let rivals = self.rivals_of(depth, self.path[depth].chosen);
        let frame = &mut self.path[depth];
        (frame.rivals, frame.shortlist) = (rivals, None);
        if !rivals.is_open || rivals.value == Value::MAX {
            self.prove_by_children(depth);
        }
    }
}
