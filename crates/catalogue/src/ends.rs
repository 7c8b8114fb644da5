//! Solvers of a game's ends, of any game.

use std::time::Duration;

use bestply::{EndSolver, Limit, Report, Unsolved};

use crate::contestant::indices_of;
use crate::{AnyPosition, GameEntry, Playable};

/// An [`EndSolver`] of any game. Moves are named by their indices in canonical order.
pub trait Ends: Send {
    /// As [`EndSolver::solve_end`].
    ///
    /// # Errors
    ///
    /// As those of [`EndSolver::solve_end`].
    ///
    /// # Panics
    ///
    /// If the game is over, or it is another game than the solver's.
    fn solve_end(&mut self, position: &AnyPosition, limit: &Limit) -> Result<Report<usize>, Box<Unsolved<usize>>>;

    /// As [`EndSolver::reach`].
    fn reach(&self, time: Duration) -> usize;
}

/// The solver of one game as one of any game.
pub(crate) struct EndsOf<P, X> {
    solver: X,
    game: std::marker::PhantomData<fn(P)>,
}

impl<P, X> EndsOf<P, X> {
    pub(crate) fn new(solver: X) -> EndsOf<P, X> {
        EndsOf { solver, game: std::marker::PhantomData }
    }
}

impl<P: Playable, X: EndSolver<P> + Send> Ends for EndsOf<P, X> {
    fn solve_end(&mut self, position: &AnyPosition, limit: &Limit) -> Result<Report<usize>, Box<Unsolved<usize>>> {
        let position: &P = position.get().expect("a solver solves positions of its own game");
        let index_of = |mv: P::Move| position.index_of(mv);
        match self.solver.solve_end(position, limit) {
            Ok(mut report) => {
                let line = indices_of(position, &std::mem::take(&mut report.line));
                let mut report = report.map(index_of);
                report.line = line;
                Ok(report)
            }
            Err(unsolved) => {
                let Unsolved { rest, winless, counts, elapsed } = *unsolved;
                let winless = winless.into_iter().map(index_of).collect();
                Err(Box::new(Unsolved { rest, winless, counts, elapsed }))
            }
        }
    }

    fn reach(&self, time: Duration) -> usize {
        self.solver.reach(time)
    }
}

/// Makes a solver of a game's ends.
pub(crate) type MakeEnds = Box<dyn Fn() -> Box<dyn Ends> + Send + Sync>;

impl<P: Playable> GameEntry<P> {
    /// The same game with a solver for its ends, which players ask first wherever somebody plays with them.
    ///
    /// Contestants of experiments do without it.
    #[must_use]
    pub fn ends<X: EndSolver<P> + Send + 'static>(
        mut self,
        make: impl Fn() -> X + Send + Sync + 'static,
    ) -> GameEntry<P> {
        self.ends = Some(Box::new(move || Box::new(EndsOf::<P, X>::new(make()))));
        self
    }
}
