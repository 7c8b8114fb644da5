//! A solver by proof numbers, for any game.

use bestply::proof_number::{
    Judge, NoProof, Numbers, ProofTree, Question, Score, Scores, Solution, Solver, WrongProof, by_mobility,
};
use bestply::{Limit, Position};

use crate::{AnyPosition, Playable};

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

    /// Whether a tree is a proof of this position, as [`ProofTree::check`].
    ///
    /// Positions are told apart by all that the rules depend on; a text or a key may be that of two.
    ///
    /// # Errors
    ///
    /// The first mistake.
    pub fn check(self, tree: &ProofTree, position: &AnyPosition) -> Result<(), WrongProof> {
        tree.check(&mut position.clone(), |finished| self.score(finished), AnyPosition::clone)
    }
}

impl<P: Playable> Judge<P> for Judging {
    fn score(&mut self, finished: &P) -> Score {
        Judging::score(*self, finished)
    }

    fn leaf_after(&mut self, parent: &mut P, mv: P::Move) -> Numbers {
        if self.by_mobility { by_mobility(parent, mv) } else { Numbers::LEAF }
    }
}

/// A [`Solver`] of any game's positions. Moves are named by their indices in canonical order.
///
/// What it remembers is of one game.
#[derive(Debug)]
pub struct GameSolver {
    solver: Solver,
    judging: Judging,
}

impl GameSolver {
    /// A solver that goes on with what `solver` remembers.
    pub fn new(solver: Solver, judging: Judging) -> GameSolver {
        GameSolver { solver, judging }
    }

    /// As [`Solver::solve`].
    pub fn solve(&mut self, position: &AnyPosition, scores: Scores, limit: &Limit) -> Solution<usize> {
        let mut root = position.clone();
        let solution = self.solver.solve(&mut root, &mut self.judging, scores, limit, &mut ());
        let best = solution.best_move.map(|mv| root.index_of(mv));
        let line = root.indices_of(&solution.line);
        solution.with_moves(best, line)
    }

    /// As [`Solver::prove`].
    ///
    /// # Errors
    ///
    /// As those of [`Solver::prove`].
    pub fn prove(
        &mut self,
        position: &AnyPosition,
        question: Question,
        most: usize,
        limit: &Limit,
    ) -> Result<ProofTree, NoProof> {
        self.solver.prove(&mut position.clone(), &mut self.judging, question, most, limit)
    }

    /// The solver itself, with what it remembers.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }
}
