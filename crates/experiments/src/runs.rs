//! Whole runs: an experiment, a match-up, a tuning or a training, from its description to its results.

mod console;
mod match_up;
pub mod run;
pub mod shards;
pub mod training;
pub mod tuning;

pub use console::Console;
