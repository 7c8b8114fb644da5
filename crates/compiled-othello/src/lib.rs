//! Bestply's searchers compiled for Othello, with any of its evaluations ([`AnyHeuristic`]).
//!
//! **The key decision** is that the evaluations are one type.
//! Which one it is, is asked at each evaluation, and the searches are compiled once for all of them.
//!
//! ```
//! use bestply::othello::Othello;
//! use bestply::othello::evaluation::{Evaluation, PatternEvaluation};
//! use bestply::{BestFirst, Limit, Player, Properties, Side};
//! use bestply_compiled_othello::{AnyHeuristic, searching};
//!
//! let evaluation = Evaluation::new(AnyHeuristic::Patterns(PatternEvaluation::default()), Side::Max);
//! let mut player = Player::new(Othello::start(), searching(BestFirst::default().into()), evaluation);
//! assert!(player.search(&Limit::new().evaluations(1000)).best_move.is_some());
//! ```

use bestply::othello::Othello;
use bestply::othello::evaluation::{
    Change, DiscDifference, Evaluation, FinalScore, Heuristic, MobilityAndCorners, PatternEvaluation, SquareTable,
    StrongEvaluation,
};
use bestply::{Prediction, Properties, StaticError, Value};
use bestply_compiled::{Compiled, Standard};

/// Any of the evaluations of Othello.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AnyHeuristic {
    /// Lines, edges and corners, learnt from self-play.
    Patterns(PatternEvaluation),
    /// The same and moves, learnt from ends and searches.
    Strong(StrongEvaluation),
    /// Discs.
    DiscDifference,
    /// Moves and corners.
    MobilityAndCorners,
    /// Squares.
    SquareTable,
}

/// A searcher of Othello with its static values.
pub fn searching(searcher: Standard) -> Compiled<Othello, Evaluation<AnyHeuristic>> {
    searcher.compiled()
}

/// The alpha-beta that finishes games on their exact scores.
pub fn finishing() -> Compiled<Othello, FinalScore> {
    Compiled::finishing::<()>()
}

/// Passes a call on to the heuristic that there is.
macro_rules! passed_on {
    ($self:ident, $heuristic:ident => $call:expr) => {
        match $self {
            AnyHeuristic::Patterns($heuristic) => $call,
            AnyHeuristic::Strong($heuristic) => $call,
            AnyHeuristic::DiscDifference => {
                #[allow(unused_mut)]
                let mut $heuristic = DiscDifference;
                $call
            }
            AnyHeuristic::MobilityAndCorners => {
                #[allow(unused_mut)]
                let mut $heuristic = MobilityAndCorners;
                $call
            }
            AnyHeuristic::SquareTable => {
                #[allow(unused_mut)]
                let mut $heuristic = SquareTable;
                $call
            }
        }
    };
}

impl Heuristic for AnyHeuristic {
    fn evaluate(&mut self, mover: u64, waiting: u64) -> Value {
        passed_on!(self, it => it.evaluate(mover, waiting))
    }

    fn enter(&mut self, mover: u64, waiting: u64) {
        passed_on!(self, it => it.enter(mover, waiting));
    }

    fn evaluate_child(&mut self, change: Change, mover: u64, waiting: u64) -> Value {
        passed_on!(self, it => it.evaluate_child(change, mover, waiting))
    }

    #[inline]
    fn properties(&self) -> Properties {
        passed_on!(self, it => it.properties())
    }

    fn predictions(&self, discs: u32) -> &[Prediction] {
        match self {
            AnyHeuristic::Patterns(it) => it.predictions(discs),
            AnyHeuristic::Strong(it) => it.predictions(discs),
            _ => &[],
        }
    }

    fn errors(&self, discs: u32) -> &[StaticError] {
        match self {
            AnyHeuristic::Patterns(it) => it.errors(discs),
            AnyHeuristic::Strong(it) => it.errors(discs),
            _ => &[],
        }
    }

    fn expected_difference(&self, value: Value, discs: u32) -> Option<f64> {
        passed_on!(self, it => it.expected_difference(value, discs))
    }
}
