//! `cargo xtask`: bestply's commands over its standard catalogue.

use std::process::ExitCode;

use bestply_catalogue::Catalogue;

fn main() -> ExitCode {
    bestply_command_line::main(Catalogue::standard())
}
