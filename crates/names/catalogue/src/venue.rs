//! A game with its settings, ready to be played.

use std::sync::Arc;

use bestply::{Side, Surcharge, Value};
use bestply_any_game::{AnyEvaluator, AnyPosition, Ends};
use bestply_foreign::Fault;

use crate::error::SpecError;
use crate::evaluation::{VenueEvaluation, WrongWeights};
use crate::starts::Starts;

/// Makes a solver of a game's ends.
pub(crate) type MakeEnds = Arc<dyn Fn() -> Box<dyn Ends> + Send + Sync>;

/// A game with its settings: its starts, and the evaluations of its players.
///
/// A [`Catalogue`](crate::Catalogue) makes it once for all the games that are played there. Threads share it.
pub struct Venue {
    /// The game's name.
    pub(crate) game: &'static str,
    pub(crate) starts: Arc<Starts<AnyPosition>>,
    pub(crate) evaluations: Vec<(String, VenueEvaluation)>,
    /// Makes the solvers of players that have one, where the game offers it.
    pub(crate) ends: Option<MakeEnds>,
    /// What each evaluation of its contestants costs besides itself.
    pub(crate) surcharge: Surcharge,
}

impl Venue {
    /// The start of this number, and the number of its cluster. Games of one cluster are not independent.
    ///
    /// # Panics
    ///
    /// If the starts are listed, and the number is none of theirs.
    pub fn start(&self, number: u64) -> (AnyPosition, u64) {
        self.starts.get(number)
    }

    /// The moves that lead from the usual start to the start of this number, in the game's notation,
    /// with the side of each.
    ///
    /// `None` where starts are positions of their own.
    ///
    /// # Panics
    ///
    /// If the starts are listed, and the number is none of theirs.
    pub fn moves_to(&self, number: u64) -> Option<Vec<(Side, String)>> {
        self.starts.moves_to(number)
    }

    /// The number of starts, which are numbered from 1; `None` where every number is a start.
    pub fn start_count(&self) -> Option<u64> {
        self.starts.count()
    }

    /// The evaluator of this name, for searches by this side.
    ///
    /// # Panics
    ///
    /// If the venue was made without the evaluation.
    pub fn evaluator(&self, evaluation: &str, side: Side) -> AnyEvaluator {
        self.evaluation(evaluation).evaluation.searching(side)
    }

    /// The points by which MAX is expected to win a position to which the evaluation of this name gives this value,
    /// where it says that ([`Evaluation::points`](crate::MatchEvaluation::points)).
    /// They are within what the game can still end with ([`Playable::points_within`](crate::Playable::points_within)).
    ///
    /// # Panics
    ///
    /// If the venue was made without the evaluation, or the position is of another game.
    pub fn points(&self, evaluation: &str, position: &AnyPosition, value: Value) -> Option<f64> {
        self.evaluation(evaluation).points(position, value)
    }

    /// The chance that MAX wins a position to which the evaluation of this name gives this value, where it says that
    /// ([`Evaluation::chance`](crate::MatchEvaluation::chance)).
    ///
    /// # Panics
    ///
    /// If the venue was made without the evaluation, or the position is of another game.
    pub fn chance(&self, evaluation: &str, position: &AnyPosition, value: Value) -> Option<f64> {
        self.evaluation(evaluation).chance(position, value)
    }

    /// What went wrong with the evaluation of this name, so that its values are invalid
    /// ([`Evaluation::fault`](crate::MatchEvaluation::fault)).
    ///
    /// # Panics
    ///
    /// If the venue was made without the evaluation.
    pub fn fault(&self, evaluation: &str) -> Option<String> {
        self.evaluation(evaluation).evaluation.own.fault()
    }

    pub(crate) fn evaluation(&self, name: &str) -> &VenueEvaluation {
        let found = self.evaluations.iter().find(|(evaluation, _)| evaluation == name);
        let (_, evaluation) = found.unwrap_or_else(|| panic!("the venue was made without the evaluation `{name}`"));
        evaluation
    }
}

/// Why a game cannot be played as it is described.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum VenueError {
    /// The settings name no game.
    #[error(transparent)]
    Settings(#[from] SpecError),
    /// The file holds no weights of this game.
    #[error(transparent)]
    Weights(#[from] WrongWeights),
    /// An evaluation that a table describes cannot be made.
    #[error("evaluation `{name}`: {why}")]
    Evaluation {
        /// The name of the evaluation.
        name: String,
        /// Why it cannot be made.
        why: String,
    },
    /// A foreign program that evaluates or plays does not start.
    #[error("{name}: {fault}")]
    Foreign {
        /// The name of the program.
        name: String,
        /// Why it does not start.
        fault: Fault,
    },
}
