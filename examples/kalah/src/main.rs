//! All of bestply's commands, for Kalah too: `cargo run --release -- experiment kalah.toml`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bestply_command_line::main(kalah::catalogue())
}
