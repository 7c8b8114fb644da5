//! `cargo xtask`: builds what a command needs, and runs it.
//!
//! It depends on nothing, so that it answers at once.
//! All commands are one program.
//! The library that runs networks from elsewhere is built for whoever names such a network, and for nobody else:
//! it added 239 seconds to a first build of 97 (two cores, 27 November 2026).

use std::env::{args_os, var_os};
use std::ffi::OsString;
use std::fs::read_to_string;
use std::io::Error;
use std::path::Path;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let arguments: Vec<OsString> = args_os().skip(1).collect();
    let mut cargo = Command::new(var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["run", "--release", "--package", "xtask"]);
    if arguments.iter().any(names_onnx) {
        cargo.args(["--features", "onnx"]);
    }
    cargo.arg("--").args(arguments);
    let error = become_it(cargo);
    eprintln!("error: cargo cannot be run: {error}");
    ExitCode::from(2)
}

/// Whether an argument names a network from elsewhere: itself, or in the description that it is the path of.
fn names_onnx(argument: &OsString) -> bool {
    let path = Path::new(argument);
    let is_description = path.extension().is_some_and(|extension| extension == "toml");
    let description = is_description.then(|| read_to_string(path).ok()).flatten();
    // Any folder may be called `onnx`.
    argument.to_str().is_some_and(|text| text.contains(".onnx"))
        || description.is_some_and(|text| text.contains("onnx"))
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
    fn who_names_a_network_from_elsewhere_builds_what_runs_it() {
        let is_named = |line: &str| line.split(' ').map(OsString::from).any(|argument| names_onnx(&argument));
        let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/onnx-evaluation/experiment.toml");
        for named in ["--searcher best-first:evaluation.onnx=net", "--net net.onnx", example] {
            assert!(is_named(&format!("experiment {named}")), "{named}");
        }
        let other = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/kalah/kalah.toml");
        let none = ["train oware --model network", "play oware --model network", "", other];
        for line in
            none.into_iter().chain(["play oware --searcher best-first:evaluation=learnt", "experiment none.toml"])
        {
            assert!(!is_named(line), "{line}");
        }
    }
}
