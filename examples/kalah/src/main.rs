//! All of bestply's commands, including Kalah: `cargo run --release -- experiment kalah.toml`.
//!
//! `cargo run --release -- playground` has Kalah on a page to play, beside bestply's games.

use std::process::ExitCode;

fn main() -> ExitCode {
    bestply_command_line::main(kalah::catalogue())
}
