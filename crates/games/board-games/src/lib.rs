//! Games with a board.
//! Each is small enough to read in one sitting, and fast enough to be searched millions of times.
//! There is a module for each game, with its rules stated and sourced, its notation,
//! and a plain evaluation to start with.
//! Some of the games also have a [`learnt`] evaluation, and all are [`Planes`](bestply_learning::Planes) to a network.
//!
//! | Module | Board | Moves, about | Ends |
//! |---|---|---|---|
//! | [`tic_tac_toe`] | 3 × 3 | 9 to 1 | within 9 plies |
//! | [`connect_four`] | 7 × 6 | 7 | within 42 plies |
//! | [`breakthrough`] | 8 × 8, or 6 × 6 | 26 | within 177 plies |
//! | [`oware`] | 12 houses, 48 seeds | 4 | after 100 plies without a capture at the latest |
//! | [`onitama`] | 5 × 5, five cards | 14 | after 100 plies without a capture at the latest |
//! | [`clobber`] | 6 × 6, 8 × 8 or 10 × 10 | 40 | within as many plies as there are squares |
//! | [`domineering`] | 6 × 6 or 8 × 8 | 30 | within half as many plies as there are squares |
//! | [`hex`] | 7 × 7, 9 × 9 or 11 × 11 | 100 | within as many plies as there are cells |
//! | [`ultimate_tic_tac_toe`] | 9 × 9 | 8 | within 81 plies |
//! | [`amazons`] | 6 × 6, 8 × 8 or 10 × 10 | 500, or 30 in stages | within as many moves as there are empty squares |
//! | [`othello`] | 6 × 6 or 10 × 10 | 6 to 12 | when neither side can place a disc |
//! | [`go`] | 5 × 5, 7 × 7 or 9 × 9 | 20 to 70 | after two passes |
//! | [`lines_of_action`] | 8 × 8 | 30 | after 100 plies without a capture at the latest |
//!
//! **The key decision** is that a position is all there is to a game: a few machine words, `Copy`, with no history.
//! Searchers change a position in place, and moves are listed without an allocation.
//! A game that could go round in circles therefore carries a count of the plies since the last capture, which ends it.
//! The count is a part of the position and of its notation.
//! In Onitama and Lines of Action a position may also say that nobody counts (`-`):
//! then the game has no end of its own where it goes round, which is for solvers that know what that is worth.
//! Go alone has a history, the boards that may not come back, and is not `Copy`.
//!
//! [`Side::Max`] moves first. `x` are MAX's men, and `o` MIN's.
//! A finished position has no moves, and it has an [`Outcome`].
//! Every evaluation in this crate gives a finished position plus or minus infinity, or 0 for a draw.
//! Sooner wins are worth no more than later ones.
//!
//! Moves and positions are read with [`FromStr`](std::str::FromStr) and written with [`Display`](std::fmt::Display),
//! in one line.
//! `{:#}` draws a position.
//!
//! ```
//! use bestply_core::{Evaluator, Position, Side};
//! use bestply_board_games::Outcome;
//! use bestply_board_games::connect_four::{ConnectFour, Move, OpenLines};
//!
//! let mut game: ConnectFour = "......./......./......./......./ooo..../xxx....".parse()?;
//! assert!(game.moves().eq("abcdefg".chars().map(|column| column.to_string().parse::<Move>().unwrap())));
//! game.make("d".parse()?);
//! assert_eq!(game.outcome(), Some(Outcome::Won(Side::Max)));
//! assert_eq!((game.moves().count(), OpenLines.evaluate(&game)), (0, i32::MAX));
//!
//! let error = "......./xyz".parse::<ConnectFour>().unwrap_err();
//! assert_eq!(error.to_string(), "character 10 is 'y', where x, o or . is expected");
//! # Ok::<(), bestply_board_games::NotationError>(())
//! ```
//!
//! [`Side::Max`]: bestply_core::Side::Max

#[macro_use]
mod alike;

pub mod amazons;
mod bits;
pub mod breakthrough;
pub mod clobber;
pub mod connect_four;
pub mod domineering;
pub mod go;
pub mod hex;
mod key;
pub mod learnt;
pub mod lines_of_action;
mod notation;
pub mod onitama;
pub mod othello;
mod outcome;
pub mod oware;
#[cfg(test)]
mod planes;
mod quiet;
pub mod tic_tac_toe;
mod tuples;
pub mod ultimate_tic_tac_toe;
mod wide;

pub use notation::{Expected, NotationError};
pub use outcome::Outcome;
