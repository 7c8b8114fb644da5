//! Showing what came of it: reports, plots and the terminal.

pub mod claims;
pub mod described;
pub mod games;
pub mod plots;
pub mod ratings;
pub mod report;
pub(crate) mod sequential;
