//! What is played: a game, in blocks of cells, and what is equal between both sides.

use std::fmt;

use bestply_catalogue::numbers::whole_float;
use bestply_catalogue::{EvaluationSpec, Key, SpecError};
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use toml::{Table, Value as Setting};

use super::list::{Depth, Evaluations, List, Microseconds, Milliseconds};
use super::{ChallengerDepth, checks};

/// What both sides spend equally.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cost {
    /// Static evaluations, whose number repeats exactly.
    #[default]
    Evaluations,
    /// Elapsed time, which depends on the machine and its other work.
    Time,
}

/// What is equal of a budget of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Equal {
    /// What both sides may spend.
    #[default]
    Allowed,
    /// What both sides spend: the opponent has what the challenger spent on its last move.
    /// Before the challenger's first move it has the whole budget.
    Spent,
}

/// The clock that measures the time of a move, where it is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockKind {
    /// Elapsed time.
    #[default]
    Wall,
    /// The processor time of the thread that searches, also for limits on time.
    /// Other work of the machine does not count.
    Cpu,
}

/// The game that is played.
/// Its keys besides its kind depend on the game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameSpec {
    /// The game's name in the catalogue.
    pub kind: String,
    /// The game's other keys.
    #[serde(flatten)]
    pub settings: Table,
}

impl GameSpec {
    /// The game of this name with its default settings.
    pub fn of(kind: impl Into<String>) -> GameSpec {
        GameSpec { kind: kind.into(), ..GameSpec::default() }
    }

    /// The same game with this setting.
    #[must_use]
    pub fn with(mut self, key: &str, setting: impl Into<Setting>) -> GameSpec {
        self.settings.insert(key.to_owned(), setting.into());
        self
    }
}

/// Writes whole numbers out that a file has with an exponent, so that the record of a run has the number.
pub(super) fn write_out<'k>(settings: &mut Table, keys: impl IntoIterator<Item = &'k Key>) {
    let of_keys = keys.into_iter().filter(|key| key.range().is_some()).map(|key| key.name);
    for name in of_keys {
        let values = match settings.get_mut(name) {
            Some(Setting::Array(values)) => values.as_mut_slice(),
            one => one.map(std::slice::from_mut).unwrap_or_default(),
        };
        for value in values {
            if let Some(whole) = value.as_float().and_then(whole_float) {
                *value = Setting::Integer(whole as i64);
            }
        }
    }
}

/// A block of cells.
///
/// There is a cell for each combination of values of the game's parameters, each evaluation, each depth of the opponent
/// and each budget.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CellBlock {
    /// The game's parameters with their values, such as the branching factors of random games.
    #[serde(flatten)]
    pub parameters: Table,
    /// The evaluations of sides that name none of their own; the game's first evaluation by default.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evaluation: Vec<EvaluationSpec>,
    /// The opponent's depths. They may be left out if it has other limits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent_depth: Option<List<Depth>>,
    /// The challenger's depth. It may be left out if it has other limits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenger_depth: Option<ChallengerDepth>,
    /// The evaluations that either side may spend on a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<List<Evaluations>>,
    /// The microseconds that either side may spend on a move (`time_us`, or `time_ms` in thousands of them).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_us: Option<List<Microseconds>>,
}

/// The key of the time limit in milliseconds. Only one of the two units can be given.
pub(super) const TIME_MS: &str = "time_ms";
pub(super) const TIME_US: &str = "time_us";

/// Reads key by key, so that an error names its line. A key that no block has is a parameter, which a catalogue checks.
impl<'de> Deserialize<'de> for CellBlock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CellBlock, D::Error> {
        struct Keys;

        impl<'de> Visitor<'de> for Keys {
            type Value = CellBlock;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a block of cells")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<CellBlock, A::Error> {
                let mut block = CellBlock::default();
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
                        _ => drop(block.parameters.insert(key, map.next_value()?)),
                    }
                }
                Ok(block)
            }
        }

        deserializer.deserialize_map(Keys)
    }
}

impl CellBlock {
    /// The keys of a block, besides the game's parameters.
    pub(super) const KEYS: [&str; 6] =
        ["evaluation", "opponent_depth", "challenger_depth", "evaluations", TIME_MS, TIME_US];
}
