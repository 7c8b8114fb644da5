use std::time::Duration;

use crate::{Advance, Bounds, Counts, Evaluator, Limit, Observer, Position, Report, Reset, Search, Side, Value};

/// A solver for the ends of a game, which plays there in the place of a searcher.
///
/// It sees the same limits as a searcher, and decides by itself whether an end is near enough.
/// [`WithEnds`] makes one player of a searcher and a solver.
pub trait EndSolver<P: Position>: Reset {
    /// Solves the position as far as the limit allows, if the end is near enough to begin.
    ///
    /// The report of a solved position says what the finished game is worth ([`Report::outcome`]):
    /// who wins, at least, and by how much where the limit allowed that, too.
    /// Of a game that is proved to be won, drawn or lost, the best move is one that wins, draws or loses,
    /// and of several such moves one with the best outcome that is known.
    ///
    /// # Errors
    ///
    /// Not known is who wins. The error has what is left of the limit for a searcher.
    ///
    /// # Panics
    ///
    /// If the game is over.
    fn solve_end(&mut self, position: &P, limit: &Limit) -> Result<Report<P::Move>, Box<Unsolved<P::Move>>>;

    /// How many moves before the end of a game the winner is mostly found in this time.
    ///
    /// Whoever manages the time of a whole game plans no time for the moves from there on. By default it is 0.
    fn reach(&self, time: Duration) -> usize {
        let _ = time;
        0
    }
}

/// What a solver knows of a position that it did not solve.
#[derive(Clone, Debug)]
pub struct Unsolved<M> {
    /// What is left of the limit.
    pub rest: Limit,
    /// The moves that are proved not to win.
    pub winless: Vec<M>,
    /// What the solver did.
    pub counts: Counts,
    /// The time that the solver took.
    pub elapsed: Duration,
}

impl<M: Copy + PartialEq> Unsolved<M> {
    /// Nothing begun: the whole limit is left.
    pub fn not_begun(limit: &Limit) -> Box<Unsolved<M>> {
        let (counts, elapsed) = (Counts::default(), Duration::ZERO);
        Box::new(Unsolved { rest: limit.clone(), winless: Vec::new(), counts, elapsed })
    }

    /// The report of a searcher that had the rest of the limit, with what the solver knows and what it cost.
    ///
    /// A move that is proved not to win gives way to the best move that the searcher takes for a win.
    #[must_use]
    pub fn complete(self, side: Side, mut report: Report<M>) -> Report<M> {
        report.counts += self.counts;
        report.elapsed += self.elapsed;
        if report.best_move.is_some_and(|best| self.winless.contains(&best)) {
            let hopes = report.root_moves.iter().filter(|root| {
                !self.winless.contains(&root.mv) && !root.kind.is_bound() && side.prefers(root.value, 0)
            });
            if let Some(hope) = hopes.max_by_key(|root| side.orient(root.value)).copied() {
                (report.best_move, report.value, report.line) = (Some(hope.mv), Some(hope.value), vec![hope.mv]);
                report.proved = false;
            }
        }
        report
    }
}

/// A searcher for the middle of a game and a solver for its end, as one searcher.
///
/// The solver is asked first. Where it does not solve a position, the searcher has what is left of the limit.
/// An observer is told of the searcher's steps alone.
///
/// ```
/// use bestply_core::{EndSolver, Unsolved, WithEnds};
#[doc = include_str!("player/nim.txt")]
///
/// /// Knows that whoever leaves a multiple of three matches wins.
/// struct Theory;
///
/// impl Reset for Theory {
///     fn reset(&mut self) {}
/// }
///
/// impl EndSolver<Nim> for Theory {
///     fn solve_end(&mut self, nim: &Nim, limit: &Limit) -> Result<Report<u8>, Box<Unsolved<u8>>> {
///         if nim.matches > 6 {
///             return Err(Unsolved::not_begun(limit));
///         }
///         let mut report = Report::new(Stop::Terminal);
///         report.best_move = Some((nim.matches % 3).max(1));
///         Ok(report)
///     }
/// }
///
/// let mut player = Player::new(NIM, WithEnds::new(First, Theory), Matches);
/// assert_eq!(player.search(&Limit::new()).best_move, Some(1));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct WithEnds<S, X> {
    /// The searcher.
    pub searcher: S,
    /// The solver.
    pub ends: X,
}

impl<S, X> WithEnds<S, X> {
    /// A searcher with a solver.
    pub fn new(searcher: S, ends: X) -> WithEnds<S, X> {
        WithEnds { searcher, ends }
    }
}

impl<S: Reset, X: Reset> Reset for WithEnds<S, X> {
    fn reset(&mut self) {
        self.searcher.reset();
        self.ends.reset();
    }
}

impl<P: Position, S: Advance<P>, X: Reset> Advance<P> for WithEnds<S, X> {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        self.searcher.advance(position, mv);
    }

    fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        self.searcher.line_after(position, mv)
    }
}

impl<P: Position, E: Evaluator<P>, S: Search<P, E>, X: EndSolver<P>> Search<P, E> for WithEnds<S, X> {
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        if position.is_terminal() {
            return self.searcher.run(position, evaluator, limit, observer);
        }
        match self.ends.solve_end(position, limit) {
            Ok(report) => report,
            Err(unsolved) => {
                let report = self.searcher.run(position, evaluator, &unsolved.rest, observer);
                unsolved.complete(position.to_move(), report)
            }
        }
    }
}

/// The value of a game whose outcome is known to lie within these bounds; `None` if they leave open who wins.
///
/// It is the value that evaluators give a finished game: an infinity if it is won, and 0 for a draw.
pub fn value_of_outcome(outcome: Bounds) -> Option<Value> {
    match (outcome.alpha, outcome.beta) {
        (0, 0) => Some(0),
        (alpha, _) if alpha > 0 => Some(Value::MAX),
        (_, beta) if beta < 0 => Some(Value::MIN),
        _ => None,
    }
}
