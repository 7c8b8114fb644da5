//! Single settings: read, written, and shown in errors.

use std::ops::RangeInclusive;

use toml::{Table, Value as Setting};

use super::SpecError;

/// The settings of a searcher, all keys known to be its own.
pub(super) struct Given(Table);

impl Given {
    /// The settings of a table.
    pub(super) fn new(table: Table) -> Given {
        Given(table)
    }

    /// Whether there is a setting of this key.
    pub(super) fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// A whole number in a range.
    pub(super) fn number(&self, key: &'static str, least: u64, most: u64) -> Result<Option<u64>, SpecError> {
        let Some(setting) = self.0.get(key) else { return Ok(None) };
        let number = setting.as_integer().and_then(|number| u64::try_from(number).ok());
        match number.filter(|number| (least..=most).contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(SpecError::Number { key, least, most, found: quoted(setting) }),
        }
    }

    /// A number in a range, with decimals or without.
    pub(super) fn decimal(&self, key: &'static str, range: RangeInclusive<f64>) -> Result<Option<f64>, SpecError> {
        let Some(setting) = self.0.get(key) else { return Ok(None) };
        let (&least, &most) = (range.start(), range.end());
        let number = setting.as_float().or(setting.as_integer().map(|number| number as f64));
        match number.filter(|number| range.contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(SpecError::Decimal { key, least, most, found: quoted(setting) }),
        }
    }

    /// One of the things that have names, if there is such a setting.
    pub(super) fn named<T: Copy>(&self, key: &'static str, all: &[(&'static str, T)]) -> Result<Option<T>, SpecError> {
        self.0.get(key).map(|setting| by_name(key, all, setting)).transpose()
    }

    /// One of the things that have names; the default where there is no setting.
    pub(super) fn name<T: Copy + Default>(&self, key: &'static str, all: &[(&'static str, T)]) -> Result<T, SpecError> {
        self.named(key, all).map(Option::unwrap_or_default)
    }
}

/// The one that a setting names.
pub(super) fn by_name<T: Copy>(
    key: &'static str,
    all: &[(&'static str, T)],
    setting: &Setting,
) -> Result<T, SpecError> {
    let named = plain(setting);
    let found = all.iter().find(|&&(name, _)| name == named);
    let unknown =
        || SpecError::Name { key, names: all.iter().map(|&(name, _)| name).collect(), found: quoted(setting) };
    found.map(|&(_, one)| one).ok_or_else(unknown)
}

/// The name of one of those that have names.
pub(super) fn name_of<T: PartialEq>(all: &[(&'static str, T)], one: T) -> &'static str {
    all.iter().find(|(_, other)| *other == one).expect("every one has a name").0
}

/// The name of a setting that is not the default.
pub(super) fn changed<T: PartialEq + Default>(all: &[(&'static str, T)], one: T) -> Option<Setting> {
    (one != T::default()).then(|| Setting::from(name_of(all, one)))
}

/// A number as a setting.
pub(super) fn integer<N: TryInto<i64>>(number: N) -> Setting {
    Setting::Integer(number.try_into().unwrap_or(i64::MAX))
}

/// A number with decimals, or without where it needs none.
pub(super) fn decimal(number: f64) -> Setting {
    let is_whole = number.fract() == 0.0 && number.abs() < 1e15;
    if is_whole { Setting::Integer(number as i64) } else { Setting::Float(number) }
}

/// A setting that the command line writes like this. Only what has a point or an exponent is a decimal: not a number too large to be whole, nor
/// `inf`.
pub(super) fn setting_of(text: &str) -> Setting {
    let decimal = || text.parse().ok().filter(|number: &f64| text.contains(['.', 'e']) && number.is_finite());
    match text.parse() {
        Ok(number) => Setting::Integer(number),
        Err(_) => decimal().map_or_else(|| Setting::from(text), Setting::Float),
    }
}

/// A setting as the command line has it.
pub(super) fn plain(setting: &Setting) -> String {
    setting.as_str().map_or_else(|| setting.to_string(), str::to_owned)
}

/// A setting as an error names it: numbers plainly, all else in quotes.
pub(super) fn quoted(setting: &Setting) -> String {
    match setting {
        Setting::Integer(_) | Setting::Float(_) => setting.to_string(),
        _ => format!("`{}`", in_one_line(&plain(setting))),
    }
}

/// A piece of somebody's input as an error can show it: in one line.
pub(crate) fn in_one_line(text: &str) -> String {
    let shown = |character: char| match character.is_control() || character == '\u{feff}' {
        true => character.escape_default().to_string(),
        false => character.to_string(),
    };
    text.chars().map(shown).collect()
}
