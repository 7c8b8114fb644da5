//! Whole runs: an experiment, a match-up, a round robin, a study, a tuning or a measurement, from what is described to
//! its results.

pub mod blindness;
mod console;
mod forecast;
pub mod games;
mod match_up;
pub mod predictions;
mod round_robin;
pub mod run;
mod sequential;
pub mod shards;
mod study;
pub mod tuning;

pub use console::Console;
