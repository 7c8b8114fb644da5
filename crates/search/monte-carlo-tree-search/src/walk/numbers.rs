//! Selection with a bias, and the numbers that nodes keep for it.
//!
//! A number may change with any walk below its node, and then what all siblings get from the bias.
//! So nothing is foreseen: each walk begins at the first node that leaves a choice,
//! and looks at all children from there.

use bestply_core::{Evaluator, Observer, Position};
use bestply_tree::Keep;
use bestply_visits::{Bias, BiasNumbers};

use crate::Results;
use crate::candidates::{Best, ChosenPlace, ScoredChild};
use crate::walk::SimulationWalk;

impl<P: Position, E: Evaluator<P>, O: Observer, K: Keep<P>, B: Bias> SimulationWalk<'_, '_, P, E, O, K, B> {
    /// Goes from the node at `depth` to its best child, which may be another than the child on the walk.
    pub(super) fn choose_biased(&mut self, depth: usize) {
        let mut terms = std::mem::take(&mut self.terms);
        let (side, view) = (self.frames[depth].side, self.view(depth));
        let weights = self.weights_of(side);
        self.bias.set_terms(side, self.children_at(depth).map(|results| results.numbers), &mut terms);
        let candidates = self.children_at(depth).enumerate().map(|(index, results)| {
            let candidate = self.candidate(weights, index, results);
            ScoredChild { estimate: candidate.estimate + view.scale * terms.of(index), ..candidate }
        });
        let Best { place, rivals, .. } = Best::of(candidates, view.width);
        self.terms = terms;
        if place != self.frames[depth].chosen.index as usize {
            self.leave_below(depth);
        }
        let frame = &mut self.frames[depth];
        (frame.chosen, frame.rivals) = (ChosenPlace { index: place as u32, place }, rivals);
        // No walk turns where there is no other child to go to.
        frame.stays_until = if rivals.are_open() { 0 } else { u64::MAX };
        if depth + 1 == self.frames.len() {
            self.descend(place);
        }
    }

    /// Gives the nodes of the walk their numbers, from its end up to the last one that is chosen among siblings.
    ///
    /// `has_proved` says whether the walk ended in a finished position.
    #[inline(always)]
    pub(super) fn back_up_numbers(&mut self, has_proved: bool) {
        let end = self.frames.len() - 1;
        // A second child, or a later one, is one leaf, as it was before it was made.
        if !B::Numbers::KEPT || !(has_proved || self.frames[end].made == 1) {
            return;
        }
        for depth in (self.forced + 1..=end).rev() {
            if self.frames[depth].proof.is_known() {
                continue;
            }
            let numbers = self.numbers_of(depth);
            if std::mem::replace(&mut self.frames[depth].numbers, numbers) == numbers {
                break;
            }
        }
    }

    /// Gives the end of the walk, to which the search has just come back, its numbers if no walk has chosen by them.
    #[inline(always)]
    pub(super) fn settle_numbers(&mut self) {
        let end = self.frames.len() - 1;
        if B::Numbers::KEPT && end <= self.forced && !self.frames[end].proof.is_known() {
            self.frames[end].numbers = self.numbers_of(end);
        }
    }

    /// The numbers of the node at `depth` by those of its children.
    fn numbers_of(&self, depth: usize) -> B::Numbers {
        let frame = &self.frames[depth];
        // Only at the end of a walk are there children that are not made.
        let unmade = if frame.is_full { 0 } else { self.search.position().move_count() - frame.made };
        B::Numbers::of_children(frame.side, self.children_at(depth).map(|results| results.numbers), unmade)
    }

    /// The children of the node at `depth` that are made.
    fn children_at(&self, depth: usize) -> impl Iterator<Item = Results<B::Numbers>> {
        let on_walk = self.frames.get(depth + 1).map(|child| child.results(self.total));
        let chosen = self.frames[depth].chosen.index as usize;
        let children = self.search.tree().children(self.search.node_at(depth)).enumerate();
        children.map(move |(index, child)| match on_walk {
            Some(on_walk) if index == chosen => on_walk,
            _ => child.payload,
        })
    }
}
