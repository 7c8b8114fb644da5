//! All of bestply's commands, including chess: `cargo run --release --bin laboratory -- experiment chess.toml`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bestply_command_line::main(chess::catalogue())
}
