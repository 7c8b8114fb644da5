//! What a specification of a searcher may say.

use toml::{Table, Value as Setting};

use super::Catalogue;
use crate::foreign_player::engine_settings;
use crate::names::{in_one_line, nearest};
use crate::searcher::About;
use crate::spec::{
    BYTES, DEPTH, ENDS, EVALUATION, EVALUATIONS, MEMORY, MICROSECONDS, PRESET, PRUNE, TIME_MS, TIME_US, common_keys,
};
use crate::{EvaluationSpec, Key, KeyKind, SearcherSpec, Settings, SpecError};

impl Catalogue {
    /// Reads a searcher with its settings and limits in the form of the command line.
    ///
    /// # Errors
    ///
    /// If the text names no searcher, or a key has a value that it cannot have.
    pub fn searcher_spec(&self, text: &str) -> Result<SearcherSpec, SpecError> {
        self.checked(SearcherSpec::read(text)?)
    }

    /// The same searcher with its settings in order, without those that have no effect.
    ///
    /// # Errors
    ///
    /// If there is no such searcher, or a key has a value that it cannot have.
    pub fn checked(&self, spec: SearcherSpec) -> Result<SearcherSpec, SpecError> {
        if spec.is_engine {
            return self.checked_engine(spec);
        }
        let name = spec.searcher.as_deref().ok_or_else(|| SpecError::NoSearcher { names: self.searcher_names() })?;
        let searcher = self.erased_searcher(name)?;
        let about = searcher.about();
        let mut table = spec.table();
        let foreign = |key: &str| self.searchers().any(|other| other.keys.iter().any(|known| known.name == key));
        check_keys(&table, about.name, &about.all_keys(), foreign)?;
        if let Some(described @ Setting::Table(_)) = table.get(EVALUATION) {
            let described = self.described(EvaluationSpec::read(described)?)?;
            table.insert(EVALUATION.to_owned(), described.setting());
        }
        let mut common = Settings::read(common_keys().into(), &table)?;
        let own = searcher.settings(&table)?;
        if common.is_given(TIME_MS) && common.is_given(TIME_US) {
            return Err(SpecError::SameLimit(TIME_MS, TIME_US));
        }
        if let Some(time) = common.whole(TIME_US).filter(|time| time % MICROSECONDS == 0) {
            table.remove(TIME_US);
            table.insert(TIME_MS.to_owned(), Setting::Integer((time / MICROSECONDS) as i64));
            common = Settings::read(common_keys().into(), &table)?;
        }
        let settings = in_order(about, &common, &own);
        Ok(SearcherSpec { settings, ..spec })
    }

    /// The same searcher, pruning when its bytes are spent, if it can and does not say what it does then.
    ///
    /// A searcher of a user's own has the choice by a key `memory` with `prune` among its names.
    pub(crate) fn pruning(&self, spec: SearcherSpec) -> SearcherSpec {
        let about = self.searchers().find(|about| !spec.is_engine && about.name == spec.name());
        let can_prune =
            |key: &Key| key.name == MEMORY && matches!(key.kind(), KeyKind::Name(names) if names.contains(&PRUNE));
        match about.is_some_and(|about| about.keys.iter().any(can_prune)) && !spec.has(MEMORY) {
            true => spec.with_setting(MEMORY, Some(Setting::from(PRUNE))),
            false => spec,
        }
    }

    fn checked_engine(&self, spec: SearcherSpec) -> Result<SearcherSpec, SpecError> {
        let table = spec.table();
        let of_searchers = |key: &str| self.searchers().any(|other| other.all_keys().iter().any(|own| own.name == key));
        check_keys(&table, "a foreign engine", &self.engines.keys, of_searchers)?;
        let settings = Settings::read(self.engines.keys.clone(), &table)?;
        engine_settings(&self.engines, &spec)?;
        let settings = settings.changed().map(|(key, setting)| (key.to_owned(), setting.clone())).collect();
        Ok(SearcherSpec { settings, ..spec })
    }

    /// Checks that a searcher can be run as it is: something ends its search, and no key is missing.
    ///
    /// An engine needs no limit of ours.
    ///
    /// # Errors
    ///
    /// An error that says what is missing.
    ///
    /// # Panics
    ///
    /// If the specification was not [checked](Catalogue::checked).
    pub fn check_ready(&self, spec: &SearcherSpec) -> Result<(), SpecError> {
        if !spec.is_engine && !spec.is_limited() {
            return Err(SpecError::NoLimit(spec.name().to_owned()));
        }
        match self.about_searcher(spec).first_depth.filter(|key| !spec.has(key)) {
            Some(key) => Err(SpecError::Missing { searcher: spec.name().to_owned(), key }),
            None => Ok(()),
        }
    }
}

/// The settings in the order in which they are written: the first depth, then the limits, then all others.
fn in_order(about: &About, common: &Settings, own: &Settings) -> Vec<(String, Setting)> {
    let leads = |key: &str| about.first_depth == Some(key);
    let own = || own.changed().map(|(key, setting)| (key, setting.clone()));
    let common = |wanted: &'static [&'static str]| {
        let changed = common.changed().filter(|(key, _)| wanted.contains(key));
        changed.map(|(key, setting)| (key, setting.clone())).collect::<Vec<_>>()
    };
    let settings = own().filter(|(key, _)| leads(key));
    let settings = settings.chain(common(&[DEPTH, EVALUATIONS, TIME_MS, TIME_US, BYTES]));
    let settings = settings.chain(own().filter(|(key, _)| *key == MEMORY)).chain(common(&[EVALUATION, PRESET, ENDS]));
    let settings = settings.chain(own().filter(|(key, _)| !leads(key) && *key != MEMORY));
    settings.map(|(key, setting)| (key.to_owned(), setting)).collect()
}

/// Checks that every key is one of the owner's.
pub(crate) fn check_keys(
    table: &Table,
    owner: &str,
    keys: &[Key],
    is_anothers: impl Fn(&str) -> bool,
) -> Result<(), SpecError> {
    let Some(unknown) = table.keys().find(|&key| keys.iter().all(|own| own.name != key)) else { return Ok(()) };
    let names = keys.iter().map(|key| key.name.to_owned()).collect();
    let key = in_one_line(unknown);
    Err(match is_anothers(unknown) {
        true => SpecError::ForeignKey { key, owner: owner.to_owned(), keys: names },
        false => SpecError::UnknownKey { key, keys: names, nearest: nearest(unknown, keys.iter().map(|key| key.name)) },
    })
}
