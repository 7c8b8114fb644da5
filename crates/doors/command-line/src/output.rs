//! What commands print, and what they say besides.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, anyhow};
use bestply_experiments::files::WholeFile;
use bestply_presentation::terminal::{broken, columns};

use crate::interruption::tell_how_to_go_on;

/// Says something besides on standard error. It does not matter whether anybody listens.
pub(crate) fn say(line: &str) {
    writeln!(io::stderr(), "{line}").ok();
}

/// Prints, and takes a reader that has seen enough for success.
///
/// # Errors
///
/// If standard output cannot be written.
pub fn print(text: &str) -> anyhow::Result<()> {
    printed(io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()))
}

/// Lines with a name each, the values below each other.
pub(crate) fn named<'n>(values: impl IntoIterator<Item = (&'n str, String)>) -> String {
    values.into_iter().map(|(name, value)| format!("{name:<15}{value}\n")).collect()
}

/// Takes the place of a file that must not be there yet, before the work for it begins. `option` named the file.
///
/// # Errors
///
/// If anything is there, another program writes to it, or it cannot be written.
pub(crate) fn new_file(path: &Path, option: &'static str) -> anyhow::Result<WholeFile> {
    let file = WholeFile::create_new(path).context(option)?;
    tell_how_to_go_on(format!("{} is not written", path.display()));
    Ok(file)
}

/// Writes what a command found to its file. `option` named the file.
///
/// # Errors
///
/// If it cannot be written: it is in the folder for temporary files then, or printed (D368 in docs/meaning.md).
pub(crate) fn keep(file: &mut WholeFile, text: &str, option: &str) -> anyhow::Result<()> {
    let Err(error) = file.write(text.as_bytes()) else { return Ok(()) };
    let place = match file.fill_elsewhere(|file| file.write_all(text.as_bytes())) {
        Ok(path) => format!("is in {}", path.display()),
        Err(_) => print(text).map(|()| "is printed".to_owned())?,
    };
    Err(anyhow!("{option}: {error}; what was found {place}"))
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

/// Says on standard error what a person should know beside what a command prints.
pub(crate) fn note(what: &str) {
    say(&format!("note: {what}"));
}

/// Says on standard error, where it is so, what a person should know beside what a command prints.
pub(crate) fn note_if(is_so: bool, what: impl FnOnce() -> String) {
    if is_so {
        note(&what());
    }
}
