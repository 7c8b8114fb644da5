//! Solvers of a game's ends, of any game.

use std::time::Duration;

use bestply::proof_number::ProofEnds;
use bestply::{EndSolver, Limit, Report, Unsolved};

use crate::{AnyPosition, Judging, Playable, any_report};

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

    /// Forgets everything, so that a game does not depend on the games before it.
    fn reset(&mut self);
}

/// The solver of one game as one of any game.
pub struct EndsOf<P, X> {
    solver: X,
    game: std::marker::PhantomData<fn(P)>,
}

impl<P, X> EndsOf<P, X> {
    /// This solver, of positions of `P`.
    pub fn new(solver: X) -> EndsOf<P, X> {
        EndsOf { solver, game: std::marker::PhantomData }
    }
}

impl<P: Playable, X: EndSolver<P> + Send> Ends for EndsOf<P, X> {
    fn solve_end(&mut self, position: &AnyPosition, limit: &Limit) -> Result<Report<usize>, Box<Unsolved<usize>>> {
        let own: &P = position.native();
        match self.solver.solve_end(own, limit) {
            Ok(report) => Ok(position.indexed(any_report(own, report))),
            Err(unsolved) => {
                let Unsolved { rest, winless, counts, elapsed } = *unsolved;
                let winless = winless.into_iter().map(|mv| own.index_of(mv)).collect();
                Err(Box::new(Unsolved { rest, winless, counts, elapsed }))
            }
        }
    }

    fn reach(&self, time: Duration) -> usize {
        self.solver.reach(time)
    }

    fn reset(&mut self) {
        self.solver.reset();
    }
}

/// A solver by proof numbers of the ends of any game in which each game is won, drawn or lost.
pub fn proof_ends() -> Box<dyn Ends> {
    Box::new(EndsOf::<AnyPosition, _>::new(ProofEnds::new(Judging::default())))
}
