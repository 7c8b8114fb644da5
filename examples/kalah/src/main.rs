//! All of bestply's commands, including Kalah: `cargo run --release -- experiment kalah.toml`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bestply_command_line::main(kalah::catalogue())
}
