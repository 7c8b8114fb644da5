//! What commands print, and what they say besides.

use std::io::{self, ErrorKind, Write};

use anyhow::Context;
use bestply_presentation::terminal::{broken, columns};

/// Says something besides on standard error. It does not matter whether anybody listens.
pub(crate) fn say(line: &str) {
    writeln!(io::stderr(), "{line}").ok();
}

/// Prints, and takes a reader that has seen enough for success.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    printed(io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()))
}

/// What came of printing, a reader that has seen enough taken for success.
pub(crate) fn printed(outcome: io::Result<()>) -> anyhow::Result<()> {
    match outcome {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("standard output"),
        _ => Ok(()),
    }
}

/// Prints lines, broken where the terminal is narrower.
pub(crate) fn print_lines(lines: &str) -> anyhow::Result<()> {
    let columns = columns().map_or(usize::MAX, usize::from);
    print(&lines.lines().map(|line| broken(line, columns) + "\n").collect::<String>())
}

/// Says on standard error, where it is so, what a person should know beside what a command prints.
pub(crate) fn note_if(is_so: bool, what: impl FnOnce() -> String) {
    if is_so {
        writeln!(io::stderr(), "note: {}", what()).ok();
    }
}
