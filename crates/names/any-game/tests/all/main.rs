//! What bestply's searchers find beside each other, by the copies that are compiled once for any game.

mod distance;
mod evaluations;
mod linear;
mod to_the_end;

use bestply::Evaluator;
use bestply_any_game::{AnyEvaluator, AnyPosition, Playable};

/// A position and an evaluator of one game as those of any game.
fn any<P, E>(position: P, evaluator: E) -> (AnyPosition, AnyEvaluator)
where
    P: Playable,
    E: Evaluator<P> + Clone + Send + Sync + 'static,
{
    (AnyPosition::new(position), AnyEvaluator::new(evaluator))
}
