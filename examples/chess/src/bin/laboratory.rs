//! All of bestply's commands, for chess too: `cargo run --release --bin laboratory -- experiment chess.toml`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bestply_command_line::main(chess::catalogue())
}
