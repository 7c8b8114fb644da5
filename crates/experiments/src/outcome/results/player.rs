use serde::{Deserialize, Serialize};

use crate::contest::Budget;

/// One side of a contest: a searcher with its limits and its evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The name of the searcher: `alpha-beta`, `best-first`, `best-first-extension`, ...
    pub searcher: String,
    /// Its settings that are not the defaults, as the command line has them, where other challengers of the run are the same searcher
    /// with others, or the description lists values of some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<String>,
    /// Its depth limit, where that is what limits it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Its limit on the evaluations of a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<u64>,
    /// Its limit on the time of a move, in milliseconds, where it is whole ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// Its limit on the time of a move, in microseconds, where it is not whole milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_us: Option<u64>,
    /// What it evaluates with, in games that leave a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
}

impl Player {
    /// A searcher with a depth limit, or with a limit of another kind.
    #[must_use]
    pub fn new(searcher: impl Into<String>, depth: impl Into<Option<u32>>) -> Self {
        Self {
            searcher: searcher.into(),
            settings: None,
            depth: depth.into(),
            evaluations: None,
            time_ms: None,
            time_us: None,
            evaluation: None,
        }
    }

    /// The same with this limit on the time of a move, in microseconds.
    #[must_use]
    pub fn with_time(self, time_us: Option<u64>) -> Self {
        let (whole, odd) = match time_us {
            Some(time) if time % 1000 == 0 => (Some(time / 1000), None),
            time => (None, time),
        };
        Self { time_ms: whole, time_us: odd, ..self }
    }

    /// What tells it from the other challengers of the run: the searcher, with its settings where those are needed for that.
    #[must_use]
    pub fn label(&self) -> String {
        self.settings.as_ref().map_or_else(|| self.searcher.clone(), |settings| format!("{}:{settings}", self.searcher))
    }

    /// Its limit on the time of a move, in microseconds.
    #[must_use]
    pub fn time_limit_us(&self) -> Option<u64> {
        self.time_us.or(self.time_ms.map(|time| time.saturating_mul(1000)))
    }

    /// What it may spend on a move, where that is either evaluations or time.
    #[must_use]
    pub fn budget(&self) -> Option<Budget> {
        match (self.evaluations, self.time_limit_us()) {
            (Some(evaluations), None) => Some(Budget::Evaluations(evaluations)),
            (None, Some(time_us)) => Some(Budget::TimeUs(time_us)),
            _ => None,
        }
    }
}
