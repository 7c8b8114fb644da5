use crate::{Evaluator, Limit, Observer, Position, Report};

/// What a searcher knows of the game it plays in, kept from one search to the next.
///
/// The caller keeps it in step: after each move of the game, by either side, [`advance`](Advance::advance); before an unrelated
/// position, [`reset`](Advance::reset).
pub trait Advance<P: Position> {
    /// Follows a move of the game: what is known below it is kept, the rest freed. `position` is the one before the move.
    ///
    /// # Panics
    ///
    /// If the move is not legal there.
    fn advance(&mut self, position: &P, mv: P::Move);

    /// Forgets everything.
    fn reset(&mut self);
}

/// A game-tree search over any position and evaluator.
pub trait Searcher<P: Position, E: Evaluator<P>>: Advance<P> {
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
}

/// How many children of a node are made when one is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Generation {
    /// One, and the next only if it is wanted too: a cut-off leaves the rest unmade (Korf & Chickering 1993).
    #[default]
    OneAtATime,
    /// All, "depth-first expansion", whatever the value of the first: how the experiments of Korf (1992, section 4) count.
    All,
}
