use bestply_tree::Rank;

use crate::runners_up::best_of;
use crate::walk::Contenders;

/// The best children of a node that has very many, so that a change of one child needs no look at all of them.
pub(crate) struct Leaders {
    /// The noted children, the worst first. Every child that is not noted is worse than all of them.
    ranks: Vec<Rank>,
}

impl Leaders {
    /// How many children are noted.
    ///
    /// In a game of 512 moves a search with eight leaves takes 3 % more instructions with 16, and 5 % more with 250
    /// (bench `counts -- wide`).
    const MOST: usize = 64;

    /// The leaders, given the ranks of all children.
    pub(crate) fn among(ranks: Vec<Rank>) -> Leaders {
        Leaders { ranks: best_of(ranks, Self::MOST) }
    }

    /// The best two children; `None` if these cannot be told any more.
    pub(crate) fn contenders(&self) -> Option<Contenders> {
        let [.., second, best] = self.ranks[..] else { return None };
        Some(Contenders { best, second })
    }

    /// A child has this rank now.
    pub(crate) fn note_change(&mut self, child: Rank) {
        self.ranks.retain(|rank| rank.index() != child.index());
        let place = self.ranks.partition_point(|&rank| rank < child);
        // A child that is worse than all noted ones may be worse than others, too.
        if place > 0 {
            self.ranks.insert(place, child);
        }
        if self.ranks.len() > Self::MOST {
            self.ranks.remove(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The model looks at all children; the leaders know only some of them.
    #[test]
    fn they_know_who_is_best_until_they_do_not() {
        let mut values: Vec<i32> = (0..1000).map(|place| place * 7919 % 1009).collect();
        let all = |values: &[i32]| -> Vec<Rank> {
            values.iter().enumerate().map(|(index, &value)| Rank::exact(value, index)).collect()
        };
        let mut leaders = Leaders::among(all(&values));
        let mut looks = 1;
        for step in 0..5000 {
            let mut sorted = all(&values);
            sorted.sort_unstable();
            let (best, second) = (sorted[999], sorted[998]);
            match leaders.contenders() {
                Some(known) => assert_eq!((known.best, known.second), (best, second), "step {step}"),
                None => {
                    leaders = Leaders::among(all(&values));
                    looks += 1;
                }
            }
            // The best child gets worse, now by little, now by much; now and then another gets better.
            let (index, change) = match step % 5 {
                4 => (step * 31 % 1000, 5),
                kind => (best.index(), [-1, -3, -40, -700][kind]),
            };
            values[index] += change;
            leaders.note_change(Rank::exact(values[index], index));
            assert!(leaders.ranks.len() <= Leaders::MOST);
        }
        assert!((5000 / 500..5000 / 40).contains(&looks), "{looks}");
    }
}
