//! Whole runs: an experiment, a match-up, a round robin, a study or a tuning, from its description to its results.

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
