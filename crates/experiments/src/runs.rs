//! Whole runs: what is described, a tuning or a measurement, up to its results.

pub mod blindness;
mod console;
mod described;
mod forecast;
pub mod games;
pub mod predictions;
pub mod run;
mod sequential;
pub mod shards;
pub mod tuning;

pub use console::{Console, cell_line};
