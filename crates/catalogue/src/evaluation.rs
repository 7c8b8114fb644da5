use std::error::Error;
use std::sync::Arc;

use bestply::{Evaluator, Search, Side, Value};

use crate::Playable;
use crate::searcher::SearcherEntry;
use crate::venue::MakeContestant;

/// What a player evaluates positions with, in the form that a match needs.
///
/// An evaluator that values finished games like all other positions only needs [`OneScale`] around it.
pub trait Evaluation<P: Playable>: Send + Sync + 'static {
    /// The static values of searches. Threads that share a search have a copy each.
    type Searching: Evaluator<P> + Clone + Send + 'static;
    /// The exact values of the searches that finish a game (`docs/meaning.md`, 9).
    type Finishing: Evaluator<P> + Clone + Send + 'static;

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

    /// What went wrong with the evaluation, so that its values are invalid.
    /// An evaluation that computes its values itself has no fault.
    fn fault(&self) -> Option<String> {
        None
    }
}

/// An evaluator that values finished games like all other positions, whichever side searches.
#[derive(Clone, Copy, Debug)]
pub struct OneScale<E>(pub E);

impl<P: Playable, E: Evaluator<P> + Clone + Send + Sync + 'static> Evaluation<P> for OneScale<E> {
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
pub struct EvaluationEntry<P, V> {
    pub(crate) name: &'static str,
    pub(crate) make: MakeEvaluation<V>,
    pub(crate) own: Vec<(&'static str, MakeContestant<P, V>)>,
    pub(crate) reads_weights: bool,
}

/// Makes an evaluation from the bytes of a file of weights; with `None`, from the weights that come with the program.
type MakeEvaluation<V> = Box<dyn Fn(Option<&[u8]>) -> Result<Arc<V>, WrongWeights> + Send + Sync>;

/// Why a file's weights are not those of an evaluation, in the words of whoever reads them.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct WrongWeights(String);

impl<P: Playable, V: Evaluation<P>> EvaluationEntry<P, V> {
    /// An evaluation that is always the same.
    pub fn new(name: &'static str, evaluation: V) -> EvaluationEntry<P, V> {
        let evaluation = Arc::new(evaluation);
        let make = move |_: Option<&[u8]>| Ok(Arc::clone(&evaluation));
        EvaluationEntry { name, make: Box::new(make), own: Vec::new(), reads_weights: false }
    }

    /// An evaluation whose weights can be read from a file.
    ///
    /// `make` gets the bytes of that file, or `None` for the weights that come with the program.
    pub fn learnt<X: Error>(
        name: &'static str,
        make: impl Fn(Option<&[u8]>) -> Result<V, X> + Send + Sync + 'static,
    ) -> EvaluationEntry<P, V> {
        let make =
            move |weights: Option<&[u8]>| make(weights).map(Arc::new).map_err(|error| WrongWeights(error.to_string()));
        EvaluationEntry { name, make: Box::new(make), own: Vec::new(), reads_weights: true }
    }

    /// The same evaluation with a searcher compiled for this game and evaluation, as bestply's own are.
    ///
    /// Without it a user's searcher plays the same moves, but takes longer for each node.
    #[must_use]
    pub fn searcher<S>(mut self, entry: &SearcherEntry<S>) -> EvaluationEntry<P, V>
    where
        S: Search<P, V::Searching> + Send + 'static,
    {
        let entry = entry.clone();
        let name = entry.about.name;
        self.own.push((name, Arc::new(move |spec, evaluation, start| entry.contestant(spec, evaluation, start))));
        self
    }
}
