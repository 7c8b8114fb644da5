use bestply_core::Value;

/// A child, as it was when it was visited last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) index: u32,
    /// Its minimax value, as the side to move sees it.
    pub(crate) minimax: Value,
    /// Its estimate, as the side to move sees it; minus infinity once it is proved, so that it is not selected.
    pub(crate) estimate: f64,
    /// How fast its score grows with the width of its parent (see [`Exploration`](bestply_visits::Exploration)).
    pub(crate) share: f64,
}

impl Candidate {
    /// None.
    const NONE: Candidate = Candidate { index: u32::MAX, minimax: Value::MIN, estimate: f64::NEG_INFINITY, share: 0.0 };

    /// The upper confidence bound.
    #[inline(always)]
    pub(crate) fn score(&self, width: f64) -> f64 {
        self.estimate + width * self.share
    }

    /// Whether it can be selected.
    #[inline(always)]
    pub(crate) fn is_open(&self) -> bool {
        self.estimate > f64::NEG_INFINITY
    }
}

/// What a look at the children of a node has in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// The node's visits.
    pub(crate) visits: u32,
    /// Its width (see [`Exploration`](bestply_visits::Exploration)).
    pub(crate) width: f64,
    /// The most that a result can be.
    pub(crate) scale: f64,
    /// The weight of minimax values.
    pub(crate) weight: f64,
}

impl View {
    /// More than rounding can make of a score. A child with a narrower lead is only looked at once too often.
    #[inline(always)]
    pub(crate) fn rounding(&self, score: f64) -> f64 {
        1e-9 * (self.scale + score.abs())
    }
}

impl Candidate {
    /// For how many walks more, if they all go through this child, it surely stays ahead of its rivals, whatever their
    /// results; `None` where it may be behind already.
    ///
    /// The least that its score can be, every result being the worst, is convex in the number of walks, and the most
    /// that its rivals' can be is concave; so the tangents are bounds.
    #[inline(always)]
    pub(crate) fn stays_for(&self, rivals: &Rivals, view: &View) -> Option<u64> {
        let View { visits, width, scale, weight } = *view;
        let score = self.score(width);
        let lead = score - rivals.most(width) - view.rounding(score);
        let mean = self.estimate + scale - weight * (f64::from(self.minimax) + scale);
        let fall = (mean + 0.5 * width * self.share) * self.share * self.share;
        // √(ln N) grows by no more than 1 / 2N of itself a visit, from where ln N is 1.
        let rise = if visits < 3 { f64::INFINITY } else { 0.5 * width / f64::from(visits) };
        (lead > 0.0).then(|| (lead / (fall + rise * rivals.share)) as u64)
    }
}

/// What some children of a node amount to while none of them is visited; only the bonus of their visits grows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rivals {
    /// The best minimax value, as the side to move sees it.
    pub(crate) minimax: Value,
    /// Whether one of them is not proved.
    pub(crate) is_open: bool,
    /// The most that any score grows with the width.
    pub(crate) share: f64,
    /// The best score when they were looked at, and the node's width then.
    score: f64,
    width: f64,
}

impl Rivals {
    /// No children.
    pub(crate) const NONE: Rivals =
        Rivals { minimax: Value::MIN, is_open: false, share: 0.0, score: f64::NEG_INFINITY, width: 0.0 };

    /// Counts in a child while none can be selected yet.
    #[inline(always)]
    pub(crate) fn admit_unscored(&mut self, minimax: Value, is_open: bool) {
        self.minimax = self.minimax.max(minimax);
        self.is_open |= is_open;
    }

    /// Counts in a child that is looked at when the node has this width.
    #[inline(always)]
    pub(crate) fn admit(&mut self, child: &Candidate, width: f64) {
        self.admit_unscored(child.minimax, child.is_open());
        self.share = larger(self.share, child.share);
        (self.score, self.width) = (larger(self.most(width), child.score(width)), width);
    }

    /// More than any score can be but for rounding, now that the node has this width.
    #[inline(always)]
    pub(crate) fn most(&self, width: f64) -> f64 {
        self.score + (width - self.width) * self.share
    }
}

/// The most children of a node that are listed as candidates. Of more, all are looked at again when these are used up.
const MOST_LISTED: usize = 64;

/// The children of a node that are not among its candidates.
pub(crate) struct Unlisted {
    /// The first of those with the estimate and the share of the last one listed. They are as good as one another, but
    /// the first goes before.
    twin: Candidate,
    others: Rivals,
}

impl Unlisted {
    /// Takes all but the best of many candidates, which are those from `first` on, off their list.
    pub(crate) fn of(candidates: &mut Vec<Candidate>, first: usize, width: f64) -> Option<Box<Unlisted>> {
        let all = &mut candidates[first..];
        if all.len() <= MOST_LISTED {
            return None;
        }
        let ranked =
            |a: &Candidate, b: &Candidate| b.score(width).total_cmp(&a.score(width)).then(a.index.cmp(&b.index));
        let (_, &mut last, rest) = all.select_nth_unstable_by(MOST_LISTED - 1, ranked);
        let mut unlisted = Unlisted { twin: Candidate::NONE, others: Rivals::NONE };
        for child in rest {
            if (child.estimate, child.share) == (last.estimate, last.share) {
                let minimax = child.minimax.max(unlisted.twin.minimax);
                let index = child.index.min(unlisted.twin.index);
                unlisted.twin = Candidate { index, minimax, ..last };
            } else {
                unlisted.others.admit(child, width);
            }
        }
        candidates.truncate(first + MOST_LISTED);
        candidates[first..].sort_unstable_by_key(|child| child.index);
        Some(Box::new(unlisted))
    }

    /// Whether each of them surely goes behind this child.
    pub(crate) fn are_behind(&self, child: &Candidate, view: &View) -> bool {
        let (score, of_twin) = (child.score(view.width), self.twin.score(view.width));
        let goes_before = score > of_twin || (score == of_twin && child.index < self.twin.index);
        goes_before && score > self.others.most(view.width) + view.rounding(score)
    }

    /// What all of them amount to.
    fn rivals(&self, width: f64) -> Rivals {
        let mut rivals = self.others;
        rivals.admit(&self.twin, width);
        rivals
    }
}

/// The best of the candidates that are listed.
pub(crate) struct Best {
    /// Its place on the list.
    pub(crate) place: usize,
    /// All other children.
    pub(crate) rivals: Rivals,
}

impl Best {
    /// The best of those listed, the first of equal ones; there is one at least. Of proved ones, none is better than
    /// another.
    #[inline(always)]
    pub(crate) fn of(listed: impl Iterator<Item = Candidate>, unlisted: Option<&Unlisted>, width: f64) -> Best {
        let mut rivals = unlisted.map_or(Rivals::NONE, |unlisted| unlisted.rivals(width));
        let (mut place, mut score, mut minimax) = (0, f64::NEG_INFINITY, Value::MIN);
        let (mut rival_score, mut share) = (rivals.most(width), rivals.share);
        let [mut best_minimax, mut second_minimax] = [Value::MIN; 2];
        // Whatever is the best, the same is done, so that a processor need not guess.
        for (index, child) in listed.enumerate() {
            let child_score = child.score(width);
            let is_better = child_score > score;
            place = if is_better { index } else { place };
            minimax = if is_better { child.minimax } else { minimax };
            rival_score = larger(rival_score, if is_better { score } else { child_score });
            score = if is_better { child_score } else { score };
            share = larger(share, child.share);
            second_minimax = second_minimax.max(best_minimax.min(child.minimax));
            best_minimax = best_minimax.max(child.minimax);
        }
        let of_others = if minimax == best_minimax { second_minimax } else { best_minimax };
        rivals.admit_unscored(of_others, rival_score > f64::NEG_INFINITY);
        (rivals.score, rivals.share, rivals.width) = (rival_score, share, width);
        Best { place, rivals }
    }
}

/// The larger of two numbers, which are some.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use bestply_visits::Exploration;

    use super::*;

    const SCALE: f64 = 100.0;

    fn candidate(index: u32, sum: f64, visits: u32, minimax: Value, weight: f64) -> Candidate {
        let estimate = (1.0 - weight) * sum / f64::from(visits) + weight * f64::from(minimax);
        Candidate { index, minimax, estimate, share: Exploration::new(1.0).share(visits) }
    }

    fn view(exploration: f64, visits: u32, weight: f64) -> View {
        let width = Exploration::new(exploration).width(visits) * SCALE;
        View { visits, width, scale: SCALE, weight }
    }

    /// With the worst results a child stays ahead for as long as is said, but not for twice as long and a walk.
    #[test]
    fn a_lead_lasts_as_long_as_it_must() {
        for (exploration, weight) in [(0.0, 0.0), (0.3, 0.0), (1.4, 0.0), (0.0, 0.7), (0.3, 0.7), (1.4, 0.2)] {
            for (mean, minimax, own, others) in [(60.0, 40, 500, 100), (90.0, -20, 40, 400), (-20.0, 99, 300, 30)] {
                let seen = view(exploration, own + others, weight);
                let child = candidate(0, mean * f64::from(own), own, minimax, weight);
                for lead in [0.5, 5.0, 20.0] {
                    let mut rival = candidate(1, 0.0, others, 0, weight);
                    rival.estimate += child.score(seen.width) - rival.score(seen.width) - lead;
                    let mut rivals = Rivals::NONE;
                    rivals.admit(&rival, seen.width);
                    let walks = child.stays_for(&rivals, &seen).expect("it is ahead") as u32;
                    let is_ahead_after = |walks: u32| {
                        let sum = mean * f64::from(own) - SCALE * f64::from(walks);
                        let child = candidate(0, sum, own + walks, minimax, weight);
                        let width = view(exploration, own + others + walks, weight).width;
                        child.score(width) > rival.score(width)
                    };
                    assert!(is_ahead_after(walks), "{lead} ahead after {walks}");
                    let falls = (mean + SCALE) / f64::from(own);
                    assert!(f64::from(walks) >= 0.2 * lead / falls - 1.0, "{lead} ahead after {walks}");
                    assert!(!is_ahead_after(2 * walks + 2) || walks > own / 8, "{lead} ahead after {walks}");
                }
            }
        }
    }

    #[test]
    fn who_may_be_behind_does_not_stay() {
        let seen = view(0.0, 10, 0.0);
        let child = candidate(0, 50.0, 5, 0, 0.0);
        for (sum, stays) in [(49.0, true), (50.0 - 1e-9, false), (50.0, false), (51.0, false)] {
            let mut rivals = Rivals::NONE;
            rivals.admit(&candidate(1, sum, 5, 0, 0.0), seen.width);
            assert_eq!(child.stays_for(&rivals, &seen).is_some(), stays, "beside {sum}");
        }
        assert_eq!(child.stays_for(&Rivals::NONE, &seen), Some(u64::MAX), "without rivals");
    }

    /// A score of 0 may be a difference of large numbers.
    #[test]
    fn a_lead_is_beyond_rounding_whatever_the_score() {
        let seen = view(0.0, 10, 0.0);
        let is_about = |rounding: f64, expected: f64| (rounding / expected - 1.0).abs() < 1e-6;
        assert!(is_about(seen.rounding(0.0), 1e-7) && is_about(seen.rounding(-900.0), 1e-6));
    }

    /// Of 200 children as good as one another the first are listed, and go before the others while nothing changes.
    #[test]
    fn of_equal_children_the_first_are_listed() {
        let seen = view(1.0, 400, 0.0);
        let mut candidates = Vec::from_iter((0..200).map(|index| candidate(index, 5.0, 1, 5, 0.0)));
        let unlisted = Unlisted::of(&mut candidates, 0, seen.width).expect("they are many");
        let listed = Vec::from_iter(candidates.iter().map(|child| child.index));
        assert_eq!(listed, Vec::from_iter(0..MOST_LISTED as u32));
        assert!(unlisted.are_behind(&candidates[63], &seen));
        assert!(!unlisted.are_behind(&candidate(64, 5.0, 1, 5, 0.0), &seen));
        assert!(!unlisted.are_behind(&candidate(0, 10.0, 2, 5, 0.0), &seen));

        // One that is nearly as good is one of them only until the next look.
        let mut candidates = Vec::from_iter((0..65).map(|index| candidate(index, 5.0, 1 + index / 64, 5, 0.0)));
        let unlisted = Unlisted::of(&mut candidates, 0, seen.width).expect("they are many");
        let rest = candidate(64, 5.0, 2, 5, 0.0);
        assert!(unlisted.are_behind(&candidates[63], &seen) && !unlisted.are_behind(&rest, &seen));
        assert!(Unlisted::of(&mut candidates, 0, seen.width).is_none(), "they are few");
    }

    #[test]
    fn the_best_has_rivals() {
        let seen = view(1.0, 30, 0.0);
        let children = [candidate(0, 3.0, 1, 7, 0.0), candidate(1, 8.0, 1, 9, 0.0), candidate(2, 8.0, 1, 9, 0.0)];
        let Best { place, rivals } = Best::of(children.into_iter(), None, seen.width);
        assert_eq!((place, rivals.minimax, rivals.is_open), (1, 9, true));
        assert_eq!(rivals.most(seen.width), children[2].score(seen.width));
        let Best { place, rivals } = Best::of(children[..2].iter().copied(), None, seen.width);
        assert_eq!((place, rivals.minimax, rivals.most(seen.width)), (1, 7, children[0].score(seen.width)));
        let Best { place, rivals } = Best::of(children[1..2].iter().copied(), None, seen.width);
        assert_eq!((place, rivals.minimax, rivals.is_open), (0, Value::MIN, false));
    }
}
