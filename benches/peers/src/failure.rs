//! What ends the program before its table is there.

use std::fmt;
use std::process::ExitCode;

/// One line for a person, and the exit code that goes with it.
#[derive(Debug)]
pub(crate) struct Failure {
    line: String,
    code: u8,
}

impl Failure {
    /// Of a command line that cannot be meant.
    pub(crate) fn of_use(line: impl fmt::Display) -> Failure {
        Failure { line: line.to_string(), code: 2 }
    }

    /// Of a measurement that cannot be made, or that says what must not be.
    pub(crate) fn of_run(line: impl fmt::Display) -> Failure {
        Failure { line: line.to_string(), code: 1 }
    }

    /// What the process ends with.
    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.code)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.line)
    }
}
