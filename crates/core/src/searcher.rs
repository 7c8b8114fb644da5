use crate::{Evaluator, Limit, Observer, Position, Report};

/// What forgets.
pub trait Reset {
    /// Forgets everything but the settings.
    fn reset(&mut self);
}

/// What a searcher knows of the game it plays in, kept from one search to the next.
///
/// A [`Player`](crate::Player) keeps it in step. A caller without one does so itself: after each move of the game, by either
/// side, [`advance`](Advance::advance); before an unrelated game, [`reset`](Reset::reset).
pub trait Advance<P: Position>: Reset {
    /// Follows a move of the game: what is known below it is kept, the rest freed.
    /// `position` is the one before the move, and is left as it was.
    ///
    /// # Panics
    ///
    /// If the move is not legal there.
    fn advance(&mut self, position: &mut P, mv: P::Move);
}

/// A game-tree search over any position and evaluator: what a caller sees of a searcher.
///
/// It is implemented for whatever implements [`Search`], and for a `Box` of it, `Box<dyn Searcher<P, E> + Send>` included.
pub trait Searcher<P: Position, E: Evaluator<P>>: Advance<P> {
    /// Searches until a limit ends it. The position is changed in place and is as it was on return.
    ///
    /// What the searcher keeps of an earlier position is used where it is this one's.
    /// It starts anew where what it kept shows that it is not: by the side to move, the number of moves, or the
    /// [fingerprint](Position::fingerprint) if there is one.
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

/// A game-tree search as its author writes it: one function, compiled for each kind of observer.
pub trait Search<P: Position, E: Evaluator<P>>: Advance<P> {
    /// As [`Searcher::search_observed`].
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move>;
}

impl<P: Position, E: Evaluator<P>, S: Search<P, E>> Searcher<P, E> for S {
    fn search(&mut self, position: &mut P, evaluator: &mut E, limit: &Limit) -> Report<P::Move> {
        self.run(position, evaluator, limit, &mut ())
    }

    fn search_observed(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        mut observer: &mut dyn Observer,
    ) -> Report<P::Move> {
        self.run(position, evaluator, limit, &mut observer)
    }
}

impl<S: Reset + ?Sized> Reset for Box<S> {
    fn reset(&mut self) {
        (**self).reset();
    }
}

impl<P: Position, S: Advance<P> + ?Sized> Advance<P> for Box<S> {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        (**self).advance(position, mv);
    }
}

impl<P: Position, E: Evaluator<P>, S: Searcher<P, E> + ?Sized> Search<P, E> for Box<S> {
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        match observer.is_watching() {
            true => (**self).search_observed(position, evaluator, limit, observer),
            false => (**self).search(position, evaluator, limit),
        }
    }
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
