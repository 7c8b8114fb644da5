//! Showing what came of it: reports, plots and the terminal.

pub mod games;
pub mod match_up;
pub mod plots;
pub mod progress;
pub mod report;
pub mod round_robin;
pub(crate) mod sequential;
pub mod study;
