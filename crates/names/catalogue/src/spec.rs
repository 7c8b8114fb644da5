use std::fmt;
use std::time::Duration;

use bestply::Limit;
use bestply_any_game::the_same;
use bestply_foreign::program_name;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use toml::{Table, Value as Setting};

use crate::common::{
    BYTES, DEPTH, ENDS, ENDS_BY, ENGINE, EVALUATION, EVALUATIONS, MICROSECONDS, NAME, PRESET, SEARCHER, TIME_MS,
    TIME_US,
};
use crate::error::SpecError;
use crate::key::{plain, quoted, setting_of};
use crate::names::in_one_line;

/// A searcher by name with its settings and limits, or a foreign engine, as it is written.
///
/// It is what a description or the command line says, right or wrong.
/// A [`Catalogue`](crate::Catalogue) makes a [`NamedPlayer`](crate::NamedPlayer) of it,
/// in which nothing can be wrong any more.
/// Only a table can describe a foreign engine: it has the key `engine`, and no `searcher`.
///
/// ```
/// use bestply_catalogue::{Catalogue, SearcherSpec};
///
/// let catalogue = Catalogue::standard();
/// let from_command_line = catalogue.player("best-first:depth=4,memory=prune,bytes=65536,leaves=1")?;
/// let from_toml = toml::from_str("searcher = 'best-first'\ndepth = 4\nmemory = 'prune'\nbytes = 65536").unwrap();
/// assert_eq!(from_command_line, catalogue.player_of(from_toml)?);
/// assert_eq!(from_command_line.to_string(), "best-first:depth=4,bytes=65536,memory=prune");
/// # Ok::<(), bestply_catalogue::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SearcherSpec {
    /// The searcher's name; `None` if the table names none.
    pub(crate) searcher: Option<String>,
    /// Whether this is a foreign engine.
    /// `searcher` is then its name in results, and only the engine's own keys are valid.
    pub(crate) is_engine: bool,
    /// The settings in the order in which they are written.
    pub(crate) settings: Vec<(String, Setting)>,
}

impl SearcherSpec {
    /// Reads the form of the command line: `name:key=value,key=value`. The names are not checked.
    ///
    /// The keys of a table that describes the evaluation have dots: `evaluation.onnx=net.onnx,evaluation.scale=100`.
    ///
    /// # Errors
    ///
    /// If the text does not have that form, or has a key twice.
    pub fn read(text: &str) -> Result<SearcherSpec, SpecError> {
        let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let mut spec = SearcherSpec { searcher: Some(name.to_owned()), is_engine: false, settings: Vec::new() };
        for setting in rest.into_iter().flat_map(|settings| settings.split(',')) {
            let (key, value) = setting.split_once('=').ok_or_else(|| SpecError::NotASetting(in_one_line(setting)))?;
            if spec.add(key, setting_of(value)).is_none() {
                return Err(SpecError::RepeatedKey(in_one_line(key)));
            }
        }
        Ok(spec)
    }

    /// Adds a setting, or one of the table that describes the evaluation. `None` if it is there already.
    fn add(&mut self, key: &str, setting: Setting) -> Option<()> {
        let Some(of_evaluation) = key.strip_prefix(EVALUATION).and_then(|rest| rest.strip_prefix('.')) else {
            let is_new = self.get(key).is_none();
            return is_new.then(|| self.settings.push((key.to_owned(), setting)));
        };
        if !self.has(EVALUATION) {
            self.settings.push((EVALUATION.to_owned(), Table::new().into()));
        }
        let mut settings = self.settings.iter_mut();
        let table = settings.find(|(key, _)| key == EVALUATION)?.1.as_table_mut()?;
        table.insert(of_evaluation.to_owned(), setting).is_none().then_some(())
    }

    /// Whether this is a foreign engine, and no searcher. Its moves do not repeat, and its limits are its own.
    pub fn is_engine(&self) -> bool {
        self.is_engine
    }

    /// Whether this is a foreign engine whose program is not on this machine.
    pub fn is_missing(&self) -> bool {
        let command = self.get(ENGINE).and_then(Setting::as_str);
        command.is_some_and(|command| !bestply_foreign::is_installed(command))
    }

    /// The searcher's name, or the engine's.
    pub fn name(&self) -> &str {
        self.searcher.as_deref().unwrap_or_default()
    }

    /// The limit on depth, in plies (`depth`).
    pub fn depth(&self) -> Option<usize> {
        self.whole(DEPTH).map(|depth| depth as usize)
    }

    /// The limit on evaluations (`evaluations`).
    pub fn evaluations(&self) -> Option<u64> {
        self.whole(EVALUATIONS)
    }

    /// The limit on elapsed time, in microseconds (`time_us`, or `time_ms` in thousands of them).
    pub fn time_us(&self) -> Option<u64> {
        self.whole(TIME_MS).map(|time| time.saturating_mul(MICROSECONDS)).or(self.whole(TIME_US))
    }

    /// Whether it says that the searcher plays the ends itself (`ends = "searcher"`), though it is the default.
    pub fn refuses_solver(&self) -> bool {
        self.get(ENDS).and_then(Setting::as_str) == Some(ENDS_BY[0])
    }

    /// Whether a solver of the game's ends is asked before the searcher (`ends = "solver"`).
    pub fn solves_ends(&self) -> bool {
        self.get(ENDS).and_then(Setting::as_str) == Some(ENDS_BY[1])
    }

    /// The limit of each of the searcher's searches.
    pub fn limit(&self) -> Limit {
        Limit {
            depth: self.depth(),
            evaluations: self.evaluations(),
            time: self.time_us().map(Duration::from_micros),
            bytes: self.whole(BYTES).map(|bytes| bytes as usize),
            ..Limit::default()
        }
    }

    /// Whether anything ends the searcher's searches.
    pub fn is_limited(&self) -> bool {
        self.depth().is_some() || self.evaluations().is_some() || self.time_us().is_some()
    }

    /// The same specification with this limit on time in microseconds, or without one.
    #[must_use]
    pub fn with_time_us(self, time_us: Option<u64>) -> SearcherSpec {
        match time_us {
            Some(time) if time % MICROSECONDS == 0 => self.with(TIME_US, None).with(TIME_MS, Some(time / MICROSECONDS)),
            time => self.with(TIME_MS, None).with(TIME_US, time),
        }
    }

    the_same! {
        /// The same specification with this depth limit, or without one.
        fn with_depth(self, depth: Option<usize>) { self = self.with(DEPTH, depth.map(|depth| depth as u64)) }

        /// The same specification with this limit on evaluations, or without one.
        fn with_evaluations(self, evaluations: Option<u64>) { self = self.with(EVALUATIONS, evaluations) }

        /// The same specification with this limit on bytes, or without one.
        fn with_bytes(self, bytes: Option<usize>) { self = self.with(BYTES, bytes.map(|bytes| bytes as u64)) }

        /// The same specification with the evaluation of this name.
        fn with_evaluation(self, name: &str) { self = self.with_setting(EVALUATION, Some(name.into())) }

        /// The same specification, which says whether a solver of the game's ends is asked before the searcher.
        fn with_ends(self, by_solver: bool) {
            self = self.with_setting(ENDS, Some(ENDS_BY[usize::from(by_solver)].into()));
        }

        /// The same specification with this setting, a whole number, or without it. A new setting comes last.
        fn with(self, key: &str, number: Option<u64>) {
            let setting = number.map(|number| Setting::Integer(i64::try_from(number).unwrap_or(i64::MAX)));
            self = self.with_setting(key, setting);
        }

        /// The same specification with this setting as the command line has it, or without it. A new setting comes
        /// last.
        fn with_text(self, key: &str, text: Option<&str>) { self = self.with_setting(key, text.map(setting_of)) }
    }

    pub(crate) fn with_setting(mut self, key: &str, setting: Option<Setting>) -> SearcherSpec {
        let place = self.settings.iter().position(|(given, _)| given == key);
        match (place, setting) {
            (Some(place), Some(setting)) => self.settings[place].1 = setting,
            (Some(place), None) => drop(self.settings.remove(place)),
            (None, Some(setting)) => self.settings.push((key.to_owned(), setting)),
            (None, None) => {}
        }
        self
    }

    /// The same searcher with the settings of a preset in the place of its name, but for those that it has itself.
    pub(crate) fn over(self, preset: &SearcherSpec) -> SearcherSpec {
        let others = preset.settings.iter().filter(|(key, _)| key != EVALUATION && !self.has(key));
        let own = self.settings.iter().filter(|(key, _)| key != PRESET);
        SearcherSpec { settings: own.chain(others).cloned().collect(), ..self.clone() }
    }

    /// The searcher's own settings in the form of the command line, without limits and evaluation;
    /// `None` if there are none.
    pub fn own_settings(&self) -> Option<String> {
        self.settings_without(&[DEPTH, EVALUATIONS, TIME_MS, TIME_US, BYTES, EVALUATION])
    }

    /// The settings of all keys but these in the form of the command line; `None` if there are none.
    pub fn settings_without(&self, keys: &[&str]) -> Option<String> {
        let left = self.settings.iter().filter(|(key, _)| !keys.contains(&key.as_str()));
        let left = SearcherSpec { settings: left.cloned().collect(), ..self.clone() };
        left.to_string().split_once(':').map(|(_, settings)| settings.to_owned())
    }

    /// The setting of a key, in the form of the command line.
    pub fn text(&self, key: &str) -> Option<String> {
        self.get(key).map(plain)
    }

    /// Whether this key has a setting.
    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The settings as a table.
    pub(crate) fn table(&self) -> Table {
        self.settings.iter().cloned().collect()
    }

    fn whole(&self, key: &str) -> Option<u64> {
        self.get(key).and_then(Setting::as_integer).and_then(|number| u64::try_from(number).ok())
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Setting> {
        self.settings.iter().find(|(given, _)| given == key).map(|(_, setting)| setting)
    }
}

/// Writes the form of the command line.
impl fmt::Display for SearcherSpec {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())?;
        let mut separator = ':';
        let mut write = |key: fmt::Arguments<'_>, setting| {
            let before = std::mem::replace(&mut separator, ',');
            write!(formatter, "{before}{key}={}", plain(setting))
        };
        self.settings.iter().try_for_each(|(key, setting)| match setting {
            Setting::Table(table) => table.iter().try_for_each(|(own, it)| write(format_args!("{key}.{own}"), it)),
            setting => write(format_args!("{key}"), setting),
        })
    }
}

/// Reads a table of settings, or the form of the command line as a text. The names are not checked.
impl<'de> Deserialize<'de> for SearcherSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SearcherSpec, D::Error> {
        match Setting::deserialize(deserializer)? {
            Setting::String(text) => SearcherSpec::read(&text).map_err(de::Error::custom),
            // What makes a player of it reports a table without a searcher, with the names of the searchers.
            Setting::Table(mut table) => {
                let is_engine = table.contains_key(ENGINE) && !table.contains_key(SEARCHER);
                let searcher =
                    if is_engine { Some(engine_name(&table)) } else { table.remove(SEARCHER).map(|name| plain(&name)) };
                Ok(SearcherSpec { searcher, is_engine, settings: table.into_iter().collect() })
            }
            other => Err(de::Error::custom(SpecError::NotASearcher(quoted(&other)))),
        }
    }
}

/// Writes a table as in TOML.
impl Serialize for SearcherSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = Setting::from(self.name());
        let name = (!self.is_engine).then_some((SEARCHER, &name));
        serializer.collect_map(name.into_iter().chain(self.settings.iter().map(|(key, it)| (key.as_str(), it))))
    }
}

/// The name of an engine in results: the name given to it, or that of its program.
fn engine_name(table: &Table) -> String {
    let text = |key: &str| table.get(key).and_then(Setting::as_str);
    text(NAME).map_or_else(|| program_name(text(ENGINE).unwrap_or_default()), str::to_owned)
}
