use bestply_core::{Side, Value, ValueKind};
use bestply_tree::Rank;

/// What the value of a node on the principal variation must be for the variation to lead to the node.
///
/// It is like the bounds of recursive best-first search, save that ties go as they do in a search from the root:
/// to an exact value, and then to the lower index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PrincipalWindow {
    for_max: Need,
    for_min: Need,
}

/// What a side that has to choose the node needs: more than this value, as that side sees it; or as much,
/// and then that it is exact where the flag is set; or that as well, if the last flag is not set.
type Need = (Value, bool, bool);

impl PrincipalWindow {
    /// The root's window, which holds all values.
    pub(crate) const OPEN: PrincipalWindow =
        PrincipalWindow { for_max: (Value::MIN, false, false), for_min: (Value::MIN, false, false) };

    /// The window of a child of the node with this window.
    ///
    /// `side` chooses the child, which is number `index` of its siblings. `second` is the best of the others.
    pub(crate) fn of_child(self, side: Side, index: usize, second: Rank) -> PrincipalWindow {
        // Compared as a tuple: value, then exactness, then the index, as the ranks of siblings are.
        // A child before its rival in canonical order needs no more than a tie.
        let need = (second.value(), !second.kind().is_bound(), second.index() < index);
        match side {
            Side::Max => PrincipalWindow { for_max: self.for_max.max(need), ..self },
            Side::Min => PrincipalWindow { for_min: self.for_min.max(need), ..self },
        }
    }

    /// Whether the variation leads to the node if this is the node's value.
    pub(crate) fn holds(self, value: Value, kind: ValueKind) -> bool {
        let seen_by = |side: Side| (side.orient(value), !kind.is_bound(), true);
        seen_by(Side::Max) > self.for_max && seen_by(Side::Min) > self.for_min
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_go_to_exact_values_and_then_to_the_lower_index() {
        use ValueKind::{Bound, Exact};
        let held = |side: Side, index| {
            let window = PrincipalWindow::OPEN.of_child(side, index, Rank::exact(side.orient(5), 3));
            [(4, Exact), (5, Bound), (5, Exact), (6, Bound)].map(|(value, kind)| window.holds(value, kind))
        };
        assert_eq!(held(Side::Max, 2), [false, false, true, true]);
        assert_eq!(held(Side::Max, 4), [false, false, false, true]);
        assert_eq!(held(Side::Min, 2), [true, false, true, false]);
        assert_eq!(held(Side::Min, 4), [true, false, false, false]);
    }

    #[test]
    fn the_nearest_needs_of_both_sides_count() {
        let exact = |side: Side, value: Value| Rank::exact(side.orient(value), 1);
        let window = PrincipalWindow::OPEN.of_child(Side::Max, 0, exact(Side::Max, -3));
        let window = window.of_child(Side::Min, 0, exact(Side::Min, 8));
        let held = |window: PrincipalWindow| {
            (-9..=9).filter(|&value| window.holds(value, ValueKind::Exact)).collect::<Vec<_>>()
        };
        assert_eq!(held(window), Vec::from_iter(-3..=8));
        assert_eq!(held(window.of_child(Side::Max, 2, exact(Side::Max, 6))), [7, 8]);
        assert_eq!(held(window.of_child(Side::Max, 2, exact(Side::Max, -6))), Vec::from_iter(-3..=8));
        assert_eq!(held(window.of_child(Side::Min, 0, Rank::NONE)), Vec::from_iter(-3..=8), "an only child");
        assert!(
            PrincipalWindow::OPEN.holds(Value::MIN, ValueKind::Bound)
                && PrincipalWindow::OPEN.holds(Value::MAX, ValueKind::Bound)
        );
    }
}
