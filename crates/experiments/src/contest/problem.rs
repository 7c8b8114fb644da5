use bestply_catalogue::names::listed;
use bestply_catalogue::{SpecError, VenueError};

use super::list::ListError;

/// What is wrong with a description, and at which key of it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{what}")]
pub struct Problem {
    /// The keys that lead to it, the number of an entry in a list being a key too; none where it is nowhere in particular.
    pub at: Vec<String>,
    /// What is wrong.
    pub what: Box<What>,
}

/// What can be wrong with a description.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum What {
    /// A player or a game is not one that there is.
    #[error("{0}")]
    Spec(#[from] SpecError),
    /// A game cannot be played as it is described.
    #[error("{0}")]
    Venue(#[from] VenueError),
    /// A list of numbers is none.
    #[error("{0}")]
    List(#[from] ListError),
    /// A side is not ready to play, and what may be missing elsewhere.
    #[error("`{side}`: {error} (or `{or}` in `cells`)")]
    NotReady {
        /// The side: its key.
        side: &'static str,
        /// Why not.
        error: SpecError,
        /// The key of a block that might help.
        or: &'static str,
    },
    /// A key is missing.
    #[error("`{key}` is missing in `{of}`")]
    Missing {
        /// The key.
        key: String,
        /// What it is missing in.
        of: &'static str,
    },
    /// A number is beyond its range.
    #[error("{key} must be from {least} to {most}, not {found}")]
    Number {
        /// The key.
        key: &'static str,
        /// The least that it can be.
        least: u64,
        /// The most that it can be.
        most: u64,
        /// What it is.
        found: u64,
    },
    /// The starts that are asked for are not all there.
    #[error(
        "the starts after {plies} plies are numbered from 1 to {starts}: `first_seed` and `pairs` ask for {first} to {last}"
    )]
    NoSuchStarts {
        /// The plies before a game.
        plies: usize,
        /// How many starts there are.
        starts: u64,
        /// The first that is asked for.
        first: u64,
        /// The last.
        last: u64,
    },
    /// The lists of a player are of more combinations than anyone means.
    #[error("the lists of a searcher's keys have at most {most} combinations")]
    LongSweep {
        /// The most.
        most: usize,
    },
    /// Which starts are balanced must not depend on the machine.
    #[error("the search of `balance` must have no limit on time: which starts are played would not repeat")]
    TimedBalance,
    /// Another process has its own processor time.
    #[error("`clock` must be \"wall\" here: \"cpu\" does not see what a foreign program spends")]
    UnseenTime,
    /// Something is selected that is not there.
    #[error("the match-up has no `{found}` among its {key}, only {}", listed(names, nearest.as_ref()))]
    NotSelectable {
        /// The key of what is selected from.
        key: &'static str,
        /// What is selected.
        found: String,
        /// What there is.
        names: Vec<String>,
        /// What may be meant.
        nearest: Option<String>,
    },
    /// Something that cannot be together with something else, or is missing beside it.
    #[error("{0}")]
    Sentence(String),
}

impl Problem {
    /// Something wrong with the description as a whole.
    pub(crate) fn new(what: impl Into<What>) -> Problem {
        Problem { at: Vec::new(), what: Box::new(what.into()) }
    }

    /// What is wrong, in words of its own.
    pub(crate) fn sentence(what: impl Into<String>) -> Problem {
        Problem::new(What::Sentence(what.into()))
    }

    /// The same problem, said of this game.
    #[must_use]
    pub(crate) fn about(self, game: &str) -> Problem {
        Problem { what: Box::new(What::Sentence(format!("{game}: {}", self.what))), ..self }
    }

    /// The same problem, found below this key.
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
