//! Static values of positions, unfinished and finished.
//!
//! A [`Heuristic`] evaluates unfinished positions, and sees only discs:
//! those of the side to move and those of the other side.
//! So it cannot tell black from white, and exchanging the colours negates every value.
//! [`Evaluation`] makes an [`Evaluator`](bestply_core::Evaluator) of a heuristic.
//! It values finished games as the papers do for a search that does not reach the end of every game.
//! [`FinalScore`] is for finishing games exactly.
//!
//! | heuristic | sees | one unit is |
//! | --- | --- | --- |
//! | [`PatternEvaluation`] | lines, edges and corners, learnt from self-play | 1/256 disc of the final difference |
//! | [`StrongEvaluation`] | the same and moves, learnt from ends and searches | 1/2048 of the log-odds of winning |
//! | [`DiscDifference`] | who has more discs | a disc |
//! | [`MobilityAndCorners`] | who has more moves, and corners | a move |
//! | [`SquareTable`] | on which squares the discs are | a hundredth of a corner |

mod evaluator;
mod features;
mod heuristic;
mod layout;
mod pattern_evaluation;
mod patterns;
mod plain;
mod predictions;
mod strong;
mod weights;

pub use evaluator::{Evaluation, FinalScore};
pub use heuristic::{Change, Heuristic};
pub use pattern_evaluation::PatternEvaluation;
pub use plain::{DiscDifference, MobilityAndCorners, SquareTable};
pub use strong::features::StrongFeatures;
pub use strong::{StrongEvaluation, StrongWeights};
pub use weights::{PatternFeatures, PatternWeights};
