//! `cargo xtask reproduce`: bestply's commands over the games and searchers of the papers.
//!
//! The other commands are in the package `xtask`, which takes twice as long to build.

use std::process::ExitCode;

use bestply_catalogue::Catalogue;

fn main() -> ExitCode {
    bestply_command_line::main(Catalogue::standard())
}
