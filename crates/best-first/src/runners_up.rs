use bestply_tree::Rank;

/// The children that come next after the best two of a node on the principal variation, so that not all of very many are looked at
/// whenever the search comes back to the node. They do not change meanwhile; only the one that it comes back from does.
pub(crate) struct RunnersUp {
    /// The node's depth.
    pub(crate) depth: usize,
    /// The worst first. Children that are not here are worse than all of them.
    ranks: Vec<Rank>,
}

impl RunnersUp {
    /// With fewer children a look at all of them costs less.
    pub(crate) const LEAST_CHILDREN: usize = 256;

    /// How many are noted.
    const MOST: usize = 62;

    /// Those of all children but the best two.
    pub(crate) fn among(depth: usize, mut ranks: Vec<Rank>) -> RunnersUp {
        let worst = ranks.len() - Self::MOST - 2;
        ranks.select_nth_unstable(worst);
        let mut ranks = ranks.split_off(worst);
        ranks.sort_unstable();
        ranks.truncate(Self::MOST);
        RunnersUp { depth, ranks }
    }

    /// The best of `candidate`, a child that is not here, and those that are, if that can be told; the other of the two that it is between
    /// takes its place here.
    pub(crate) fn second(&mut self, candidate: Rank) -> Option<Rank> {
        let next = *self.ranks.last()?;
        if candidate > next {
            return Some(candidate);
        }
        self.ranks.pop();
        let place = self.ranks.partition_point(|&rank| rank < candidate);
        // A child that is worse than all that are here may be worse than others, too.
        if place > 0 {
            self.ranks.insert(place, candidate);
        }
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All children stay sorted in one place, while half of what they are is known in the other.
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
