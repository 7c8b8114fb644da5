//! The searchers once more, written from their definitions: clear, slow, and without code in common with the fast ones.
//!
//! Everything here is a plain tree of boxes and works only on [`ExplicitTree`](bestply_explicit_game::ExplicitTree)s,
//! save [`NaiveGuided`], which works in any game, for it is about positions that several lines of play lead to,
//! and [`NaiveSelective`], which needs a game with null moves.
//! Where the fast searchers recurse within bounds, these start from the root at every step.

mod alpha_beta;
mod asking;
mod best_first;
mod bias;
mod definition;
mod extension;
mod growth;
mod guided;
mod last_choice;
mod minimax;
mod monte_carlo;
mod proof;
mod random;
mod relatives;
mod saved;
mod selection;
mod selective;
mod sss_star;

pub use alpha_beta::{NaiveAlphaBeta, NaiveSingular};
pub use best_first::{NaiveBatches, NaiveBestFirst};
pub use bias::{NaiveBias, NaiveTerm};
pub use definition::{Definition, Expected, Resumption, Scope};
pub use extension::NaiveExtension;
pub use growth::{Grown, NaiveGrowth, NaiveRule};
pub use guided::{NaiveBackUp, NaiveGuided, NaiveGuidedSettings, NaiveRounds};
pub use minimax::{NaiveMinimax, minimax};
pub use monte_carlo::NaiveMonteCarlo;
pub use relatives::*;
pub use selection::{NaiveChoice, NaiveSelection};
pub use selective::{NaiveFound, NaiveSelective, NaiveSelectiveSettings, NaiveWindow};
pub use sss_star::{mtd, sss_star};
