//! Solvers by proof numbers, for any game.

use bestply::Limit;
use bestply::proof_number::{
    Judge, NoProof, Numbers, ProofTree, Question, Score, Scores, Solution, Solver, by_mobility,
};

use crate::contestant::indices_of;
use crate::{AnyPosition, Catalogue, Playable, SpecError};

/// What is asked of a game, and how its leaves count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Judging {
    /// Whether the question is by how many [points](Playable::points), and not who wins.
    pub by_points: bool,
    /// Whether leaves count [by their moves](by_mobility), and not as one.
    pub by_mobility: bool,
}

impl Judging {
    /// What a finished game counts.
    pub fn score<P: Playable>(self, finished: &P) -> Score {
        let points = finished.points().filter(|_| self.by_points);
        let score = points.unwrap_or_else(|| finished.terminal_value().signum());
        score.clamp(Score::MIN.into(), Score::MAX.into()) as Score
    }
}

impl<P: Playable> Judge<P> for Judging {
    fn score(&mut self, finished: &P) -> Score {
        Judging::score(*self, finished)
    }

    fn leaf(&mut self, leaf: &P) -> Numbers {
        if self.by_mobility { by_mobility(leaf) } else { Numbers::LEAF }
    }
}

/// A [`Solver`] of one game. Moves are named by their indices in canonical order.
pub trait GameSolver: Send {
    /// As [`Solver::solve`].
    ///
    /// # Panics
    ///
    /// If the position is one of another game.
    fn solve(&mut self, position: &AnyPosition, scores: Scores, limit: &Limit) -> Solution<usize>;

    /// As [`Solver::prove`].
    ///
    /// # Errors
    ///
    /// As those of [`Solver::prove`].
    ///
    /// # Panics
    ///
    /// If the position is one of another game.
    fn prove(
        &mut self,
        position: &AnyPosition,
        question: Question,
        most: usize,
        limit: &Limit,
    ) -> Result<ProofTree, NoProof>;

    /// The solver itself, with what it remembers.
    fn solver(&self) -> &Solver;
}

/// The solver of one game as one of any game.
pub(crate) struct SolverOf<P> {
    solver: Solver,
    judging: Judging,
    game: std::marker::PhantomData<fn(P)>,
}

impl<P> SolverOf<P> {
    pub(crate) fn new(solver: Solver, judging: Judging) -> SolverOf<P> {
        SolverOf { solver, judging, game: std::marker::PhantomData }
    }
}

impl<P: Playable> GameSolver for SolverOf<P> {
    fn solve(&mut self, position: &AnyPosition, scores: Scores, limit: &Limit) -> Solution<usize> {
        let mut root = of_game::<P>(position);
        let solution = self.solver.solve(&mut root, &mut self.judging, scores, limit, &mut ());
        let best = solution.best_move.map(|mv| root.index_of(mv));
        let line = indices_of(&root, &solution.line);
        solution.with_moves(best, line)
    }

    fn prove(
        &mut self,
        position: &AnyPosition,
        question: Question,
        most: usize,
        limit: &Limit,
    ) -> Result<ProofTree, NoProof> {
        self.solver.prove(&mut of_game::<P>(position), &mut self.judging, question, most, limit)
    }

    fn solver(&self) -> &Solver {
        &self.solver
    }
}

fn of_game<P: Playable>(position: &AnyPosition) -> P {
    position.to_game().expect("a solver solves positions of its own game")
}

impl Catalogue {
    /// A solver for a game, which goes on with what `solver` remembers.
    ///
    /// # Errors
    ///
    /// If there is no such game.
    pub fn solver(&self, game: &str, solver: Solver, judging: Judging) -> Result<Box<dyn GameSolver>, SpecError> {
        Ok(self.erased_game(game)?.solver(solver, judging))
    }
}
