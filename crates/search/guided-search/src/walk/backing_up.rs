//! What goes back up: the best child's value, to the root or as far as it changes, or a mean, and proofs.

use bestply_core::{Proof, Stop, Value};

use crate::frame::NodeOnWalk;
use crate::store::Store;
use crate::walk::Walk;
use crate::{BackUp, Settings, Transpositions};

impl<S: Store, T: Transpositions<S::Position>> Walk<'_, S, T> {
    /// Whether nothing needs to be done above the node at `depth` before the next walk.
    #[inline(always)]
    pub(super) fn is_settled(&self, depth: usize) -> bool {
        let NodeOnWalk { value, proof, window, told, .. } = &self.path[depth];
        // From the first node that the walk expanded on, no parent knows its child's value yet.
        let is_forced = depth <= self.path.forced && depth <= self.path.first_expanded;
        match self.plan.back_up {
            // A proof may close a node above, whatever its value; so it goes up to where the next walk turns.
            BackUp::ToRoot | BackUp::Mean => (is_forced || window.holds(*value, self.walks)) && !proof.is_known(),
            BackUp::UntilStable => {
                (is_forced && !proof.is_known()) || (depth <= self.path.first_expanded && *told == (*value, *proof))
            }
        }
    }

    /// Gives the node at `depth` the value of its best child, or the mean of its children's.
    #[inline(always)]
    pub(super) fn back_up_to(&mut self, depth: usize) {
        let mean = if self.plan.back_up == BackUp::Mean { self.mean_of_children(depth) } else { None };
        let [frame, child] = self.path.with_child(depth);
        child.told = (child.value, child.proof);
        frame.value = mean.unwrap_or_else(|| frame.best_with(child.value));
        if child.proof.is_known() && (child.value == frame.side.win() || !frame.rivals.is_open) {
            self.prove_by_children(depth);
        }
    }

    /// Proves the node at `depth` if its children do.
    #[cold]
    pub(super) fn prove_by_children(&mut self, depth: usize) {
        let side = self.path[depth].side;
        let proofs = self.children_at(depth).map(|(value, visits)| (value, visits.proof()));
        if let Some(proved) = Proof::of_children(side, proofs) {
            (self.path[depth].value, self.path[depth].proof) = proved;
        }
    }

    /// The mean of the values of the children of the node at `depth`, each as often as walks went to the child; `None`
    /// before the first walk.
    fn mean_of_children(&self, depth: usize) -> Option<Value> {
        // One infinite value among many finite ones would make the mean infinite: it counts as a win (D364).
        let win = self.plan.win;
        let (sum, count) = self.children_at(depth).fold((0, 0), |(sum, count), (value, visits)| {
            let visits = i64::from(visits.count);
            (sum + i64::from(value.clamp(-win, win)) * visits, count + visits)
        });
        // Rounded, half up (D364).
        (count > 0).then(|| (2 * sum + count).div_euclid(2 * count) as Value)
    }

    /// Backs up, and ends the search if too many walks came to finished positions in a row.
    ///
    /// The move of such a walk is played, if the last choice lets it be.
    #[cold]
    pub(super) fn back_up_and_count(&mut self) -> Result<usize, Stop> {
        self.idle = if self.path.first_expanded == usize::MAX { self.idle + 1 } else { 0 };
        if self.idle >= Settings::IDLE_WALKS {
            self.store.stopped(Stop::Terminal);
        }
        let from = self.back_up()?;
        if self.idle < Settings::IDLE_WALKS {
            return Ok(from);
        }
        // The values above are needed now, where nothing else would ask for them.
        if self.plan.back_up != BackUp::UntilStable {
            (0..from).rev().for_each(|depth| self.back_up_to(depth));
        }
        if self.may_be_played(self.path[0].chosen) { Err(Stop::Terminal) } else { Ok(from) }
    }

    /// Whether the last choice lets this move of the root be played.
    pub(super) fn may_be_played(&self, index: usize) -> bool {
        let side = self.path[0].side;
        let values = Vec::from_iter(self.children_at(0).map(|(value, _)| value));
        let is_won = values.contains(&side.win());
        let are_all_lost = values.iter().all(|&value| value == side.loss());
        if is_won { values[index] == side.win() } else { are_all_lost || values[index] != side.loss() }
    }
}
