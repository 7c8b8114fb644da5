use std::fmt::Display;
use std::path::{Path, PathBuf};

use bestply_catalogue::{SpecError, VenueError};

use crate::contest::Problem;
use crate::outcome::sealed::Damage;
use crate::play::matches::Broken;

/// The errors of experiments. Each is one line that says where the error is and what would be right.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An input is invalid: a description, an option or a file.
    #[error("{0}")]
    Invalid(String),
    /// A folder belongs to another experiment.
    #[error("{}: {problem}; choose another folder with --out, or start anew with --fresh", .folder.display())]
    OtherExperiment {
        /// The folder.
        folder: PathBuf,
        /// How the folder differs.
        problem: String,
    },
    /// A folder was made by another program.
    #[error(
        "{}: another program made it ({difference}); go on with --other-program, choose another folder with --out, or start anew with --fresh",
        .folder.display()
    )]
    OtherProgram {
        /// The folder.
        folder: PathBuf,
        /// How the program differs.
        difference: String,
    },
    /// A line of records differs from what was written.
    #[error("{}:{line}: not {what}: {damage}; {}", .path.display(), .damage.advice())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The number of the line, counted from 1.
        line: usize,
        /// What a line should be.
        what: &'static str,
        /// What is wrong with the line.
        damage: Damage,
    },
    /// The shards of a run are invalid.
    #[error(transparent)]
    Shards(#[from] crate::runs::shards::ShardProblem),
    /// The operating system refused, or what is there is no file as it should be.
    #[error("{}: {action}: {cause}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was being done to the file or folder.
        action: &'static str,
        /// Why it failed.
        cause: std::io::Error,
    },
}

/// What comes of an experiment, or its [`Error`].
pub type Result<T = (), E = Error> = std::result::Result<T, E>;

/// Returns from a function with a sentence as the error, formatted as by [`format!`].
/// Keys before an arrow say where in a description the problem is.
#[macro_export]
macro_rules! bail {
    ($($key:expr),+ => $($sentence:tt)+) => {
        return Err($crate::contest::Problem { at: vec![$($key.to_string()),+], what: format!($($sentence)+) }.into())
    };
    ($($sentence:tt)+) => { return Err(format!($($sentence)+).into()) };
}

/// Returns from a function as [`bail!`] does, unless the condition holds.
#[macro_export]
macro_rules! ensure {
    ($condition:expr, $($sentence:tt)+) => {
        if !$condition {
            $crate::bail!($($sentence)+);
        }
    };
}

/// Of these errors a run says what they say.
macro_rules! invalid {
    ($($error:ty),*) => {
        $(impl From<$error> for Error {
            fn from(error: $error) -> Error {
                Error::Invalid(error.to_string())
            }
        })*
    };
}

invalid!(String, Problem, Broken, SpecError, VenueError);

impl Error {
    /// The file or folder is invalid: what is wrong with it, and what would be right.
    pub(crate) fn at(path: &Path, problem: impl Display) -> Error {
        Error::Invalid(format!("{}: {problem}", path.display()))
    }

    /// For `map_err`: the error that the operating system failed to do `action` to `path`.
    pub fn io(path: &Path, action: &'static str) -> impl FnOnce(std::io::Error) -> Error {
        let path = path.to_owned();
        move |cause| Error::Io { path, action, cause }
    }
}
