use std::cmp::Ordering;

use bestply_core::Value;
use bestply_visits::Ceiling;

use crate::Ties;

/// A child that may be selected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Selectable {
    pub(crate) index: usize,
    pub(crate) visits: u32,
    /// The child's value as the side to move sees it.
    pub(crate) value: Value,
    pub(crate) score: f64,
    /// The rate at which the score grows with the width while the child is not visited again.
    ///
    /// It is 0 if the child was never visited (see [`Exploration`](bestply_visits::Exploration)).
    pub(crate) share: f64,
}

impl Selectable {
    /// A candidate below every child.
    const NONE: Selectable =
        Selectable { index: usize::MAX, visits: 0, value: Value::MIN, score: f64::NEG_INFINITY, share: 0.0 };

    /// Compares candidates so that the better score comes first, then the lower index.
    #[inline(always)]
    pub(crate) fn compare(&self, other: &Selectable) -> Ordering {
        other.score.partial_cmp(&self.score).expect("scores are numbers").then(self.index.cmp(&other.index))
    }
}

/// A summary of the siblings of the child on the walk.
///
/// The siblings do not change while the walk goes through that child; only the bonus of their visits grows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rivals {
    /// The best value among them, as the side to move sees it.
    pub(crate) value: Value,
    /// Whether a sibling is not proved.
    pub(crate) is_open: bool,
    /// A bound on the scores of those that are not proved.
    ceiling: Ceiling,
}

impl Rivals {
    /// No siblings, of a node of this width.
    #[inline(always)]
    pub(crate) const fn none(width: f64) -> Rivals {
        Rivals { value: Value::MIN, is_open: false, ceiling: Ceiling::new(width) }
    }

    /// Adds a sibling that is not proved.
    #[inline(always)]
    pub(crate) fn admit(&mut self, sibling: Selectable) {
        self.is_open = true;
        self.admit_if_open(sibling);
    }

    /// Adds a proved sibling, which has this value and cannot be selected.
    #[inline(always)]
    pub(crate) fn admit_proved(&mut self, value: Value) {
        self.value = self.value.max(value);
    }

    /// Adds siblings that were looked at when the node had another width.
    pub(crate) fn admit_all(&mut self, others: &Rivals) {
        self.admit_proved(others.value);
        if others.is_open {
            self.is_open = true;
            self.ceiling.admit_all(&others.ceiling);
        }
    }

    /// Raises the bound on the scores slightly, by more than rounding errors.
    #[inline(always)]
    pub(crate) fn round_up(&mut self) {
        self.ceiling.round_up();
    }

    /// An upper bound on the score of any sibling that is not proved, when the node has this width.
    ///
    /// There must be such a sibling, and the width must not be less than when the siblings were looked at.
    #[inline(always)]
    pub(crate) fn most(&self, width: f64) -> f64 {
        self.ceiling.at(width)
    }

    #[inline(always)]
    fn admit_if_open(&mut self, sibling: Selectable) {
        self.value = self.value.max(sibling.value);
        self.ceiling.admit(sibling.score, sibling.share);
    }
}

/// The candidate with the best score; `None` if all children are proved. Its rivals are written to `of_best`.
///
/// Where scores are equal, the child `kept` goes before the others, or the one visited least; then the lower index.
/// A proved child counts only by its value.
#[inline(always)]
pub(crate) fn best_of(
    children: impl Iterator<Item = (Selectable, bool)>,
    width: f64,
    (ties, kept): (Ties, usize),
    of_best: &mut Rivals,
) -> Option<Selectable> {
    let (mut best, mut open) = (Selectable::NONE, 0);
    let mut rivals = Rivals::none(width);
    // A loop, and no `for_each`: that was compiled apart, with the best and the rivals in memory, and took 3 to 10 %
    // more time (PUCT and UCT in Connect Four and Breakthrough).
    for (child, is_proved) in children {
        if is_proved {
            rivals.admit_proved(child.value);
            continue;
        }
        open += 1;
        let wins_tie = || match ties {
            Ties::Kept => child.index == kept,
            Ties::FewestVisits => child.visits < best.visits,
        };
        let is_better = child.score > best.score || (child.score == best.score && wins_tie());
        rivals.admit_if_open(if is_better { best } else { child });
        best = if is_better { child } else { best };
    }
    rivals.is_open = open > 1;
    rivals.round_up();
    *of_best = rivals;
    (open > 0).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(index: usize, value: Value, score: f64, share: f64) -> Selectable {
        Selectable { index, visits: 0, value, score, share }
    }

    #[test]
    fn the_best_score_wins_and_the_others_are_its_rivals() {
        let children = [
            (candidate(0, 5, 1.0, 0.5), false),
            (candidate(1, 9, 0.0, 0.0), true),
            (candidate(2, -3, 2.0, 0.25), false),
            (candidate(3, 4, 2.0, 1.0), false),
        ];
        let best = |kept, among: &[usize]| {
            let mut rivals = Rivals::none(0.0);
            let best = best_of(among.iter().map(|&index| children[index]), 3.0, (Ties::Kept, kept), &mut rivals);
            (best.map(|best| best.index), rivals)
        };
        let (lowest, rivals) = best(usize::MAX, &[0, 1, 2, 3]);
        assert_eq!((lowest, rivals.value, rivals.is_open), (Some(2), 9, true));
        assert!(rivals.most(3.0) > 2.0 && rivals.most(3.0) < 2.000_001);
        assert!(rivals.most(7.0) > 6.0 && rivals.most(7.0) < 6.000_001, "four times the largest share");
        let (kept, rivals) = best(3, &[0, 2, 3]);
        assert_eq!((kept, rivals.value), (Some(3), 5));
        assert!((rivals.most(7.0) - rivals.most(3.0) - 2.0).abs() < 1e-6, "half as fast as the width");
        let (only, rivals) = best(usize::MAX, &[0, 1]);
        assert_eq!((only, rivals.value, rivals.is_open), (Some(0), 9, false));
        assert_eq!(best(usize::MAX, &[1]).0, None);
    }

    #[test]
    fn siblings_looked_at_before_count_with_what_they_may_have_become() {
        let mut before = Rivals::none(1.0);
        before.admit(candidate(0, 8, 1.0, 0.5));
        let mut rivals = Rivals::none(5.0);
        rivals.admit(candidate(1, 3, 2.0, 0.1));
        rivals.admit_all(&before);
        assert_eq!((rivals.value, rivals.is_open, rivals.most(5.0), rivals.most(6.0)), (8, true, 3.0, 3.5));

        let mut proved = Rivals::none(1.0);
        proved.admit_proved(4);
        let mut none = Rivals::none(5.0);
        none.admit_all(&proved);
        assert_eq!((none.value, none.is_open, none.most(5.0)), (4, false, f64::NEG_INFINITY));
        none.round_up();
        assert_eq!(none.most(5.0), f64::NEG_INFINITY, "there is nothing to round");
    }

    /// Rounding errors grow with the numbers added. A score near 0 may be the sum of a large value and a large bonus.
    #[test]
    fn a_score_is_rounded_up_by_more_than_its_errors() {
        let rounded_by = |score: f64, width: f64| {
            let mut rivals = Rivals::none(width);
            rivals.admit(candidate(0, 0, score, 0.0));
            rivals.round_up();
            rivals.most(width) - score
        };
        for (rounding, expected) in [
            (rounded_by(0.0, 0.0), 1e-9),
            (rounded_by(9.0, 0.0), 1e-8),
            (rounded_by(-9.0, 0.0), 1e-8),
            (rounded_by(0.0, 99.0), 1e-7),
            (rounded_by(9.0, 90.0), 1e-7),
        ] {
            assert!((rounding / expected - 1.0).abs() < 1e-3, "{rounding} is about {expected}");
        }
    }
}
