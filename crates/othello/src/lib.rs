//! Othello on bitboards: rules, notation, openings, evaluations and exact endgames.

pub mod bitboard;
mod game;
mod key;
mod square;

pub use game::{Move, Moves, Othello};
pub use square::{Square, Squares};
