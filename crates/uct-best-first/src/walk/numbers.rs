//! The numbers that nodes keep for a bias.

use bestply_core::{Evaluator, Observer, Position, Proof, Side, Value};
use bestply_tree::Keep;
use bestply_visits::{Bias, Numbers};

use crate::walk::Walk;
use crate::{Transpositions, Visits};

/// The numbers of a node of this side, value and proof, all of whose children are made.
#[inline(always)]
pub(super) fn numbers_of<N: Numbers>(side: Side, value: Value, proof: Proof, children: impl Iterator<Item = N>) -> N {
    if proof.is_known() { N::of_proved(value) } else { N::of_children(side, children, 0) }
}

impl<P, E, O, T, K, B> Walk<'_, '_, P, E, O, T, K, B>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
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
        self.frames[depth].numbers = numbers_of(frame.side, frame.value, frame.proof, self.numbers_below(depth));
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
