//! What a specification of a searcher may say.

use std::num::NonZeroU32;

use toml::{Table, Value as Setting};

use super::Catalogue;
use crate::evaluation::CompiledSearcher;
use crate::foreign_player::{engine_settings, plays, protocol_name};
use crate::names::{in_one_line, nearest};
use crate::searcher::{About, SCALE, TABLE_BYTES};
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
        let first = || self.searchers().map(|searcher| searcher.name.to_owned()).next().unwrap_or_default();
        let missing = || SpecError::NoSearcher { first: first() };
        let name = spec.searcher.as_deref().ok_or_else(missing)?;
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
        // A preset's settings give way to those that are given, be they the defaults.
        let settings = in_order(about, &common, &own, common.is_given(PRESET));
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

    /// Checks that a player can play a game with these settings and this evaluation.
    ///
    /// # Errors
    ///
    /// If it is a foreign engine that does not know the game, or cannot be told of its starts.
    /// If it wants a solver of the game's ends, and there is none.
    /// If the searcher is of [other games](Catalogue::check_game),
    /// or as it is compiled for the evaluation it does not read one of its settings.
    ///
    /// # Panics
    ///
    /// If the specification was not [checked](Catalogue::checked).
    pub fn check_player(
        &self,
        spec: &SearcherSpec,
        game: &str,
        settings: &Settings,
        evaluation: &EvaluationSpec,
    ) -> Result<(), SpecError> {
        if spec.solves_ends() && self.ends(game)?.is_none() {
            return Err(SpecError::NoSolver(game.to_owned()));
        }
        if spec.is_engine {
            return self.check_engines(spec, game, settings);
        }
        self.check_game(spec, game)?;
        let mut compiled = self.known_game(game)?.compiled();
        let is_it = |(of, it): &(&str, &CompiledSearcher)| *of == evaluation.name() && it.about.name == spec.name();
        let unread = compiled.find(is_it).and_then(|(_, it)| (it.check_reads)(&spec.table()).err());
        unread.map_or(Ok(()), |error| match error {
            SpecError::Unread { key, owner } => {
                Err(SpecError::Unread { key, owner: format!("{owner} with {}", evaluation.name()) })
            }
            other => Err(other),
        })
    }

    /// Checks that a searcher plays a game.
    ///
    /// # Errors
    ///
    /// If its entry [names](crate::SearcherEntry::only_in) other games.
    ///
    /// # Panics
    ///
    /// If the specification was not [checked](Catalogue::checked).
    pub fn check_game(&self, spec: &SearcherSpec, game: &str) -> Result<(), SpecError> {
        let games = &self.about_searcher(spec).games;
        if games.is_empty() || games.contains(&game) {
            return Ok(());
        }
        let games = games.iter().map(|&game| game.to_owned()).collect();
        Err(SpecError::OtherGame { searcher: spec.name().to_owned(), games, game: game.to_owned() })
    }

    fn check_engines(&self, spec: &SearcherSpec, game: &str, settings: &Settings) -> Result<(), SpecError> {
        let protocol = engine_settings(&self.engines, spec)?.protocol;
        if !plays(protocol, self.game_named(game)?) {
            let games = self.games().filter(|game| plays(protocol, game)).map(|game| game.name.to_owned()).collect();
            return Err(SpecError::NoEngines { protocol: protocol_name(protocol), game: game.to_owned(), games });
        }
        match self.known_game(game)?.have_starts_moves(settings)? {
            true => Ok(()),
            false => Err(SpecError::StartsWithoutMoves(game.to_owned())),
        }
    }

    /// The same searcher with every setting that it is made from, defaults included.
    ///
    /// It plays the same. Settings that mean nothing beside the others are left out.
    /// `win_value` is what a win is worth to the evaluation ([`Properties`](bestply::Properties::win_value)).
    ///
    /// ```
    /// use bestply_catalogue::Catalogue;
    ///
    /// let catalogue = Catalogue::standard();
    /// let spec = catalogue.searcher_spec("best-first:depth=4")?;
    /// assert_eq!(catalogue.in_force(&spec, None).to_string(), "best-first:depth=4,memory=stop,leaves=1");
    /// # Ok::<(), bestply_catalogue::SpecError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the specification was not [checked](Catalogue::checked).
    pub fn in_force(&self, spec: &SearcherSpec, win_value: Option<NonZeroU32>) -> SearcherSpec {
        if spec.is_engine {
            return spec.clone();
        }
        const CHECKED: &str = "the settings were checked";
        let (searcher, mut table) = (self.known_searcher(spec), spec.table());
        let about = searcher.about();
        let scale = about.scale_of(&about.settings_of(spec).expect(CHECKED), win_value).map(|scale| scale as i64);
        if let Some(scale) = scale.filter(|&scale| scale <= i32::MAX.into()) {
            table.insert(SCALE.to_owned(), Setting::Integer(scale));
        }
        let common = Settings::read(common_keys().into(), &table).expect(CHECKED);
        let own = searcher.in_force(&table).expect(CHECKED);
        SearcherSpec { settings: in_order(about, &common, &own, true), ..spec.clone() }
    }

    /// As [`in_force`](Catalogue::in_force), with what follows from its limits, too: the bytes of a table.
    ///
    /// ```
    /// use bestply_catalogue::Catalogue;
    ///
    /// let catalogue = Catalogue::standard();
    /// let spec = catalogue.searcher_spec("mtd-f:evaluations=2000")?;
    /// assert_eq!(catalogue.resolved(&spec, None).to_string(), "mtd-f:evaluations=2000,table_bytes=1048576");
    /// # Ok::<(), bestply_catalogue::SpecError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the specification was not [checked](Catalogue::checked).
    pub fn resolved(&self, spec: &SearcherSpec, win_value: Option<NonZeroU32>) -> SearcherSpec {
        let spec = self.in_force(spec, win_value);
        let is_open = !spec.is_engine && spec.is_limited() && !spec.has(TABLE_BYTES);
        match self.about_searcher(&spec).table_bytes_for.filter(|_| is_open) {
            Some(bytes_for) => {
                let bytes = bytes_for(&spec.limit()) as u64;
                spec.with(TABLE_BYTES, Some(bytes))
            }
            None => spec,
        }
    }
}

/// The settings in the order in which they are written: the first depth, then the limits, then all others.
/// Those that are the defaults are left out unless they are wanted.
fn in_order(about: &About, common: &Settings, own: &Settings, with_defaults: bool) -> Vec<(String, Setting)> {
    let leads = |key: &str| about.first_depth == Some(key);
    let own = || own.written(with_defaults);
    let common =
        |wanted: &'static [&'static str]| common.written(with_defaults).filter(move |(key, _)| wanted.contains(key));
    let settings = own().filter(|(key, _)| leads(key));
    let settings = settings.chain(common(&[DEPTH, EVALUATIONS, TIME_MS, TIME_US, BYTES]));
    let settings = settings.chain(own().filter(|(key, _)| *key == MEMORY)).chain(common(&[EVALUATION, PRESET, ENDS]));
    let settings = settings.chain(own().filter(|(key, _)| !leads(key) && *key != MEMORY));
    settings.map(|(key, setting)| (key.to_owned(), setting.clone())).collect()
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
