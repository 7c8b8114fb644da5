//! What goes back up: the best child's value, to the root or as far as it changes, or a mean, and proofs.

use bestply_core::Stop;

use crate::frame::Frame;
use crate::store::Store;
use crate::walk::Walk;
use crate::{BackUp, Selection, Settings, Transpositions};

impl<S: Store, T: Transpositions<S::Position>> Walk<'_, S, T> {
    /// Overwrites the values above the leaf with the best child's value.
    ///
    /// It stops at the first node to which the next walk surely comes, whatever the values above,
    /// and returns that node's depth.
    pub(super) fn back_up(&mut self) -> Result<usize, Stop> {
        for depth in (1..self.frames.len()).rev() {
            if self.is_settled(depth) {
                let goes_on = self.back_up != BackUp::UntilStable || self.settings.selection() == Selection::Value;
                return Ok(if goes_on { depth } else { 0 });
            }
            self.back_up_from(depth)?;
        }
        Ok(0)
    }

    /// Whether nothing needs to be done above the node at `depth` before the next walk.
    #[inline(always)]
    pub(super) fn is_settled(&self, depth: usize) -> bool {
        let Frame { value, proof, window, told, .. } = &self.frames[depth];
        let is_forced = depth <= self.forced && depth <= self.first_expanded;
        match self.back_up {
            BackUp::ToRoot | BackUp::Mean => (is_forced || window.holds(*value, self.walks)) && !proof.is_known(),
            BackUp::UntilStable => {
                (is_forced && !proof.is_known()) || (depth <= self.first_expanded && *told == (*value, *proof))
            }
        }
    }

    /// Backs up the value of the node at `depth` by one step, to its parent.
    #[inline(always)]
    pub(super) fn back_up_from(&mut self, depth: usize) -> Result<(), Stop> {
        self.back_up_to(depth - 1);
        if self.searches { self.ask_for_value(depth - 1) } else { Ok(()) }
    }

    /// Gives the node at `depth` the value of its best child, or the mean of its children's.
    #[inline(always)]
    pub(super) fn back_up_to(&mut self, depth: usize) {
        let mean = if self.back_up == BackUp::Mean { self.mean_of_children(depth) } else { None };
        let [frame, child] = &mut self.frames[depth..depth + 2] else {
            unreachable!("the walk leads on from the node")
        };
        child.told = (child.value, child.proof);
        frame.value = mean.unwrap_or_else(|| frame.best_with(child.value));
        if child.proof.is_known() && (child.value == frame.side.win() || !frame.rivals.is_open) {
            self.prove(depth);
        }
    }

    /// Backs up, and ends the search if too many walks came to finished positions in a row.
    ///
    /// The move of such a walk is played, if the last choice lets it be.
    #[cold]
    pub(super) fn back_up_and_count(&mut self) -> Result<usize, Stop> {
        self.idle = if self.first_expanded == usize::MAX { self.idle + 1 } else { 0 };
        if self.idle >= Settings::IDLE_WALKS {
            self.store.stopped(Stop::Terminal);
        }
        let from = self.back_up()?;
        if self.idle < Settings::IDLE_WALKS {
            return Ok(from);
        }
        // The values above are needed now, where nothing else would ask for them.
        if self.back_up != BackUp::UntilStable {
            (0..from).rev().for_each(|depth| self.back_up_to(depth));
        }
        if self.may_be_played(self.frames[0].chosen) { Err(Stop::Terminal) } else { Ok(from) }
    }

    /// Whether the last choice lets this move of the root be played.
    pub(super) fn may_be_played(&self, index: usize) -> bool {
        let side = self.frames[0].side;
        let values = self.values_of(0);
        let is_won = values.contains(&side.win());
        let are_all_lost = values.iter().all(|&value| value == side.loss());
        if is_won { values[index] == side.win() } else { are_all_lost || values[index] != side.loss() }
    }
}
