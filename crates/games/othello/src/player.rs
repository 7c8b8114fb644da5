use bestply_core::{Search, Side, WithEnds};

use crate::Othello;
use crate::endgame::EndgameSolver;
use crate::evaluation::{Evaluation, Heuristic};

/// A player of Othello: a searcher with its evaluation in the middle of the game, and the exact solver at its end.
///
/// It is a [`bestply_core::Player`], so it searches, plays and takes back moves as that does.
/// The solver begins as soon as it can be expected to find the winner within the limit of the move
/// ([`EndgameSolver::solve_end`](bestply_core::EndSolver::solve_end)).
pub type OthelloPlayer<S, H> = bestply_core::Player<Othello, WithEnds<S, EndgameSolver>, Evaluation<H>>;

/// An [`OthelloPlayer`] for one side, from the start of a game.
///
/// ```
/// # use bestply_core::{Advance, Evaluator, Found, Meter, Observer, Report, Reset, Search, Stop};
/// use bestply_core::{Limit, Position, Side};
/// use bestply_othello::evaluation::PatternEvaluation;
/// use bestply_othello::{OthelloPlayer, player};
/// # struct BestFirst;
/// # impl Reset for BestFirst { fn reset(&mut self) {} }
/// # impl<P: Position> Advance<P> for BestFirst { fn advance(&mut self, _: &mut P, _: P::Move) {} }
/// # impl<P: Position, E: Evaluator<P>> Search<P, E> for BestFirst {
/// #     fn run<O: Observer>(&mut self, p: &mut P, evaluator: &mut E, limit: &Limit, _: &mut O) -> Report<P::Move> {
/// #         let line = vec![p.nth_move(0)];
/// #         Found { line, ..Found::new(Stop::Depth) }.report(p, evaluator, &Meter::start(limit))
/// #     }
/// # }
///
/// // Any searcher will do, for instance best-first minimax.
/// let mut player: OthelloPlayer<_, _> = player(BestFirst, PatternEvaluation::default(), Side::Max);
/// let limit = Limit::new().evaluations(20_000);
/// while !player.position().is_terminal() {
///     let report = player.search(&limit);
///     if let Some(outcome) = report.outcome {
///         println!("black will be ahead by {} to {} discs", outcome.alpha, outcome.beta);
///     }
///     player.play(report.best_move.expect("the game is not over"))?;
/// }
/// println!("{}", player.position().diagram());
/// # Ok::<(), bestply_core::IllegalMove<bestply_othello::Move>>(())
/// ```
pub fn player<S, H>(searcher: S, heuristic: H, side: Side) -> OthelloPlayer<S, H>
where
    S: Search<Othello, Evaluation<H>>,
    H: Heuristic,
{
    let searcher = WithEnds::new(searcher, EndgameSolver::default());
    OthelloPlayer::new(Othello::start(), searcher, Evaluation::new(heuristic, side))
}
