//! All of bestply's commands, including chess: `cargo run --release -- engine --protocol uci`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bestply_command_line::main(chess::catalogue())
}
