use std::thread::Builder;

use crate::{Evaluator, Limit, Observer, Position, Report};

/// A searcher, or a part of one, that can forget.
pub trait Reset {
    /// Forgets everything but the settings.
    fn reset(&mut self);
}

/// What a searcher knows of the game it plays in, kept from one search to the next.
///
/// A [`Player`](crate::Player) keeps this knowledge in step with the game.
/// A caller without a player calls [`advance`](Advance::advance) after each move of the game, by either side,
/// and [`reset`](Reset::reset) before an unrelated game.
pub trait Advance<P: Position>: Reset {
    /// Follows a move of the game: keeps what is known below the move and frees the rest.
    ///
    /// `position` is the position before the move, and is left as it was.
    ///
    /// # Panics
    ///
    /// If the move is not legal in `position`.
    fn advance(&mut self, position: &mut P, mv: P::Move);

    /// The line that the last search of `position` expects after this move: the move, then the best replies.
    ///
    /// `position` is left as it was. A searcher that keeps no such lines knows only the move itself.
    ///
    /// # Panics
    ///
    /// If the move is not legal in `position`, for a searcher that keeps lines.
    fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        let _ = position;
        vec![mv]
    }
}

/// A game-tree search over any position and evaluator: what a caller sees of a searcher.
///
/// Every type that implements [`Search`] implements this, and so does a `Box` of one,
/// `Box<dyn Searcher<P, E> + Send>` included.
pub trait Searcher<P: Position, E: Evaluator<P>>: Advance<P> {
    /// Searches until a limit ends the search. The position changes in place, and is as it was on return.
    ///
    /// The searcher uses what it kept of an earlier search where that belongs to this position.
    /// It starts anew where it can see that what it kept belongs to another position.
    /// It can see this by the side to move, the number of moves,
    /// and the [fingerprint](Position::fingerprint) if there is one.
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
        // A copy that nobody can watch is faster. A build with debug assertions has one copy of each search for both:
        // those of tests are most of what all tests compile.
        if cfg!(debug_assertions) {
            self.search_observed(position, evaluator, limit, &mut ())
        } else {
            self.run(position, evaluator, limit, &mut ())
        }
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

    fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        (**self).line_after(position, mv)
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
        if observer.is_watching() {
            (**self).search_observed(position, evaluator, limit, observer)
        } else {
            (**self).search(position, evaluator, limit)
        }
    }
}

/// How many children of a node are made when one is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Generation {
    /// One; the next is made only if it is wanted too. A cut-off leaves the rest unmade (Korf & Chickering 1993).
    #[default]
    OneAtATime,
    /// All, whatever the value of the first ("depth-first expansion").
    /// The experiments of Korf (1992, section 4) count so.
    All,
}

/// A thread that searches or evaluates with others: its stack is as large as that of a program's first thread,
/// for a user's evaluation may need as much on any of them.
pub fn helper_thread() -> Builder {
    Builder::new().stack_size(8 << 20)
}
