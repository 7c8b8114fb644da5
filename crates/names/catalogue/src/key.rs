//! The keys of settings, and the values that each can have.

use std::fmt;
use std::ops::RangeInclusive;

use bestply_any_game::the_same;
use toml::{Table, Value as Setting};

use crate::error::{Result, SpecError};
use crate::names::{NAMES_ARE_OF, in_one_line, is_name, listed, nearest};
use crate::numbers::{bytes, inexact, whole, whole_float};

/// A key, with the values that it can have.
///
/// Keys are equal that read the same settings, whatever they say of them to people.
#[derive(Clone, Debug)]
pub struct Key {
    /// The key's name.
    pub name: &'static str,
    kind: KeyKind,
    default: Option<Setting>,
    about: &'static str,
}

/// The values that a [`Key`] can have.
#[derive(Clone, Debug, PartialEq)]
pub enum KeyKind {
    /// A whole number in this range.
    Whole(RangeInclusive<u64>),
    /// A number of bytes in this range, with a unit or without ([`bytes`](crate::numbers::bytes)).
    Bytes(RangeInclusive<u64>),
    /// A number in this range, with decimals or without.
    Decimal(RangeInclusive<f64>),
    /// One of these names.
    Name(&'static [&'static str]),
    /// Any text.
    Text,
    /// A name for results ([`is_name`]).
    PlainName,
    /// An evaluation: the name of one, or a table of a foreign program.
    Evaluation,
    /// Options of a foreign engine: a table of names with texts, numbers, or yes and no.
    Options,
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        let read = |key: &Key| (key.name, key.kind.clone(), key.default.clone());
        read(self) == read(other)
    }
}

impl Key {
    /// A whole number in a range, whose bounds are not below 0.
    pub fn whole<N: Copy + TryInto<u64, Error: fmt::Debug>>(name: &'static str, range: RangeInclusive<N>) -> Key {
        let [least, most] = [range.start(), range.end()].map(|&bound| bound.try_into().expect("it is not below 0"));
        Key::new(name, KeyKind::Whole(least..=most))
    }

    /// A number of bytes in a range.
    pub fn bytes(name: &'static str, range: RangeInclusive<u64>) -> Key {
        Key::new(name, KeyKind::Bytes(range))
    }

    /// A number in a range, with decimals or without.
    pub fn decimal(name: &'static str, range: RangeInclusive<f64>) -> Key {
        Key::new(name, KeyKind::Decimal(range))
    }

    /// One of these names.
    pub fn name(name: &'static str, names: &'static [&'static str]) -> Key {
        Key::new(name, KeyKind::Name(names))
    }

    /// One of these names, by default the first one.
    pub fn one_of(name: &'static str, names: &'static [&'static str]) -> Key {
        Key::name(name, names).or(names[0])
    }

    /// Any text, such as the name of a file.
    pub fn text(name: &'static str) -> Key {
        Key::new(name, KeyKind::Text)
    }

    /// A name for results ([`is_name`]).
    pub(crate) fn plain_name(name: &'static str) -> Key {
        Key::new(name, KeyKind::PlainName)
    }

    pub(crate) fn new(name: &'static str, kind: KeyKind) -> Key {
        Key { name, kind, default: None, about: "" }
    }

    the_same! {
        /// The same key with a sentence that says what its setting does, for people who choose one.
        fn about(self, sentence: &'static str) { self.about = sentence }

        /// The same key with a default. A setting that is the default is not written.
        fn or(self, default: impl Into<Setting>) {
            self.default = Some(self.read(&default.into()).expect("a default is a setting that the key can have"));
        }
    }

    /// What the key's setting does, in a sentence; empty where nobody says it.
    pub fn sentence(&self) -> &'static str {
        self.about
    }

    /// The values that the key can have.
    pub fn kind(&self) -> &KeyKind {
        &self.kind
    }

    /// The setting where none is given, if there is one.
    pub fn default_setting(&self) -> Option<&Setting> {
        self.default.as_ref()
    }

    /// The setting where none is given as people write it: a name without quotation marks.
    pub fn default_text(&self) -> Option<String> {
        self.default.as_ref().map(plain)
    }

    /// The valid whole numbers, if the key is of a whole number or of bytes.
    pub fn range(&self) -> Option<RangeInclusive<u64>> {
        match &self.kind {
            KeyKind::Whole(range) | KeyKind::Bytes(range) => Some(range.clone()),
            _ => None,
        }
    }

    /// A setting of this key in the form in which it is written:
    /// names as they are listed, whole numbers without decimals.
    pub(crate) fn read(&self, setting: &Setting) -> Result<Setting> {
        let read = match &self.kind {
            KeyKind::Whole(range) => within(range, whole_setting(setting)),
            KeyKind::Bytes(range) => within(range, whole_setting(setting).or_else(|| bytes(setting.as_str()?))),
            KeyKind::Decimal(range) => {
                let number = setting.as_float().or(setting.as_integer().map(|number| number as f64));
                number.filter(|number| range.contains(number)).map(decimal)
            }
            KeyKind::Name(names) => {
                let named = plain(setting);
                names.iter().find(|&&name| name == named).map(|name| setting_of(name))
            }
            KeyKind::Text => setting.as_str().map(Setting::from),
            KeyKind::PlainName => setting.as_str().filter(|name| is_name(name)).map(Setting::from),
            KeyKind::Options => {
                let is_plain = |value: &Setting| !value.is_table() && !value.is_array();
                setting.as_table().filter(|table| table.values().all(is_plain)).cloned().map(Setting::Table)
            }
            // What a table describes is known where evaluations are.
            KeyKind::Evaluation => (setting.is_str() || setting.is_table()).then(|| setting.clone()),
        };
        read.ok_or_else(|| self.refusal(setting))
    }

    fn refusal(&self, setting: &Setting) -> SpecError {
        let inexact = setting.as_float().and_then(inexact);
        let expected = match &self.kind {
            KeyKind::Whole(range) => {
                // A number that is whole is told its range alone.
                let is_whole =
                    inexact.is_none() && plain(setting).parse().is_ok_and(|number: f64| number.fract() == 0.0);
                format!("{}{}", if is_whole { "" } else { "a whole number " }, between(range))
            }
            KeyKind::Bytes(range) => format!("{} bytes, or such as 64MiB", between(range)),
            KeyKind::Decimal(range) => between(range),
            KeyKind::Name(names) => format!("one of {}", listed(names, None)),
            KeyKind::PlainName => format!("made of {NAMES_ARE_OF}"),
            KeyKind::Text | KeyKind::Evaluation => "a text".to_owned(),
            KeyKind::Options => r#"a table of the engine's options, as { "Skill Level" = 3 }"#.to_owned(),
        };
        // A number is never a mistyped other number.
        let nearest = match &self.kind {
            KeyKind::Name(names) => setting.as_str().and_then(|name| nearest(name, names.iter().copied())),
            _ => None,
        };
        let found = inexact.unwrap_or_else(|| quoted(setting));
        SpecError::Value { key: self.name, expected, found, nearest }
    }
}

fn between(range: &RangeInclusive<impl fmt::Display>) -> String {
    format!("from {} to {}", range.start(), range.end())
}

/// The whole number that a setting is.
fn whole_setting(setting: &Setting) -> Option<u64> {
    match setting {
        Setting::Integer(number) => u64::try_from(*number).ok(),
        Setting::Float(number) => whole_float(*number),
        _ => None,
    }
}

/// A number as a setting, if it is in its range.
fn within(range: &RangeInclusive<u64>, number: Option<u64>) -> Option<Setting> {
    number.filter(|number| range.contains(number)).and_then(|number| i64::try_from(number).ok()).map(Setting::Integer)
}

/// A number as a setting: with decimals only where it needs them.
fn decimal(number: f64) -> Setting {
    let is_whole = number.fract() == 0.0 && number.abs() < 1e15;
    if is_whole { Setting::Integer(number as i64) } else { Setting::Float(number) }
}

/// The setting for a text of the command line.
///
/// Only a number with a point or an exponent can be a decimal. A number too large to be whole is not, nor is `inf`.
pub(crate) fn setting_of(text: &str) -> Setting {
    let decimal = || text.parse().ok().filter(|number: &f64| text.contains(['.', 'e', 'E']) && number.is_finite());
    match text.parse().ok().or_else(|| whole(text).and_then(|number| i64::try_from(number).ok())) {
        Some(number) => Setting::Integer(number),
        None => decimal().map_or_else(|| Setting::from(text), Setting::Float),
    }
}

/// A setting in the form of the command line.
pub(crate) fn plain(setting: &Setting) -> String {
    setting.as_str().map_or_else(|| setting.to_string(), str::to_owned)
}

/// A setting as an error names it: a number plainly, everything else in quotes.
pub(crate) fn quoted(setting: &Setting) -> String {
    match setting {
        Setting::Integer(_) | Setting::Float(_) => setting.to_string(),
        _ => format!("`{}`", in_one_line(&plain(setting))),
    }
}

/// Checks that every key is one of the owner's.
pub(crate) fn check_keys(table: &Table, owner: &str, keys: &[Key], is_anothers: impl Fn(&str) -> bool) -> Result<()> {
    let Some(unknown) = table.keys().find(|&key| keys.iter().all(|own| own.name != key)) else { return Ok(()) };
    let names = keys.iter().map(|key| key.name.to_owned()).collect();
    let key = in_one_line(unknown);
    Err(if is_anothers(unknown) {
        SpecError::ForeignKey { key, owner: owner.to_owned(), keys: names }
    } else {
        SpecError::UnknownKey { key, keys: names, nearest: nearest(unknown, keys.iter().map(|key| key.name)) }
    })
}
