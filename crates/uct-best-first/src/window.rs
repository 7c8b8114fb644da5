use bestply_core::{Side, Value};

/// Between which values of a node, both excluded, and for how many walks, every walk comes to the node: no node above
/// turns off.
///
/// These are the bounds of recursive best-first search, with the difference that exploration moves them, and so they
/// expire.
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

    /// The window of a child of this node, where `side` is to move: the child's siblings are worth `rest` at best, and
    /// until then it stays selected while `side` has more than `need` with it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_holds_what_is_between_its_ends_until_it_expires() {
        let window = Window { alpha: -2.0, beta: 3.0, until: 7 };
        assert_eq!([-2, -1, 2, 3].map(|value| window.holds(value, 7)), [false, true, true, false]);
        assert!(!window.holds(0, 8));
        assert!(Window::OPEN.holds(Value::MIN, u64::MAX) && Window::OPEN.holds(Value::MAX, 0));
        assert!(!Window::CLOSED.holds(0, 0));
        assert_eq!((window.values(), window.until(5)), ((-2.0, 3.0), 12));
        assert_eq!(Window::OPEN.until(1), u64::MAX, "never");
    }

    /// What the side to move needs bounds the child from one side, what the node may be worth from the other.
    #[test]
    fn a_child_leaves_its_window_where_it_or_its_parent_is_left() {
        let node = Window { alpha: -10.0, beta: 10.0, until: 9 };
        let of_child = |side: Side, rest: Value, need| {
            let window = node.of_child(side, side.orient(rest), need, 12);
            (window.alpha, window.beta, window.until)
        };
        // The siblings keep MAX above alpha, or do not.
        assert_eq!(of_child(Side::Max, 0, -20.0), (-20.0, 10.0, 9));
        assert_eq!(of_child(Side::Max, -10, -20.0), (-10.0, 10.0, 9));
        assert_eq!(of_child(Side::Max, -10, 5.0), (5.0, 10.0, 9));
        // And MIN below beta, as MIN sees it.
        assert_eq!(of_child(Side::Min, 0, -20.0), (-10.0, 20.0, 9));
        assert_eq!(of_child(Side::Min, 10, -20.0), (-10.0, 10.0, 9));
        assert_eq!(of_child(Side::Min, 10, -5.0), (-10.0, 5.0, 9));
        // With a sibling as good as that the node is left whatever the child is worth.
        let closed = (f64::INFINITY, f64::NEG_INFINITY, 0);
        assert_eq!([of_child(Side::Max, 10, 0.0), of_child(Side::Min, -10, 0.0)], [closed; 2]);
        assert_eq!(node.of_child(Side::Max, 0, 0.0, 4).until, 4);
    }
}
