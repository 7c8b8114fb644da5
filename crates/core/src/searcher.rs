use crate::{Evaluator, Limit, Observer, Position, Report};

/// A game-tree search over any position and evaluator.
///
/// A searcher may keep a tree from one search to the next. The caller keeps it in step: after each move of the game, by
/// either side, [`advance`](Searcher::advance); before an unrelated position, [`reset`](Searcher::reset).
pub trait Searcher<P: Position, E: Evaluator<P>> {
    /// Searches until a limit ends it. The position is changed in place and is as it was on return.
    ///
    /// # Panics
    ///
    /// If a saved tree is not of this position.
    fn search(&mut self, position: &mut P, evaluator: &mut E, limit: &Limit) -> Report<P::Move>;

    /// As [`search`](Searcher::search), telling `observer` of every step.
    fn search_observed(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut dyn Observer,
    ) -> Report<P::Move>;

    /// Follows a move of the game: what is known below it is kept, the rest freed. `position` is the one before the move.
    fn advance(&mut self, position: &P, mv: P::Move);

    /// Forgets everything.
    fn reset(&mut self);
}
