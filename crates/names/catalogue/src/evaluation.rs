//! Evaluations of a game under names, and as those of any game.

use std::error::Error;
use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::sync::Arc;

use bestply::learning::Logistic;
use bestply::network::{CheckSum, Parameters};
use bestply::{Bounds, Cached, Evaluator, Noisy, Search, Side, Value};
use bestply_any_game::{AnyEvaluator, AnyPosition, AnySearcher, Playable, the_same};
use toml::Table;

use crate::error::SpecError;
use crate::searcher::{KnownSearcher, Make, SearcherEntry};

/// What a player evaluates positions with, in the form that a match needs.
///
/// An evaluator that values finished games like all other positions only needs [`OneScale`] around it.
pub trait MatchEvaluation<P: Playable>: Send + Sync + 'static {
    /// The static values of searches. Threads that share a search have a copy each.
    type Searching: Evaluator<P> + Clone + Send + Sync + 'static;
    /// The exact values of the searches that finish a game (`docs/meaning.md`, 9).
    type Finishing: Evaluator<P> + Clone + Send + Sync + 'static;

    /// The static values, as this side searches with them.
    fn searching(&self, side: Side) -> Self::Searching;

    /// The exact values.
    fn finishing(&self) -> Self::Finishing;

    /// Whether both evaluators are on one scale,
    /// so that the finishing search may go on from the tree of the other searches.
    fn is_one_scale(&self) -> bool {
        false
    }

    /// The points by which MAX is expected to win a position of this value, where the evaluation says it.
    fn points(&self, position: &P, value: Value) -> Option<f64> {
        let _ = (position, value);
        None
    }

    /// The chance that MAX wins a position of this value, a draw being half a win, where the evaluation says it.
    fn chance(&self, position: &P, value: Value) -> Option<f64> {
        let _ = (position, value);
        None
    }

    /// What went wrong with the evaluation, so that its values are invalid.
    /// An evaluation that computes its values itself has no fault.
    fn fault(&self) -> Option<String> {
        None
    }
}

/// An evaluator that values finished games like all other positions, whichever side searches.
#[derive(Clone, Copy, Debug)]
pub struct OneScale<E>(pub E);

impl<P: Playable, E: Evaluator<P> + Clone + Send + Sync + 'static> MatchEvaluation<P> for OneScale<E> {
    type Searching = E;
    type Finishing = E;

    fn searching(&self, _: Side) -> E {
        self.0.clone()
    }

    fn finishing(&self) -> E {
        self.0.clone()
    }

    fn is_one_scale(&self) -> bool {
        true
    }
}

/// An evaluation under a name.
pub struct EvaluationEntry<P: Playable, V: MatchEvaluation<P>> {
    pub(crate) known: KnownEvaluation,
    evaluation: PhantomData<fn(P, V)>,
}

/// What an [`EvaluationEntry`] says, whatever its types.
#[derive(Clone)]
pub(crate) struct KnownEvaluation {
    pub(crate) name: &'static str,
    pub(crate) make: MakeEvaluation,
    /// The searchers that are compiled for it in the place of the catalogue's.
    pub(crate) compiled: Vec<KnownSearcher>,
    pub(crate) reads_weights: bool,
    pub(crate) is_shipped: bool,
    pub(crate) expects: Option<Expects>,
}

impl KnownEvaluation {
    fn new(name: &'static str, make: MakeEvaluation) -> KnownEvaluation {
        KnownEvaluation { name, make, compiled: Vec::new(), reads_weights: false, is_shipped: true, expects: None }
    }

    /// The evaluation for a venue, with the weights of a file of these bytes, or those that come with the program.
    pub(crate) fn made(&self, weights: Option<&[u8]>) -> Result<VenueEvaluation, WrongWeights> {
        let evaluation = (self.make)(weights)?;
        let lacks_sum =
            self.reads_weights && weights.is_some_and(|bytes| Parameters::check(bytes) == Ok(CheckSum::Missing));
        Ok(VenueEvaluation { evaluation, compiled: self.compiled.clone(), expects: self.expects, lacks_sum })
    }
}

/// What the values of an evaluation are the expectation of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expects {
    /// The result: a win of MAX is worth what the evaluator [says](bestply::Properties::win_value) it is, a draw 0,
    /// and a loss as much below.
    Result,
    /// The odds of MAX: at this value a win is *e* times as likely as a loss.
    Odds {
        /// That value.
        scale: u32,
    },
    /// The points by which MAX wins.
    Points {
        /// What a point is worth in the evaluation's values.
        a_point: u32,
    },
}

impl Expects {
    /// The points that a value says.
    pub(crate) fn points(self, value: Value) -> Option<f64> {
        match self {
            Expects::Result | Expects::Odds { .. } => None,
            Expects::Points { a_point } => Some(f64::from(value) / f64::from(a_point)),
        }
    }

    /// The chance of MAX that a value says, where a win is worth so much.
    pub(crate) fn chance(self, value: Value, win_value: f64) -> Option<f64> {
        match self {
            Expects::Result => Some(0.5 + 0.5 * (f64::from(value) / win_value).clamp(-1.0, 1.0)),
            Expects::Odds { scale } => Some(Logistic { scale: f64::from(scale) }.probability(f64::from(value))),
            Expects::Points { .. } => None,
        }
    }
}

/// Makes an evaluation from the bytes of a file of weights; with `None`, from the weights that come with the program.
type MakeEvaluation = Arc<dyn Fn(Option<&[u8]>) -> Result<AnyEvaluation, WrongWeights> + Send + Sync>;

/// Why a file's weights are not those of an evaluation, in the words of whoever reads them.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct WrongWeights(String);

impl WrongWeights {
    pub(crate) fn new(reason: impl Error) -> WrongWeights {
        WrongWeights(reason.to_string())
    }

    /// No weights come with the program.
    pub(crate) fn none_shipped(game: &str, model: &str) -> WrongWeights {
        WrongWeights(format!(
            "no weights of it come with the program; `train {game} --model {model}` writes a file, and `weights` names it"
        ))
    }
}

impl<P: Playable, V: MatchEvaluation<P>> EvaluationEntry<P, V> {
    /// An evaluation that is always the same.
    pub fn new(name: &'static str, evaluation: V) -> EvaluationEntry<P, V> {
        let evaluation = AnyEvaluation::of(evaluation);
        let known = KnownEvaluation::new(name, Arc::new(move |_| Ok(evaluation.clone())));
        EvaluationEntry { known, evaluation: PhantomData }
    }

    /// An evaluation whose weights can be read from a file.
    ///
    /// `make` gets the bytes of that file, or `None` for the weights that come with the program.
    pub fn learnt<X: Error>(
        name: &'static str,
        make: impl Fn(Option<&[u8]>) -> Result<V, X> + Send + Sync + 'static,
    ) -> EvaluationEntry<P, V> {
        let make = move |weights: Option<&[u8]>| make(weights).map(AnyEvaluation::of).map_err(WrongWeights::new);
        let known = KnownEvaluation { reads_weights: true, ..KnownEvaluation::new(name, Arc::new(make)) };
        EvaluationEntry { known, evaluation: PhantomData }
    }

    the_same! {
        /// The same evaluation, whose values are said to be the expectation of this.
        ///
        /// So people read points or chances in the place of values, where the [`MatchEvaluation`] does not say these
        /// itself.
        fn expects(self, expects: Expects) { self.known.expects = Some(expects) }

        /// The same evaluation, saying whether weights of it come with the program.
        ///
        /// Where none do, whoever names it names a file, too, and nobody has it who names no evaluation.
        fn shipped(self, is_shipped: bool) { self.known.is_shipped = is_shipped }
    }

    /// The same evaluation with a searcher compiled for this game and evaluation.
    ///
    /// A searcher finds the same without it, and takes a little longer for each node: the searchers of a catalogue
    /// are compiled once, for all games.
    /// This asks for one more, which is compiled in the crate that calls it.
    /// The catalogue's searcher of this name says which keys there are.
    /// A setting that this one does not read is refused where it would play, by the name of its key.
    #[must_use]
    pub fn searcher<S>(mut self, entry: &SearcherEntry<S>) -> EvaluationEntry<P, V>
    where
        S: Search<P, V::Searching> + Send + 'static,
    {
        self.known.compiled.push(entry.native::<P, V::Searching>());
        self
    }
}

/// An evaluation of a venue.
pub(crate) struct VenueEvaluation {
    pub(crate) evaluation: AnyEvaluation,
    /// The searchers that are compiled for it.
    compiled: Vec<KnownSearcher>,
    /// What its values are said to be the expectation of.
    expects: Option<Expects>,
    /// Whether it has weights from a file without a check sum.
    pub(crate) lacks_sum: bool,
}

impl VenueEvaluation {
    /// An evaluation of any game, for which no searcher is compiled.
    pub(crate) fn of_any(evaluation: impl MatchEvaluation<AnyPosition>) -> VenueEvaluation {
        VenueEvaluation {
            evaluation: AnyEvaluation::of(evaluation),
            compiled: Vec::new(),
            expects: None,
            lacks_sum: false,
        }
    }

    /// The evaluation, where searches have values with errors of so many wins ([`Noisy`]).
    /// No searcher is compiled for it.
    ///
    /// # Errors
    ///
    /// If it does not say what a win is worth, or the errors are less than half of a unit of its values.
    pub(crate) fn noisy(self, wins: f64, seed: u64) -> Result<VenueEvaluation, String> {
        let win_value = self.evaluation.searching(Side::Max).properties().win_value;
        let win_value = win_value.ok_or("it does not say what a win is worth, in which errors are counted")?;
        let deviation = NonZeroU32::new((wins * f64::from(win_value.get())).round() as u32);
        let deviation =
            deviation.ok_or_else(|| format!("errors of {wins} wins are none: a win is worth {win_value}"))?;
        let disturb = move |evaluator| AnyEvaluator::new::<AnyPosition, _>(Noisy::new(evaluator, deviation, seed));
        let evaluation = AnyEvaluation { is_one_scale: false, ..self.evaluation.within(disturb) };
        Ok(VenueEvaluation { evaluation, compiled: Vec::new(), ..self })
    }

    pub(crate) fn points(&self, position: &AnyPosition, value: Value) -> Option<f64> {
        let own = self.evaluation.own.points(position, value);
        let points = own.or_else(|| self.expects?.points(value))?;
        let Bounds { alpha, beta } = position.points_within();
        Some(points.max(alpha.into()).min(beta.into()))
    }

    pub(crate) fn chance(&self, position: &AnyPosition, value: Value) -> Option<f64> {
        let win_value = || self.evaluation.searching(Side::Max).properties().win_value;
        let own = self.evaluation.own.chance(position, value);
        own.or_else(|| self.expects?.chance(value, f64::from(win_value()?.get())))
    }

    /// What makes the searcher of this name with the settings of a table, where one is compiled for the game and the
    /// evaluation.
    pub(crate) fn native(&self, searcher: &str, settings: &Table) -> Option<Result<Make<AnySearcher>, SpecError>> {
        let compiled = self.compiled.iter().find(|compiled| compiled.about.name == searcher)?;
        Some(compiled.made(settings))
    }
}

/// An evaluation of any game, with what is around its evaluator where positions are searched.
#[derive(Clone)]
pub(crate) struct AnyEvaluation {
    pub(crate) own: Arc<dyn MatchEvaluation<AnyPosition, Searching = AnyEvaluator, Finishing = AnyEvaluator>>,
    around: Vec<Arc<dyn Fn(AnyEvaluator) -> AnyEvaluator + Send + Sync>>,
    /// As [`MatchEvaluation::is_one_scale`].
    pub(crate) is_one_scale: bool,
}

impl AnyEvaluation {
    /// An evaluation of one game, or of `AnyPosition`.
    pub(crate) fn of<P: Playable>(evaluation: impl MatchEvaluation<P>) -> AnyEvaluation {
        let is_one_scale = evaluation.is_one_scale();
        let own = Arc::new(EvaluationOf { evaluation, game: PhantomData });
        AnyEvaluation { own, around: Vec::new(), is_one_scale }
    }

    /// The evaluation, where searches remember so many bytes of its values.
    pub(crate) fn remembering(self, bytes: usize) -> AnyEvaluation {
        self.within(move |own| AnyEvaluator::new::<AnyPosition, _>(Cached::new(own, bytes)))
    }

    fn within(mut self, around: impl Fn(AnyEvaluator) -> AnyEvaluator + Send + Sync + 'static) -> AnyEvaluation {
        self.around.push(Arc::new(around));
        self
    }

    pub(crate) fn searching(&self, side: Side) -> AnyEvaluator {
        self.around.iter().fold(self.own.searching(side), |own, around| around(own))
    }
}

struct EvaluationOf<P, V> {
    evaluation: V,
    game: PhantomData<fn(P)>,
}

impl<P: Playable, V: MatchEvaluation<P>> MatchEvaluation<AnyPosition> for EvaluationOf<P, V> {
    type Searching = AnyEvaluator;
    type Finishing = AnyEvaluator;

    fn searching(&self, side: Side) -> AnyEvaluator {
        AnyEvaluator::new::<P, _>(self.evaluation.searching(side))
    }

    fn finishing(&self) -> AnyEvaluator {
        AnyEvaluator::new::<P, _>(self.evaluation.finishing())
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
