//! Othello on bitboards: rules, notation, openings, evaluations and exact endgames.
//!
//! **The key decision** is that a position is two sets of squares, the mover's discs and the waiting side's,
//! each a `u64`.
//! The legal moves are a third set that is kept with them, because a search asks for it more than once.
//! A move copies these 32 bytes, and undoing it copies them back.
//! The rules are the two functions of [`bitboard`], which know no sides.
//!
//! Black is MAX.
//! A pass is a move, `--`, alone in its list.
//! Scores are black's discs minus white's.
//!
//! ```
//! use bestply_core::{Position, Side};
//! use bestply_othello::{Othello, openings, perft};
//!
//! let mut position: Othello = "---------------------------OX------XO--------------------------- X".parse()?;
//! assert_eq!(position, Othello::start());
//! for mv in position.read_moves("f5d6c3d3c4")? {
//!     position.make(mv);
//! }
//! println!("{}", position.diagram());
//! assert_eq!((position.to_move(), position.disc_difference()), (Side::Min, 3));
//!
//! assert_eq!(openings(4).len(), 244);
//! assert_eq!(perft(&Othello::start(), 9), 3_005_288);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! `simd`, off by default: [`perft`](perft()) chooses at run time the widest instructions that the processor has,
//! up to AVX-512, through the crate `rten-simd`.
//! Without it the code is compiled for the target's instructions.
//! This makes it four times slower on x86-64 without extensions, and no slower with `-C target-cpu=native`.
//! The feature is off because it brings a crate along that nothing else here needs.
//!
//! `strong`, off by default: the weights of the [strong evaluation](evaluation::StrongEvaluation),
//! in a crate of their own.
//! Without it the evaluation needs weights from a file.

pub mod bitboard;
mod diagram;
pub mod endgame;
pub mod evaluation;
mod game;
mod key;
mod notation;
mod openings;
mod perft;
mod planes;
mod player;
mod square;
mod symmetry;

pub use diagram::Diagram;
pub use game::{Move, Moves, Othello};
pub use notation::{BoardError, MoveError, PASS_TEXTS, SquareError, Transcript, TranscriptError};
pub use openings::{Opening, openings};
pub use perft::perft;
pub use player::{OthelloPlayer, player};
pub use square::{Square, Squares};
pub use symmetry::Symmetry;
