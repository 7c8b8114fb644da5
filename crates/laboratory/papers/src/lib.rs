//! The papers' part of bestply: their published figures, the descriptions that regenerate them,
//! Figure 4 of the report of 1992, and studies of what single searches cost.
//!
//! This crate is the first user of [`bestply_experiments`], and uses nothing of it that other users could not.
//!
//! **The key decision** is that published figures are data of the project:
//! files that a reader can compare with the paper.
//! Experiments know nothing of these figures.
//! A cell is set beside a figure because the figures are handed to the run.
//!
//! ```
//! use bestply_catalogue::Catalogue;
//! use bestply_experiments::outcome::results::{CellGame, Published};
//! use bestply_papers::{KorfChickering1993, tables};
//!
//! // Best-first minimax against alpha-beta of depth 3 in random games of up to five moves.
//! let figure = KorfChickering1993.figure(2, &CellGame::random(5), 3).expect("it is published");
//! assert_eq!((figure.depth, figure.win_rate), (7, 0.92));
//! assert_eq!(tables(&Catalogue::standard(), None).len(), 6);
//! ```

pub mod figure_4;
mod presets;
pub mod published;
pub mod study;

pub use presets::{PRESETS, TABLES_OF_RELATIVES, list, table_of_relative, tables};
pub use published::KorfChickering1993;
