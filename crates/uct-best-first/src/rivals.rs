use std::cmp::Ordering;

use bestply_core::Value;

/// A child that may be selected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) index: usize,
    /// As the side to move sees it.
    pub(crate) value: Value,
    pub(crate) score: f64,
    /// How fast the score grows with the width (see [`Exploration`](bestply_visits::Exploration)) while the child is not visited
    /// again; 0 if it never was.
    pub(crate) share: f64,
}

impl Candidate {
    /// Below every child.
    const NONE: Candidate = Candidate { index: usize::MAX, value: Value::MIN, score: f64::NEG_INFINITY, share: 0.0 };

    /// Compares candidates so that the better score comes first, then the lower index.
    #[inline(always)]
    pub(crate) fn compare(&self, other: &Candidate) -> Ordering {
        other.score.partial_cmp(&self.score).expect("scores are numbers").then(self.index.cmp(&other.index))
    }
}

/// What the siblings of the child on the walk amount to. They do not change while the walk goes through that child; only the
/// bonus of their visits grows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rivals {
    /// The best value among them, as the side to move sees it.
    pub(crate) value: Value,
    /// Whether one of them is not proved.
    pub(crate) is_open: bool,
    /// The best score when they were looked at, and the node's width then.
    score: f64,
    width: f64,
    /// The most that any score grows with the width.
    share: f64,
}

impl Rivals {
    /// No siblings, of a node of this width.
    #[inline(always)]
    pub(crate) const fn none(width: f64) -> Rivals {
        Rivals { value: Value::MIN, is_open: false, score: f64::NEG_INFINITY, width, share: 0.0 }
    }

    /// Counts a sibling in that is not proved.
    #[inline(always)]
    pub(crate) fn admit(&mut self, sibling: Candidate) {
        self.is_open = true;
        self.admit_if_open(sibling);
    }

    /// Counts a proved sibling in, which has this value and cannot be selected.
    #[inline(always)]
    pub(crate) fn admit_proved(&mut self, value: Value) {
        self.value = self.value.max(value);
    }

    /// Counts in siblings that were looked at when the node had another width.
    pub(crate) fn admit_all(&mut self, others: &Rivals) {
        self.admit_proved(others.value);
        if others.is_open {
            self.is_open = true;
            self.score = larger(self.score, others.most(self.width));
            self.share = larger(self.share, others.share);
        }
    }

    /// Makes the best score more than it is, by so little that a child with a narrower lead is only looked at once too often.
    #[inline(always)]
    pub(crate) fn round_up(&mut self) {
        const ROUNDING: f64 = 1e-9;
        if self.is_open {
            self.score += ROUNDING * (1.0 + self.score.abs() + self.width);
        }
    }

    /// More than any score of a sibling that is not proved, of which there must be one, can be, now that the node has this width,
    /// no less than when they were looked at.
    #[inline(always)]
    pub(crate) fn most(&self, width: f64) -> f64 {
        self.score + (width - self.width) * self.share
    }

    #[inline(always)]
    fn admit_if_open(&mut self, sibling: Candidate) {
        self.value = self.value.max(sibling.value);
        self.score = larger(self.score, sibling.score);
        self.share = larger(self.share, sibling.share);
    }
}

/// The larger of two numbers.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The candidate with the best score, whose rivals are written down. Where scores are equal, `kept` goes before the lower index.
/// `None` if all children are proved. The proved ones count by their value alone.
#[inline(always)]
pub(crate) fn best_of(
    children: impl Iterator<Item = (Candidate, bool)>,
    width: f64,
    kept: usize,
    of_best: &mut Rivals,
) -> Option<Candidate> {
    let (mut best, mut open) = (Candidate::NONE, 0);
    let mut rivals = Rivals::none(width);
    children.for_each(|(child, is_proved)| {
        if is_proved {
            return rivals.admit_proved(child.value);
        }
        open += 1;
        let is_better = child.score > best.score || (child.score == best.score && child.index == kept);
        rivals.admit_if_open(if is_better { best } else { child });
        best = if is_better { child } else { best };
    });
    rivals.is_open = open > 1;
    rivals.round_up();
    *of_best = rivals;
    (open > 0).then_some(best)
}
