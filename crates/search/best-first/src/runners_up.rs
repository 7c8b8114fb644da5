use bestply_core::{Evaluator, Observer, Position, Side};
use bestply_tree::{Keep, NodeId, Rank};

use crate::walk::{Contenders, PrincipalWalk};

/// The fewest children of a node of which the best are noted.
///
/// In a game of 128 moves noting them halves the instructions of an evaluation, from 1,025 to 494, and in one of 512
/// leaves 782 of 2,818. With eight leaves at a time it is 126 of 160 and 109 of 150 (bench `counts -- wide`).
pub(crate) const LEAST_CHILDREN: usize = 128;

/// The children that come next after the best two, of a node on the principal variation that has very many children.
///
/// They spare the search a look at all children whenever it comes back to the node.
/// Meanwhile no child changes but the one that the search comes back from.
pub(crate) struct RunnersUp {
    /// The node's depth.
    pub(crate) depth: usize,
    /// The noted children, the worst first.
    /// Every child that is not noted is worse than all of them, except the best two.
    ranks: Vec<Rank>,
}

impl RunnersUp {
    /// How many children are noted: with the best two, half of the fewest that there are.
    ///
    /// With 14 in the place of 62 a look at all children is due more often,
    /// and an evaluation takes 1.4 times the instructions in a game of 512 moves and 1.6 times in one of 2,048.
    const MOST: usize = 62;

    /// The runners-up, given the ranks of all children. The best two are left out.
    pub(crate) fn among(depth: usize, ranks: Vec<Rank>) -> RunnersUp {
        let mut ranks = best_of(ranks, Self::MOST + 2);
        ranks.truncate(Self::MOST);
        RunnersUp { depth, ranks }
    }

    /// The better of `candidate`, which is not noted, and the best noted child; `None` if that cannot be told.
    ///
    /// If the noted child is the better one, it is taken out.
    /// Then `candidate` is noted, unless it may be worse than a child that is not noted.
    pub(crate) fn second(&mut self, candidate: Rank) -> Option<Rank> {
        let next = *self.ranks.last()?;
        if candidate > next {
            return Some(candidate);
        }
        self.ranks.pop();
        let place = self.ranks.partition_point(|&rank| rank < candidate);
        // A child that is worse than all noted ones may be worse than others, too.
        if place > 0 {
            self.ranks.insert(place, candidate);
        }
        Some(next)
    }
}

impl<P: Position, E: Evaluator<P>, O: Observer, K: Keep<P>> PrincipalWalk<'_, '_, P, E, O, K> {
    /// The second best child, if the runners-up of this node are known and tell it. `candidate` is compared with them.
    #[inline(always)]
    pub(crate) fn next_runner_up(&mut self, candidate: Rank) -> Option<Rank> {
        let depth = self.search.depth();
        let runners_up = self.runners_up.last_mut().filter(|runners_up| runners_up.depth == depth)?;
        runners_up.second(candidate)
    }

    /// The second best child, by a look at all children. If there are very many, the next best ones are noted.
    #[inline(always)]
    pub(crate) fn find_second(&mut self, side: Side, first_child: NodeId) -> Rank {
        let (Contenders { second, .. }, count) = Contenders::count_among(self.search.siblings(first_child), side);
        if count >= LEAST_CHILDREN {
            self.note_runners_up(side, first_child);
        }
        second
    }

    #[cold]
    fn note_runners_up(&mut self, side: Side, first_child: NodeId) {
        self.forget_runners_up();
        let ranks = self.search.siblings(first_child).enumerate().map(|(index, child)| child.rank(side, index));
        self.runners_up.push(RunnersUp::among(self.search.depth(), ranks.collect()));
    }

    /// Forgets the runners-up of the node, which is left or whose children have changed.
    #[inline(always)]
    pub(crate) fn forget_runners_up(&mut self) {
        let depth = self.search.depth();
        self.runners_up.pop_if(|runners_up| runners_up.depth == depth);
    }
}

/// The best `most` ranks of more than so many, the worst first.
pub(crate) fn best_of(mut ranks: Vec<Rank>, most: usize) -> Vec<Rank> {
    let worst = ranks.len() - most;
    ranks.select_nth_unstable(worst);
    let mut best = ranks.split_off(worst);
    best.sort_unstable();
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The model keeps all children sorted; the runners-up know only some of them.
    #[test]
    fn it_knows_who_is_second_until_it_does_not() {
        let mut values: Vec<i32> = (0..1000).map(|place| place * 7919 % 1009).collect();
        let rank = |(index, &value): (usize, &i32)| Rank::exact(value, index);
        let mut all: Vec<Rank> = values.iter().enumerate().map(rank).collect();
        let mut runners_up = RunnersUp::among(3, all.clone());
        let mut looks = 1;
        for step in 0..5000 {
            all.sort_unstable();
            let (best, second) = (all.pop().expect("there are many"), all[all.len() - 1]);
            // The best child gets worse, now by little, now by much.
            values[best.index()] -= [1, 3, 40, 700][step % 4];
            let left = Rank::exact(values[best.index()], best.index());
            all.push(left);
            let known = runners_up.second(left.min(second));
            all.sort_unstable();
            match known {
                Some(second) => assert_eq!(second, all[all.len() - 2], "step {step}"),
                None => {
                    runners_up = RunnersUp::among(3, all.clone());
                    looks += 1;
                }
            }
        }
        assert!((5000 / 500..5000 / 40).contains(&looks), "{looks}");
    }
}
