//! Experiments with game-tree searchers: matches, calibration to equal cost, statistics, records, reports, plots, traces.
//!
//! This is the only crate that knows both searchers and games, and the only library that does I/O or knows serde. `cargo
//! xtask` is a thin command line over it.
//!
//! **The key decision** is that an experiment is a pure function of its description. Every pair of games is recorded as one line
//! of `games.jsonl` when it is finished, under a key that says all that it depends on; everything else in a results folder
//! is computed from those lines. A run that was stopped goes on from its records, and ends with the same bytes as one that was
//! not, on any number of threads.
//!
//! ```
//! use bestply_experiments::experiment::Experiment;
//!
//! let experiment = Experiment::parse("example.toml", r#"
//!     name = "example"
//!     pairs = 10
//!     [game]
//!     kind = "random"
//!     [challenger]
//!     searcher = "best-first"
//!     [opponent]
//!     searcher = "alpha-beta"
//!     [[cells]]
//!     branching = [3, 5]
//!     opponent_depth = "1..=4"
//!     challenger_depth = "equal-cost"
//! "#)?;
//! assert_eq!(experiment.cell_plans().unwrap().len(), 8);
//! # Ok::<(), bestply_experiments::Error>(())
//! ```

pub mod calibration;
pub mod description;
mod error;
pub mod experiment;
pub mod figure_4;
pub mod games;
mod in_order;
pub mod list;
pub mod match_up;
pub mod matches;
pub mod plots;
pub mod progress;
pub mod published;
pub mod records;
pub mod report;
pub mod results;
pub mod run;
pub mod score;
pub mod spec;
pub mod statistics;
pub mod training;
pub mod tuning;

pub use error::Error;
