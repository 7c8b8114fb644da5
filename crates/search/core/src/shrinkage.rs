use std::ops::RangeInclusive;

use crate::{Side, Value, is_infinite};

/// How much a new leaf's value is drawn towards the value that its parent had as a leaf.
///
/// The leaf is worth its static value, and this share of what its parent's value lies above that.
/// So a line is worth what its last few positions are worth, each half as much as the next where the share is a half,
/// and a static value that is wrong by itself moves the line less (`docs/meaning.md`, 17.8).
///
/// ```
/// use bestply_core::Shrinkage;
///
/// let half = Shrinkage::HALF;
/// assert_eq!(half.of(10, 30), 20);
/// assert_eq!(half.of(i32::MAX, 30), i32::MAX, "a win stays a win");
/// assert_eq!(Shrinkage::NONE.of(10, 30), 10);
/// assert_eq!(Shrinkage::new(0.5), Ok(half));
/// assert_eq!(Shrinkage::new(1.5), Err(1.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shrinkage(f64);

impl Shrinkage {
    /// The valid shares.
    pub const RANGE: RangeInclusive<f64> = 0.0..=1.0;

    /// Leaves are worth their static values.
    pub const NONE: Shrinkage = Shrinkage(0.0);

    /// Leaves are worth the mean of their static values and what their parents are worth.
    pub const HALF: Shrinkage = Shrinkage(0.5);

    /// A share of the parent's value.
    ///
    /// # Errors
    ///
    /// The share itself if it is not in [`Shrinkage::RANGE`].
    pub fn new(share: f64) -> Result<Shrinkage, f64> {
        if Shrinkage::RANGE.contains(&share) { Ok(Shrinkage(share)) } else { Err(share) }
    }

    /// The share of the parent's value.
    #[inline]
    pub fn share(self) -> f64 {
        self.0
    }

    /// Whether leaves are worth their static values.
    #[inline]
    pub fn is_none(self) -> bool {
        self.0 == 0.0
    }

    /// How far a leaf's static value is from its parent's value, where its drawn value is as far as this.
    ///
    /// It is rounded towards 0, and 0 if leaves are drawn all the way.
    #[inline]
    pub fn undrawn(self, distance: i64) -> i64 {
        if self.0 == 1.0 { 0 } else { (distance as f64 / (1.0 - self.0)) as i64 }
    }

    /// What a leaf is worth that has this static value, below a parent of this value.
    ///
    /// It is rounded to the next whole number, from a half on away from 0.
    /// An infinite value stays, and draws none to itself.
    #[inline]
    pub fn of(self, value: Value, parent: Value) -> Value {
        if is_infinite(value) || is_infinite(parent) {
            return value;
        }
        let way = (f64::from(parent) - f64::from(value)) * self.0;
        // `f64::round` is a call where the processor that is compiled for has no instruction for it.
        // The way to the parent may be longer than a value.
        (i64::from(value) + (way + 0.5_f64.copysign(way)) as i64) as Value
    }
}

/// What new leaves are worth: their static values without the evaluation's tempo, drawn towards their parents' values.
///
/// The *tempo* is what a move is worth to the side that makes it, before the other side answers.
/// Half of it is taken from a leaf for the side that moved there, so that leaves of odd and of even depth compare
/// (`docs/meaning.md`, 19.10).
///
/// ```
/// use bestply_core::{LeafValues, Shrinkage, Side};
///
/// let leaves = LeafValues { shrinkage: Shrinkage::HALF, tempo: 8 };
/// assert_eq!(leaves.of(14, Side::Max, 30), 20, "10 without half of the tempo, halfway to 30");
/// assert_eq!(leaves.of(14, Side::Min, 30), 24, "MIN moved, and has less without it");
/// assert_eq!(leaves.of(i32::MIN, Side::Max, 30), i32::MIN, "a loss stays a loss");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LeafValues {
    /// How far they are drawn.
    pub shrinkage: Shrinkage,
    /// What the side that moved has too much.
    pub tempo: Value,
}

impl LeafValues {
    /// Leaves are worth their static values.
    pub const STATIC: LeafValues = LeafValues { shrinkage: Shrinkage::NONE, tempo: 0 };

    /// Whether leaves are worth their static values.
    #[inline]
    pub fn are_static(self) -> bool {
        self == LeafValues::STATIC
    }

    /// What a leaf of this static value is worth, below a parent of this value, where `side` moved.
    ///
    /// An infinite value stays.
    #[inline]
    pub fn of(self, value: Value, side: Side, parent: Value) -> Value {
        if is_infinite(value) {
            return value;
        }
        let even = value.saturating_sub(side.sign() * (self.tempo / 2));
        self.shrinkage.of(even.clamp(Value::MIN + 1, Value::MAX - 1), parent)
    }
}
