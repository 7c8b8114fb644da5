//! `cargo xtask`: builds what a command needs, and runs it.
//!
//! It depends on nothing, so that it answers at once.
//! The tables of the papers need half of what all commands need together, and are built by themselves:
//! whoever comes to reproduce them waits for nothing else.
//! The library that trains networks is built for whoever trains one, and for nobody else.

use std::env::{args_os, var_os};
use std::ffi::OsString;
use std::io::Error;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let arguments: Vec<OsString> = args_os().skip(1).collect();
    let package = package_of(arguments.first());
    let mut cargo = Command::new(var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["run", "--release", "--package", package]).args(features_of(&arguments)).arg("--").args(arguments);
    let error = become_it(cargo);
    eprintln!("error: cargo cannot be run: {error}");
    ExitCode::from(2)
}

/// The package whose program has a command.
fn package_of(command: Option<&OsString>) -> &'static str {
    if command.is_some_and(|command| command == "reproduce") { "reproduction" } else { "xtask" }
}

/// What cargo has to be told of the features that a command needs.
fn features_of(arguments: &[OsString]) -> &'static [&'static str] {
    let is_network = arguments.windows(2).any(|pair| pair[0] == "--model" && pair[1] == "network")
        || arguments.iter().any(|argument| argument == "--model=network");
    let trains = arguments.first().is_some_and(|command| command == "train");
    if trains && is_network { &["--features", "network-training"] } else { &[] }
}

/// Makes this process that of the command, so that its signals, its end and its exit code are the command's own.
#[cfg(unix)]
fn become_it(mut command: Command) -> Error {
    std::os::unix::process::CommandExt::exec(&mut command)
}

/// Runs the command, and ends as it does.
#[cfg(not(unix))]
fn become_it(mut command: Command) -> Error {
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(2)),
        Err(error) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_tables_of_the_papers_are_built_by_themselves() {
        assert_eq!(package_of(Some(&"reproduce".into())), "reproduction");
        for other in ["experiment", "reproduces", "--help"] {
            assert_eq!(package_of(Some(&other.into())), "xtask");
        }
        assert_eq!(package_of(None), "xtask");
    }

    #[test]
    fn only_who_trains_a_network_builds_what_trains_it() {
        let features = |line: &str| features_of(&line.split(' ').map(OsString::from).collect::<Vec<_>>()).len();
        assert_eq!(features("train oware --model network --games 1000"), 2);
        assert_eq!(features("train oware --games 1000 --model=network"), 2);
        assert_eq!(features("train oware --model tuples"), 0);
        assert_eq!(features("play oware --model network"), 0);
        assert_eq!(features(""), 0);
    }
}
