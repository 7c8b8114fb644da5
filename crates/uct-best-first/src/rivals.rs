use bestply_core::Value;

/// A child that may be selected.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) index: usize,
    /// As the side to move sees it.
    pub(crate) value: Value,
    pub(crate) score: f64,
    /// How fast the score grows with the width (see [`Exploration`](bestply_visits::Exploration)) while the child is not visited.
    pub(crate) share: f64,
}

impl Candidate {
    /// Below every child.
    const NONE: Candidate = Candidate { index: usize::MAX, value: Value::MIN, score: f64::NEG_INFINITY, share: 0.0 };
}

/// What the siblings of the child on the walk amount to. They do not change while the walk goes through that child; only the
/// bonus of their visits grows.
#[derive(Clone, Copy)]
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
    pub(crate) const NONE: Rivals =
        Rivals { value: Value::MIN, is_open: false, score: f64::NEG_INFINITY, width: 0.0, share: 0.0 };

    /// Counts a sibling in.
    #[inline(always)]
    pub(crate) fn admit(&mut self, sibling: Candidate) {
        self.value = self.value.max(sibling.value);
        self.score = self.score.max(sibling.score);
        self.share = self.share.max(sibling.share);
        self.is_open |= sibling.index != Candidate::NONE.index;
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

/// The child with the best score and its rivals. Where scores are equal, `kept` goes before the lower index.
///
/// # Panics
///
/// If there is no child that may be selected. The proved ones may not, and count by their value alone.
#[inline(always)]
pub(crate) fn best_of(
    children: impl Iterator<Item = (Candidate, bool)>,
    width: f64,
    kept: Option<usize>,
) -> (usize, Rivals) {
    let mut best = Candidate::NONE;
    let mut rivals = Rivals { width, ..Rivals::NONE };
    children.for_each(|(child, is_proved)| {
        if is_proved {
            rivals.value = rivals.value.max(child.value);
        } else if child.score > best.score || (child.score == best.score && kept == Some(child.index)) {
            rivals.admit(best);
            best = child;
        } else {
            rivals.admit(child);
        }
    });
    assert!(best.index != Candidate::NONE.index, "a node that is not proved has a child that is not");
    (best.index, rivals)
}
