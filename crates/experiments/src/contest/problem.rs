use bestply_catalogue::names::listed;
use bestply_catalogue::{SpecError, VenueError};

use super::list::ListError;

/// A problem of a description, and the key that has it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{what}")]
pub struct Problem {
    /// The keys that lead to the problem; empty if it is in no particular place.
    /// The number of a list's entry counts as a key.
    pub at: Vec<String>,
    /// The problem itself.
    pub what: Box<What>,
}

/// The kinds of problems of a description.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum What {
    /// A player or a game does not exist.
    #[error("{0}")]
    Spec(#[from] SpecError),
    /// A game cannot be played as it is described.
    #[error("{0}")]
    Venue(#[from] VenueError),
    /// A list of numbers is invalid.
    #[error("{0}")]
    List(#[from] ListError),
    /// A side is not ready to play. A key elsewhere may be missing.
    #[error("`{side}`: {error} (or `evaluations`, `time_us` or `time_ms` for both sides, or `{or}` in `cells`)")]
    NotReady {
        /// The key of the side.
        side: &'static str,
        /// Why the side is not ready.
        error: SpecError,
        /// The key of a block that might help.
        or: &'static str,
    },
    /// A key is missing.
    #[error("`{key}` is missing in `{of}`")]
    Missing {
        /// The key.
        key: String,
        /// The part of the description that lacks the key.
        of: &'static str,
    },
    /// A name has other characters than names have.
    #[error("name must be made of letters, digits, `-` and `_`, not `{0}`")]
    Name(String),
    /// A number is outside its range.
    #[error("{key} must be from {least} to {most}, not {found}")]
    Number {
        /// The key.
        key: &'static str,
        /// The least valid number.
        least: u64,
        /// The greatest valid number.
        most: u64,
        /// The number found.
        found: u64,
    },
    /// The description asks for starts that do not exist.
    #[error(
        "the starts after {plies} plies are numbered from 1 to {starts}: `first_seed` and `pairs` ask for {first} to {last}"
    )]
    NoSuchStarts {
        /// The number of plies before a game.
        plies: usize,
        /// The number of starts.
        starts: u64,
        /// The first start asked for.
        first: u64,
        /// The last start asked for.
        last: u64,
    },
    /// The lists of a player have too many combinations to be meant.
    #[error("the lists of a searcher's keys have at most {most} combinations")]
    LongSweep {
        /// The most combinations.
        most: usize,
    },
    /// The search of a balance has a time limit. Which starts are balanced must not depend on the machine.
    #[error("the search of `balance` must have no limit on time: which starts are played would not repeat")]
    TimedBalance,
    /// The search of a balance does not repeat. Which starts are balanced must not depend on threads.
    #[error("the search of `balance` must repeat: take one thread, or `deterministic = true`")]
    FreeBalance,
    /// The search of a balance asks a foreign program or a network from elsewhere, whose values need not repeat.
    #[error("the search of `balance` must have an evaluation of the game's own, whose values repeat on any machine")]
    ForeignBalance,
    /// Processor time is to be measured of another process, which has its own.
    #[error("`clock` must be \"wall\" here: \"cpu\" does not see what a foreign program spends")]
    UnseenTime,
    /// Something is selected that does not exist.
    #[error("the description has no `{found}` among its {key}, only {}", listed(names, nearest.as_ref()))]
    NotSelectable {
        /// The key of what is selected from.
        key: &'static str,
        /// The name selected.
        found: String,
        /// The names that exist.
        names: Vec<String>,
        /// The name that may be meant.
        nearest: Option<String>,
    },
    /// A part that contradicts another part, or that lacks another part. The text says which.
    #[error("{0}")]
    Sentence(String),
}

impl Problem {
    /// A problem of the description as a whole.
    pub(crate) fn new(what: impl Into<What>) -> Problem {
        Problem { at: Vec::new(), what: Box::new(what.into()) }
    }

    /// A problem described by a text of its own.
    pub(crate) fn sentence(what: impl Into<String>) -> Problem {
        Problem::new(What::Sentence(what.into()))
    }

    /// The same problem, with a text that names this game.
    #[must_use]
    pub(crate) fn about(self, game: &str) -> Problem {
        Problem { what: Box::new(What::Sentence(format!("{game}: {}", self.what))), ..self }
    }

    /// The same problem as one found below this key.
    #[must_use]
    pub(crate) fn below(mut self, key: impl ToString) -> Problem {
        self.at.insert(0, key.to_string());
        self
    }
}

impl From<SpecError> for Problem {
    fn from(error: SpecError) -> Problem {
        Problem { at: error.key().map(str::to_owned).into_iter().collect(), what: Box::new(error.into()) }
    }
}

impl From<ListError> for Problem {
    fn from(error: ListError) -> Problem {
        Problem::new(error)
    }
}
