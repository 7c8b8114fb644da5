//! The one front door, `cargo xtask`: bestply's commands over what comes with it.

use std::process::ExitCode;

use bestply_catalogue::Catalogue;

fn main() -> ExitCode {
    bestply_command_line::main(Catalogue::standard())
}
