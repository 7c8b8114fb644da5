//! Whole runs: what is described, a tuning or a measurement, up to its results.

pub mod blindness;
mod console;
mod described;
mod forecast;
pub mod games;
mod growth;
mod held_out;
pub mod losses;
pub mod predictions;
pub mod quality;
pub mod run;
mod sequential;
pub mod shards;
pub mod study;
pub mod tuning;
pub mod values;

pub use console::{Console, cell_line};
