//! The tests from outside, in one program, which is compiled and linked sooner than one for each file.

mod best_first;
mod by_hand;
mod common;
mod conformance;
mod events;
mod report_1992;
mod searching_evaluator;
