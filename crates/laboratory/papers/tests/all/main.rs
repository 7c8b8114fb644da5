//! The tests from outside, in one program, which is compiled and linked sooner than one for each file.

#[path = "../../../experiments/tests/common/mod.rs"]
mod common;
mod figure_4;
mod figure_4_report;
mod report;
mod study;
