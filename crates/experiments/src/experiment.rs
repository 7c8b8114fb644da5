//! Experiments as they are described in TOML, and the cells that follow from a description.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use bestply::random_game::Rules;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::Error;
use crate::list::{Branching, Depth, List, Table};
use crate::spec::{Algorithm, MAX_DEPTH, NumberingName, SearcherSpec};

/// The presets shipped with bestply, each with the name of its file: the papers' tables.
const PRESETS: [(&str, &str); 2] = [
    ("table-2.toml", include_str!("../data/presets/table-2.toml")),
    ("table-4.toml", include_str!("../data/presets/table-4.toml")),
];

/// The most pairs that a cell can have.
const MAX_PAIRS: u64 = 1_000_000;

/// An experiment: which sides meet in which games, how deep, how often.
///
/// `docs/experiments.md` describes the file's keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// What it is called, in the records too: letters, digits, `-` and `_`.
    #[serde(deserialize_with = "name")]
    pub name: String,
    /// What the report calls it.
    #[serde(default)]
    pub title: Option<String>,
    /// The published table that its cells stand beside.
    #[serde(default, deserialize_with = "published_table")]
    pub table: Option<u32>,
    /// What both sides are to spend equally.
    #[serde(default)]
    pub cost: Cost,
    /// Starts of each cell, each played twice.
    #[serde(deserialize_with = "pairs")]
    pub pairs: u64,
    /// The seed of the first start; the others follow it.
    #[serde(default = "one")]
    pub first_seed: u64,
    /// The number of threads; all cores where it is left out. It does not matter to the results.
    #[serde(default, skip_serializing, deserialize_with = "threads")]
    pub threads: Option<usize>,
    /// The results folder.
    #[serde(default, skip_serializing)]
    pub out: Option<PathBuf>,
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

/// The game that is played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// Which game.
    pub kind: GameKind,
    /// The length of a game, in moves.
    #[serde(default = "paper_length", deserialize_with = "length")]
    pub length: usize,
    /// How random numbers are assigned to the tree.
    #[serde(default)]
    pub numbering: NumberingName,
}

/// The games there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameKind {
    /// Random games.
    Random,
}

impl fmt::Display for GameKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameKind::Random => formatter.write_str("random"),
        }
    }
}

/// A block of cells: each branching factor with each of the opponent's depths.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// The branching factors.
    pub branching: List<Branching>,
    /// The opponent's depths; left out where its other limits suffice.
    #[serde(default)]
    pub opponent_depth: Option<List<Depth>>,
    /// The challenger's depth; left out where its other limits suffice.
    #[serde(default)]
    pub challenger_depth: Option<ChallengerDepth>,
}

/// The challenger's depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengerDepth {
    /// The one at which it costs what the opponent does: `"equal-cost"`.
    EqualCost,
    /// The one given.
    Plies(usize),
}

/// One cell: two sides, a game and its starts.
#[derive(Clone, Debug, PartialEq)]
pub struct CellPlan {
    /// The cell's name in the records.
    pub id: String,
    /// The published table it belongs to.
    pub table: Option<u32>,
    /// The game.
    pub rules: Rules,
    /// The side it is measured against, ready to play.
    pub opponent: SearcherSpec,
    /// The side measured, ready to play but for a depth that is to be calibrated.
    pub challenger: SearcherSpec,
    /// Whether the challenger's depth is to be calibrated.
    pub calibrated: bool,
    /// What both sides are to spend equally.
    pub cost: Cost,
    /// The seeds of its starts.
    pub seeds: std::ops::Range<u64>,
}

impl Experiment {
    /// Reads a description. `name` stands for the file in errors.
    ///
    /// # Errors
    ///
    /// One line that names the file, the line and the key, and what would be right.
    pub fn parse(name: &str, text: &str) -> Result<Experiment, Error> {
        let experiment: Experiment = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
            Error::Invalid(format!("{name}:{line}: {}", error.message().replace('\n', ", ")))
        })?;
        experiment.cell_plans().map_err(|problem| Error::Invalid(format!("{name}: {problem}")))?;
        Ok(experiment)
    }

    /// The description as a file would have it: reading that gives the same experiment, but for the threads and the folder.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a description is representable as TOML")
    }

    /// Reads a description from a file.
    ///
    /// # Errors
    ///
    /// As [`parse`](Experiment::parse), or if the file cannot be read.
    pub fn read(path: &Path) -> Result<Experiment, Error> {
        let text = fs::read_to_string(path).map_err(Error::io(path, "cannot read the experiment"))?;
        Experiment::parse(&path.display().to_string(), &text)
    }

    /// The experiments shipped with bestply that regenerate published tables.
    pub fn presets() -> Vec<Experiment> {
        let parse = |(name, text)| Experiment::parse(name, text).expect("a preset is well-formed");
        PRESETS.map(parse).into()
    }

    /// Its cells, in the order in which they are played.
    ///
    /// # Errors
    ///
    /// What is missing or does not go together.
    pub fn cell_plans(&self) -> Result<Vec<CellPlan>, String> {
        let mut plans: Vec<CellPlan> = Vec::new();
        for block in &self.cells {
            for &branching in block.branching.as_slice() {
                let depths = block.opponent_depth.as_ref().map(List::as_slice);
                let depths: Vec<Option<usize>> = match depths {
                    Some(depths) => depths.iter().copied().map(Some).collect(),
                    None => vec![self.opponent.depth],
                };
                for depth in depths {
                    plans.push(self.cell_plan(block, branching, depth)?);
                }
            }
        }
        match plans.iter().enumerate().find(|(index, plan)| plans[..*index].iter().any(|before| before.id == plan.id)) {
            Some((_, twice)) => Err(format!("`cells` has {} twice", twice.id)),
            None if plans.is_empty() => Err("`cells` must not be empty".to_owned()),
            None => Ok(plans),
        }
    }

    fn cell_plan(&self, block: &Block, branching: usize, opponent_depth: Option<usize>) -> Result<CellPlan, String> {
        let rules = Rules::new(branching, self.game.length).map_err(|error| error.to_string())?;
        let opponent = SearcherSpec { depth: opponent_depth, ..self.opponent };
        opponent.check_ready().map_err(|error| format!("`opponent`: {error} (or `opponent_depth` in `cells`)"))?;

        let mut challenger = self.challenger;
        if let Algorithm::BestFirstExtension { alpha_beta_depth: alpha_beta_depth @ None, .. } =
            &mut challenger.algorithm
        {
            *alpha_beta_depth = opponent_depth.map(|depth| depth - 1);
        }
        let calibrated = block.challenger_depth == Some(ChallengerDepth::EqualCost);
        if let Some(ChallengerDepth::Plies(depth)) = block.challenger_depth {
            challenger.depth = Some(depth);
        }
        let complete = if calibrated { SearcherSpec { depth: Some(1), ..challenger } } else { challenger };
        complete.check_ready().map_err(|error| format!("`challenger`: {error} (or `challenger_depth` in `cells`)"))?;

        let depth = opponent_depth.map_or_else(String::new, |depth| format!("-{depth}"));
        Ok(CellPlan {
            id: format!("{}/{}-{branching}/{}{depth}", self.name, self.game.kind, opponent.name()),
            table: self.table,
            rules: rules.with_numbering(self.game.numbering.0),
            opponent,
            challenger,
            calibrated,
            cost: self.cost,
            seeds: self.first_seed..self.first_seed + self.pairs,
        })
    }

    /// Keeps only the cells of these branching factors and of these depths of the opponent, where they are given. Returns
    /// whether any is left.
    pub fn restrict(&mut self, branching: Option<&List<Branching>>, depths: Option<&List<Depth>>) -> bool {
        for block in &mut self.cells {
            if let Some(kept) = branching {
                block.branching.retain(kept);
            }
            if let (Some(kept), Some(depths)) = (depths, &mut block.opponent_depth) {
                depths.retain(kept);
            }
        }
        let is_empty = |depths: &List<Depth>| depths.as_slice().is_empty();
        self.cells.retain(|block| {
            !block.branching.as_slice().is_empty() && !block.opponent_depth.as_ref().is_some_and(is_empty)
        });
        !self.cells.is_empty()
    }

    /// Gives every cell this many pairs.
    ///
    /// # Errors
    ///
    /// If that is no possible number of pairs.
    pub fn set_pairs(&mut self, pairs: u64) -> Result<(), Error> {
        self.pairs = checked("pairs", pairs, MAX_PAIRS).map_err(Error::Invalid)?;
        Ok(())
    }
}

/// The presets that regenerate these tables, all of them where none are named.
///
/// # Errors
///
/// If there is no preset for one.
pub fn presets_of(tables: Option<&List<Table>>) -> Result<Vec<Experiment>, Error> {
    let presets = Experiment::presets();
    let Some(tables) = tables else { return Ok(presets) };
    let known: Vec<String> = presets.iter().filter_map(|preset| preset.table).map(|table| table.to_string()).collect();
    let find = |&table: &usize| {
        let preset = presets.iter().find(|preset| preset.table == u32::try_from(table).ok()).cloned();
        preset
            .ok_or_else(|| Error::Invalid(format!("--tables: there is no table {table}, only {}", known.join(" and "))))
    };
    tables.as_slice().iter().map(find).collect()
}

impl Serialize for ChallengerDepth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            ChallengerDepth::EqualCost => serializer.serialize_str(EQUAL_COST),
            ChallengerDepth::Plies(depth) => serializer.serialize_u64(*depth as u64),
        }
    }
}

const EQUAL_COST: &str = "equal-cost";

impl<'de> Deserialize<'de> for ChallengerDepth {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ChallengerDepth, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = ChallengerDepth;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, "a depth or \"{EQUAL_COST}\"")
            }

            fn visit_i64<E: de::Error>(self, depth: i64) -> Result<ChallengerDepth, E> {
                let depth = u64::try_from(depth).unwrap_or(0);
                let depth = checked("challenger_depth", depth, MAX_DEPTH as u64).map_err(E::custom)?;
                Ok(ChallengerDepth::Plies(depth as usize))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<ChallengerDepth, E> {
                if text == EQUAL_COST {
                    Ok(ChallengerDepth::EqualCost)
                } else {
                    Err(E::invalid_value(de::Unexpected::Str(text), &self))
                }
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

fn checked(key: &str, number: u64, most: u64) -> Result<u64, String> {
    if (1..=most).contains(&number) { Ok(number) } else { Err(format!("{key} must be from 1 to {most}, not {number}")) }
}

fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err(de::Error::custom(format!("name must be made of letters, digits, `-` and `_`, not `{name}`")));
    }
    Ok(name)
}

fn pairs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    checked("pairs", u64::deserialize(deserializer)?, MAX_PAIRS).map_err(de::Error::custom)
}

fn threads<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    let threads = checked("threads", u64::deserialize(deserializer)?, crate::run::MAX_THREADS as u64);
    threads.map(|threads| Some(threads as usize)).map_err(de::Error::custom)
}

fn length<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let length = checked("length", u64::deserialize(deserializer)?, Rules::MAX_LENGTH as u64);
    length.map(|length| length as usize).map_err(de::Error::custom)
}

fn published_table<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let table = checked("table", u64::deserialize(deserializer)?, 4);
    table.map(|table| Some(table as u32)).map_err(de::Error::custom)
}

fn one() -> u64 {
    1
}

fn paper_length() -> usize {
    100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_written_is_the_one_that_was_read() {
        for preset in Experiment::presets() {
            assert_eq!(Experiment::parse("written", &preset.to_toml()).expect("it was read before"), preset);
        }
    }
}
