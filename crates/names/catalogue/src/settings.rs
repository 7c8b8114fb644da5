//! Settings of searchers and games, each of which whoever makes them reads once.

use std::collections::BTreeMap;

use toml::{Table, Value as Setting};

use crate::error::SpecError;
use crate::key::{Key, KeyKind, plain};

/// Settings of some keys. Each is valid for its key.
///
/// To read a setting marks it: what was given and nobody has read would change nothing, and is refused by its
/// name.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Settings(Vec<KeySetting>);

/// A key with its setting.
#[derive(Clone, Debug, PartialEq)]
struct KeySetting {
    key: Key,
    given: Option<Setting>,
    is_read: bool,
}

impl KeySetting {
    fn in_force(&self) -> Option<&Setting> {
        self.given.as_ref().or(self.key.default_setting())
    }

    /// What is in force, with the key's name.
    fn setting(&self) -> Option<(&'static str, &Setting)> {
        Some((self.key.name, self.in_force()?))
    }

    fn is_default(&self) -> bool {
        self.in_force() == self.key.default_setting()
    }
}

impl Settings {
    /// Those settings of a table that belong to these keys.
    ///
    /// # Errors
    ///
    /// The first setting that is invalid for its key.
    pub fn read(keys: impl IntoIterator<Item = Key>, table: &Table) -> Result<Settings, SpecError> {
        let entry = |key: Key| {
            let given = table.get(key.name).map(|setting| key.read(setting)).transpose()?;
            Ok(KeySetting { key, given, is_read: false })
        };
        keys.into_iter().map(entry).collect::<Result<_, _>>().map(Settings)
    }

    /// The whole number of a key that has a default.
    ///
    /// # Panics
    ///
    /// If no key of this name is of a whole number and has a default.
    pub fn whole(&mut self, key: &str) -> u64 {
        self.given_whole(key).unwrap_or_else(|| panic!("`{key}` has no default"))
    }

    /// The whole number of a key, if there is one.
    ///
    /// # Panics
    ///
    /// If no key of this name is of a whole number.
    pub fn given_whole(&mut self, key: &str) -> Option<u64> {
        let number =
            |setting: &Setting| setting.as_integer().unwrap_or_else(|| panic!("`{key}` is of no whole number"));
        self.take(key).map(number).map(|number| number as u64)
    }

    /// The number of a key that has a default.
    ///
    /// # Panics
    ///
    /// If no key of this name is of a number and has a default.
    pub fn number(&mut self, key: &str) -> f64 {
        let number = |setting: &Setting| setting.as_float().or(setting.as_integer().map(|number| number as f64));
        self.take(key).and_then(number).unwrap_or_else(|| panic!("`{key}` is of no number with a default"))
    }

    /// The name or the text of a key that has a default.
    ///
    /// # Panics
    ///
    /// If no key of this name has a default.
    pub fn name(&mut self, key: &str) -> String {
        self.given_name(key).unwrap_or_else(|| panic!("`{key}` has no default"))
    }

    /// The name or the text of a key, if there is one.
    ///
    /// # Panics
    ///
    /// If there is no key of this name.
    pub fn given_name(&mut self, key: &str) -> Option<String> {
        self.take(key).map(plain)
    }

    /// What the name of a key stands for; `None` where the key has neither a setting nor a default.
    ///
    /// # Panics
    ///
    /// If there is no key of this name, or it can have a name that is none of these.
    pub fn one_of<T: Copy>(&mut self, key: &str, meanings: &[(&str, T)]) -> Option<T> {
        let name = self.given_name(key)?;
        let meant = meanings.iter().find(|(own, _)| *own == name);
        Some(meant.unwrap_or_else(|| panic!("`{key}` = `{name}` has no meaning")).1)
    }

    /// Whether the name of a key is this one; never where there is no such key.
    pub fn is(&mut self, key: &str, name: &str) -> bool {
        self.has(key) && self.given_name(key).as_deref() == Some(name)
    }

    /// The names of a table with their settings as texts; nothing where no table is given.
    pub(crate) fn options(&mut self, key: &str) -> BTreeMap<String, String> {
        let table = self.take(key).and_then(Setting::as_table).into_iter().flatten();
        table.map(|(name, setting)| (name.clone(), plain(setting))).collect()
    }

    /// The same settings where there is a key of this name, for whoever reads what some entries alone have.
    pub(crate) fn with_key(&mut self, key: &str) -> Option<&mut Settings> {
        self.has(key).then_some(self)
    }

    /// Whether there is a key of this name.
    pub fn has(&self, key: &str) -> bool {
        self.0.iter().any(|entry| entry.key.name == key)
    }

    /// Whether this key has a setting. To ask this is not to read the setting.
    pub fn is_given(&self, key: &str) -> bool {
        self.0.iter().any(|entry| entry.key.name == key && entry.given.is_some())
    }

    /// Gives a key this setting, which it can have.
    pub(crate) fn set(&mut self, key: &str, setting: Setting) {
        self.0.iter_mut().filter(|entry| entry.key.name == key).for_each(|entry| entry.given = Some(setting.clone()));
    }

    /// Removes a setting that has no effect.
    pub fn drop(&mut self, key: &str) {
        self.0.iter_mut().filter(|entry| entry.key.name == key).for_each(|entry| entry.given = None);
    }

    /// The first setting that was given, and that nobody has read.
    pub(crate) fn unread(&self) -> Option<&'static str> {
        self.0.iter().find(|entry| entry.given.is_some() && !entry.is_read).map(|entry| entry.key.name)
    }

    /// The settings that were read, defaults included, in the order of the keys.
    pub(crate) fn in_force(&self) -> impl Iterator<Item = (&'static str, &Setting)> {
        self.0.iter().filter(|entry| entry.is_read).filter_map(KeySetting::setting)
    }

    /// All settings, with their keys in order, defaults included: what a record needs.
    pub fn recorded(&self) -> impl Iterator<Item = (&'static str, &Setting)> {
        self.0.iter().filter_map(KeySetting::setting)
    }

    /// What tells a game from the usual one, if a name does that is not the default: `fixed`.
    pub fn variant(&self) -> Option<String> {
        let is_changed = |entry: &&KeySetting| matches!(entry.key.kind(), KeyKind::Name(_)) && !entry.is_default();
        let names: Vec<String> = self.0.iter().filter(is_changed).filter_map(KeySetting::in_force).map(plain).collect();
        (!names.is_empty()).then(|| names.join("-"))
    }

    /// The settings that were given, with their keys in order.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, &Setting)> {
        self.0.iter().filter_map(|entry| Some((entry.key.name, entry.given.as_ref()?)))
    }

    /// The settings that are not the defaults.
    pub fn changed(&self) -> impl Iterator<Item = (&'static str, &Setting)> {
        let changed = self.0.iter().filter(|entry| !entry.is_default());
        changed.filter_map(|entry| Some((entry.key.name, entry.given.as_ref()?)))
    }

    fn take(&mut self, name: &str) -> Option<&Setting> {
        let entry = self.0.iter_mut().find(|entry| entry.key.name == name);
        let entry = entry.unwrap_or_else(|| panic!("`{name}` is none of the keys declared"));
        entry.is_read = true;
        entry.in_force()
    }
}
