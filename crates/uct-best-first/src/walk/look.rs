use bestply_core::{Evaluator, Observer, Position, Proof, Side, Stop, Value};
use bestply_tree::{Keep, Node, Rank};
use bestply_visits::Divisor;

use crate::frame::NOWHERE;
use crate::policy::Policy;
use crate::rivals::{Candidate, Rivals, best_of};
use crate::shortlist::Shortlist;
use crate::walk::Walk;
use crate::{Transpositions, Visits};

/// What is needed for a look at the children of a node on the walk.
#[derive(Clone, Copy)]
struct Look {
    side: Side,
    scale: Divisor,
    width: f64,
    /// The index of the child on the walk, if there is one.
    kept: usize,
    latest: (Value, Visits),
}

impl Look {
    /// The value and the visits of a child that the tree holds as `node`.
    #[inline(always)]
    fn value_and_visits<K>(&self, index: usize, node: &Node<Visits, K>) -> (Value, Visits) {
        if index == self.kept { self.latest } else { (node.value(), node.payload) }
    }

    /// The child as a candidate, and whether it is proved and thus no candidate.
    /// The score of a proved child has no meaning.
    #[inline(always)]
    fn candidate(&self, index: usize, (value, visits): (Value, Visits), policy: &mut Policy) -> (Candidate, bool) {
        let is_proved = visits.proof().is_known();
        let (score, share) = match is_proved {
            true => (0.0, 0.0),
            false => {
                policy.score(self.scale.divide(f64::from(value) * f64::from(self.side.sign())), visits, self.width)
            }
        };
        (Candidate { index, value: self.side.orient(value), score, share }, is_proved)
    }
}

impl<P, E, O, T, K> Walk<'_, '_, P, E, O, T, K>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    T: Transpositions<P>,
    K: Keep<P>,
{
    /// Makes the walk go from the node at `depth` to the child with the best score.
    ///
    /// Returns whether the walk did not go there before.
    pub(super) fn choose(&mut self, depth: usize) -> Result<bool, Stop> {
        let frame = &self.frames[depth];
        let mut chosen = match frame.chosen {
            chosen if chosen != NOWHERE && depth + 1 == self.frames.len() => chosen,
            _ if frame.shortlist.is_some() => self.best_listed(depth).unwrap_or_else(|| self.best_of_all(depth)),
            _ => self.best_of_all(depth),
        };
        while self.searches && self.is_only_bounded(depth, chosen) {
            self.ask(depth, chosen)?;
            chosen = self.best_of_all(depth);
        }
        Ok(self.turn_to(depth, chosen))
    }

    /// Chooses a child of the leaf. Its children have just been made, and these are the best two of them.
    ///
    /// None was visited, so that the best value has the best score, and the largest prior.
    /// The ranges of the constants and of the scale guarantee that different values have different scores.
    #[inline(always)]
    pub(super) fn choose_among_new(&mut self, best: Rank, second: Rank) {
        let (look, first_child) = (self.look(self.frames.len() - 1), self.search.first_child());
        let mut candidate = |rank: Rank| {
            let value = look.side.orient(rank.value());
            let child = self.search.tree().node(first_child.sibling(rank.index()));
            look.candidate(rank.index(), (value, child.payload), &mut self.policy).0
        };
        let (best, mut rivals) = (candidate(best), Rivals::none(look.width));
        if second != Rank::NONE {
            rivals.admit(candidate(second));
            rivals.round_up();
        }
        let frame = self.frames.last_mut().expect("the leaf is on the walk");
        (frame.chosen, frame.rivals) = (best.index, rivals);
    }

    /// Looks at all children of the node at `depth` but this one.
    pub(super) fn rivals_of(&mut self, depth: usize, child: usize) -> Rivals {
        let look = self.look(depth);
        let mut rivals = Rivals::none(look.width);
        let siblings = self.search.tree().children(self.search.node_at(depth)).enumerate();
        for (index, node) in siblings.filter(|&(index, _)| index != child) {
            let (value, visits) = look.value_and_visits(index, node);
            // Draws are for walks that choose.
            let (sibling, is_proved) = match self.looks_ahead {
                true => look.candidate(index, (value, visits), &mut self.policy),
                false => {
                    let value = look.side.orient(value);
                    (Candidate { index, value, score: f64::INFINITY, share: 0.0 }, visits.proof().is_known())
                }
            };
            if is_proved { rivals.admit_proved(sibling.value) } else { rivals.admit(sibling) }
        }
        rivals.round_up();
        rivals
    }

    /// Whether the walk goes from the node at `depth` to this child.
    #[inline(always)]
    pub(super) fn is_on_walk(&self, depth: usize, child: usize) -> bool {
        depth + 1 < self.frames.len() && self.frames[depth].chosen == child
    }

    /// Makes the walk go from the node at `depth` to this child. Returns whether the walk did not go there before.
    pub(super) fn turn_to(&mut self, depth: usize, child: usize) -> bool {
        let is_end = depth + 1 == self.frames.len();
        let frame = &mut self.frames[depth];
        let first_child = frame.first_child.expect("the walk goes on from the node");
        let is_other = std::mem::replace(&mut frame.chosen, child) != child;
        if !is_end && !is_other {
            return false;
        }
        while self.frames.len() > depth + 1 {
            self.leave();
        }
        self.steps.push(self.search.descend(first_child, child));
        self.enter();
        true
    }

    /// Proves the node at `depth`, whose child on the walk was just proved.
    #[cold]
    pub(super) fn prove(&mut self, depth: usize) {
        let proved = self.proof_by_children(depth).expect("a win, or no child is open");
        (self.frames[depth].value, self.frames[depth].proof) = proved;
    }

    /// Proves the node at `depth` if its children do.
    #[cold]
    pub(super) fn prove_if_known(&mut self, depth: usize) {
        if let Some(proved) = self.proof_by_children(depth) {
            (self.frames[depth].value, self.frames[depth].proof) = proved;
        }
    }

    fn proof_by_children(&self, depth: usize) -> Option<(Value, Proof)> {
        let look = self.look(depth);
        let children = self.search.tree().children(self.search.node_at(depth)).enumerate();
        let proofs = children
            .map(|(index, node)| look.value_and_visits(index, node))
            .map(|(value, visits)| (value, visits.proof()));
        Proof::of_children(look.side, proofs)
    }

    #[inline(always)]
    fn look(&self, depth: usize) -> Look {
        let (frame, child) = (&self.frames[depth], self.frames.get(depth + 1));
        Look {
            side: frame.side,
            scale: self.scale,
            width: self.policy.width(frame.count(self.walks)),
            kept: if child.is_some() { frame.chosen } else { NOWHERE },
            latest: child.map_or_else(Default::default, |child| (child.value, child.visits(self.walks))),
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
        let (best, children) = match look.kept {
            NOWHERE => self.compare_all(depth, look, |_, node| (node.value(), node.payload)),
            _ => self.compare_all(depth, look, |index, node| look.value_and_visits(index, node)),
        };
        if children >= Shortlist::LEAST_CHILDREN && self.looks_ahead {
            self.list(depth);
        }
        best
    }

    /// The best child of the node at `depth`, and the number of its children.
    ///
    /// `known` tells the value and the visits of each child.
    #[inline(always)]
    fn compare_all(
        &mut self,
        depth: usize,
        look: Look,
        known: impl Fn(usize, &Node<Visits, K>) -> (Value, Visits),
    ) -> (usize, usize) {
        let frame = &mut self.frames[depth];
        let first_child = frame.first_child.expect("the walk goes on from the node");
        let (mut children, policy) = (0, &mut self.policy);
        let candidates = self.search.siblings(first_child).enumerate().map(|(index, node)| {
            children = index + 1;
            look.candidate(index, known(index, node), policy)
        });
        let best = best_of(candidates, look.width, look.kept, &mut frame.rivals);
        (best.expect("a node that is not proved has a child that is not").index, children)
    }

    /// Lists the best children of the node at `depth`.
    #[cold]
    fn list(&mut self, depth: usize) {
        let look = self.look(depth);
        let mut proved = Value::MIN;
        self.candidates.clear();
        for (index, node) in self.search.tree().children(self.search.node_at(depth)).enumerate() {
            let (value, visits) = look.value_and_visits(index, node);
            match look.candidate(index, (value, visits), &mut self.policy) {
                (child, true) => proved = proved.max(child.value),
                (child, false) => self.candidates.push(child),
            }
        }
        self.frames[depth].shortlist = Shortlist::new(&mut self.candidates, proved, look.width).map(Box::new);
    }

    /// Looks at the listed children of the node at `depth`, if it has a list.
    ///
    /// Returns the best of them if no unlisted child is better.
    #[cold]
    fn best_listed(&mut self, depth: usize) -> Option<usize> {
        let look = self.look(depth);
        let frame = &mut self.frames[depth];
        let (list, first_child) = (frame.shortlist.as_deref()?, frame.first_child?);
        let (tree, policy) = (self.search.tree(), &mut self.policy);
        let candidates = list.indices.iter().map(|&index| {
            let known = look.value_and_visits(index, tree.node(first_child.sibling(index)));
            look.candidate(index, known, policy)
        });
        let best = best_of(candidates, look.width, look.kept, &mut frame.rivals)?;
        list.admit_others(&mut frame.rivals);
        list.is_best(&best, look.width, look.kept).then_some(best.index)
    }
}
