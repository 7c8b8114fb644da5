use crate::PositionError;
use crate::names::{in_one_line, listed, meant, meant_or_listed, nearest};
use crate::space::NoRoom;

/// What comes to something, or why it does not.
pub(crate) type Result<T, E = SpecError> = std::result::Result<T, E>;

/// Why something names no player, or no player that could play. Each error is one line, and says what would be right.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No game or no searcher has this name.
    #[error("unknown {what} `{name}`{}", meant_or_listed(names, nearest.as_ref()))]
    Unknown {
        /// What is named: `game` or `searcher`.
        what: &'static str,
        /// The name.
        name: String,
        /// The names that there are.
        names: Vec<String>,
        /// The name that may be meant.
        nearest: Option<String>,
    },
    /// No searcher is named.
    #[error("`searcher` is missing, the name of one such as `{first}`")]
    NoSearcher {
        /// The name of the first searcher there is.
        first: String,
    },
    /// A text that describes no position of the game.
    #[error("no position of {game}: {reason}")]
    Position {
        /// The game.
        game: String,
        /// Why the text describes none.
        reason: PositionError,
    },
    /// A key that nothing has.
    #[error("unknown key `{key}`, expected one of {}", listed(keys, nearest.as_ref()))]
    UnknownKey {
        /// The key.
        key: String,
        /// The keys of what the key was given to.
        keys: Vec<String>,
        /// The key that may be meant.
        nearest: Option<String>,
    },
    /// A key that only another searcher or game has.
    #[error("{owner} has no key `{key}`, expected one of {}", listed(keys, None))]
    ForeignKey {
        /// The key.
        key: String,
        /// The searcher or game that the key was given to.
        owner: String,
        /// The keys of this searcher or game.
        keys: Vec<String>,
    },
    /// A setting that nothing reads, so that it would change nothing.
    #[error("nothing reads `{key}` of {owner}: leave it out")]
    Unread {
        /// The key.
        key: String,
        /// The searcher or game that has the key, with the evaluation that the searcher is compiled for if that is why.
        owner: String,
    },
    /// What the searcher takes beside its tree does not fit into this process.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// A searcher that does not solve.
    #[error("{0} is no solver: expected `proof-number` with its settings, as proof-number:method=pn2")]
    NotASolver(String),
    /// A searcher in a game that is none of its own.
    #[error("{searcher} plays only {}, not {game}", listed(games, None))]
    OtherGame {
        /// The searcher.
        searcher: String,
        /// The games that it plays.
        games: Vec<String>,
        /// The game.
        game: String,
    },
    /// A key that is given twice on the command line.
    #[error("`{0}` is given twice")]
    RepeatedKey(String),
    /// Two keys of which only one can be given.
    #[error("`{0}` and `{1}` are the same limit: leave one of them out")]
    SameLimit(&'static str, &'static str),
    /// A key that goes with another setting than the present one.
    #[error("`{key}` is for `{of}` = `{setting}`")]
    OtherSetting {
        /// The key.
        key: &'static str,
        /// The key of the setting that the key goes with.
        of: &'static str,
        /// The setting that the key goes with.
        setting: &'static str,
    },
    /// A part of the command line's form that is not `key=value`.
    #[error("expected `key=value` after the searcher's name, found `{0}`")]
    NotASetting(String),
    /// A value that is neither a table nor a text.
    #[error("expected a searcher, as a table or as text, not {0}")]
    NotASearcher(String),
    /// A value that a key cannot have.
    #[error("{key} must be {expected}, not {found}{}", meant(nearest.as_ref()))]
    Value {
        /// The key.
        key: &'static str,
        /// What it can have, in words.
        expected: String,
        /// The value found.
        found: String,
        /// The name that may be meant.
        nearest: Option<String>,
    },
    /// A game that foreign engines over a protocol do not play.
    #[error("foreign engines over {protocol} play {}, not {game}", if games.is_empty() { "no game here".to_owned() } else { listed(games, None) })]
    NoEngines {
        /// The protocol.
        protocol: &'static str,
        /// The game.
        game: String,
        /// The games that foreign engines play.
        games: Vec<String>,
    },
    /// No moves that lead to the starts of a game are known, so that an engine cannot be told of the starts.
    #[error("foreign engines are told of a start by the moves that lead to it, and those of {0} have none")]
    StartsWithoutMoves(String),
    /// A game without a solver of its ends, where a player is to have one.
    #[error("`ends` must be `searcher` in {0}, which has no solver")]
    NoSolver(String),
    /// The searcher's own settings contradict each other.
    #[error("{0}")]
    Settings(String),
    /// Nothing would ever end the search.
    #[error("{0} needs a limit: one of `depth`, `evaluations`, `time_ms`, `time_us`")]
    NoLimit(String),
    /// The searcher cannot run without a key.
    #[error("{searcher} needs `{key}`")]
    Missing {
        /// The searcher.
        searcher: String,
        /// The key.
        key: &'static str,
    },
    /// The game has no evaluation at all.
    #[error("{0} has no evaluation, and a searcher needs one")]
    NoEvaluation(String),
    /// The game has no preset of this name for the searcher.
    #[error("{game} has no preset `{name}` of {searcher}{}", only(names, name))]
    UnknownPreset {
        /// The game.
        game: String,
        /// The searcher.
        searcher: String,
        /// The name.
        name: String,
        /// The names of the game's presets of the searcher.
        names: Vec<String>,
    },
    /// A preset that was made for another evaluation.
    #[error("the preset `{preset}` is for the evaluation `{evaluation}`, not for {found}")]
    PresetOfEvaluation {
        /// The preset.
        preset: &'static str,
        /// The evaluation that the preset is for.
        evaluation: String,
        /// The searcher's evaluation.
        found: String,
    },
    /// A foreign engine where a search of ours is asked for.
    #[error("`{0}` is a foreign engine, whose search is its own")]
    ForeignSearch(String),
    /// A preset where no game is played.
    #[error("the preset `{0}` is one of a game, and none is played here")]
    PresetWithoutGame(String),
    /// The game has no evaluation of this name.
    #[error("{game} has no evaluation `{name}`, only {}", listed(names, nearest.as_ref()))]
    UnknownEvaluation {
        /// The game.
        game: String,
        /// The name.
        name: String,
        /// The names of the game's evaluations.
        names: Vec<String>,
        /// The name that may be meant.
        nearest: Option<String>,
    },
    /// A described evaluation whose name another evaluation of the game has.
    #[error("{game} has an evaluation `{name}` already: give this one another `name`")]
    TakenEvaluation {
        /// The game.
        game: String,
        /// The name.
        name: String,
    },
    /// An evaluation of a kind that this program was built without.
    #[error("{0}")]
    Unavailable(&'static str),
}

impl SpecError {
    /// A value found that a key cannot have, which can have what is expected.
    pub(crate) fn value(key: &'static str, expected: impl Into<String>, found: String) -> SpecError {
        SpecError::Value { key, expected: expected.into(), found, nearest: None }
    }

    /// A name of a game or of a searcher that is none of these.
    pub(crate) fn unknown<'n>(
        what: &'static str,
        name: &str,
        names: impl Iterator<Item = &'n str> + Clone,
    ) -> SpecError {
        let nearest = nearest(name, names.clone());
        SpecError::Unknown { what, name: in_one_line(name), names: names.map(str::to_owned).collect(), nearest }
    }

    /// The key that the error is about, if it is about one.
    pub fn key(&self) -> Option<&str> {
        match self {
            SpecError::UnknownKey { key, .. }
            | SpecError::ForeignKey { key, .. }
            | SpecError::Unread { key, .. }
            | SpecError::RepeatedKey(key) => Some(key),
            SpecError::Value { key, .. } | SpecError::OtherSetting { key, .. } | SpecError::SameLimit(key, _) => {
                Some(key)
            }
            SpecError::Unknown { what, .. } => Some(if *what == "game" { "kind" } else { what }),
            SpecError::UnknownEvaluation { .. } | SpecError::TakenEvaluation { .. } | SpecError::Unavailable(_) => {
                Some("evaluation")
            }
            SpecError::UnknownPreset { .. }
            | SpecError::PresetOfEvaluation { .. }
            | SpecError::PresetWithoutGame(_) => Some("preset"),
            _ => None,
        }
    }
}

/// What there is instead of a name, for the end of an error.
fn only(names: &[String], name: &str) -> String {
    let nearest = nearest(name, names.iter().map(String::as_str));
    if names.is_empty() { ", and no other".to_owned() } else { format!(", only {}", listed(names, nearest.as_ref())) }
}
