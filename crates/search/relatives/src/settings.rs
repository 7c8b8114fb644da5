use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use bestply_core::ranges::{InvalidSetting, check};
use bestply_core::{Properties, Side, StaticError, Value};
use bestply_visits::Scale;

/// The unit in which a win counts as 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ValueUnit {
    scale: Scale,
    /// What a win is worth in the units of values.
    win_value: f64,
    per_value: f64,
}

impl Default for ValueUnit {
    fn default() -> ValueUnit {
        ValueUnit::from(Scale::default())
    }
}

impl From<Scale> for ValueUnit {
    fn from(scale: Scale) -> ValueUnit {
        ValueUnit { scale, win_value: scale.value(), per_value: scale.value().recip() }
    }
}

impl ValueUnit {
    /// The same unit for an evaluation of which this holds: where no scale was given, the evaluation says it.
    pub(crate) fn for_evaluation(self, properties: Properties) -> ValueUnit {
        let win_value = self.scale.where_a_win_is(NonZeroU32::MIN, properties.win_value).value();
        ValueUnit { win_value, per_value: win_value.recip(), ..self }
    }

    /// A value as a part of what a win is worth, from -1 to 1.
    pub(crate) fn of(self, value: Value) -> f64 {
        // Who asks for it needs values with ends: logarithms, classes and chances (D197).
        (f64::from(value) * self.per_value).clamp(-1.0, 1.0)
    }

    /// The same where values beyond a win count as more than 1.
    pub(crate) fn unbounded(self, value: f64) -> f64 {
        value * self.per_value
    }
}

/// How far static values are believed to be off: by so many of the evaluation's measured standard errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Uncertainty {
    /// How many standard errors.
    pub(crate) errors: f64,
    pub(crate) unit: ValueUnit,
    /// By how much a leaf is worth more to the side that moves there than its value says, in units of values.
    mean: f64,
    /// The standard deviation, in units of values.
    pub(crate) deviation: f64,
}

impl Default for Uncertainty {
    /// One standard error.
    fn default() -> Uncertainty {
        Uncertainty { errors: 1.0, unit: ValueUnit::default(), mean: 0.0, deviation: 0.0 }
    }
}

impl Uncertainty {
    /// The valid numbers of standard errors.
    pub(crate) const ERRORS: RangeInclusive<f64> = 0.0..=100.0;

    /// What is taken for the standard error of an evaluation of which it is not known, in wins.
    const UNKNOWN: f64 = 0.1;

    /// The same with another number of standard errors.
    pub(crate) fn with_errors(self, errors: f64) -> Result<Uncertainty, InvalidSetting> {
        check("a number of standard errors", errors, &Uncertainty::ERRORS)?;
        Ok(Uncertainty { errors, ..self })
    }

    /// The same where a win is worth another value.
    pub(crate) fn with_scale(self, scale: Scale) -> Uncertainty {
        Uncertainty { unit: scale.into(), ..self }
    }

    /// The same for values with this error, if it is known.
    pub(crate) fn of(self, properties: Properties, error: Option<&StaticError>) -> Uncertainty {
        let unit = self.unit.for_evaluation(properties);
        let unknown = StaticError::new(1, 0.0, Uncertainty::UNKNOWN * unit.win_value, 0.0);
        let error = error.unwrap_or(&unknown);
        Uncertainty { unit, mean: error.mean, deviation: self.errors * error.deviation, ..self }
    }

    /// By how much leaves below a node of this side are worth more to MAX than their values say.
    pub(crate) fn shift_below(&self, parent: Side) -> f64 {
        f64::from(parent.other().sign()) * self.mean
    }
}
