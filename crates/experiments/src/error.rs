use std::path::{Path, PathBuf};

use crate::files::FileProblem;
use crate::outcome::sealed::Damage;

/// What can go wrong with an experiment, each in one line that says where and what would be right.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The input is not right: a description, an option, a file.
    #[error("{0}")]
    Invalid(String),
    /// A folder holds something else than this experiment.
    #[error("{}: {problem}; choose another folder with --out, or start anew with --fresh", .folder.display())]
    OtherExperiment {
        /// The folder.
        folder: PathBuf,
        /// What it holds.
        problem: String,
    },
    /// A folder holds what another program made.
    #[error(
        "{}: another program made it ({difference}); go on with --other-program, choose another folder with --out, or start anew with --fresh",
        .folder.display()
    )]
    OtherProgram {
        /// The folder.
        folder: PathBuf,
        /// In what it is another.
        difference: String,
    },
    /// A file is not one that can be read, or not one to be read whole.
    #[error("{}: {action}: {problem}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What was being done to it.
        action: &'static str,
        /// What is wrong with it.
        problem: FileProblem,
    },
    /// A line of records is not as it was written.
    #[error("{}:{line}: not {what}: {damage}; start anew with --fresh", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The number of the line.
        line: usize,
        /// What a line should be.
        what: &'static str,
        /// What is wrong with it.
        damage: Damage,
    },
    /// The shards of a run are not as they should be.
    #[cfg(feature = "runs")]
    #[error(transparent)]
    Shards(#[from] crate::runs::shards::ShardProblem),
    /// The operating system refused.
    #[error("{}: {action}: {cause}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was being done to it.
        action: &'static str,
        /// Why it failed.
        cause: std::io::Error,
    },
}

impl From<crate::contest::Problem> for Error {
    fn from(problem: crate::contest::Problem) -> Error {
        Error::Invalid(problem.to_string())
    }
}

impl From<crate::play::matches::Broken> for Error {
    fn from(broken: crate::play::matches::Broken) -> Error {
        Error::Invalid(broken.to_string())
    }
}

impl Error {
    /// For `map_err`: a refusal of the operating system while doing `action` to `path`.
    pub fn io(path: &Path, action: &'static str) -> impl FnOnce(std::io::Error) -> Error {
        let path = path.to_owned();
        move |cause| Error::Io { path, action, cause }
    }
}
