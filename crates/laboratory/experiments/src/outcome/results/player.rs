use serde::{Deserialize, Serialize};

use crate::contest::Budget;

/// One side of a contest: a searcher with its limits and its evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellPlayer {
    /// The name by which the description calls the player, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The name of the searcher: `alpha-beta`, `best-first`, `best-first-extension` and so on.
    pub searcher: String,
    /// The player's settings that are not the defaults, in the form of the command line.
    ///
    /// They are given if the player meets the same searcher with other settings, or stands beside one in the run,
    /// or if the description lists values of some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<String>,
    /// The player's depth limit, if that limits it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The player's limit on the evaluations of a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<u64>,
    /// The player's limit on the time of a move, in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_us: Option<u64>,
    /// The player's evaluation, in games that leave a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
}

impl CellPlayer {
    /// A searcher with a depth limit, or with another limit.
    pub fn new(searcher: impl Into<String>, depth: impl Into<Option<u32>>) -> Self {
        Self { searcher: searcher.into(), depth: depth.into(), ..Self::default() }
    }

    /// The label that tells the player from the others of the run.
    ///
    /// It is the player's name, or else its searcher's, with settings if needed.
    pub fn label(&self) -> String {
        match (&self.name, &self.settings) {
            (Some(name), _) => name.clone(),
            (None, Some(settings)) => format!("{}:{settings}", self.searcher),
            (None, None) => self.searcher.clone(),
        }
    }

    /// The player's budget of a move, if it is either in evaluations or in time.
    pub fn budget(&self) -> Option<Budget> {
        match (self.evaluations, self.time_us) {
            (Some(evaluations), None) => Some(Budget::Evaluations(evaluations)),
            (None, Some(time_us)) => Some(Budget::TimeUs(time_us)),
            _ => None,
        }
    }
}
