use bestply_core::{Side, Value};

/// Between which values of a node, both excluded, and for how many walks, every walk comes to the node: no node above turns off.
///
/// These are the bounds of recursive best-first search, with the difference that exploration moves them, and so they expire.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    alpha: f64,
    beta: f64,
    /// The number of walks done when it expires.
    until: u64,
}

impl Window {
    /// The root's.
    pub(crate) const OPEN: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY, until: u64::MAX };

    /// Holds nothing.
    pub(crate) const CLOSED: Window = Window { alpha: f64::INFINITY, beta: f64::NEG_INFINITY, until: 0 };

    /// Whether it holds the value, so many walks having been done.
    #[inline(always)]
    pub(crate) fn holds(&self, value: Value, walks: u64) -> bool {
        let value = f64::from(value);
        self.alpha < value && value < self.beta && walks <= self.until
    }

    /// The window of a child of this node, where `side` is to move: the child's siblings are worth `rest` at best, and until then it
    /// stays selected while `side` has more than `need` with it.
    #[inline(always)]
    pub(crate) fn of_child(&self, side: Side, rest: Value, need: f64, until: u64) -> Window {
        let until = until.min(self.until);
        let rest = f64::from(side.orient(rest));
        match side {
            Side::Max if rest >= self.beta => Window::CLOSED,
            Side::Min if rest <= self.alpha => Window::CLOSED,
            // The siblings alone may keep the node above alpha, or below beta.
            Side::Max => {
                let alpha = if rest > self.alpha || need > self.alpha { need } else { self.alpha };
                Window { alpha, beta: self.beta, until }
            }
            Side::Min => {
                let beta = if rest < self.beta || -need < self.beta { -need } else { self.beta };
                Window { alpha: self.alpha, beta, until }
            }
        }
    }

    /// The values between which it holds, both excluded.
    pub(crate) fn values(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }

    /// The number of visits of the root when it expires, which had so many before the first walk.
    pub(crate) fn until(&self, visits_before: u64) -> u64 {
        self.until.saturating_add(visits_before)
    }
}
