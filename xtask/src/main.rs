//! `cargo xtask`: bestply's commands over its standard catalogue, and the maintainers' tool of pages.

mod figures;

use std::process::ExitCode;

use bestply_catalogue::{Catalogue, EvaluationKind};

fn main() -> ExitCode {
    bestply_command_line::main_with(Catalogue::standard().evaluation_kind(networks()), Some(figures::command()))
}

/// Evaluations that are described by the file of a network.
#[cfg(feature = "onnx")]
fn networks() -> EvaluationKind {
    bestply_onnx::kind()
}

/// What to say of them where they are not built in.
#[cfg(not(feature = "onnx"))]
fn networks() -> EvaluationKind {
    let how = "`onnx` needs a program with networks: cargo run --release --package xtask --features onnx -- …";
    EvaluationKind::unavailable("onnx", how)
}
