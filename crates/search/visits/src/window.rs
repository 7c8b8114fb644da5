use bestply_core::{Side, Value};

/// The window of a node on a walk: the values and the number of walks for which every walk comes to the node.
///
/// While the node's value lies strictly between `alpha` and `beta`, and no more than `until` walks are done,
/// no node above it turns to another child.
/// The two values work like the bounds of recursive best-first search.
/// Unlike those, they move with exploration, so that a window expires.
///
/// ```
/// use bestply_core::Side;
/// use bestply_visits::Window;
///
/// // MAX stays with a child for three walks while it is worth more than 5; its siblings are worth 4 at most.
/// let child = Window::OPEN.of_child(Side::Max, 4, 5.0, 3);
/// assert!(child.holds(6, 3) && !child.holds(5, 3) && !child.holds(6, 4));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Window {
    alpha: f64,
    beta: f64,
    /// The number of walks after which the window expires.
    until: u64,
}

impl Window {
    /// The root's window: it holds every value and never expires.
    pub const OPEN: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY, until: u64::MAX };

    /// A window that holds no value.
    pub const CLOSED: Window = Window { alpha: f64::INFINITY, beta: f64::NEG_INFINITY, until: 0 };

    /// Whether the window holds the value after `walks` walks.
    #[inline(always)]
    pub fn holds(&self, value: Value, walks: u64) -> bool {
        let value = f64::from(value);
        self.alpha < value && value < self.beta && walks <= self.until
    }

    /// The window of a child of this node, where `side` is to move at the node.
    ///
    /// The best of the child's siblings is worth `rest`.
    /// Until `until` walks are done, the child stays selected while its value is above `need`, as `side` sees it.
    #[inline(always)]
    pub fn of_child(&self, side: Side, rest: Value, need: f64, until: u64) -> Window {
        let until = until.min(self.until);
        let rest = f64::from(side.orient(rest));
        match side {
            Side::Max if rest >= self.beta => Window::CLOSED,
            Side::Min if rest <= self.alpha => Window::CLOSED,
            // If the siblings alone keep the node within its window, only `need` bounds the child.
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

    /// For how many walks a child of this value is foreseen to stay selected, and the value that it needs meanwhile.
    ///
    /// The child was visited so often, and is worth `value` as the side to move sees it.
    /// `need` tells what it needs to stay selected for so many walks more.
    ///
    /// Meanwhile bonuses change only by a small part of themselves, so that little is lost by assuming the worst.
    /// Windows of one walk alone would cost 1.38 times the instructions in Connect Four, and 1.47 times in random
    /// games of B = 5. A sixteenth of the visits costs up to 9 % more than a quarter, and all of them 1 to 2 % less
    /// (bench `counts -- UCT`).
    #[inline(always)]
    pub fn foresee(visits: u32, value: f64, need: impl Fn(u32) -> f64) -> (u32, f64) {
        let foresight = visits / 4 + 1;
        match need(foresight) {
            need if value > need => (foresight, need),
            _ => (1, need(1)),
        }
    }

    /// The values between which the window holds; both are excluded.
    pub fn values(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }

    /// The number of the root's visits at which the window expires.
    /// `visits_before` is their number before the first walk.
    pub fn until(&self, visits_before: u64) -> u64 {
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

    /// The child is bounded from one side by what the side to move needs,
    /// and from the other by what the node may be worth.
    #[test]
    fn a_child_leaves_its_window_where_it_or_its_parent_is_left() {
        let node = Window { alpha: -10.0, beta: 10.0, until: 9 };
        let of_child = |side: Side, rest: Value, need| {
            let window = node.of_child(side, side.orient(rest), need, 12);
            (window.alpha, window.beta, window.until)
        };
        // The siblings keep MAX above alpha, or they do not.
        assert_eq!(of_child(Side::Max, 0, -20.0), (-20.0, 10.0, 9));
        assert_eq!(of_child(Side::Max, -10, -20.0), (-10.0, 10.0, 9));
        assert_eq!(of_child(Side::Max, -10, 5.0), (5.0, 10.0, 9));
        // The siblings keep MIN below beta, as MIN sees it, or they do not.
        assert_eq!(of_child(Side::Min, 0, -20.0), (-10.0, 20.0, 9));
        assert_eq!(of_child(Side::Min, 10, -20.0), (-10.0, 10.0, 9));
        assert_eq!(of_child(Side::Min, 10, -5.0), (-10.0, 5.0, 9));
        // With a sibling worth a bound or more, the node is left whatever the child is worth.
        let closed = (f64::INFINITY, f64::NEG_INFINITY, 0);
        assert_eq!([of_child(Side::Max, 10, 0.0), of_child(Side::Min, -10, 0.0)], [closed; 2]);
        assert_eq!(node.of_child(Side::Max, 0, 0.0, 4).until, 4);
    }
}
