use bestply::{Evaluator, Side};

use crate::Playable;

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
