use bestply_catalogue::SpecError;

/// A problem of a description, and the key that has it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct Problem {
    /// The keys that lead to the problem; empty if it is in no particular place.
    /// The number of a list's entry counts as a key.
    pub(crate) at: Vec<String>,
    /// The problem itself, with what would be right.
    pub(crate) what: String,
}

/// What comes of checking a part of a description, or its [`Problem`].
pub(crate) type Checked<T = ()> = Result<T, Problem>;

impl Problem {
    /// A problem of the description as a whole.
    pub(crate) fn sentence(what: impl Into<String>) -> Problem {
        what.into().into()
    }

    /// The same problem, with a text that names this game.
    #[must_use]
    pub(crate) fn about(self, game: &str) -> Problem {
        Problem { what: format!("{game}: {}", self.what), ..self }
    }

    /// The same problem as one found below this key.
    #[must_use]
    pub(crate) fn below(mut self, key: impl ToString) -> Problem {
        self.at.insert(0, key.to_string());
        self
    }
}

/// What may fail at a place of a description.
pub(crate) trait Below<T> {
    /// The same, whose problem is found below this key.
    fn below(self, key: impl ToString) -> Result<T, Problem>;
}

impl<T, E: Into<Problem>> Below<T> for Result<T, E> {
    fn below(self, key: impl ToString) -> Result<T, Problem> {
        self.map_err(|error| error.into().below(key))
    }
}

impl From<SpecError> for Problem {
    fn from(error: SpecError) -> Problem {
        Problem { at: error.key().map(str::to_owned).into_iter().collect(), what: error.to_string() }
    }
}

impl From<String> for Problem {
    fn from(what: String) -> Problem {
        Problem { at: Vec::new(), what }
    }
}
