//! `bestply`: the commands over the standard catalogue, as an installed program.

use std::process::ExitCode;

use bestply_catalogue::{Catalogue, EvaluationKind};

fn main() -> ExitCode {
    let how = "`onnx` needs a program with networks, which the crate bestply-onnx makes (docs/networks.md)";
    bestply_command_line::main(Catalogue::standard().evaluation_kind(EvaluationKind::unavailable("onnx", how)))
}
