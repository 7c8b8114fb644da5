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

mod names;
mod settings;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use bestply::alpha_beta::{AlphaBeta, Fail, Settings};
use bestply::best_first::BestFirst;
use bestply::best_first_extension::BestFirstExtension;
use bestply::core::{Evaluator, Generation, Limit, Position, Searcher};
use bestply::recursive_best_first::{Form, RecursiveBestFirst};
use bestply::tree::{Memory, Tree};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use toml::{Table, Value as Setting};

pub use names::{EvaluationName, NumberingName};
pub(crate) use settings::in_one_line;
use settings::{Given, changed, integer, name_of, plain, quoted, setting_of};

/// The largest depth that a searcher can be given.
pub const MAX_DEPTH: usize = 1000;

/// The key that names the searcher in TOML. On the command line its name stands before the colon.
const SEARCHER: &str = "searcher";

/// The keys of every searcher.
const COMMON_KEYS: [&str; 5] = ["depth", "evaluations", "time_ms", "bytes", "evaluation"];

/// The searchers' names, and the keys that each has besides the common ones.
const SEARCHERS: [(&str, &[&str]); 4] = [
    (ALPHA_BETA, &["memory", "fail", "generation"]),
    (BEST_FIRST, &["memory"]),
    (RECURSIVE_BEST_FIRST, &["form", "generation"]),
    (BEST_FIRST_EXTENSION, &["memory", "alpha_beta_depth", "fail", "generation"]),
];

const ALPHA_BETA: &str = "alpha-beta";
const BEST_FIRST: &str = "best-first";
const RECURSIVE_BEST_FIRST: &str = "recursive-best-first";
const BEST_FIRST_EXTENSION: &str = "best-first-extension";

/// The last is not for alpha-beta.
const MEMORIES: [(&str, Memory); 3] = [("stop", Memory::Stop), ("prune", Memory::Prune), ("linear", Memory::Linear)];

/// The least number of bytes that a search can be given: what is left of it for a tree that goes on in linear space is its least.
const LEAST_BYTES: u64 = 1024;

const FAILS: [(&str, Fail); 2] = [("hard", Fail::Hard), ("soft", Fail::Soft)];

const GENERATIONS: [(&str, Generation); 2] = [("one-at-a-time", Generation::OneAtATime), ("all", Generation::All)];

/// Named by a year, which TOML may have as a number or a string.
const FORMS: [(&str, Form); 2] = [("1993", Form::Paper1993), ("1992", Form::Report1992)];

/// A searcher with its configuration and limits.
///
/// It need not be ready to run: an experiment may leave the depth to calibration. See [`check_ready`](SearcherSpec::check_ready).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearcherSpec {
    /// Which searcher.
    pub algorithm: Algorithm,
    /// The limit on depth, in plies (`depth`).
    pub depth: Option<usize>,
    /// The limit on evaluations (`evaluations`).
    pub evaluations: Option<u64>,
    /// The limit on elapsed time, in milliseconds (`time_ms`).
    pub time_ms: Option<u64>,
    /// The limit on the bytes of its tree (`bytes`).
    pub bytes: Option<usize>,
    /// What it does when those are spent (`memory`), if it has a tree.
    pub memory: Memory,
    /// What it evaluates positions with (`evaluation`), where that is said of this searcher and the game leaves a choice.
    pub evaluation: Option<EvaluationName>,
}

/// A searcher, and what is configured of that one alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// `alpha-beta`.
    AlphaBeta {
        /// Which alpha-beta it is (`fail`, `generation`).
        settings: Settings,
    },
    /// `best-first`.
    BestFirst,
    /// `recursive-best-first`, in linear space.
    RecursiveBestFirst {
        /// Which of the two it is (`form`, `generation`).
        settings: RecursiveBestFirst,
    },
    /// `best-first-extension`.
    BestFirstExtension {
        /// The depth of its alpha-beta search (`alpha_beta_depth`).
        alpha_beta_depth: Option<usize>,
        /// Which alpha-beta its first part is (`fail`, `generation`).
        settings: Settings,
    },
}

/// Why something names no searcher, or none that could run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The name is none of a searcher.
    #[error("unknown searcher `{name}`, expected one of {}", searchers())]
    UnknownSearcher {
        /// The name.
        name: String,
    },
    /// The searcher is not named.
    #[error("`{SEARCHER}` is missing, expected one of {}", searchers())]
    NoSearcher,
    /// A key that no searcher has.
    #[error("unknown key `{key}`, expected one of {}", list(keys_of(searcher)))]
    UnknownKey {
        /// The key.
        key: String,
        /// The searcher it was given to.
        searcher: &'static str,
    },
    /// A key that only other searchers have.
    #[error("{searcher} has no key `{key}`, expected one of {}", list(keys_of(searcher)))]
    ForeignKey {
        /// The key.
        key: String,
        /// The searcher it was given to.
        searcher: &'static str,
    },
    /// A key given twice on the command line.
    #[error("`{0}` is given twice")]
    RepeatedKey(String),
    /// A part of the command line's form that is not `key=value`.
    #[error("expected `key=value` after the searcher's name, found `{0}`")]
    NotASetting(String),
    /// A number out of its range, or no integer at all.
    #[error("{key} must be from {least} to {most}, not {found}")]
    Number {
        /// The key.
        key: &'static str,
        /// The least that it can be.
        least: u64,
        /// The most that it can be.
        most: u64,
        /// What it is.
        found: String,
    },
    /// A name that is none of those there are.
    #[error("{key} must be one of {}, not {found}", list(names.iter().copied()))]
    Name {
        /// The key.
        key: &'static str,
        /// The names there are.
        names: Vec<&'static str>,
        /// What it is.
        found: String,
    },
    /// Nothing would ever end the search.
    #[error("{0} needs a limit: one of `depth`, `evaluations`, `time_ms`")]
    NoLimit(&'static str),
    /// The extension does not know how deep its alpha-beta is.
    #[error("best-first-extension needs `alpha_beta_depth`")]
    NoAlphaBetaDepth,
}

impl SearcherSpec {
    /// The searcher's name.
    pub fn name(&self) -> &'static str {
        match self.algorithm {
            Algorithm::AlphaBeta { .. } => ALPHA_BETA,
            Algorithm::BestFirst => BEST_FIRST,
            Algorithm::RecursiveBestFirst { .. } => RECURSIVE_BEST_FIRST,
            Algorithm::BestFirstExtension { .. } => BEST_FIRST_EXTENSION,
        }
    }

    /// Whether the searcher could be run as it is: something ends its search, and the extension's alpha-beta has a depth.
    ///
    /// # Errors
    ///
    /// What is missing.
    pub fn check_ready(&self) -> Result<(), SpecError> {
        if self.depth.is_none() && self.evaluations.is_none() && self.time_ms.is_none() {
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
            time: self.time_ms.map(Duration::from_millis),
            bytes: self.bytes,
            stop: None,
        }
    }

    /// The searcher itself, its tree empty. An extension that was given no depth for its alpha-beta is pure best-first.
    pub fn engine(&self) -> Engine {
        let memory = self.memory;
        match self.algorithm {
            Algorithm::AlphaBeta { settings } => {
                Engine::AlphaBeta(AlphaBeta { settings, memory, ..AlphaBeta::default() })
            }
            Algorithm::BestFirst => Engine::BestFirst(BestFirst { memory, ..BestFirst::default() }),
            Algorithm::RecursiveBestFirst { settings } => Engine::RecursiveBestFirst(settings),
            Algorithm::BestFirstExtension { alpha_beta_depth, settings } => {
                let searcher = BestFirstExtension::new(alpha_beta_depth.unwrap_or(0));
                Engine::BestFirstExtension(BestFirstExtension { settings, memory, ..searcher })
            }
        }
    }

    /// The settings that differ from the defaults, in the order in which they are written.
    fn settings(&self) -> Vec<(&'static str, Setting)> {
        let (mut alpha_beta_depth, mut fail, mut form, mut generation) = (None, None, None, None);
        match self.algorithm {
            Algorithm::AlphaBeta { settings } => {
                (fail, generation) = (changed(&FAILS, settings.fail), changed(&GENERATIONS, settings.generation));
            }
            Algorithm::BestFirst => {}
            Algorithm::RecursiveBestFirst { settings } => {
                form = changed(&FORMS, settings.form).map(|form| setting_of(&plain(&form)));
                let is_the_forms = settings.generation == settings.form.generation();
                generation = (!is_the_forms).then(|| Setting::from(name_of(&GENERATIONS, settings.generation)));
            }
            Algorithm::BestFirstExtension { alpha_beta_depth: depth, settings } => {
                alpha_beta_depth = depth.map(integer);
                (fail, generation) = (changed(&FAILS, settings.fail), changed(&GENERATIONS, settings.generation));
            }
        }
        let settings = [
            ("alpha_beta_depth", alpha_beta_depth),
            ("depth", self.depth.map(integer)),
            ("evaluations", self.evaluations.map(integer)),
            ("time_ms", self.time_ms.map(integer)),
            ("bytes", self.bytes.map(integer)),
            ("memory", changed(&MEMORIES, self.memory)),
            ("evaluation", self.evaluation.map(|evaluation| Setting::from(evaluation.to_string()))),
            ("form", form),
            ("fail", fail),
            ("generation", generation),
        ];
        settings.into_iter().filter_map(|(key, setting)| Some((key, setting?))).collect()
    }
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
                return Err(SpecError::UnknownKey { key: key.to_owned(), searcher: place_of(name)?.0 });
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
        let (searcher, _) = place_of(&plain(&name))?;
        check_keys(&table, searcher)?;
        let given = Given::new(table);
        let settings =
            Settings { fail: given.name("fail", &FAILS)?, generation: given.name("generation", &GENERATIONS)? };
        let alpha_beta_depth = given.number("alpha_beta_depth", 0, MAX_DEPTH as u64)?.map(|depth| depth as usize);
        let algorithm = match searcher {
            ALPHA_BETA => Algorithm::AlphaBeta { settings },
            BEST_FIRST => Algorithm::BestFirst,
            RECURSIVE_BEST_FIRST => Algorithm::RecursiveBestFirst { settings: recursive(&given)? },
            _ => Algorithm::BestFirstExtension { alpha_beta_depth, settings },
        };
        Ok(SearcherSpec {
            algorithm,
            depth: given.number("depth", 1, MAX_DEPTH as u64)?.map(|depth| depth as usize),
            evaluations: given.number("evaluations", 1, MOST)?,
            time_ms: given.number("time_ms", 1, MOST)?,
            bytes: given.number("bytes", LEAST_BYTES, MOST)?.map(|bytes| bytes as usize),
            memory: given.name("memory", if searcher == ALPHA_BETA { &MEMORIES[..2] } else { &MEMORIES })?,
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

/// A searcher made from its [`SearcherSpec`].
pub enum Engine {
    /// Alpha-beta.
    AlphaBeta(AlphaBeta),
    /// Best-first minimax.
    BestFirst(BestFirst),
    /// Recursive best-first minimax.
    RecursiveBestFirst(RecursiveBestFirst),
    /// Best-first extension.
    BestFirstExtension(BestFirstExtension),
}

impl Engine {
    /// The searcher, for any game.
    pub fn searcher<P: Position, E: Evaluator<P>>(&mut self) -> &mut dyn Searcher<P, E> {
        match self {
            Engine::AlphaBeta(searcher) => searcher,
            Engine::BestFirst(searcher) => searcher,
            Engine::RecursiveBestFirst(searcher) => searcher,
            Engine::BestFirstExtension(searcher) => searcher,
        }
    }

    /// Its saved tree; `None` where it searches in linear space.
    pub fn tree_mut(&mut self) -> Option<&mut Tree> {
        match self {
            Engine::AlphaBeta(searcher) => Some(&mut searcher.tree),
            Engine::BestFirst(searcher) => Some(&mut searcher.tree),
            Engine::RecursiveBestFirst(_) => None,
            Engine::BestFirstExtension(searcher) => Some(&mut searcher.tree),
        }
    }
}

/// The largest integer that TOML has.
const MOST: u64 = i64::MAX as u64;

fn place_of(name: &str) -> Result<(&'static str, &'static [&'static str]), SpecError> {
    let place = SEARCHERS.into_iter().find(|&(searcher, _)| searcher == name);
    place.ok_or_else(|| SpecError::UnknownSearcher { name: in_one_line(name) })
}

fn keys_of(searcher: &str) -> impl Iterator<Item = &'static str> {
    let own = SEARCHERS.into_iter().filter(move |&(name, _)| name == searcher).flat_map(|(_, own)| own);
    COMMON_KEYS.into_iter().chain(own.copied())
}

/// Every key must be one of the searcher's.
fn check_keys(table: &Table, searcher: &'static str) -> Result<(), SpecError> {
    let Some(foreign) = table.keys().find(|&key| keys_of(searcher).all(|own| own != key)) else { return Ok(()) };
    let key = in_one_line(foreign);
    if SEARCHERS.into_iter().any(|(_, own)| own.contains(&foreign.as_str())) {
        Err(SpecError::ForeignKey { key, searcher })
    } else {
        Err(SpecError::UnknownKey { key, searcher })
    }
}

/// A recursive searcher. It makes children as the form's paper does, unless told otherwise.
fn recursive(given: &Given) -> Result<RecursiveBestFirst, SpecError> {
    let settings = RecursiveBestFirst::new(given.name("form", &FORMS)?);
    if given.has("generation") {
        return Ok(RecursiveBestFirst { generation: given.name("generation", &GENERATIONS)?, ..settings });
    }
    Ok(settings)
}

fn searchers() -> String {
    list(SEARCHERS.map(|(name, _)| name))
}

fn list(names: impl IntoIterator<Item = &'static str>) -> String {
    names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
