//! What is known of the moves at the root, and the questions that make it more.

use bestply_core::{Position, Stop};

use super::board::Board;
use super::order::MOST_MOVES;
use super::search::{Solve, place};
use super::window::Window;
use crate::{Move, Othello};

/// The moves of a position with bounds of their scores, for the side to move.
///
/// A question that a limit cuts off leaves what it found.
pub(super) struct Root {
    pub(super) moves: Vec<RootMove>,
}

/// A move at the root.
#[derive(Clone, Copy)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    after: Board,
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl Root {
    /// The moves of a position that is not over, in the order in which they are tried.
    pub(super) fn new(position: &Othello, search: &mut Solve<'_>) -> Root {
        let board = Board { mover: position.mover(), waiting: position.waiting() };
        let root_move = |mv, after| RootMove { mv, after, lower: -64, upper: 64 };
        let known = search.table.get(board);
        let moves = match board.legal() {
            0 => position.moves().map(|pass| root_move(pass, board.passed())).collect(),
            legal => search
                .ordered::<MOST_MOVES>(board, legal, known)
                .map(|candidate| root_move(place(candidate.square()), candidate.after))
                .collect(),
        };
        Root { moves }
    }

    /// The bounds of the position's score.
    pub(super) fn bounds(&self) -> (i32, i32) {
        let most = |bound: fn(&RootMove) -> i32| self.moves.iter().map(bound).max().unwrap_or(0);
        (most(|mv| mv.lower), most(|mv| mv.upper))
    }

    /// The move that is known to be best: of the highest lower bound, and of several the one that may be worth most.
    pub(super) fn best(&self) -> RootMove {
        self.moves[1..]
            .iter()
            .fold(self.moves[0], |best, &mv| if (mv.lower, mv.upper) > (best.lower, best.upper) { mv } else { best })
    }

    /// Whether it is known who wins.
    pub(super) fn is_settled(&self) -> bool {
        let (lower, upper) = self.bounds();
        lower > 0 || upper < 0 || lower == upper
    }

    /// Finds out who wins.
    pub(super) fn settle(&mut self, search: &mut Solve<'_>) -> Result<(), Stop> {
        for alpha in [0, -1] {
            if !self.is_settled() {
                self.ask(search, alpha)?;
            }
        }
        Ok(())
    }

    /// Finds out the score, by questions near what is known: further off each time that the answer is more.
    pub(super) fn measure(&mut self, search: &mut Solve<'_>) -> Result<(), Stop> {
        let mut step = 2;
        let (mut lower, mut upper) = self.bounds();
        let mut was_more = lower >= 0;
        while lower < upper {
            let alpha = if was_more { (lower + step - 2).min(upper - 1) } else { (upper - step).max(lower) };
            self.ask(search, alpha)?;
            let (least, most) = self.bounds();
            let is_more = least > lower;
            step = if is_more == was_more { step * 2 } else { 2 };
            (lower, upper, was_more) = (least, most, is_more);
        }
        Ok(())
    }

    /// Finds out whether the score is more than `alpha`.
    fn ask(&mut self, search: &mut Solve<'_>, alpha: i32) -> Result<(), Stop> {
        self.moves.sort_by_key(|mv| std::cmp::Reverse((mv.lower, mv.upper)));
        for mv in self.moves.iter_mut().filter(|mv| mv.upper > alpha) {
            let score = -search.null_window(mv.after, -alpha - 1)?;
            if score > alpha {
                mv.lower = mv.lower.max(score);
                return Ok(());
            }
            mv.upper = mv.upper.min(score);
        }
        Ok(())
    }

    /// The best move, then perfect play to the end.
    pub(super) fn line(&self, search: &mut Solve<'_>) -> Result<Vec<Move>, Stop> {
        let best = self.best();
        let mut line = Vec::new();
        search.principal(best.after, Window::of(-best.upper, -best.lower), &mut line)?;
        line.insert(0, best.mv);
        Ok(line)
    }
}
