//! The numbers that nodes keep for a bias.

use bestply_core::{Evaluator, Observer, Position};
use bestply_tree::Keep;
use bestply_visits::{Bias, Numbers};

use crate::policy::Policy;
use crate::walk::Walk;
use crate::{Transpositions, Visits};

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
    /// Gives the node at `depth`, all of whose children are made, its numbers.
    #[inline(always)]
    pub(super) fn renumber(&mut self, depth: usize) {
        if !B::Numbers::KEPT {
            return;
        }
        let frame = &self.frames[depth];
        self.frames[depth].numbers = match frame.proof.is_known() {
            true => B::Numbers::of_proved(frame.value),
            false => B::Numbers::of_children(frame.side, self.numbers_below(depth), 0),
        };
    }

    /// Sets what the bias adds to the scores of the children of the node at `depth`.
    #[inline(always)]
    pub(super) fn set_terms(&mut self, depth: usize) {
        if B::Numbers::KEPT {
            let mut terms = std::mem::take(&mut self.terms);
            self.bias.set_terms(self.frames[depth].side, self.numbers_below(depth), &mut terms);
            self.terms = terms;
        }
    }

    /// The numbers of the children of the node at `depth`.
    fn numbers_below(&self, depth: usize) -> impl Iterator<Item = B::Numbers> {
        let (on_walk, chosen) = (self.frames.get(depth + 1).map(|child| child.numbers), self.frames[depth].chosen);
        let children = self.search.tree().children(self.search.node_at(depth)).enumerate();
        children.map(move |(index, child)| {
            let Visits { numbers, .. } = child.payload;
            on_walk.filter(|_| index == chosen).unwrap_or(numbers)
        })
    }
}
