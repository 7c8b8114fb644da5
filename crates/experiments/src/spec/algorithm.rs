//! The searchers, each with the keys that it has besides the common ones.

use std::num::{NonZeroU32, NonZeroUsize};

use bestply::Generation;
use bestply::alpha_beta::{Fail, Settings};
use bestply::recursive_best_first::{Form, RecursiveBestFirst};
use bestply::tree::Memory;
use bestply::uct_best_first::{Choice, Selection};
use bestply::{monte_carlo_tree_search, uct_best_first};
use toml::Value as Setting;

use super::settings::{Given, changed, decimal, integer, name_of, plain, setting_of};
use super::{COMMON_KEYS, MAX_DEPTH, MOST, SpecError};

/// The searchers' names, and the keys that each has besides the common ones.
const SEARCHERS: [(&str, &[&str]); 9] = [
    (ALPHA_BETA, &["memory", "fail", "generation"]),
    (BEST_FIRST, &["memory", "leaves"]),
    (RECURSIVE_BEST_FIRST, &["form", "generation"]),
    (BEST_FIRST_EXTENSION, &["memory", "alpha_beta_depth", "fail", "generation"]),
    (PRINCIPAL_VARIATION_SEARCH, &["table_bytes"]),
    (
        UCT_BEST_FIRST,
        &[
            "memory",
            "scale",
            "selection",
            "exploration",
            "urgency",
            "temperature",
            "seed",
            "choice",
            "alpha_beta_depth",
            "table_bytes",
            "leaves",
        ],
    ),
    (MONTE_CARLO_TREE_SEARCH, &["memory", "scale", "exploration", "minimax_weight", "playout_plies", "seed"]),
    (MINIMAX, &[]),
    (PLAIN_ALPHA_BETA, &[]),
];

const ALPHA_BETA: &str = "alpha-beta";
const BEST_FIRST: &str = "best-first";
const RECURSIVE_BEST_FIRST: &str = "recursive-best-first";
const BEST_FIRST_EXTENSION: &str = "best-first-extension";
const PRINCIPAL_VARIATION_SEARCH: &str = "principal-variation-search";
const UCT_BEST_FIRST: &str = "uct-best-first";
const MONTE_CARLO_TREE_SEARCH: &str = "monte-carlo-tree-search";
const MINIMAX: &str = "minimax";
const PLAIN_ALPHA_BETA: &str = "plain-alpha-beta";

/// What a searcher does when its bytes are spent, unless told otherwise: a table should not hide that memory changed it.
pub(super) const DEFAULT_MEMORY: Memory = Memory::Stop;

/// The last is for best-first and its extension only.
const MEMORIES: [(&str, Memory); 3] = [("stop", Memory::Stop), ("prune", Memory::Prune), ("linear", Memory::Linear)];

const FAILS: [(&str, Fail); 2] = [("hard", Fail::Hard), ("soft", Fail::Soft)];

const GENERATIONS: [(&str, Generation); 2] = [("one-at-a-time", Generation::OneAtATime), ("all", Generation::All)];

/// Named by a year, which TOML may have as a number or a string.
const FORMS: [(&str, Form); 2] = [("1993", Form::Paper1993), ("1992", Form::Report1992)];

const UCT: &str = "uct";
const SOFTMAX: &str = "softmax";
const SELECTIONS: [(&str, &str); 2] = [(UCT, UCT), (SOFTMAX, SOFTMAX)];

const CHOICES: [(&str, Choice); 2] = [("value-and-visits", Choice::ValueAndVisits), ("value", Choice::Value)];

/// The bytes of the engine's table where nothing is said of them: enough for searches of some thousand evaluations, and soon cleared.
const TABLE_BYTES: usize = 1 << 20;

/// The fewest bytes of a table that holds anything, and the most.
const LEAST_TABLE_BYTES: u64 = 64;
const MOST_TABLE_BYTES: u64 = 1 << 30;

/// A searcher, and what is configured of that one alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Algorithm {
    /// `alpha-beta`.
    AlphaBeta {
        /// Which alpha-beta it is (`fail`, `generation`).
        settings: Settings,
    },
    /// `best-first`.
    BestFirst {
        /// How many leaves are evaluated together (`leaves`).
        leaves: NonZeroUsize,
    },
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
    /// `principal-variation-search`: alpha-beta as an engine has it.
    PrincipalVariationSearch {
        /// The most bytes of its table (`table_bytes`).
        table_bytes: usize,
    },
    /// `uct-best-first`.
    UctBestFirst {
        /// Which one it is (`scale`, `selection` and the constants of that, `choice`, `alpha_beta_depth`, `leaves`).
        settings: uct_best_first::Settings,
        /// The bytes of its table, if it has one (`table_bytes`).
        table_bytes: Option<usize>,
    },
    /// `monte-carlo-tree-search`.
    MonteCarloTreeSearch {
        /// Which one it is (`scale`, `exploration`, `minimax_weight`, `playout_plies`, `seed`).
        settings: monte_carlo_tree_search::Settings,
    },
    /// `minimax`.
    Minimax,
    /// `plain-alpha-beta`: without a tree and without ordering.
    PlainAlphaBeta,
}

impl Algorithm {
    /// The searcher's name.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Algorithm::AlphaBeta { .. } => ALPHA_BETA,
            Algorithm::BestFirst { .. } => BEST_FIRST,
            Algorithm::RecursiveBestFirst { .. } => RECURSIVE_BEST_FIRST,
            Algorithm::BestFirstExtension { .. } => BEST_FIRST_EXTENSION,
            Algorithm::PrincipalVariationSearch { .. } => PRINCIPAL_VARIATION_SEARCH,
            Algorithm::UctBestFirst { .. } => UCT_BEST_FIRST,
            Algorithm::MonteCarloTreeSearch { .. } => MONTE_CARLO_TREE_SEARCH,
            Algorithm::Minimax => MINIMAX,
            Algorithm::PlainAlphaBeta => PLAIN_ALPHA_BETA,
        }
    }

    /// Whether it expands nodes, which a trace shows; the others visit nodes and forget them.
    pub(crate) fn expands(&self) -> bool {
        !matches!(self, Algorithm::PrincipalVariationSearch { .. } | Algorithm::Minimax | Algorithm::PlainAlphaBeta)
    }

    /// The searcher of this name, as its own keys have it.
    pub(super) fn read(searcher: &str, given: &Given) -> Result<Algorithm, SpecError> {
        Ok(match searcher {
            ALPHA_BETA => Algorithm::AlphaBeta { settings: alpha_beta(given)? },
            BEST_FIRST => Algorithm::BestFirst { leaves: leaves(given)? },
            RECURSIVE_BEST_FIRST => Algorithm::RecursiveBestFirst { settings: recursive(given)? },
            BEST_FIRST_EXTENSION => Algorithm::BestFirstExtension {
                alpha_beta_depth: alpha_beta_depth(given, MAX_DEPTH)?,
                settings: alpha_beta(given)?,
            },
            PRINCIPAL_VARIATION_SEARCH => {
                Algorithm::PrincipalVariationSearch { table_bytes: table_bytes(given)?.unwrap_or(TABLE_BYTES) }
            }
            UCT_BEST_FIRST => Algorithm::UctBestFirst { settings: uct(given)?, table_bytes: table_bytes(given)? },
            MONTE_CARLO_TREE_SEARCH => Algorithm::MonteCarloTreeSearch { settings: monte_carlo(given)? },
            MINIMAX => Algorithm::Minimax,
            _ => Algorithm::PlainAlphaBeta,
        })
    }

    /// What it can do when the bytes of its tree are spent.
    pub(super) fn memory(&self, given: &Given) -> Result<Memory, SpecError> {
        let goes_on = matches!(self, Algorithm::BestFirst { .. } | Algorithm::BestFirstExtension { .. });
        let memory = given.named("memory", if goes_on { &MEMORIES } else { &MEMORIES[..2] })?;
        Ok(memory.unwrap_or(DEFAULT_MEMORY))
    }

    /// Its own settings that differ from the defaults, in the order in which they are written.
    pub(super) fn settings(&self) -> Vec<(&'static str, Option<Setting>)> {
        match *self {
            Algorithm::AlphaBeta { settings } => alpha_beta_settings(settings).into(),
            Algorithm::Minimax | Algorithm::PlainAlphaBeta => Vec::new(),
            Algorithm::BestFirst { leaves } => vec![leaves_setting(leaves.get())],
            Algorithm::RecursiveBestFirst { settings } => {
                let is_the_forms = settings.generation == settings.form.generation();
                let generation = (!is_the_forms).then(|| Setting::from(name_of(&GENERATIONS, settings.generation)));
                let form = changed(&FORMS, settings.form).map(|form| setting_of(&plain(&form)));
                vec![("form", form), ("generation", generation)]
            }
            Algorithm::BestFirstExtension { alpha_beta_depth, settings } => {
                let depth = ("alpha_beta_depth", alpha_beta_depth.map(integer));
                std::iter::once(depth).chain(alpha_beta_settings(settings)).collect()
            }
            Algorithm::PrincipalVariationSearch { table_bytes } => {
                vec![("table_bytes", (table_bytes != TABLE_BYTES).then(|| integer(table_bytes)))]
            }
            Algorithm::UctBestFirst { settings, table_bytes } => uct_settings(&settings, table_bytes),
            Algorithm::MonteCarloTreeSearch { settings } => monte_carlo_settings(&settings),
        }
    }
}

/// A setting of `memory` that is not the default.
pub(super) fn memory_setting(memory: Memory) -> Option<Setting> {
    (memory != DEFAULT_MEMORY).then(|| Setting::from(name_of(&MEMORIES, memory)))
}

/// The searcher of this name.
pub(super) fn searcher_named(name: &str) -> Option<&'static str> {
    searchers().find(|&searcher| searcher == name)
}

/// The names of all searchers.
pub(super) fn searchers() -> impl Iterator<Item = &'static str> {
    SEARCHERS.into_iter().map(|(name, _)| name)
}

/// The keys of a searcher.
pub(super) fn keys_of(searcher: &str) -> impl Iterator<Item = &'static str> {
    let own = SEARCHERS.into_iter().filter(move |&(name, _)| name == searcher).flat_map(|(_, own)| own);
    COMMON_KEYS.into_iter().chain(own.copied())
}

/// Whether any searcher has this key.
pub(super) fn is_a_key(key: &str) -> bool {
    SEARCHERS.into_iter().any(|(_, own)| own.contains(&key))
}

fn alpha_beta(given: &Given) -> Result<Settings, SpecError> {
    Ok(Settings { fail: given.name("fail", &FAILS)?, generation: given.name("generation", &GENERATIONS)? })
}

fn alpha_beta_settings(settings: Settings) -> [(&'static str, Option<Setting>); 2] {
    [("fail", changed(&FAILS, settings.fail)), ("generation", changed(&GENERATIONS, settings.generation))]
}

fn alpha_beta_depth(given: &Given, most: usize) -> Result<Option<usize>, SpecError> {
    Ok(given.number("alpha_beta_depth", 0, most as u64)?.map(|depth| depth as usize))
}

/// How many leaves are evaluated together.
fn leaves(given: &Given) -> Result<NonZeroUsize, SpecError> {
    let most = *uct_best_first::Settings::LEAVES.end() as u64;
    let leaves = given.number("leaves", 1, most)?;
    Ok(leaves.and_then(|leaves| NonZeroUsize::new(leaves as usize)).unwrap_or(NonZeroUsize::MIN))
}

fn leaves_setting(leaves: usize) -> (&'static str, Option<Setting>) {
    ("leaves", (leaves != 1).then(|| integer(leaves)))
}

/// A recursive searcher. It makes children as the form's paper does, unless told otherwise.
fn recursive(given: &Given) -> Result<RecursiveBestFirst, SpecError> {
    let settings = RecursiveBestFirst::new(given.name("form", &FORMS)?);
    if given.has("generation") {
        return Ok(RecursiveBestFirst { generation: given.name("generation", &GENERATIONS)?, ..settings });
    }
    Ok(settings)
}

fn table_bytes(given: &Given) -> Result<Option<usize>, SpecError> {
    Ok(given.number("table_bytes", LEAST_TABLE_BYTES, MOST_TABLE_BYTES)?.map(|bytes| bytes as usize))
}

fn scale(given: &Given, default: NonZeroU32) -> Result<NonZeroU32, SpecError> {
    let most = *monte_carlo_tree_search::Settings::SCALE.end();
    let scale = given.number("scale", 1, most.into())?;
    Ok(scale.and_then(|scale| NonZeroU32::new(scale as u32)).unwrap_or(default))
}

fn uct(given: &Given) -> Result<uct_best_first::Settings, SpecError> {
    type Settings = uct_best_first::Settings;
    let default = Settings::default();
    let depth = alpha_beta_depth(given, *Settings::ALPHA_BETA_DEPTH.end())?.unwrap_or(default.alpha_beta_depth());
    let settings = default
        .with_scale(scale(given, default.scale())?)
        .with_selection(selection(given)?)
        .with_choice(given.name("choice", &CHOICES)?);
    let leaves = leaves(given)?.get();
    Ok(settings.with_alpha_beta_depth(depth).and_then(|settings| settings.with_leaves(leaves)).expect(IN_RANGE))
}

/// How UCT best-first selects. The constants of one way are not for the other.
fn selection(given: &Given) -> Result<Selection, SpecError> {
    type Settings = uct_best_first::Settings;
    let selection = given.named("selection", &SELECTIONS)?.unwrap_or(UCT);
    let (foreign, other) =
        if selection == UCT { (["temperature", "seed"], SOFTMAX) } else { (["exploration", "urgency"], UCT) };
    if let Some(key) = foreign.into_iter().find(|key| given.has(key)) {
        return Err(SpecError::OtherSelection { key, selection: other });
    }
    let selection = if selection == SOFTMAX {
        let temperature = given.decimal("temperature", Settings::TEMPERATURE)?.unwrap_or(TEMPERATURE);
        Selection::softmax(temperature, given.number("seed", 0, MOST)?.unwrap_or(0))
    } else {
        let (exploration, urgency) = default_constants();
        let exploration = given.decimal("exploration", Settings::EXPLORATION)?.unwrap_or(exploration);
        Selection::uct(exploration, given.decimal("urgency", Settings::URGENCY)?.unwrap_or(urgency))
    };
    Ok(selection.expect(IN_RANGE))
}

/// What was read is within the ranges that settings are checked by.
const IN_RANGE: &str = "it was read within its range";

/// The temperature of softmax where nothing is said of it: a tenth of what counts as 1.
const TEMPERATURE: f64 = 0.1;

/// The exploration constant and the urgency where nothing is said of them.
fn default_constants() -> (f64, f64) {
    match uct_best_first::Settings::default().selection() {
        Selection::Uct(uct) => (uct.exploration(), uct.urgency()),
        _ => unreachable!("the default selects by UCT"),
    }
}

fn uct_settings(
    settings: &uct_best_first::Settings,
    table_bytes: Option<usize>,
) -> Vec<(&'static str, Option<Setting>)> {
    let default = uct_best_first::Settings::default();
    let selection = match settings.selection() {
        Selection::Uct(uct) => {
            let (default_exploration, default_urgency) = default_constants();
            [
                ("selection", None),
                ("exploration", unless(default_exploration, uct.exploration())),
                ("urgency", unless(default_urgency, uct.urgency())),
            ]
        }
        Selection::Softmax(softmax) => [
            ("selection", Some(Setting::from(SOFTMAX))),
            ("temperature", unless(TEMPERATURE, softmax.temperature())),
            ("seed", (softmax.seed() != 0).then(|| integer(softmax.seed()))),
        ],
    };
    let alpha_beta_depth = settings.alpha_beta_depth();
    [("scale", (settings.scale() != default.scale()).then(|| integer(settings.scale().get())))]
        .into_iter()
        .chain(selection)
        .chain([
            ("choice", changed(&CHOICES, settings.choice())),
            ("alpha_beta_depth", (alpha_beta_depth != default.alpha_beta_depth()).then(|| integer(alpha_beta_depth))),
            ("table_bytes", table_bytes.map(integer)),
            leaves_setting(settings.leaves()),
        ])
        .collect()
}

fn monte_carlo(given: &Given) -> Result<monte_carlo_tree_search::Settings, SpecError> {
    type Settings = monte_carlo_tree_search::Settings;
    let default = Settings::default();
    let scale = scale(given, default.scale())?;
    let exploration = given.decimal("exploration", Settings::EXPLORATION)?.unwrap_or(default.exploration());
    let weight = given.decimal("minimax_weight", Settings::MINIMAX_WEIGHT)?.unwrap_or(default.minimax_weight());
    let playout_plies = given.number("playout_plies", 0, MAX_DEPTH as u64)?;
    let settings = default
        .with_playout_plies(playout_plies.map_or(default.playout_plies(), |plies| plies as usize))
        .with_seed(given.number("seed", 0, MOST)?.unwrap_or(default.seed()))
        .with_scale(scale)
        .and_then(|settings| settings.with_exploration(exploration))
        .and_then(|settings| settings.with_minimax_weight(weight));
    Ok(settings.expect(IN_RANGE))
}

fn monte_carlo_settings(settings: &monte_carlo_tree_search::Settings) -> Vec<(&'static str, Option<Setting>)> {
    let default = monte_carlo_tree_search::Settings::default();
    let plies = settings.playout_plies();
    vec![
        ("scale", (settings.scale() != default.scale()).then(|| integer(settings.scale().get()))),
        ("exploration", unless(default.exploration(), settings.exploration())),
        ("minimax_weight", unless(default.minimax_weight(), settings.minimax_weight())),
        ("playout_plies", (plies != default.playout_plies()).then(|| integer(plies))),
        ("seed", (settings.seed() != default.seed()).then(|| integer(settings.seed()))),
    ]
}

/// A constant that is not the default.
fn unless(default: f64, constant: f64) -> Option<Setting> {
    (constant != default).then(|| decimal(constant))
}

#[cfg(test)]
mod tests {
    use crate::spec::SearcherSpec;

    #[test]
    fn every_constant_that_can_be_written_can_be_searched_with() {
        for spec in [
            "uct-best-first:exploration=0,urgency=-1000000,scale=1,leaves=65536",
            "uct-best-first:exploration=1e6,urgency=1e6,scale=2147483647,alpha_beta_depth=64",
            "uct-best-first:selection=softmax,temperature=0.000001",
            "uct-best-first:selection=softmax,temperature=1000000",
            "monte-carlo-tree-search:exploration=0,scale=1,minimax_weight=0",
            "monte-carlo-tree-search:exploration=1000000,scale=2147483647,minimax_weight=1",
            "best-first:leaves=65536",
        ] {
            assert!(spec.parse::<SearcherSpec>().is_ok(), "{spec}");
        }
    }
}
