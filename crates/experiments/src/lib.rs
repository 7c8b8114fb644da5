//! Experiments: matches, calibration, statistics, records, reports, plots, traces.

pub mod published;
pub mod report;
pub mod results;
pub mod spec;
pub mod statistics;
pub mod trace;
