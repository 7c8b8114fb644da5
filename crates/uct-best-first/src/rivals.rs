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
    /// No siblings.
    pub(crate) const NONE: Rivals = Rivals::none(0.0);

    /// No siblings, of a node of this width.
    #[inline(always)]
    pub(crate) const fn none(width: f64) -> Rivals {
        Rivals { value: Value::MIN, is_open: false, score: f64::NEG_INFINITY, width, share: 0.0 }
    }

    /// Counts a sibling in.
    #[inline(always)]
    pub(crate) fn admit(&mut self, sibling: Candidate) {
        self.is_open = true;
        self.value = self.value.max(sibling.value);
        self.score = larger(self.score, sibling.score);
        self.share = larger(self.share, sibling.share);
    }

    /// Counts a proved sibling in, which has this value and cannot be selected.
    #[inline(always)]
    pub(crate) fn admit_proved(&mut self, value: Value) {
        self.value = self.value.max(value);
    }

    /// Counts in siblings that were looked at when the node had another width.
    pub(crate) fn admit_all(&mut self, others: &Rivals) {
        self.is_open |= others.is_open;
        self.value = self.value.max(others.value);
        self.score = larger(self.score, others.most(self.width));
        self.share = larger(self.share, others.share);
    }

    /// More than any sibling's score can be, now that the node has this width.
    ///
    /// By so little more that a child with a narrower lead is only looked at once too often.
    #[inline(always)]
    pub(crate) fn most(&self, width: f64) -> f64 {
        const ROUNDING: f64 = 1e-9;
        let most = self.score + (width - self.width) * self.share;
        // Without siblings there is nothing to round.
        if most.is_finite() { most + ROUNDING * (1.0 + most.abs()) } else { most }
    }
}

/// The larger of two numbers.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The candidate with the best score and its rivals. Where scores are equal, `kept` goes before the lower index. `None` if all
/// children are proved. The proved ones count by their value alone.
#[inline(always)]
pub(crate) fn best_of(
    children: impl Iterator<Item = (Candidate, bool)>,
    width: f64,
    kept: Option<usize>,
) -> Option<(Candidate, Rivals)> {
    let mut best: Option<Candidate> = None;
    let mut rivals = Rivals::none(width);
    children.for_each(|(child, is_proved)| {
        if is_proved {
            return rivals.admit_proved(child.value);
        }
        match best {
            Some(known) if child.score < known.score || (child.score == known.score && kept != Some(child.index)) => {
                rivals.admit(child);
            }
            _ => {
                if let Some(beaten) = best.replace(child) {
                    rivals.admit(beaten);
                }
            }
        }
    });
    best.map(|best| (best, rivals))
}
