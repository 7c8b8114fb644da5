use super::SEARCHER;
use super::algorithm::{keys_of, searchers};

/// Why something names no searcher, or none that could run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpecError {
    /// The name is none of a searcher.
    #[error("unknown searcher `{name}`, expected one of {}", list(searchers()))]
    UnknownSearcher {
        /// The name.
        name: String,
    },
    /// The searcher is not named.
    #[error("`{SEARCHER}` is missing, expected one of {}", list(searchers()))]
    NoSearcher,
    /// A key that no searcher has.
    #[error("unknown key `{key}`, expected one of {}", list(keys_of(searcher)))]
    UnknownKey {
        /// The key.
        key: String,
        /// The searcher it was given to.
        searcher: &'static str,
    },
    /// A key that only other searchers have.
    #[error("{searcher} has no key `{key}`, expected one of {}", list(keys_of(searcher)))]
    ForeignKey {
        /// The key.
        key: String,
        /// The searcher it was given to.
        searcher: &'static str,
    },
    /// A key given twice on the command line.
    #[error("`{0}` is given twice")]
    RepeatedKey(String),
    /// Two keys of which only one can be given.
    #[error("`{0}` and `{1}` are the same limit: leave one of them out")]
    SameLimit(&'static str, &'static str),
    /// A key of another way of selection than the searcher's.
    #[error("`{key}` is for `selection` = `{selection}`")]
    OtherSelection {
        /// The key.
        key: &'static str,
        /// The selection that has it.
        selection: &'static str,
    },
    /// A part of the command line's form that is not `key=value`.
    #[error("expected `key=value` after the searcher's name, found `{0}`")]
    NotASetting(String),
    /// A number out of its range, or no integer at all.
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
    #[error("{key} must be one of {}, not {found}", list(names.iter().copied()))]
    Name {
        /// The key.
        key: &'static str,
        /// The names there are.
        names: Vec<&'static str>,
        /// What it is.
        found: String,
    },
    /// Nothing would ever end the search.
    #[error("{0} needs a limit: one of `depth`, `evaluations`, `time_ms`, `time_us`")]
    NoLimit(&'static str),
    /// The searcher expands nothing that could be shown.
    #[error("{0} keeps no tree to be shown: choose a searcher that expands nodes")]
    NoTree(&'static str),
    /// The extension does not know how deep its alpha-beta is.
    #[error("best-first-extension needs `alpha_beta_depth`")]
    NoAlphaBetaDepth,
}

fn list(names: impl IntoIterator<Item = &'static str>) -> String {
    names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
