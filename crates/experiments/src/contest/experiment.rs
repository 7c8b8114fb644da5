//! Experiments as they are described in TOML, and the cells that follow from a description.

use std::fmt;
use std::path::{Path, PathBuf};

use bestply_catalogue::{Catalogue, EvaluationSpec, SearcherSpec, SpecError, WEIGHTS};
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use toml::{Table, Value as Setting};

use super::list::{Depth, Evaluations, List, Microseconds, Milliseconds};
use super::locate::{located, parse_toml};
use super::{Balance, ChallengerDepth, Problem, SequentialTest, checks, sweep};
use crate::Error;

/// An experiment: which sides meet in which games, how deep, how often.
///
/// `docs/experiments.md` describes the file's keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// What it is called, in the records too: letters, digits, `-` and `_`.
    #[serde(deserialize_with = "checks::name")]
    pub name: String,
    /// What the report calls it.
    #[serde(default)]
    pub title: Option<String>,
    /// The published table that its cells stand beside.
    #[serde(default, deserialize_with = "checks::published_table")]
    pub table: Option<u32>,
    /// The evaluation that published figures are compared with, where it is not the game's first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_evaluation: Option<String>,
    /// What both sides are to spend equally.
    #[serde(default)]
    pub cost: Cost,
    /// Whether elapsed times are recorded even where nothing depends on them. They never repeat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub record_time: bool,
    /// What time is measured by.
    #[serde(default, skip_serializing_if = "Clock::is_wall")]
    pub clock: Clock,
    /// Starts of each cell, each played twice.
    #[serde(deserialize_with = "checks::pairs")]
    pub pairs: u64,
    /// The seed of the first start; the others follow it.
    #[serde(default = "checks::one")]
    pub first_seed: u64,
    /// The number of threads; all cores where it is left out. It does not matter to the results.
    #[serde(default, skip_serializing, deserialize_with = "checks::threads")]
    pub threads: Option<usize>,
    /// The results folder.
    #[serde(default, skip_serializing)]
    pub out: Option<PathBuf>,
    /// A test that may end each cell before all its pairs are played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SequentialTest>,
    /// The starts that are left out, if any are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<Balance>,
    /// A file of openings to begin at, in place of the game's own starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<PathBuf>,
    /// The game.
    pub game: Game,
    /// The side whose depth is calibrated.
    pub challenger: SearcherSpec,
    /// The side it is measured against.
    pub opponent: SearcherSpec,
    /// What is played, block by block.
    pub cells: Vec<Block>,
}

/// What both sides are to spend equally.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cost {
    /// Static evaluations. They repeat exactly.
    #[default]
    Evaluations,
    /// Elapsed time. It depends on the machine and what else it does.
    Time,
}

/// What the time of a move is measured by, where it is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// What passes.
    #[default]
    Wall,
    /// The processor time of the thread that searches, limits on time included, so that what else the machine does is no part of it.
    Cpu,
}

impl Clock {
    pub(super) fn is_wall(&self) -> bool {
        *self == Clock::Wall
    }
}

/// The game that is played. Which keys it has besides its kind depends on the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// The game's name in the catalogue.
    pub kind: String,
    /// Its other keys.
    #[serde(flatten)]
    pub settings: Table,
}

impl Game {
    /// Gives the learnt evaluation the weights of this file.
    pub(super) fn set_weights(&mut self, file: &Path) {
        self.settings.insert(WEIGHTS.to_owned(), Setting::from(file.display().to_string()));
    }
}

impl Game {
    /// The game of this name as it is where nothing else is said of it.
    pub fn of(kind: impl Into<String>) -> Game {
        Game { kind: kind.into(), settings: Table::new() }
    }

    /// The same with this setting.
    #[must_use]
    pub fn with(mut self, key: &str, setting: impl Into<Setting>) -> Game {
        self.settings.insert(key.to_owned(), setting.into());
        self
    }
}

/// A block of cells: each value of the game's parameter and each evaluation with each of the opponent's depths and each budget.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Block {
    /// The game's parameter, with its values: the branching factors of random games.
    #[serde(flatten)]
    pub parameter: Table,
    /// What a side evaluates with that does not say so itself; the game's first evaluation where it is left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evaluation: Vec<EvaluationSpec>,
    /// The opponent's depths; left out where its other limits suffice.
    pub opponent_depth: Option<List<Depth>>,
    /// The challenger's depth; left out where its other limits suffice.
    pub challenger_depth: Option<ChallengerDepth>,
    /// The evaluations that either side has for a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<List<Evaluations>>,
    /// The microseconds that either side has for a move (`time_us`, or `time_ms` in thousands of them).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_us: Option<List<Microseconds>>,
}

/// The limit on time in its two units, of which one can be given.
pub(super) const TIME_MS: &str = "time_ms";
pub(super) const TIME_US: &str = "time_us";

/// Key by key, so that each is told with its line; what no block has is a parameter, which a catalogue knows or not.
impl<'de> Deserialize<'de> for Block {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Block, D::Error> {
        struct Keys;

        impl<'de> Visitor<'de> for Keys {
            type Value = Block;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a block of cells")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Block, A::Error> {
                let mut block = Block::default();
                while let Some(key) = map.next_key::<String>()? {
                    if [TIME_MS, TIME_US].contains(&key.as_str()) && block.time_us.is_some() {
                        return Err(A::Error::custom(SpecError::SameLimit(TIME_MS, TIME_US)));
                    }
                    match key.as_str() {
                        "evaluation" => block.evaluation = map.next_value::<checks::Evaluations>()?.0,
                        "opponent_depth" => block.opponent_depth = Some(map.next_value()?),
                        "challenger_depth" => block.challenger_depth = Some(map.next_value()?),
                        "evaluations" => block.evaluations = Some(map.next_value()?),
                        TIME_US => block.time_us = Some(map.next_value()?),
                        TIME_MS => block.time_us = Some(map.next_value::<List<Milliseconds>>()?.into()),
                        _ => drop(block.parameter.insert(key, map.next_value()?)),
                    }
                }
                Ok(block)
            }
        }

        deserializer.deserialize_map(Keys)
    }
}

impl Block {
    /// The keys of a block, besides the game's parameter.
    pub(super) const KEYS: [&str; 6] =
        ["evaluation", "opponent_depth", "challenger_depth", "evaluations", TIME_MS, TIME_US];
}

impl Experiment {
    /// Reads a description. `name` stands for the file in errors.
    ///
    /// # Errors
    ///
    /// One line that names the file, the line and the key, and what would be right.
    pub fn parse(catalogue: &Catalogue, name: &str, text: &str) -> Result<Experiment, Error> {
        let experiment: Experiment = parse_toml(name, text)?;
        experiment.checked(catalogue).map_err(|problem| located(name, text, &problem))
    }

    /// The same experiment, its players' settings in their order, if it could be run.
    ///
    /// # Errors
    ///
    /// What is missing or does not go together.
    pub fn checked(mut self, catalogue: &Catalogue) -> Result<Experiment, Problem> {
        let checked = |key: &str, spec| sweep::checked(catalogue, spec).map_err(|problem| problem.below(key));
        self.challenger = checked("challenger", self.challenger)?;
        self.opponent = checked("opponent", self.opponent)?;
        let balance = self.balance.take().map(|balance| balance.checked(catalogue, &self.game.kind));
        self.balance = balance.transpose().map_err(|problem| problem.below("balance"))?;
        self.list_parameters(catalogue)?;
        self.cell_plans(catalogue)?;
        Ok(self)
    }

    /// The description as a file would have it: reading that gives the same experiment, but for the threads and the folder.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a description is representable as TOML")
    }

    /// Keeps only the cells of these values of the game's parameter and of these depths of the opponent, where they are given. Returns
    /// whether any is left.
    pub fn restrict(&mut self, parameter: Option<(&str, &[usize])>, depths: Option<&List<Depth>>) -> bool {
        if let Some((key, kept)) = parameter {
            let is_kept = |value: &Setting| value.as_integer().is_some_and(|value| kept.contains(&(value as usize)));
            self.cells.retain_mut(|block| match block.parameter.get_mut(key) {
                Some(Setting::Array(values)) => {
                    values.retain(is_kept);
                    !values.is_empty()
                }
                Some(value) => is_kept(value),
                None => false,
            });
        }
        if let Some(kept) = depths {
            self.cells.iter_mut().filter_map(|block| block.opponent_depth.as_mut()).for_each(|list| list.retain(kept));
            self.cells.retain(|block| block.opponent_depth.as_ref().is_none_or(|list| !list.as_slice().is_empty()));
        }
        !self.cells.is_empty()
    }

    /// Gives every cell this many pairs.
    ///
    /// # Errors
    ///
    /// If that is no possible number of pairs, or the game has fewer starts.
    pub fn set_pairs(&mut self, catalogue: &Catalogue, pairs: u64) -> Result<(), Problem> {
        self.pairs = checks::checked("pairs", pairs, checks::MAX_PAIRS)?;
        self.cell_plans(catalogue).map_err(|problem| problem.about(&self.game.kind))?;
        Ok(())
    }

    /// Plays with this evaluation on both sides, and sets that beside the published figures.
    pub fn set_evaluation(&mut self, evaluation: &str) {
        self.cells.iter_mut().for_each(|block| block.evaluation = vec![EvaluationSpec::named(evaluation)]);
        self.published_evaluation = Some(evaluation.to_owned());
    }

    /// Gives the learnt evaluation other weights, where a cell is evaluated with it. Returns whether one is.
    ///
    /// # Errors
    ///
    /// If the experiment cannot be run.
    pub fn set_weights(&mut self, catalogue: &Catalogue, file: &Path) -> Result<bool, Problem> {
        let is_learnt = self.has_learnt_evaluation(catalogue)?;
        if is_learnt {
            self.game.set_weights(file);
        }
        Ok(is_learnt)
    }

    /// Whether a cell is evaluated with the game's learnt evaluation.
    pub(super) fn has_learnt_evaluation(&self, catalogue: &Catalogue) -> Result<bool, Problem> {
        let learnt = catalogue.game_named(&self.game.kind)?.learnt;
        let is_learnt = |evaluation: &EvaluationSpec| learnt == Some(evaluation.name());
        let plans = self.cell_plans(catalogue)?;
        let mut sides = plans.iter().map(|plan| &plan.game.evaluations);
        Ok(sides.any(|sides| is_learnt(&sides.challenger) || is_learnt(&sides.opponent)))
    }
}
