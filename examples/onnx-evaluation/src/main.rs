//! All of bestply's commands, with networks: `cargo run --release -- experiment experiment.toml`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bestply_command_line::main(onnx_evaluation::catalogue())
}
