use std::fmt;
use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use bestply_core::{Value, ranges};
use bestply_visits::Scale;

/// A setting outside its range.
#[derive(Clone, Debug, PartialEq)]
pub struct InvalidSetting {
    what: &'static str,
    given: f64,
    range: RangeInclusive<f64>,
}

impl fmt::Display for InvalidSetting {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        ranges::say(formatter, self.what, self.given, &self.range)
    }
}

impl std::error::Error for InvalidSetting {}

/// Refuses a number outside the range, which is called `what`.
pub(crate) fn check(what: &'static str, given: f64, range: &RangeInclusive<f64>) -> Result<(), InvalidSetting> {
    ranges::check(given, range, |given| InvalidSetting { what, given, range: range.clone() })
}

/// What a win is worth, where the scale or the evaluation says it.
pub(crate) fn win_value(scale: Scale, win_value: Option<NonZeroU32>) -> f64 {
    scale.where_a_win_is(NonZeroU32::MIN, win_value).value()
}

/// A value as a part of what a win is worth, from -1 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Unit {
    per_value: f64,
}

impl Unit {
    /// The unit in which a win counts as 1.
    pub(crate) fn new(scale: Scale, win_value: Option<NonZeroU32>) -> Unit {
        Unit { per_value: self::win_value(scale, win_value).recip() }
    }

    pub(crate) fn of(self, value: Value) -> f64 {
        (f64::from(value) * self.per_value).clamp(-1.0, 1.0)
    }
}
