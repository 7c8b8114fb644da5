//! Experiments with game-tree searchers: matches, calibration, verdicts, records and reports.
//!
//! It plays whatever a [`Catalogue`](bestply_catalogue::Catalogue) knows:
//! bestply's games, evaluations and searchers, and a user's own.
//! `cargo xtask` is a command line over this crate.
//!
//! **The key decision** is that an experiment is a pure function of its description.
//! Every finished pair of games is recorded as one line of `games.jsonl`,
//! under a key that names everything that the pair depends on.
//! Everything else in a results folder is computed from those lines.
//! A run that was stopped goes on from its records.
//! It ends with the same bytes as a run that was not stopped, on any number of threads.
//!
//! The crate has layers, each of which knows those before it and none after it:
//!
//! | Module | What is in it |
//! |---|---|
//! | [`contest`] | What is played: games, players, budgets, costs, starts. |
//! | [`play`] | Matches, arenas, calibration, threads. |
//! | [`outcome`] | Records, scores, cells, verdicts. |
//! | [`show`] | Reports, their figures and tables. |
//! | [`runs`] | Whole runs, which bring the others together. |
//!
//! ```
//! use bestply_catalogue::Catalogue;
//! use bestply_experiments::contest::Description;
//!
//! let catalogue = Catalogue::standard();
//! let description = Description::parse(&catalogue, "example.toml", r#"
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
//! assert_eq!(description.cell_plans(&catalogue)?.concat().len(), 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[macro_use]
mod error;

pub mod contest;
pub mod files;
pub mod outcome;
pub mod play;
pub mod runs;
pub mod show;

pub use error::{Error, Result};
