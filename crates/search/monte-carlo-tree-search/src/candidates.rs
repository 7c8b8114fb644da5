use bestply_core::Value;

/// A child, with its values at its last visit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredChild {
    pub(crate) index: u32,
    /// Its minimax value, as the side to move sees it.
    pub(crate) minimax: Value,
    /// Its estimate, as the side to move sees it.
    /// It is minus infinity once the child is proved, so that it is not selected.
    pub(crate) estimate: f64,
    /// The rate at which its score grows with the width of its parent
    /// (see [`Exploration`](bestply_visits::Exploration)).
    pub(crate) share: f64,
}

impl ScoredChild {
    /// No child.
    const NONE: ScoredChild =
        ScoredChild { index: u32::MAX, minimax: Value::MIN, estimate: f64::NEG_INFINITY, share: 0.0 };

    /// The upper confidence bound.
    #[inline(always)]
    pub(crate) fn score(&self, width: f64) -> f64 {
        self.estimate + width * self.share
    }

    /// Whether the child can be selected.
    #[inline(always)]
    pub(crate) fn is_open(&self) -> bool {
        self.estimate > f64::NEG_INFINITY
    }

    /// For how many more walks, if they all go through this child, it surely stays ahead of its rivals,
    /// whatever the results.
    ///
    /// `None` where the child may be behind already.
    /// The child's least possible score, with the worst result of every walk, is convex in the number of walks.
    /// The rivals' largest possible score is concave in it.
    /// So the tangents are bounds.
    #[inline(always)]
    pub(crate) fn stays_for(&self, rivals: &UnvisitedSiblings, view: &ChildrenView) -> Option<u64> {
        let ChildrenView { visits, width, scale, weight } = *view;
        let score = self.score(width);
        let lead = score - rivals.most(width) - view.rounding(score);
        let mean = self.estimate + scale - weight * (f64::from(self.minimax) + scale);
        let fall = (mean + 0.5 * width * self.share) * self.share * self.share;
        // From where ln N is 1, √(ln N) grows by at most 1 / 2N of itself a visit.
        let rise = if visits < 3 { f64::INFINITY } else { 0.5 * width / f64::from(visits) };
        (lead > 0.0).then(|| (lead / (fall + rise * rivals.share)) as u64)
    }
}

/// What all children of a node need for their scores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChildrenView {
    /// The number of the node's visits.
    pub(crate) visits: u32,
    /// The width of the node (see [`Exploration`](bestply_visits::Exploration)).
    pub(crate) width: f64,
    /// The largest result that there can be.
    pub(crate) scale: f64,
    /// The weight of minimax values.
    pub(crate) weight: f64,
}

impl ChildrenView {
    /// An upper bound on the rounding errors of a score. A child with a narrower lead is only looked at once too often.
    #[inline(always)]
    pub(crate) fn rounding(&self, score: f64) -> f64 {
        1e-9 * (self.scale + score.abs())
    }
}

/// A summary of some children of a node while none of them is visited. Only the bonus in their scores grows meanwhile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnvisitedSiblings {
    /// The best score when they were looked at.
    score: f64,
    width: f64,
    /// The largest rate at which any of their scores grows with the width.
    share: f64,
}

impl UnvisitedSiblings {
    /// No children.
    pub(crate) const NONE: UnvisitedSiblings = UnvisitedSiblings { score: f64::NEG_INFINITY, width: 0.0, share: 0.0 };

    /// Whether there is a child that can be selected.
    #[inline(always)]
    pub(crate) fn are_open(&self) -> bool {
        self.score > f64::NEG_INFINITY
    }

    /// Adds a child that is looked at when the node has this width.
    #[inline(always)]
    fn admit(&mut self, child: &ScoredChild, width: f64) {
        self.share = larger(self.share, child.share);
        (self.score, self.width) = (larger(self.most(width), child.score(width)), width);
    }

    /// Adds children that were looked at when the node's width was the present one or smaller.
    #[inline(always)]
    fn admit_all(&mut self, others: &UnvisitedSiblings) {
        self.share = larger(self.share, others.share);
        self.score = larger(self.score, others.most(self.width));
    }

    /// An upper bound, except for rounding, on any of the scores when the node has this width.
    #[inline(always)]
    pub(crate) fn most(&self, width: f64) -> f64 {
        self.score + (width - self.width) * self.share
    }
}

/// The best of some children, and the others.
pub(crate) struct Best {
    /// The place of the best one among them.
    pub(crate) place: usize,
    pub(crate) score: f64,
    /// The others.
    pub(crate) rivals: UnvisitedSiblings,
}

impl Best {
    /// The best of the children of a node of this width; of equal ones, the first.
    ///
    /// Proved children are all equally bad.
    #[inline(always)]
    pub(crate) fn of(children: impl Iterator<Item = ScoredChild>, width: f64) -> Best {
        let mut place = 0;
        let mut best = f64::NEG_INFINITY;
        let mut second = f64::NEG_INFINITY;
        let mut share = 0.0;
        // Each child is treated alike, whichever is the best, so that the processor need not predict a branch.
        // Asking who is better saves 1 to 3 % of the instructions, but in Breakthrough 29 branches a simulation are
        // guessed wrongly then, and 18 are so (bench `counts -- Monte-Carlo`).
        children.enumerate().for_each(|(index, child)| {
            let score = child.score(width);
            place = if score > best { index } else { place };
            second = larger(second, smaller(best, score));
            best = larger(best, score);
            share = larger(share, child.share);
        });
        Best { place, score: best, rivals: UnvisitedSiblings { score: second, width, share } }
    }
}

/// A chosen child: its index, and its place on the list of its siblings. The two are equal while there is no list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChosenPlace {
    pub(crate) index: u32,
    pub(crate) place: usize,
}

/// The children of a node with their values at their last visits: all children, or the best of many.
#[derive(Default)]
pub(crate) struct List {
    /// The listed children, in canonical order.
    listed: Vec<ScoredChild>,
    unlisted: Option<Unlisted>,
}

impl List {
    /// The most children of a node that are listed. If it has more, all are looked at again when the list is used up.
    ///
    /// With 512 children a list of 16 costs 1.67 times the instructions and one of 256 1.52 times, with 2,048 children
    /// 2.7 times and 0.96 times (bench `counts -- wide`).
    const MOST: usize = 64;

    /// Lists the best of the children of a node of this width.
    pub(crate) fn fill(&mut self, children: impl Iterator<Item = ScoredChild>, width: f64) {
        self.listed.clear();
        self.listed.extend(children);
        self.unlisted = (self.listed.len() > List::MOST).then(|| Unlisted::of(&mut self.listed, width));
    }

    /// Replaces the child at this place.
    #[inline(always)]
    pub(crate) fn update(&mut self, place: usize, child: ScoredChild) {
        self.listed[place] = child;
    }

    /// Gives the child of this index its minimax value, as the side to move sees it, if it is listed.
    pub(crate) fn set_minimax(&mut self, index: u32, minimax: Value) {
        if let Ok(place) = self.listed.binary_search_by_key(&index, |child| child.index) {
            self.listed[place].minimax = minimax;
        }
    }

    /// The best of all children, and its rivals. `None` where a child that is not listed may be better.
    #[inline(always)]
    pub(crate) fn best(&self, view: &ChildrenView) -> Option<(ChosenPlace, UnvisitedSiblings)> {
        let is_best = |best: &ScoredChild| self.unlisted.as_ref().is_none_or(|others| others.are_behind(best, view));
        self.best_listed(view).filter(|(best, _)| is_best(&self.listed[best.place]))
    }

    /// The best listed child, and its rivals, listed or not. `None` where every listed child is proved.
    ///
    /// Just after the list is filled it is the best of all children, however narrow its lead.
    #[inline(always)]
    pub(crate) fn best_listed(&self, view: &ChildrenView) -> Option<(ChosenPlace, UnvisitedSiblings)> {
        let Best { place, mut rivals, .. } = Best::of(self.listed.iter().copied(), view.width);
        let best = self.listed.get(place).filter(|best| best.is_open())?;
        if let Some(unlisted) = &self.unlisted {
            rivals.admit(&unlisted.twin, view.width);
            rivals.admit_all(&unlisted.others);
        }
        Some((ChosenPlace { index: best.index, place }, rivals))
    }

    /// The best minimax value of all children except the one of this index, as the side to move sees it.
    pub(crate) fn best_minimax(&self, except: Option<usize>) -> Value {
        let of_unlisted = self.unlisted.as_ref().map_or(Value::MIN, |unlisted| unlisted.minimax);
        let listed = self.listed.iter().filter(|child| Some(child.index as usize) != except);
        listed.fold(of_unlisted, |best, child| best.max(child.minimax))
    }

    /// Whether a listed child can be selected.
    pub(crate) fn has_open(&self) -> bool {
        self.listed.iter().any(ScoredChild::is_open)
    }
}

/// The children of a node that are not listed.
struct Unlisted {
    /// The first of the unlisted children with the same estimate and share as the last listed one.
    ///
    /// They are equally good, but the first goes before the others.
    twin: ScoredChild,
    others: UnvisitedSiblings,
    /// The best minimax value of all unlisted children.
    minimax: Value,
}

impl Unlisted {
    /// Takes all but the best of many children off the list.
    #[cold]
    fn of(listed: &mut Vec<ScoredChild>, width: f64) -> Unlisted {
        let ranked =
            |a: &ScoredChild, b: &ScoredChild| b.score(width).total_cmp(&a.score(width)).then(a.index.cmp(&b.index));
        let (_, &mut last, rest) = listed.select_nth_unstable_by(List::MOST - 1, ranked);
        let mut unlisted = Unlisted { twin: ScoredChild::NONE, others: UnvisitedSiblings::NONE, minimax: Value::MIN };
        for child in rest {
            unlisted.minimax = unlisted.minimax.max(child.minimax);
            if (child.estimate, child.share) == (last.estimate, last.share) {
                unlisted.twin = ScoredChild { index: child.index.min(unlisted.twin.index), ..last };
            } else {
                unlisted.others.admit(child, width);
            }
        }
        listed.truncate(List::MOST);
        listed.sort_unstable_by_key(|child| child.index);
        unlisted
    }

    /// Whether each unlisted child surely goes behind this child.
    fn are_behind(&self, child: &ScoredChild, view: &ChildrenView) -> bool {
        let (score, of_twin) = (child.score(view.width), self.twin.score(view.width));
        let goes_before = score > of_twin || (score == of_twin && child.index < self.twin.index);
        goes_before && score > self.others.most(view.width) + view.rounding(score)
    }
}

/// The larger of two numbers. Neither may be NaN.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The smaller of two numbers. Neither may be NaN.
#[inline(always)]
fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use bestply_visits::Exploration;

    use super::*;

    const SCALE: f64 = 100.0;

    fn candidate(index: u32, sum: f64, visits: u32, minimax: Value, weight: f64) -> ScoredChild {
        let estimate = (1.0 - weight) * sum / f64::from(visits) + weight * f64::from(minimax);
        ScoredChild { index, minimax, estimate, share: Exploration::new(1.0).share(visits) }
    }

    fn view(exploration: f64, visits: u32, weight: f64) -> ChildrenView {
        let width = Exploration::new(exploration).width(visits) * SCALE;
        ChildrenView { visits, width, scale: SCALE, weight }
    }

    /// With the worst results a child stays ahead for as many walks as stated,
    /// but not for more than about twice as many.
    #[test]
    fn a_lead_lasts_as_long_as_it_must() {
        for (exploration, weight) in [(0.0, 0.0), (0.3, 0.0), (1.4, 0.0), (0.0, 0.7), (0.3, 0.7), (1.4, 0.2)] {
            for (mean, minimax, own, others) in [(60.0, 40, 500, 100), (90.0, -20, 40, 400), (-20.0, 99, 300, 30)] {
                let seen = view(exploration, own + others, weight);
                let child = candidate(0, mean * f64::from(own), own, minimax, weight);
                for lead in [0.5, 5.0, 20.0] {
                    let mut rival = candidate(1, 0.0, others, 0, weight);
                    rival.estimate += child.score(seen.width) - rival.score(seen.width) - lead;
                    let mut rivals = UnvisitedSiblings::NONE;
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

    /// Each walk takes a share² of the distance to the worst result, and of half the bonus.
    /// It adds to the bonus of a rival half a share of the width by the node's visits.
    #[test]
    fn a_lead_lasts_by_its_fall_and_the_rivals_rise() {
        let child = ScoredChild { index: 0, minimax: 40, estimate: 20.0, share: 0.5 };
        let stays = |visits, width, weight, lead| {
            let view = ChildrenView { visits, width, scale: SCALE, weight };
            let score = child.score(width) - lead;
            child.stays_for(&UnvisitedSiblings { score, width, share: 0.5 }, &view)
        };
        // Without a bonus (20 + 100) / 4 = 30 a walk, and with minimax values (20 + 100 - 140 / 2) / 4 = 12.5.
        assert_eq!([61.0, 89.0, 91.0].map(|lead| stays(10, 0.0, 0.0, lead)), [Some(2), Some(2), Some(3)]);
        assert_eq!([26.0, 37.0, 38.0].map(|lead| stays(10, 0.0, 0.5, lead)), [Some(2), Some(2), Some(3)]);
        // With a bonus (120 + 25) / 4 = 36.25 a walk, and 100 / 20 / 2 = 2.5 of the rivals.
        assert_eq!([387.0, 388.0].map(|lead| stays(10, 100.0, 0.0, lead)), [Some(9), Some(10)]);
        // Of three visits ln N is larger than 1: 100 / 6 / 2 = 8.33. Of two it is not.
        assert_eq!([133.0, 134.0].map(|lead| stays(3, 100.0, 0.0, lead)), [Some(2), Some(3)]);
        assert_eq!(stays(2, 100.0, 0.0, 1000.0), Some(0));
    }

    #[test]
    fn who_may_be_behind_does_not_stay() {
        let seen = view(0.0, 10, 0.0);
        let child = candidate(0, 50.0, 5, 0, 0.0);
        for (sum, stays) in [(49.0, true), (50.0 - 1e-9, false), (50.0, false), (51.0, false)] {
            let mut rivals = UnvisitedSiblings::NONE;
            rivals.admit(&candidate(1, sum, 5, 0, 0.0), seen.width);
            assert_eq!(child.stays_for(&rivals, &seen).is_some(), stays, "beside {sum}");
        }
        assert_eq!(child.stays_for(&UnvisitedSiblings::NONE, &seen), Some(u64::MAX), "without rivals");
        let (zero, score) = (candidate(0, 0.0, 5, 0, 0.0), -seen.rounding(0.0));
        assert_eq!(
            zero.stays_for(&UnvisitedSiblings { score, ..UnvisitedSiblings::NONE }, &seen),
            None,
            "a lead of no more than rounding"
        );
        let others = UnvisitedSiblings { score, ..UnvisitedSiblings::NONE };
        let unlisted = Unlisted { twin: ScoredChild::NONE, others, minimax: 0 };
        assert!(!unlisted.are_behind(&zero, &seen), "nor are those not listed behind by that");
    }

    /// A score of 0 may be the difference of large numbers.
    #[test]
    fn a_lead_is_beyond_rounding_whatever_the_score() {
        let seen = view(0.0, 10, 0.0);
        let is_about = |rounding: f64, expected: f64| (rounding / expected - 1.0).abs() < 1e-6;
        assert!(is_about(seen.rounding(0.0), 1e-7) && is_about(seen.rounding(-900.0), 1e-6));
    }

    /// Of 200 equally good children the first are listed. They go before the others while nothing changes.
    #[test]
    fn of_equal_children_the_first_are_listed() {
        let seen = view(1.0, 400, 0.0);
        let filled = |children: &mut dyn Iterator<Item = ScoredChild>| {
            let mut list = List::default();
            list.fill(children, seen.width);
            list
        };
        let list = filled(&mut (0..200).map(|index| candidate(index, 5.0, 1, 5, 0.0)));
        let unlisted = list.unlisted.as_ref().expect("they are many");
        let listed = Vec::from_iter(list.listed.iter().map(|child| child.index));
        assert_eq!(listed, Vec::from_iter(0..List::MOST as u32));
        assert!(unlisted.are_behind(&list.listed[63], &seen));
        assert!(!unlisted.are_behind(&candidate(64, 5.0, 1, 5, 0.0), &seen));
        assert!(!unlisted.are_behind(&candidate(0, 10.0, 2, 5, 0.0), &seen));

        // A child that is nearly as good counts as equal only until the next look.
        let mut list = filled(&mut (0..65).map(|index| candidate(index, 5.0, 1 + index / 64, 5, 0.0)));
        let rest = candidate(64, 5.0, 2, 5, 0.0);
        let unlisted = list.unlisted.as_ref().expect("they are many");
        assert!(unlisted.are_behind(&list.listed[63], &seen) && !unlisted.are_behind(&rest, &seen));
        list.fill((0..64).map(|index| candidate(index, 5.0, 1, 5, 0.0)), seen.width);
        assert!(list.unlisted.is_none(), "they are few");
    }

    /// The list is used up once no listed child is open, or an unlisted child may be better.
    #[test]
    fn who_is_not_listed_counts() {
        let seen = view(1.0, 400, 0.0);
        let mut list = List::default();
        list.fill((0..100).map(|index| candidate(index, 50.0 - f64::from(index), 1, index as Value, 0.0)), seen.width);
        assert_eq!((list.best_minimax(None), list.best_minimax(Some(99)), list.has_open()), (99, 99, true));
        let (chosen, rivals) = list.best(&seen).expect("the first is the best");
        assert_eq!(chosen, ChosenPlace { index: 0, place: 0 });
        assert_eq!(rivals.most(seen.width), candidate(1, 49.0, 1, 1, 0.0).score(seen.width));
        for place in 0..63 {
            list.update(place, candidate(place as u32, -90.0, 1, 5, 0.0));
        }
        let (chosen, rivals) = list.best(&seen).expect("the last is the best");
        assert_eq!(chosen, ChosenPlace { index: 63, place: 63 });
        assert_eq!(rivals.most(seen.width), candidate(64, -14.0, 1, 1, 0.0).score(seen.width), "of one not listed");
        list.update(63, candidate(63, -15.0, 1, 5, 0.0));
        assert!(list.best(&seen).is_none());
    }

    /// A lead within a rounding error is enough just after the list is filled, and not later.
    #[test]
    fn a_fresh_list_has_the_best_of_all() {
        let seen = view(0.0, 400, 0.0);
        let mut list = List::default();
        list.fill((0..100).map(|index| candidate(index, -1e-10 * f64::from(index), 1, 5, 0.0)), seen.width);
        assert!(list.best(&seen).is_none());
        assert_eq!(list.best_listed(&seen).map(|(chosen, _)| chosen), Some(ChosenPlace { index: 0, place: 0 }));
    }

    #[test]
    fn the_best_has_rivals() {
        let seen = view(1.0, 30, 0.0);
        let children = [candidate(0, 3.0, 1, 7, 0.0), candidate(1, 8.0, 1, 9, 0.0), candidate(2, 8.0, 1, 9, 0.0)];
        let score = |index: usize| children[index].score(seen.width);
        let Best { place, score: best, rivals } = Best::of(children.into_iter(), seen.width);
        assert_eq!((place, best, rivals.most(seen.width)), (1, score(1), score(2)));
        let Best { place, rivals, .. } = Best::of(children[..2].iter().copied(), seen.width);
        assert_eq!((place, rivals.most(seen.width)), (1, score(0)));
        let Best { place, rivals, .. } = Best::of(children[1..2].iter().copied(), seen.width);
        assert_eq!((place, rivals.most(seen.width)), (0, f64::NEG_INFINITY));

        let proved = ScoredChild { estimate: f64::NEG_INFINITY, share: 0.0, ..children[1] };
        let mut list = List::default();
        list.fill([children[0], proved].into_iter(), seen.width);
        assert_eq!(list.best(&seen).map(|(chosen, _)| chosen.index), Some(0));
        assert_eq!((list.best_minimax(None), list.best_minimax(Some(1))), (9, 7));
        list.fill([proved].into_iter(), seen.width);
        assert!(list.best(&seen).is_none() && !list.has_open());
    }
}
