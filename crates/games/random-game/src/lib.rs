//! Random game trees (Korf & Chickering 1993, section 5): games that anyone can reproduce from a seed, for ever.
//!
//! A node has 1 to *B* moves, uniformly distributed unless a [`Distribution`] says otherwise.
//! An edge adds a uniform integer in ±2^15.
//! A game lasts a given number of moves (100 in the paper).
//! The static value of a position is the sum of the edges that led to it.
//!
//! **The key decision** is where the random numbers come from.
//! The whole tree must be the same whichever part of it a search makes, and in whichever order.
//! As in the paper, numbers are assigned *breadth-first*.
//! The nodes of the complete *B*-ary tree are numbered level by level,
//! and node *n* has the *n*-th number of one linear congruential sequence.
//! [`Numbering`] tells how a node gets its number without stepping the generator, and describes the two alternatives.
//!
//! [`NGame`]s (Korf 1992, section 4) belong to the older experiment.
//! They are uniform trees that are stored whole.
//! So [`FullMinimax`] can search them to the end, and tell the right move.
//!
//! ```
//! use bestply_core::{Evaluator, Position};
//! use bestply_random_game::{EdgeSum, RandomGame, Rules};
//!
//! let mut game = RandomGame::new(Rules::new(3, 100)?, 1);
//! let child = EdgeSum.evaluate_child(&mut game, 0);
//! game.make(0);
//! assert_eq!(game.value(), child);
//! # Ok::<(), bestply_random_game::InvalidRules>(())
//! ```

mod distribution;
mod errors;
mod game;
mod modular;
mod n_game;
mod numbering;

pub use distribution::Distribution;
pub use game::{EDGE_LIMIT, EdgeSum, InvalidRules, RandomGame, RandomGameUndo, Rules};
pub use n_game::{FullMinimax, InvalidShape, NGame, NGameShape, NGameTree, NGameUndo};
pub use numbering::{MAX_BRANCHING, Numbering};
