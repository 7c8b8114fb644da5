/// An upper bound on the scores of children that no walk comes to, while only the visits of their parent grow.
///
/// Such a child's score grows with the [width](crate::Exploration::width) of its parent,
/// at the rate of its own [share](crate::Exploration::share).
/// So a walk can tell without a look at them for how long it goes on to the child that it came to before.
///
/// ```
/// use bestply_visits::Ceiling;
///
/// let mut ceiling = Ceiling::new(1.0);
/// ceiling.admit(0.5, 0.1);
/// ceiling.admit(0.2, 0.4);
/// assert_eq!(ceiling.at(1.0), 0.5);
/// assert_eq!(ceiling.at(2.0), 0.9);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ceiling {
    /// The best score when the children were looked at.
    score: f64,
    width: f64,
    /// The largest rate at which any child's score grows with the width.
    share: f64,
}

impl Ceiling {
    /// The bound of no children, of a node of this width.
    #[inline(always)]
    pub const fn new(width: f64) -> Ceiling {
        Ceiling { score: f64::NEG_INFINITY, width, share: 0.0 }
    }

    /// Adds a child with this score, which grows at this rate.
    #[inline(always)]
    pub fn admit(&mut self, score: f64, share: f64) {
        self.score = larger(self.score, score);
        self.share = larger(self.share, share);
    }

    /// Adds children that were looked at when the node had another width.
    #[inline(always)]
    pub fn admit_all(&mut self, others: &Ceiling) {
        self.admit(others.at(self.width), others.share);
    }

    /// Raises the bound slightly, by more than rounding errors.
    ///
    /// A child with a narrower lead is then only looked at once too often.
    #[inline(always)]
    pub fn round_up(&mut self) {
        const ROUNDING: f64 = 1e-9;
        if self.score > f64::NEG_INFINITY {
            self.score += ROUNDING * (1.0 + self.score.abs() + self.width);
        }
    }

    /// The bound when the node has this width, which is not less than when the children were looked at.
    #[inline(always)]
    pub fn at(&self, width: f64) -> f64 {
        self.score + (width - self.width) * self.share
    }
}

/// The larger of two numbers.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
