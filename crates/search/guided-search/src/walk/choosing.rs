use bestply_core::{Side, Stop, Value};
use bestply_tree::Rank;
use bestply_visits::Divisor;

use crate::frame::NOWHERE;
#[cfg(test)]
use crate::selection::policy::counted;
use crate::selection::policy::{with_bonus, with_promise};
use crate::selection::{Policy, Rivals, Selectable, Shortlist, best_of};
use crate::store::{Child, Store};
use crate::walk::Walk;
use crate::{Ties, Transpositions, Visits};

/// What is needed for a look at the children of a node on the walk.
#[derive(Clone, Copy)]
struct Look {
    side: Side,
    scale: Divisor,
    width: f64,
    ties: Ties,
    /// The index of the child on the walk, if there is one.
    kept: usize,
    latest: (Value, Visits),
}

impl Look {
    /// The value and the visits of a child that the tree holds as `node`.
    #[inline(always)]
    fn value_and_visits(&self, index: usize, node: &impl Child) -> (Value, Visits) {
        if index == self.kept { self.latest } else { (node.value(), node.visits()) }
    }

    /// The child as a candidate, and whether it is proved and thus no candidate.
    /// The score of a proved child has no meaning.
    #[inline(always)]
    fn candidate(
        &self,
        index: usize,
        (value, visits): (Value, Visits),
        score: &mut impl FnMut(f64, Visits) -> (f64, f64),
    ) -> (Selectable, bool) {
        let is_proved = visits.proof().is_known();
        let (score, share) = if is_proved {
            (0.0, 0.0)
        } else {
            #[cfg(test)]
            counted::SCORES.set(counted::SCORES.get() + 1);
            score(self.scale.divide(f64::from(value) * f64::from(self.side.sign())), visits)
        };
        (Selectable { index, visits: visits.count, value: self.side.orient(value), score, share }, is_proved)
    }

    /// The best of some children. The others become its rivals.
    #[inline(always)]
    fn best(
        &self,
        children: impl Iterator<Item = (usize, (Value, Visits))>,
        rivals: &mut Rivals,
        mut score: impl FnMut(f64, Visits) -> (f64, f64),
    ) -> Option<Selectable> {
        let candidates = children.map(|(index, known)| self.candidate(index, known, &mut score));
        best_of(candidates, self.width, (self.ties, self.kept), rivals)
    }

    /// As [`best`](Look::best), where the value alone is the score, so that whole numbers are compared.
    #[inline(always)]
    fn best_by_value(
        &self,
        children: impl Iterator<Item = (usize, (Value, Visits))>,
        rivals: &mut Rivals,
    ) -> Option<Selectable> {
        let (mut best, mut open) = ((Value::MIN, u32::MAX, NOWHERE), 0);
        let (mut second, mut proved) = (Value::MIN, Value::MIN);
        for (index, (value, visits)) in children {
            let value = self.side.orient(value);
            if visits.proof().is_known() {
                proved = proved.max(value);
                continue;
            }
            #[cfg(test)]
            counted::SCORES.set(counted::SCORES.get() + 1);
            let wins_tie = || match self.ties {
                Ties::Kept => index == self.kept,
                Ties::FewestVisits => visits.count < best.1,
            };
            let is_better = open == 0 || value > best.0 || (value == best.0 && wins_tie());
            second = second.max(if is_better { best.0 } else { value });
            best = if is_better { (value, visits.count, index) } else { best };
            open += 1;
        }
        let candidate = |value: Value, visits, index| {
            let seen = f64::from(self.side.orient(value)) * f64::from(self.side.sign());
            Selectable { index, visits, value, score: self.scale.divide(seen), share: 0.0 }
        };
        *rivals = Rivals::none(self.width);
        rivals.admit_proved(proved);
        if open > 1 {
            rivals.admit(candidate(second, 0, NOWHERE));
            rivals.round_up();
        }
        let (value, visits, index) = best;
        (open > 0).then(|| candidate(value, visits, index))
    }
}

impl<S: Store, T: Transpositions<S::Position>> Walk<'_, S, T> {
    /// Makes the walk go from the node at `depth` to the child with the best score.
    ///
    /// Returns whether the walk did not go there before.
    pub(super) fn choose(&mut self, depth: usize) -> Result<bool, Stop> {
        let frame = &self.path[depth];
        let mut chosen = match frame.chosen {
            chosen if chosen != NOWHERE && depth == self.path.end() => chosen,
            _ if frame.shortlist.is_some() => self.best_listed(depth).unwrap_or_else(|| self.best_of_all(depth)),
            _ => self.best_of_all(depth),
        };
        // A shallow search gave bounds of most children; once one of them is exact, another may be the best.
        while self.plan.searches() && self.is_only_bounded(depth, chosen) {
            self.ask(depth, chosen)?;
            chosen = self.best_of_all(depth);
        }
        Ok(self.turn_to(depth, chosen))
    }

    /// Chooses a child of the leaf. Its children have just been made, and these are the best two of them.
    ///
    /// None was visited, and priors follow from values: the best value has the best score and the largest prior.
    /// The ranges of the constants and of the scale guarantee that different values have different scores.
    #[inline(always)]
    pub(super) fn choose_among_new(&mut self, best: Rank, second: Rank) {
        let (look, first_child) = (self.look(self.path.end()), self.first_child(self.store.here()));
        let mut candidate = |rank: Rank| {
            let value = look.side.orient(rank.value());
            let child = self.store.child(self.store.sibling(first_child, rank.index()));
            let mut score = |value, visits| self.policy.score(value, visits, look.width);
            look.candidate(rank.index(), (value, child.visits()), &mut score).0
        };
        let best = candidate(best);
        let mut rivals = Rivals::none(look.width);
        if second != Rank::NONE {
            rivals.admit(candidate(second));
            rivals.round_up();
        }
        let frame = self.path.last();
        (frame.chosen, frame.rivals) = (best.index, rivals);
    }

    /// Looks at all children of the node at `depth` but this one.
    pub(super) fn rivals_of(&mut self, depth: usize, child: usize) -> Rivals {
        let look = self.look(depth);
        let mut rivals = Rivals::none(look.width);
        let siblings = self.store.children(self.store.place(depth)).enumerate();
        for (index, node) in siblings.filter(|&(index, _)| index != child) {
            let (value, visits) = look.value_and_visits(index, node);
            // Draws are for walks that choose: one more here would change those that follow (D120).
            let looks_ahead = self.plan.looks_ahead();
            let mut score = |value, visits| match &mut self.policy {
                policy if looks_ahead => policy.score(value, visits, look.width),
                _ => (f64::INFINITY, 0.0),
            };
            let (sibling, is_proved) = look.candidate(index, (value, visits), &mut score);
            if is_proved { rivals.admit_proved(sibling.value) } else { rivals.admit(sibling) }
        }
        rivals.round_up();
        rivals
    }

    /// Whether the walk goes from the node at `depth` to this child.
    #[inline(always)]
    pub(super) fn is_on_walk(&self, depth: usize, child: usize) -> bool {
        depth < self.path.end() && self.path[depth].chosen == child
    }

    /// Makes the walk go from the node at `depth` to this child. Returns whether the walk did not go there before.
    pub(super) fn turn_to(&mut self, depth: usize, child: usize) -> bool {
        let is_end = depth == self.path.end();
        let frame = &mut self.path[depth];
        let first_child = frame.first_child.expect("the walk goes on from the node");
        let is_other = std::mem::replace(&mut frame.chosen, child) != child;
        if !is_end && !is_other {
            return false;
        }
        self.leave_below(depth);
        self.path.steps.push(self.store.descend(first_child, child));
        self.enter();
        true
    }

    /// The values and the visits of the children of the node at `depth`, with what the walk has found below.
    #[inline(always)]
    pub(super) fn children_at(&self, depth: usize) -> impl Iterator<Item = (Value, Visits)> {
        let look = self.look(depth);
        let children = self.store.children(self.store.place(depth)).enumerate();
        children.map(move |(index, node)| look.value_and_visits(index, node))
    }

    #[inline(always)]
    fn look(&self, depth: usize) -> Look {
        let (frame, child) = (&self.path[depth], self.path.frames.get(depth + 1));
        Look {
            side: frame.side,
            scale: self.plan.scale,
            width: self.policy.width(frame.count(self.walks)),
            ties: self.plan.settings.ties(),
            kept: if child.is_some() { frame.chosen } else { NOWHERE },
            latest: child.map_or_else(Default::default, |child| child.seen_from_above(self.plan.back_up, self.walks)),
        }
    }

    /// Looks at all children of the node at `depth`, and returns the best one.
    ///
    /// # Panics
    ///
    /// If all are proved.
    #[inline(never)]
    fn best_of_all(&mut self, depth: usize) -> usize {
        let look = self.look(depth);
        let frame = &mut self.path[depth];
        let first_child = frame.first_child.expect("the walk goes on from the node");
        let siblings = self.store.siblings(depth, first_child).enumerate();
        let mut count = 0;
        let rivals = &mut frame.rivals;
        let children = siblings.map(|(index, node)| {
            count = index + 1;
            (index, look.value_and_visits(index, node))
        });
        // The policy is asked once, before the loop over the children. A walk compiled for each policy took 2.8 % fewer
        // instructions in Connect Four and as long in Othello, but twice as many searches to compile.
        let best = match &mut self.policy {
            Policy::Value => look.best_by_value(children, rivals),
            Policy::Bonus { exploration, urgency } => {
                look.best(children, rivals, with_bonus(*exploration, *urgency, look.width))
            }
            Policy::Promise { puct, .. } => look.best(children, rivals, with_promise(*puct, look.width)),
            policy @ Policy::Draw { .. } => {
                look.best(children, rivals, |value, visits| policy.score(value, visits, look.width))
            }
        };
        if count >= Shortlist::LEAST_CHILDREN && self.plan.looks_ahead() {
            self.list(depth);
        }
        best.expect("a node that is not proved has a child that is not").index
    }

    /// Lists the best children of the node at `depth`.
    #[cold]
    fn list(&mut self, depth: usize) {
        let look = self.look(depth);
        let (mut candidates, mut proved) = (Vec::new(), Value::MIN);
        for (index, node) in self.store.children(self.store.place(depth)).enumerate() {
            let (value, visits) = look.value_and_visits(index, node);
            let mut score = |value, visits| self.policy.score(value, visits, look.width);
            match look.candidate(index, (value, visits), &mut score) {
                (child, true) => proved = proved.max(child.value),
                (child, false) => candidates.push(child),
            }
        }
        self.path[depth].shortlist = Shortlist::new(&mut candidates, proved, look.width).map(Box::new);
    }

    /// Looks at the listed children of the node at `depth`, if it has a list.
    ///
    /// Returns the best of them if no unlisted child is better.
    #[cold]
    fn best_listed(&mut self, depth: usize) -> Option<usize> {
        let look = self.look(depth);
        let frame = &mut self.path[depth];
        let (list, first_child) = (frame.shortlist.as_deref()?, frame.first_child?);
        let (store, policy) = (&*self.store, &mut self.policy);
        let children = list
            .indices
            .iter()
            .map(|&index| (index, look.value_and_visits(index, store.child(store.sibling(first_child, index)))));
        let best = look.best(children, &mut frame.rivals, |value, visits| policy.score(value, visits, look.width))?;
        list.admit_others(&mut frame.rivals);
        list.is_best(&best, look.width, (look.ties, look.kept)).then_some(best.index)
    }
}
