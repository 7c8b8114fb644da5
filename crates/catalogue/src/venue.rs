//! A game with its settings, ready to be played.

use std::marker::PhantomData;
use std::sync::Arc;

use bestply::{Bounds, Cached, Evaluator, Limit, Side, Surcharge, Value};
use bestply_foreign::Fault;

use crate::contestant::SearchingContestant;
use crate::ends::MakeEnds;
use crate::searcher::{CACHE_BYTES, ErasedSearcher};
use crate::unwatched::Unwatched;
use crate::{
    AnyEvaluator, AnyPosition, Contestant, Evaluation, Expects, Playable, SearcherSpec, SpecError, Starts, WrongWeights,
};

/// A game with its settings: its starts, and the evaluations of its players.
///
/// A [`Catalogue`](crate::Catalogue) makes it once for all the games that are played there. Threads share it.
pub struct Venue {
    pub(crate) starts: Starts<AnyPosition>,
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
    /// where it says that ([`Evaluation::points`]).
    /// They are within what the game can still end with ([`Playable::points_within`]).
    ///
    /// # Panics
    ///
    /// If the venue was made without the evaluation, or the position is of another game.
    pub fn points(&self, evaluation: &str, position: &AnyPosition, value: Value) -> Option<f64> {
        self.evaluation(evaluation).points(position, value)
    }

    /// The chance that MAX wins a position to which the evaluation of this name gives this value, where it says that
    /// ([`Evaluation::chance`]).
    ///
    /// # Panics
    ///
    /// If the venue was made without the evaluation, or the position is of another game.
    pub fn chance(&self, evaluation: &str, position: &AnyPosition, value: Value) -> Option<f64> {
        self.evaluation(evaluation).chance(position, value)
    }

    /// What went wrong with the evaluation of this name, so that its values are invalid ([`Evaluation::fault`]).
    ///
    /// # Panics
    ///
    /// If the venue was made without the evaluation.
    pub fn fault(&self, evaluation: &str) -> Option<String> {
        self.evaluation(evaluation).evaluation.fault()
    }

    /// A contestant with this evaluation, to play from `start`.
    pub(crate) fn contestant(
        &self,
        spec: &SearcherSpec,
        any_searcher: &dyn ErasedSearcher,
        evaluation: &str,
        start: &AnyPosition,
    ) -> Box<dyn Contestant> {
        let evaluation = self.evaluation(evaluation);
        let limit = Limit { surcharge: self.surcharge, ..spec.limit() };
        let cache_bytes = spec.get(CACHE_BYTES).and_then(toml::Value::as_integer);
        let (searcher, evaluation) = match cache_bytes {
            // A searcher that is compiled for an evaluation knows that one alone.
            None => (evaluation.native(spec), Arc::clone(&evaluation.evaluation)),
            Some(bytes) => (None, remembering(&evaluation.evaluation, bytes as usize)),
        };
        let searcher = searcher.unwrap_or_else(|| any_searcher.unwatched(spec));
        Box::new(SearchingContestant::new(searcher, limit, &evaluation, start))
    }

    fn evaluation(&self, name: &str) -> &VenueEvaluation {
        let found = self.evaluations.iter().find(|(evaluation, _)| evaluation == name);
        let (_, evaluation) = found.unwrap_or_else(|| panic!("the venue was made without the evaluation `{name}`"));
        evaluation
    }
}

/// Why a game cannot be played as it is described.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
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

/// An evaluation of a venue.
pub(crate) struct VenueEvaluation {
    pub(crate) evaluation: Arc<dyn ErasedEvaluation>,
    /// The searchers that are compiled for it.
    pub(crate) natives: Vec<MakeNative>,
    /// What its values are said to be the expectation of.
    pub(crate) expects: Option<Expects>,
}

/// The name of a searcher that is compiled for an evaluation in the place of the catalogue's, and what makes it.
pub(crate) type MakeNative = (&'static str, Arc<dyn Fn(&SearcherSpec) -> Unwatched + Send + Sync>);

impl VenueEvaluation {
    /// An evaluation of any game, for which no searcher is compiled.
    pub(crate) fn of_any(evaluation: impl Evaluation<AnyPosition>) -> VenueEvaluation {
        VenueEvaluation { evaluation: erased(evaluation), natives: Vec::new(), expects: None }
    }

    fn points(&self, position: &AnyPosition, value: Value) -> Option<f64> {
        let own = self.evaluation.points(position, value);
        let points = own.or_else(|| self.expects?.points(value))?;
        let Bounds { alpha, beta } = position.points_within();
        Some(points.max(alpha.into()).min(beta.into()))
    }

    fn chance(&self, position: &AnyPosition, value: Value) -> Option<f64> {
        let win_value = || self.evaluation.searching(Side::Max).properties().win_value;
        let expected = || self.expects?.chance(value, f64::from(win_value()?.get()));
        self.evaluation.chance(position, value).or_else(expected)
    }

    /// The searcher of this specification, where one is compiled for the game and the evaluation.
    fn native(&self, spec: &SearcherSpec) -> Option<Unwatched> {
        let (_, make) = self.natives.iter().find(|(name, _)| *name == spec.name())?;
        Some(make(spec))
    }
}

/// An [`Evaluation`] of any game.
pub(crate) trait ErasedEvaluation: Send + Sync {
    fn searching(&self, side: Side) -> AnyEvaluator;
    fn finishing(&self) -> AnyEvaluator;
    fn is_one_scale(&self) -> bool;
    fn points(&self, position: &AnyPosition, value: Value) -> Option<f64>;
    fn chance(&self, position: &AnyPosition, value: Value) -> Option<f64>;
    fn fault(&self) -> Option<String>;
}

/// The evaluation, where searches remember so many bytes of its values.
fn remembering(evaluation: &Arc<dyn ErasedEvaluation>, bytes: usize) -> Arc<dyn ErasedEvaluation> {
    Arc::new(Remembering { evaluation: Arc::clone(evaluation), bytes })
}

struct Remembering {
    evaluation: Arc<dyn ErasedEvaluation>,
    bytes: usize,
}

impl ErasedEvaluation for Remembering {
    fn searching(&self, side: Side) -> AnyEvaluator {
        AnyEvaluator::new::<AnyPosition, _>(Cached::new(self.evaluation.searching(side), self.bytes))
    }

    fn finishing(&self) -> AnyEvaluator {
        self.evaluation.finishing()
    }

    fn is_one_scale(&self) -> bool {
        self.evaluation.is_one_scale()
    }

    fn points(&self, position: &AnyPosition, value: Value) -> Option<f64> {
        self.evaluation.points(position, value)
    }

    fn chance(&self, position: &AnyPosition, value: Value) -> Option<f64> {
        self.evaluation.chance(position, value)
    }

    fn fault(&self) -> Option<String> {
        self.evaluation.fault()
    }
}

/// An evaluation of one game, or of `AnyPosition`, as one of any game.
pub(crate) fn erased<P: Playable, V: Evaluation<P>>(evaluation: V) -> Arc<dyn ErasedEvaluation> {
    Arc::new(EvaluationOf { evaluation, game: PhantomData })
}

struct EvaluationOf<P, V> {
    evaluation: V,
    game: PhantomData<fn(P)>,
}

impl<P: Playable, V: Evaluation<P>> ErasedEvaluation for EvaluationOf<P, V> {
    fn searching(&self, side: Side) -> AnyEvaluator {
        AnyEvaluator::new::<P, _>(self.evaluation.searching(side))
    }

    fn finishing(&self) -> AnyEvaluator {
        AnyEvaluator::new::<P, _>(self.evaluation.finishing())
    }

    fn is_one_scale(&self) -> bool {
        self.evaluation.is_one_scale()
    }

    fn points(&self, position: &AnyPosition, value: Value) -> Option<f64> {
        self.evaluation.points(position.native(), value)
    }

    fn chance(&self, position: &AnyPosition, value: Value) -> Option<f64> {
        self.evaluation.chance(position.native(), value)
    }

    fn fault(&self) -> Option<String> {
        self.evaluation.fault()
    }
}
