use crate::names::{listed, meant};

/// Why something names no player, or none that could play. Each is one line, and says what would be right.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// The name is none of a searcher.
    #[error("unknown searcher `{name}`, expected one of {}", listed(names, nearest.as_ref()))]
    UnknownSearcher {
        /// The name.
        name: String,
        /// The names there are.
        names: Vec<String>,
        /// The one that may be meant.
        nearest: Option<String>,
    },
    /// The searcher is not named.
    #[error("`searcher` is missing, expected one of {}", listed(names, None))]
    NoSearcher {
        /// The names there are.
        names: Vec<String>,
    },
    /// A key that nothing has.
    #[error("unknown key `{key}`, expected one of {}", listed(keys, nearest.as_ref()))]
    UnknownKey {
        /// The key.
        key: String,
        /// The keys of what it was given to.
        keys: Vec<String>,
        /// The one that may be meant.
        nearest: Option<String>,
    },
    /// A key that only others have.
    #[error("{owner} has no key `{key}`, expected one of {}", listed(keys, None))]
    ForeignKey {
        /// The key.
        key: String,
        /// The searcher or game it was given to.
        owner: String,
        /// The keys of that.
        keys: Vec<String>,
    },
    /// A key given twice on the command line.
    #[error("`{0}` is given twice")]
    RepeatedKey(String),
    /// Two keys of which only one can be given.
    #[error("`{0}` and `{1}` are the same limit: leave one of them out")]
    SameLimit(&'static str, &'static str),
    /// A key that goes with another setting than the one there is.
    #[error("`{key}` is for `{of}` = `{setting}`")]
    OtherSetting {
        /// The key.
        key: &'static str,
        /// The key of the setting that it goes with.
        of: &'static str,
        /// That setting.
        setting: &'static str,
    },
    /// A part of the command line's form that is not `key=value`.
    #[error("expected `key=value` after the searcher's name, found `{0}`")]
    NotASetting(String),
    /// Neither a table nor a text.
    #[error("expected a searcher, as a table or as text, not {0}")]
    NotASearcher(String),
    /// A number out of its range, or no whole number at all.
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
    /// A decimal number out of its range, or no number at all.
    #[error("{key} must be from {least} to {most}, not {found}")]
    Decimal {
        /// The key.
        key: &'static str,
        /// The least that it can be.
        least: f64,
        /// The most that it can be.
        most: f64,
        /// What it is.
        found: String,
    },
    /// A name that is none of those there are.
    #[error("{key} must be one of {}, not {found}{}", listed(names, None), meant(nearest.as_ref()))]
    Name {
        /// The key.
        key: &'static str,
        /// The names there are.
        names: Vec<String>,
        /// What it is.
        found: String,
        /// The one that may be meant.
        nearest: Option<String>,
    },
    /// Something that is no text.
    #[error("{key} must be a text, not {found}")]
    Text {
        /// The key.
        key: &'static str,
        /// What it is.
        found: String,
    },
    /// Something that is no name for results.
    #[error("{key} must be made of letters, digits, `-`, `_` and `.`, not {found}")]
    PlainName {
        /// The key.
        key: &'static str,
        /// What it is.
        found: String,
    },
    /// The game is none that foreign engines play.
    #[error("foreign engines play {}, not {game}", listed(games, None))]
    NoEngines {
        /// The game.
        game: String,
        /// The games that they play.
        games: Vec<String>,
    },
    /// The moves that lead to the starts of a game are not known, so that an engine cannot be told of them.
    #[error("foreign engines are told of a start by the moves that lead to it, and those of {0} have none")]
    StartsWithoutMoves(String),
    /// A searcher's own settings do not go together.
    #[error("{0}")]
    Settings(String),
    /// Nothing would ever end the search.
    #[error("{0} needs a limit: one of `depth`, `evaluations`, `time_ms`, `time_us`")]
    NoLimit(String),
    /// A key without which the searcher cannot run.
    #[error("{searcher} needs `{key}`")]
    Missing {
        /// The searcher.
        searcher: String,
        /// The key.
        key: &'static str,
    },
    /// The name is none of a game.
    #[error("unknown game `{name}`, expected one of {}", listed(names, nearest.as_ref()))]
    UnknownGame {
        /// The name.
        name: String,
        /// The names there are.
        names: Vec<String>,
        /// The one that may be meant.
        nearest: Option<String>,
    },
    /// The name is none of an evaluation of the game.
    #[error("{game} has no evaluation `{name}`, only {}", listed(names, nearest.as_ref()))]
    UnknownEvaluation {
        /// The game.
        game: String,
        /// The name.
        name: String,
        /// The names there are.
        names: Vec<String>,
        /// The one that may be meant.
        nearest: Option<String>,
    },
}

impl SpecError {
    /// The key that it is about, if it is about one.
    pub fn key(&self) -> Option<&str> {
        match self {
            SpecError::UnknownKey { key, .. } | SpecError::ForeignKey { key, .. } | SpecError::RepeatedKey(key) => {
                Some(key)
            }
            SpecError::Number { key, .. }
            | SpecError::Decimal { key, .. }
            | SpecError::Name { key, .. }
            | SpecError::Text { key, .. }
            | SpecError::PlainName { key, .. }
            | SpecError::OtherSetting { key, .. }
            | SpecError::SameLimit(key, _) => Some(key),
            SpecError::UnknownSearcher { .. } => Some("searcher"),
            SpecError::UnknownGame { .. } => Some("kind"),
            SpecError::UnknownEvaluation { .. } => Some("evaluation"),
            _ => None,
        }
    }
}
