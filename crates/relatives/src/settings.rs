use std::fmt;
use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use bestply_core::{Properties, Value, ranges};
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

/// Refuses a number outside the range, which is called `what`.
pub(crate) fn check_whole(
    what: &'static str,
    given: usize,
    range: &RangeInclusive<usize>,
) -> Result<(), InvalidSetting> {
    check(what, given as f64, &(*range.start() as f64..=*range.end() as f64))
}

/// The unit in which a win counts as 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Unit {
    scale: Scale,
    /// What a win is worth in the units of values.
    win_value: f64,
    per_value: f64,
}

impl Default for Unit {
    fn default() -> Unit {
        Unit::from(Scale::default())
    }
}

impl From<Scale> for Unit {
    fn from(scale: Scale) -> Unit {
        Unit { scale, win_value: scale.value(), per_value: scale.value().recip() }
    }
}

impl Unit {
    /// The same unit for an evaluation of which this holds: where no scale was given, the evaluation says it.
    pub(crate) fn for_evaluation(self, properties: Properties) -> Unit {
        let win_value = self.scale.where_a_win_is(NonZeroU32::MIN, properties.win_value).value();
        Unit { win_value, per_value: win_value.recip(), ..self }
    }

    /// A value as a part of what a win is worth, from -1 to 1.
    pub(crate) fn of(self, value: Value) -> f64 {
        (f64::from(value) * self.per_value).clamp(-1.0, 1.0)
    }

    /// A part of what a win is worth, in the units of values.
    pub(crate) fn value_of(self, wins: f64) -> Value {
        (wins * self.win_value).round() as Value
    }
}
