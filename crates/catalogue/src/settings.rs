//! Settings of searchers and games: keys with the values that they can have, read from TOML or from the command line.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

use toml::{Table, Value as Setting};

use crate::names::{in_one_line, nearest};
use crate::{EvaluationSpec, SpecError};

/// A key, with the values that it can have.
///
/// Keys are equal that read the same settings, whatever they say of them to people.
#[derive(Clone, Debug)]
pub struct Key {
    /// The key's name.
    pub name: &'static str,
    kind: KeyKind,
    default: Option<Setting>,
    is_later: bool,
    about: &'static str,
}

/// The values that a [`Key`] can have.
#[derive(Clone, Debug, PartialEq)]
pub enum KeyKind {
    /// A whole number in this range.
    Whole(RangeInclusive<u64>),
    /// A number in this range, with decimals or without.
    Decimal(RangeInclusive<f64>),
    /// One of these names.
    Name(&'static [&'static str]),
    /// Any text.
    Text,
    /// A name for results: letters, digits, `-`, `_` and `.`.
    PlainName,
    /// An evaluation: the name of one, or a table of a foreign program.
    Evaluation,
    /// Options of a foreign engine: a table of names with texts, numbers, or yes and no.
    Options,
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        let read = |key: &Key| (key.name, key.kind.clone(), key.default.clone(), key.is_later);
        read(self) == read(other)
    }
}

impl Key {
    /// A whole number in a range.
    pub fn whole(name: &'static str, range: RangeInclusive<u64>) -> Key {
        Key::new(name, KeyKind::Whole(range))
    }

    /// A number in a range, with decimals or without.
    pub fn decimal(name: &'static str, range: RangeInclusive<f64>) -> Key {
        Key::new(name, KeyKind::Decimal(range))
    }

    /// One of these names.
    pub fn name(name: &'static str, names: &'static [&'static str]) -> Key {
        Key::new(name, KeyKind::Name(names))
    }

    /// Any text, such as the name of a file.
    pub fn text(name: &'static str) -> Key {
        Key::new(name, KeyKind::Text)
    }

    /// A name for results: letters, digits, `-`, `_` and `.`.
    pub(crate) fn plain_name(name: &'static str) -> Key {
        Key::new(name, KeyKind::PlainName)
    }

    /// An evaluation: the name of one, or a table of a foreign program.
    pub(crate) fn evaluation(name: &'static str) -> Key {
        Key::new(name, KeyKind::Evaluation)
    }

    /// Options of a foreign engine: a table of names with texts, numbers, or yes and no.
    pub(crate) fn options(name: &'static str) -> Key {
        Key::new(name, KeyKind::Options)
    }

    fn new(name: &'static str, kind: KeyKind) -> Key {
        Key { name, kind, default: None, is_later: false, about: "" }
    }

    /// The same key with a sentence that says what its setting does, for people who choose one.
    #[must_use]
    pub fn about(mut self, sentence: &'static str) -> Key {
        self.about = sentence;
        self
    }

    /// What the key's setting does, in a sentence; empty where nobody says it.
    pub fn sentence(&self) -> &'static str {
        self.about
    }

    /// The same key with a default. A setting that is the default is not written.
    #[must_use]
    pub fn or(mut self, default: impl Into<Setting>) -> Key {
        let default = default.into();
        self.default = Some(self.read(&default).expect("a default is a setting that the key can have"));
        self
    }

    /// The same key, marked as one that came later than the first records.
    ///
    /// With its default everything is as it was before there was the key, and stays so for ever.
    /// So records do not say the default, and those from before the key can still be repeated.
    #[must_use]
    pub fn later(mut self) -> Key {
        self.is_later = true;
        self
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
        self.default.as_ref().map(|setting| setting.as_str().map_or_else(|| setting.to_string(), str::to_owned))
    }

    /// The valid whole numbers, if the key is of a whole number.
    pub fn range(&self) -> Option<RangeInclusive<u64>> {
        match &self.kind {
            KeyKind::Whole(range) => Some(range.clone()),
            _ => None,
        }
    }

    /// A setting of this key in the form in which it is written:
    /// names as they are listed, whole numbers without decimals.
    fn read(&self, setting: &Setting) -> Result<Setting, SpecError> {
        let read = match &self.kind {
            KeyKind::Whole(range) => {
                let number = setting.as_integer().filter(|&it| u64::try_from(it).is_ok_and(|it| range.contains(&it)));
                number.map(Setting::Integer)
            }
            KeyKind::Decimal(range) => {
                let number = setting.as_float().or(setting.as_integer().map(|number| number as f64));
                number.filter(|number| range.contains(number)).map(decimal)
            }
            KeyKind::Name(names) => {
                let named = plain(setting);
                names.iter().find(|&&name| name == named).map(|name| setting_of(name))
            }
            KeyKind::Text => setting.as_str().map(Setting::from),
            KeyKind::PlainName => setting.as_str().filter(|name| is_plain(name)).map(Setting::from),
            KeyKind::Options => {
                let is_plain = |value: &Setting| !value.is_table() && !value.is_array();
                setting.as_table().filter(|table| table.values().all(is_plain)).cloned().map(Setting::Table)
            }
            KeyKind::Evaluation => return EvaluationSpec::read(setting).map(|spec| spec.setting()),
        };
        read.ok_or_else(|| self.refusal(setting))
    }

    fn refusal(&self, setting: &Setting) -> SpecError {
        let (key, found) = (self.name, quoted(setting));
        match &self.kind {
            KeyKind::Whole(range) => SpecError::Number { key, least: *range.start(), most: *range.end(), found },
            KeyKind::Decimal(range) => SpecError::Decimal { key, least: *range.start(), most: *range.end(), found },
            KeyKind::Name(names) => {
                // A number is never a mistyped other number.
                let nearest = setting.as_str().and_then(|name| nearest(name, names.iter().copied()));
                SpecError::Name { key, names: names.iter().map(|&name| name.to_owned()).collect(), found, nearest }
            }
            KeyKind::PlainName => SpecError::PlainName { key, found },
            KeyKind::Text | KeyKind::Evaluation => SpecError::Text { key, found },
            KeyKind::Options => SpecError::Options { key, found },
        }
    }
}

/// Settings of some keys. Each is valid for its key.
///
/// Settings that are not the default are held in the order of the keys.
/// They remember which of them were asked for, so that a setting that nothing reads is found.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Settings {
    keys: Vec<Key>,
    given: Vec<(&'static str, Setting)>,
    asked: Asked,
}

/// The keys whose settings were asked for. They are no part of what the settings are, and a copy begins anew.
#[derive(Default)]
struct Asked(Mutex<Vec<&'static str>>);

impl Asked {
    fn note(&self, key: &'static str) {
        // A list is whole whatever a thread was at when it panicked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(key);
    }

    fn has(&self, key: &str) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(&key)
    }
}

impl Clone for Asked {
    fn clone(&self) -> Asked {
        Asked::default()
    }
}

/// The same for all, so that settings that are equal are shown alike.
impl fmt::Debug for Asked {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("_")
    }
}

impl PartialEq for Asked {
    fn eq(&self, _: &Asked) -> bool {
        true
    }
}

impl Settings {
    /// Reads those settings of a table that belong to these keys.
    ///
    /// # Errors
    ///
    /// The first setting that is invalid for its key.
    pub fn read(keys: Vec<Key>, table: &Table) -> Result<Settings, SpecError> {
        let mut given = Vec::new();
        for key in &keys {
            if let Some(setting) = table.get(key.name) {
                given.push((key.name, key.read(setting)?));
            }
        }
        Ok(Settings { keys, given, asked: Asked::default() })
    }

    /// A whole number: the setting, or the default.
    ///
    /// # Panics
    ///
    /// If no key of this name is of a whole number.
    pub fn whole(&self, key: &str) -> Option<u64> {
        self.get(key).map(|setting| setting.as_integer().expect("the key is of a whole number") as u64)
    }

    /// A number: the setting, or the default.
    ///
    /// # Panics
    ///
    /// If no key of this name is of a number.
    pub fn number(&self, key: &str) -> Option<f64> {
        let number = |setting: &Setting| setting.as_float().or(setting.as_integer().map(|number| number as f64));
        self.get(key).map(|setting| number(setting).expect("the key is of a number"))
    }

    /// A name or a text: the setting, or the default.
    ///
    /// # Panics
    ///
    /// If there is no key of this name.
    pub fn name(&self, key: &str) -> Option<String> {
        self.get(key).map(plain)
    }

    /// The names of a table with their settings as texts; nothing where no table is given.
    pub(crate) fn options(&self, key: &str) -> BTreeMap<String, String> {
        let table = self.get(key).and_then(Setting::as_table).into_iter().flatten();
        table.map(|(name, setting)| (name.clone(), plain(setting))).collect()
    }

    /// Whether there is a key of this name.
    pub fn has(&self, key: &str) -> bool {
        self.keys.iter().any(|known| known.name == key)
    }

    /// Whether this key has a setting. To ask this is not to read the setting.
    pub fn is_given(&self, key: &str) -> bool {
        self.given.iter().any(|(given, _)| *given == key)
    }

    /// The same settings with a whole number that was given elsewhere.
    ///
    /// # Errors
    ///
    /// If the number is invalid for its key.
    ///
    /// # Panics
    ///
    /// If there is no key of this name.
    pub fn with(mut self, key: &str, number: u64) -> Result<Settings, SpecError> {
        let key = self.key(key).clone();
        let setting = key.read(&Setting::Integer(i64::try_from(number).unwrap_or(i64::MAX)))?;
        self.drop(key.name);
        self.given.push((key.name, setting));
        Ok(self)
    }

    /// Removes a setting that has no effect.
    pub fn drop(&mut self, key: &str) {
        self.given.retain(|(given, _)| *given != key);
    }

    /// The first setting that was given, and that nobody has asked for.
    pub(crate) fn unread(&self) -> Option<&'static str> {
        self.given.iter().map(|(key, _)| *key).find(|key| !self.asked.has(key))
    }

    /// The settings that were asked for, defaults included, in the order of the keys.
    pub(crate) fn in_force(&self) -> Settings {
        let asked = self.keys.iter().filter(|key| self.asked.has(key.name));
        let given = asked.filter_map(|key| Some((key.name, self.get(key.name)?.clone()))).collect();
        Settings { given, ..self.clone() }
    }

    /// The settings that were given, with those that are the defaults or without. The default of a key that came
    /// [later](Key::later) is never among them.
    pub(crate) fn written(&self, with_defaults: bool) -> impl Iterator<Item = (&'static str, &Setting)> {
        let is_default = |key: &str, setting| self.key(key).default.as_ref() == Some(setting);
        let is_wanted = move |key: &str, it| with_defaults && !self.key(key).is_later || !is_default(key, it);
        self.given.iter().map(|(key, it)| (*key, it)).filter(move |(key, it)| is_wanted(key, it))
    }

    /// All settings that a record needs, with their keys in order: defaults included, but not those of keys that came
    /// [later](Key::later).
    pub fn recorded(&self) -> impl Iterator<Item = (&'static str, &Setting)> {
        self.keys.iter().filter_map(|key| {
            let setting = self.get(key.name)?;
            let goes_without_saying = key.is_later && key.default.as_ref() == Some(setting);
            (!goes_without_saying).then_some((key.name, setting))
        })
    }

    /// What tells a game from the usual one, if a key that came [later](Key::later) does: `fixed`.
    pub fn variant(&self) -> Option<String> {
        let later = self.changed().filter(|(key, _)| self.key(key).is_later);
        let names: Vec<String> = later.map(|(_, setting)| plain(setting)).collect();
        (!names.is_empty()).then(|| names.join("-"))
    }

    /// The settings that are not the defaults.
    pub fn changed(&self) -> impl Iterator<Item = (&'static str, &Setting)> {
        self.written(false)
    }

    fn get(&self, name: &str) -> Option<&Setting> {
        let key = self.key(name);
        self.asked.note(key.name);
        let given = self.given.iter().find(|(given, _)| *given == name).map(|(_, setting)| setting);
        given.or(key.default.as_ref())
    }

    fn key(&self, name: &str) -> &Key {
        self.keys.iter().find(|key| key.name == name).unwrap_or_else(|| panic!("`{name}` is none of the keys declared"))
    }
}

fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter))
}

/// A number as a setting: with decimals only where it needs them.
fn decimal(number: f64) -> Setting {
    let is_whole = number.fract() == 0.0 && number.abs() < 1e15;
    if is_whole { Setting::Integer(number as i64) } else { Setting::Float(number) }
}

/// The setting for a text of the command line.
///
/// Only a number with a point or an exponent is a decimal. A number too large to be whole is not, nor is `inf`.
pub(crate) fn setting_of(text: &str) -> Setting {
    let decimal = || text.parse().ok().filter(|number: &f64| text.contains(['.', 'e']) && number.is_finite());
    match text.parse() {
        Ok(number) => Setting::Integer(number),
        Err(_) => decimal().map_or_else(|| Setting::from(text), Setting::Float),
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
