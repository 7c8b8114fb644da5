use bestply_core::{Evaluator, Observer, Position, Side, Value};
use bestply_tree::{Keep, Node, Rank};
use bestply_visits::Proof;

use crate::policy::Policy;
use crate::rivals::{Candidate, Rivals, best_of};
use crate::shortlist::Shortlist;
use crate::walk::Walk;
use crate::{Transpositions, Visits};

/// A look from a node on the walk at its children.
#[derive(Clone, Copy)]
struct Look {
    side: Side,
    /// The value that counts as 1 for the side to move.
    unit: f64,
    width: f64,
    /// The child on the walk, no index if there is none; and its value and visits, of which the tree does not know the latest.
    kept: usize,
    latest: (Value, Visits),
}

impl Look {
    /// The value and the visits of a child that stands so in the tree.
    #[inline(always)]
    fn known<K>(&self, index: usize, node: &Node<Visits, K>) -> (Value, Visits) {
        if index == self.kept { self.latest } else { (node.value(), node.payload) }
    }

    /// The child as a candidate, which it is not if it is proved. The score of a proved one is not asked for.
    #[inline(always)]
    fn candidate(&self, index: usize, value: Value, visits: Visits, policy: &mut impl Policy) -> (Candidate, bool) {
        let is_proved = visits.proof.is_known();
        let score = if is_proved { 0.0 } else { policy.score(f64::from(value) / self.unit, visits.count, self.width) };
        let share = policy.share(visits.count);
        (Candidate { index, value: self.side.orient(value), score, share }, is_proved)
    }
}

impl<P, E, O, S, T, K> Walk<'_, '_, P, E, O, S, T, K>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    S: Policy,
    T: Transpositions<P>,
    K: Keep<P>,
{
    /// Makes the walk go from the node at `depth` to the child that is to be selected. Returns whether it did not before.
    pub(super) fn choose(&mut self, depth: usize) -> bool {
        let (chosen, rivals) = match self.frames[depth].chosen {
            Some(chosen) if depth + 1 == self.frames.len() => (chosen, self.frames[depth].rivals),
            _ => self.best_listed(depth).unwrap_or_else(|| self.best_of_all(depth)),
        };
        self.turn_to(depth, chosen, rivals)
    }

    /// Chooses a child of the leaf, whose children have just been made and of which these are the best two, if they are enough to
    /// know: as none was visited, only rounding can make the score of a worse one as good.
    #[inline(always)]
    pub(super) fn choose_among_new(&mut self, best: Rank, second: Rank) {
        let look = self.look(self.frames.len() - 1);
        let mut candidate = |rank: Rank| {
            let value = look.side.orient(rank.value());
            look.candidate(rank.index(), value, Visits::default(), &mut self.policy).0
        };
        let (best, mut rivals) = (candidate(best), Rivals::none(look.width));
        if second != Rank::NONE {
            let second = candidate(second);
            if second.score == best.score && second.value != best.value {
                return;
            }
            rivals.admit(second);
        }
        let frame = self.frames.last_mut().expect("the leaf is on the walk");
        (frame.chosen, frame.rivals) = (Some(best.index), rivals);
    }

    /// Makes the walk go from the node at `depth` to this child. Returns whether it did not before.
    pub(super) fn turn_to(&mut self, depth: usize, child: usize, rivals: Rivals) -> bool {
        let frame = &mut self.frames[depth];
        let is_chosen = frame.chosen == Some(child);
        (frame.chosen, frame.rivals) = (Some(child), rivals);
        if is_chosen && self.frames.len() > depth + 1 {
            return false;
        }
        while self.frames.len() > depth + 1 {
            self.leave();
        }
        let first_child = self.search.first_child();
        self.steps.push(self.search.descend(first_child, child));
        self.enter();
        true
    }

    /// The siblings of a child of the node at `depth`, but for their scores.
    pub(super) fn rivals_of(&self, depth: usize, child: usize) -> Rivals {
        let look = self.look(depth);
        let mut rivals = Rivals::none(look.width);
        let siblings = self.search.tree().children(self.search.node_at(depth)).enumerate();
        for (index, node) in siblings.filter(|&(index, _)| index != child) {
            let (value, visits) = look.known(index, node);
            let value = look.side.orient(value);
            match visits.proof.is_known() {
                true => rivals.admit_proved(value),
                false => rivals.admit(Candidate { index, value, score: 0.0, share: 0.0 }),
            }
        }
        rivals
    }

    /// Proves the node at `depth`, whose child on the walk has just been.
    #[cold]
    pub(super) fn prove(&mut self, depth: usize) {
        let look = self.look(depth);
        let children = self.search.tree().children(self.search.node_at(depth)).enumerate();
        let proofs = children.map(|(index, node)| look.known(index, node)).map(|(value, visits)| (value, visits.proof));
        let proved = Proof::of_children(look.side, proofs).expect("a win, or no child is open");
        (self.frames[depth].value, self.frames[depth].proof) = proved;
    }

    #[inline(always)]
    fn look(&self, depth: usize) -> Look {
        let frame = &self.frames[depth];
        let child = self.frames.get(depth + 1);
        Look {
            side: frame.side,
            unit: self.settings.unit(frame.side),
            width: self.policy.width(frame.count(self.walks)),
            kept: child.and(frame.chosen).unwrap_or(usize::MAX),
            latest: child.map_or_else(Default::default, |child| (child.value, child.visits(self.walks))),
        }
    }

    /// Looks at all children of the node at `depth`.
    ///
    /// # Panics
    ///
    /// If all are proved.
    fn best_of_all(&mut self, depth: usize) -> (usize, Rivals) {
        let look = self.look(depth);
        let first_child = self.search.tree().first_child(self.search.node_at(depth)).expect("it is fully expanded");
        let (policy, batch) = (&mut self.policy, &self.batch);
        let mut children = 0;
        let candidates = self.search.siblings(first_child).enumerate().map(|(index, node)| {
            children = index + 1;
            let (value, visits) = look.known(index, node);
            let value = batch.supposed(first_child, index).unwrap_or(value);
            look.candidate(index, value, visits, policy)
        });
        let (best, rivals) =
            best_of(candidates, look.width, look.kept).expect("a node that is not proved has a child that is not");
        if children >= Shortlist::LEAST_CHILDREN && self.looks_ahead {
            self.list(depth);
        }
        (best.index, rivals)
    }

    /// Notes down the best children of the node at `depth`.
    #[cold]
    fn list(&mut self, depth: usize) {
        let look = self.look(depth);
        let mut proved = Value::MIN;
        self.candidates.clear();
        for (index, node) in self.search.tree().children(self.search.node_at(depth)).enumerate() {
            let (value, visits) = look.known(index, node);
            match look.candidate(index, value, visits, &mut self.policy) {
                (child, true) => proved = proved.max(child.value),
                (child, false) => self.candidates.push(child),
            }
        }
        self.frames[depth].shortlist = Shortlist::new(&mut self.candidates, proved, look.width).map(Box::new);
    }

    /// Looks at the listed children of the node at `depth`, if there is a list and the best of all is on it.
    #[inline(always)]
    fn best_listed(&mut self, depth: usize) -> Option<(usize, Rivals)> {
        let list = self.frames[depth].shortlist.as_deref()?;
        let look = self.look(depth);
        let first_child = self.search.tree().first_child(self.search.node_at(depth))?;
        let (tree, policy) = (self.search.tree(), &mut self.policy);
        let candidates = list.indices.iter().map(|&index| {
            let (value, visits) = look.known(index, tree.node(first_child.sibling(index)));
            look.candidate(index, value, visits, policy)
        });
        let (best, mut rivals) = best_of(candidates, look.width, look.kept)?;
        list.admit_others(&mut rivals);
        list.is_best(&best, look.width, look.kept).then_some((best.index, rivals))
    }
}
