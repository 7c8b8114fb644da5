//! How searchers are named: in an experiment's TOML and on the command line, with the same names and keys in both.
//!
//! ```
//! use bestply_experiments::spec::SearcherSpec;
//!
//! let from_command_line: SearcherSpec = "best-first:depth=4,memory=prune,bytes=65536".parse()?;
//! let from_toml: SearcherSpec =
//!     toml::from_str("searcher = 'best-first'\ndepth = 4\nmemory = 'prune'\nbytes = 65536").unwrap();
//! assert_eq!(from_command_line, from_toml);
//! assert_eq!(from_command_line.to_string(), "best-first:depth=4,bytes=65536,memory=prune");
//! # Ok::<(), bestply_experiments::spec::SpecError>(())
//! ```

mod algorithm;
mod engine;
mod error;
mod names;
mod settings;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use bestply::Limit;
use bestply::tree::Memory;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use toml::{Table, Value as Setting};

pub use algorithm::Algorithm;
use algorithm::{DEFAULT_MEMORY, is_a_key, keys_of, memory_setting, searcher_named};
pub use engine::Engine;
pub use error::SpecError;
pub use names::{EvaluationName, NumberingName};
pub(crate) use settings::in_one_line;
use settings::{Given, integer, plain, quoted, setting_of};

/// The largest depth that a searcher can be given.
pub const MAX_DEPTH: usize = 1000;

/// The key that names the searcher in TOML. On the command line its name stands before the colon.
const SEARCHER: &str = "searcher";

/// The keys of every searcher.
const COMMON_KEYS: [&str; 6] = ["depth", "evaluations", TIME_MS, TIME_US, "bytes", "evaluation"];

/// The limit on time in its two units, of which one can be given.
const TIME_MS: &str = "time_ms";
const TIME_US: &str = "time_us";

/// The least number of bytes that a search can be given: what is left of it for a tree that goes on in linear space is its least.
const LEAST_BYTES: u64 = 1024;

/// The largest integer that TOML has.
const MOST: u64 = i64::MAX as u64;

const MICROSECONDS: u64 = 1000;

/// A searcher with its configuration and limits.
///
/// It need not be ready to run: an experiment may leave the depth to calibration. See [`check_ready`](SearcherSpec::check_ready).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearcherSpec {
    /// Which searcher.
    pub algorithm: Algorithm,
    /// The limit on depth, in plies (`depth`).
    pub depth: Option<usize>,
    /// The limit on evaluations (`evaluations`).
    pub evaluations: Option<u64>,
    /// The limit on elapsed time, in microseconds (`time_us`, or `time_ms` in thousands of them).
    pub time_us: Option<u64>,
    /// The limit on the bytes of its tree (`bytes`).
    pub bytes: Option<usize>,
    /// What it does when those are spent (`memory`), if it has a tree.
    pub memory: Memory,
    /// What it evaluates positions with (`evaluation`), where that is said of this searcher and the game leaves a choice.
    pub evaluation: Option<EvaluationName>,
}

/// A searcher without limits.
impl From<Algorithm> for SearcherSpec {
    fn from(algorithm: Algorithm) -> SearcherSpec {
        SearcherSpec {
            algorithm,
            depth: None,
            evaluations: None,
            time_us: None,
            bytes: None,
            memory: DEFAULT_MEMORY,
            evaluation: None,
        }
    }
}

impl SearcherSpec {
    /// The searcher's name.
    pub fn name(&self) -> &'static str {
        self.algorithm.name()
    }

    /// Whether the searcher could be run as it is: something ends its search, and the extension's alpha-beta has a depth.
    ///
    /// # Errors
    ///
    /// What is missing.
    pub fn check_ready(&self) -> Result<(), SpecError> {
        if self.depth.is_none() && self.evaluations.is_none() && self.time_us.is_none() {
            return Err(SpecError::NoLimit(self.name()));
        }
        match self.algorithm {
            Algorithm::BestFirstExtension { alpha_beta_depth: None, .. } => Err(SpecError::NoAlphaBetaDepth),
            _ => Ok(()),
        }
    }

    /// The limit of each of its searches.
    pub fn limit(&self) -> Limit {
        Limit {
            depth: self.depth,
            evaluations: self.evaluations,
            time: self.time_us.map(Duration::from_micros),
            bytes: self.bytes,
            stop: None,
        }
    }

    /// The searcher itself, its tree empty. An extension that was given no depth for its alpha-beta is pure best-first.
    pub fn engine(&self) -> Engine {
        Engine::new(self.algorithm, self.memory)
    }

    /// The settings of the searcher itself that differ from the defaults, as the command line has them; `None` where there are none.
    pub(crate) fn own_settings(&self) -> Option<String> {
        let unlimited = SearcherSpec { memory: self.memory, ..SearcherSpec::from(self.algorithm) };
        unlimited.to_string().split_once(':').map(|(_, settings)| settings.to_owned())
    }

    /// The settings that differ from the defaults, in the order in which they are written.
    fn settings(&self) -> Vec<(&'static str, Setting)> {
        let mut own = self.algorithm.settings();
        // An extension's depth comes before the depth that it goes on to.
        let first = usize::from(own.first().is_some_and(|(key, _)| *key == "alpha_beta_depth"));
        let rest = own.split_off(first);
        let common = [
            ("depth", self.depth.map(integer)),
            ("evaluations", self.evaluations.map(integer)),
            time_setting(self.time_us),
            ("bytes", self.bytes.map(integer)),
            ("memory", memory_setting(self.memory)),
            ("evaluation", self.evaluation.map(|evaluation| Setting::from(evaluation.to_string()))),
        ];
        own.into_iter().chain(common).chain(rest).filter_map(|(key, setting)| Some((key, setting?))).collect()
    }
}

/// A limit on time, in milliseconds where it is whole ones.
fn time_setting(time_us: Option<u64>) -> (&'static str, Option<Setting>) {
    match time_us {
        Some(time) if time % MICROSECONDS == 0 => (TIME_MS, Some(integer(time / MICROSECONDS))),
        time => (TIME_US, time.map(integer)),
    }
}

/// The limit on time, in microseconds.
fn time_limit(given: &Given) -> Result<Option<u64>, SpecError> {
    if given.has(TIME_MS) && given.has(TIME_US) {
        return Err(SpecError::SameLimit(TIME_MS, TIME_US));
    }
    let milliseconds = given.number(TIME_MS, 1, MOST / MICROSECONDS)?;
    let microseconds = given.number(TIME_US, 1, MOST)?;
    Ok(milliseconds.map(|time| time * MICROSECONDS).or(microseconds))
}

/// The command line's form, settings that are the default left out.
impl fmt::Display for SearcherSpec {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())?;
        for (place, (key, setting)) in self.settings().iter().enumerate() {
            let separator = if place == 0 { ':' } else { ',' };
            write!(formatter, "{separator}{key}={}", plain(setting))?;
        }
        Ok(())
    }
}

impl FromStr for SearcherSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<SearcherSpec, SpecError> {
        let (name, settings) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let mut table = Table::from_iter([(SEARCHER.to_owned(), Setting::from(name))]);
        for setting in settings.into_iter().flat_map(|settings| settings.split(',')) {
            let (key, value) = setting.split_once('=').ok_or_else(|| SpecError::NotASetting(in_one_line(setting)))?;
            if key == SEARCHER {
                return Err(SpecError::UnknownKey { key: key.to_owned(), searcher: known(name)? });
            }
            if table.insert(key.to_owned(), setting_of(value)).is_some() {
                return Err(SpecError::RepeatedKey(in_one_line(key)));
            }
        }
        SearcherSpec::try_from(table)
    }
}

impl TryFrom<Table> for SearcherSpec {
    type Error = SpecError;

    /// Reads a table of settings: the one way in, whatever they were written in.
    fn try_from(mut table: Table) -> Result<SearcherSpec, SpecError> {
        let name = table.remove(SEARCHER).ok_or(SpecError::NoSearcher)?;
        let searcher = known(&plain(&name))?;
        check_keys(&table, searcher)?;
        let given = Given::new(table);
        let algorithm = Algorithm::read(searcher, &given)?;
        Ok(SearcherSpec {
            algorithm,
            depth: given.number("depth", 1, MAX_DEPTH as u64)?.map(|depth| depth as usize),
            evaluations: given.number("evaluations", 1, MOST)?,
            time_us: time_limit(&given)?,
            bytes: given.number("bytes", LEAST_BYTES, MOST)?.map(|bytes| bytes as usize),
            memory: algorithm.memory(&given)?,
            evaluation: given.named("evaluation", &names::EVALUATIONS)?,
        })
    }
}

/// From a table of settings, or from the command line's form as text.
impl<'de> Deserialize<'de> for SearcherSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SearcherSpec, D::Error> {
        match Setting::deserialize(deserializer)? {
            Setting::String(text) => text.parse().map_err(de::Error::custom),
            Setting::Table(table) => SearcherSpec::try_from(table).map_err(de::Error::custom),
            other => {
                Err(de::Error::custom(format!("expected a searcher, as a table or as text, not {}", quoted(&other))))
            }
        }
    }
}

/// A table as in TOML, settings that are the default left out.
impl Serialize for SearcherSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = (SEARCHER, Setting::from(self.name()));
        serializer.collect_map(std::iter::once(name).chain(self.settings()))
    }
}

/// The searcher of this name.
fn known(name: &str) -> Result<&'static str, SpecError> {
    searcher_named(name).ok_or_else(|| SpecError::UnknownSearcher { name: in_one_line(name) })
}

/// Every key must be one of the searcher's.
fn check_keys(table: &Table, searcher: &'static str) -> Result<(), SpecError> {
    let Some(foreign) = table.keys().find(|&key| keys_of(searcher).all(|own| own != key)) else { return Ok(()) };
    let key = in_one_line(foreign);
    Err(if is_a_key(foreign) {
        SpecError::ForeignKey { key, searcher }
    } else {
        SpecError::UnknownKey { key, searcher }
    })
}
