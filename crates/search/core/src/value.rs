use std::fmt;

use crate::ValueKind;

/// A static or backed-up value, always from MAX's point of view (larger is better for MAX).
///
/// The whole range is legal. [`Value::MIN`](i32::MIN) and [`Value::MAX`](i32::MAX) double as minus and plus infinity.
pub type Value = i32;

/// Whether a value is one of the infinities.
///
/// A finished game may be worth one, and so may the guess of an evaluation: only the position tells whether it is over.
///
/// ```
/// use bestply_core::{Side, is_infinite};
///
/// assert!(is_infinite(Side::Max.win()) && is_infinite(Side::Max.loss()) && !is_infinite(0));
/// ```
#[inline(always)]
pub const fn is_infinite(value: Value) -> bool {
    matches!(value, Value::MIN | Value::MAX)
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player who wants large values.
    Max,
    /// The player who wants small values.
    Min,
}

impl Side {
    /// The opponent of this side.
    ///
    /// ```
    /// use bestply_core::Side;
    ///
    /// assert_eq!(Side::Max.other(), Side::Min);
    /// ```
    pub const fn other(self) -> Side {
        match self {
            Side::Max => Side::Min,
            Side::Min => Side::Max,
        }
    }

    /// The side's name in data and in what people type: `max` or `min`.
    /// In sentences the side is displayed as the papers write it: MAX or MIN.
    ///
    /// ```
    /// use bestply_core::Side;
    ///
    /// assert_eq!(Side::Max.name(), "max");
    /// assert_eq!(Side::named(Side::Min.name()), Some(Side::Min));
    /// assert_eq!(Side::Min.to_string(), "MIN");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Side::Max => "max",
            Side::Min => "min",
        }
    }

    /// The side of this [name](Side::name), if it is one.
    ///
    /// ```
    /// use bestply_core::Side;
    ///
    /// assert_eq!([Side::named("min"), Side::named("MIN")], [Some(Side::Min), None]);
    /// ```
    pub fn named(name: &str) -> Option<Side> {
        [Side::Max, Side::Min].into_iter().find(|side| side.name() == name)
    }

    /// The factor that makes a value larger the better it is for this side: 1 for MAX, -1 for MIN.
    ///
    /// It is for arithmetic, and for values other than the least `i32`.
    /// To compare values, use [`orient`](Side::orient).
    ///
    /// ```
    /// use bestply_core::Side;
    ///
    /// assert_eq!(Side::Min.sign() * 30, -30);
    /// ```
    #[inline(always)]
    pub const fn sign(self) -> Value {
        match self {
            Side::Max => 1,
            Side::Min => -1,
        }
    }

    /// The value as this side sees it: larger is better.
    ///
    /// The function is its own inverse.
    /// For MIN it reverses the order of all `i32` without overflow, as `-value - 1`.
    /// So oriented values are for comparing, not for arithmetic.
    ///
    /// ```
    /// use bestply_core::Side;
    ///
    /// assert!(Side::Min.orient(-5) > Side::Min.orient(5));
    /// assert_eq!(Side::Min.orient(Side::Min.orient(7)), 7);
    /// ```
    #[inline(always)]
    pub const fn orient(self, value: Value) -> Value {
        match self {
            Side::Max => value,
            Side::Min => !value,
        }
    }

    /// Whether this side strictly prefers `a` to `b`.
    ///
    /// ```
    /// use bestply_core::Side;
    ///
    /// assert!(Side::Max.prefers(5, -5) && Side::Min.prefers(-5, 5) && !Side::Min.prefers(5, 5));
    /// ```
    #[inline]
    pub const fn prefers(self, a: Value, b: Value) -> bool {
        self.orient(a) > self.orient(b)
    }

    /// The best value there is for this side: plus infinity for MAX, minus infinity for MIN.
    ///
    /// ```
    /// use bestply_core::{Side, Value};
    ///
    /// assert_eq!((Side::Max.win(), Side::Min.win()), (Value::MAX, Value::MIN));
    /// ```
    pub const fn win(self) -> Value {
        self.orient(Value::MAX)
    }

    /// The side that wins by this value, if it is infinite.
    ///
    /// ```
    /// use bestply_core::{Side, Value};
    ///
    /// let wins = [Value::MAX, 3, Value::MIN].map(Side::that_wins_by);
    /// assert_eq!(wins, [Some(Side::Max), None, Some(Side::Min)]);
    /// ```
    pub fn that_wins_by(value: Value) -> Option<Side> {
        [Side::Max, Side::Min].into_iter().find(|side| value == side.win())
    }

    /// The worst value there is for this side: minus infinity for MAX, plus infinity for MIN.
    ///
    /// ```
    /// use bestply_core::{Side, Value};
    ///
    /// assert_eq!((Side::Max.loss(), Side::Min.loss()), (Value::MIN, Value::MAX));
    /// ```
    pub const fn loss(self) -> Value {
        self.orient(Value::MIN)
    }
}

/// As the papers write it: MAX or MIN.
impl fmt::Display for Side {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Side::Max => "MAX",
            Side::Min => "MIN",
        })
    }
}

/// The bounds of a node on the principal variation, both ends included (Korf & Chickering 1993, section 3).
///
/// MAX can already have `alpha` elsewhere, and MIN can already have `beta` elsewhere.
/// A node stays on the principal variation while its backed-up value lies in `alpha..=beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The lower bound.
    pub alpha: Value,
    /// The upper bound.
    pub beta: Value,
}

impl Bounds {
    /// The bounds of the root: minus to plus infinity.
    pub const OPEN: Bounds = Bounds { alpha: Value::MIN, beta: Value::MAX };

    /// Whether `value` lies within the bounds, both ends included.
    ///
    /// ```
    /// use bestply_core::Bounds;
    ///
    /// assert!(Bounds { alpha: 2, beta: 4 }.contains(4));
    /// ```
    #[inline]
    pub const fn contains(self, value: Value) -> bool {
        self.alpha <= value && value <= self.beta
    }

    /// What a search within these bounds says by a value: an exact one, or a bound if it is not between the bounds.
    ///
    /// A cut-off may hide a better value than one that equals a bound.
    /// An infinite bound hides nothing.
    ///
    /// ```
    /// use bestply_core::{Bounds, Value, ValueKind};
    ///
    /// let bounds = Bounds { alpha: 2, beta: Value::MAX };
    /// assert_eq!([2, 3, Value::MAX].map(|value| bounds.kind(value).is_bound()), [true, false, false]);
    /// ```
    #[inline(always)]
    pub const fn kind(self, value: Value) -> ValueKind {
        let Bounds { alpha, beta } = self;
        let is_beyond = (value <= alpha && alpha != Value::MIN) || (value >= beta && beta != Value::MAX);
        ValueKind::bound_if(is_beyond)
    }

    /// The bounds as `side` sees them, for oriented values (see [`Side::orient`]). The function is its own inverse.
    ///
    /// ```
    /// use bestply_core::{Bounds, Side};
    ///
    /// let bounds = Bounds { alpha: 2, beta: 4 };
    /// let oriented = bounds.orient(Side::Min);
    /// assert!(oriented.contains(Side::Min.orient(3)));
    /// assert_eq!(oriented.orient(Side::Min), bounds);
    /// ```
    #[inline(always)]
    pub const fn orient(self, side: Side) -> Bounds {
        match side {
            Side::Max => self,
            Side::Min => Bounds { alpha: !self.beta, beta: !self.alpha },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orientation_reverses_the_order_and_inverts_itself() {
        let values = [Value::MIN, -2, -1, 0, 1, 2, Value::MAX];
        for pair in values.windows(2) {
            assert!(Side::Max.prefers(pair[1], pair[0]) && Side::Min.prefers(pair[0], pair[1]));
        }
        for side in [Side::Max, Side::Min] {
            assert!(values.iter().all(|&value| side.orient(side.orient(value)) == value));
            assert_eq!(side.win(), side.other().loss());
        }
    }

    #[test]
    fn bounds_hold_what_is_between_them_and_their_ends() {
        let bounds = Bounds { alpha: -3, beta: 7 };
        assert_eq!([-4, -3, 0, 7, 8].map(|value| bounds.contains(value)), [false, true, true, true, false]);
    }

    #[test]
    fn oriented_bounds_hold_the_same_values() {
        let bounds = Bounds { alpha: -3, beta: 7 };
        for value in [-4, -3, 0, 7, 8, Value::MIN, Value::MAX] {
            assert_eq!(bounds.contains(value), bounds.orient(Side::Min).contains(Side::Min.orient(value)));
        }
        assert_eq!(Bounds::OPEN.orient(Side::Min), Bounds::OPEN);
    }
}
