use std::time::Duration;

use bestply_core::{Bounds, EndSolver, Keyed, Limit, Report, Reset, RootMove, Side, Stop, Unsolved, Value, ValueKind};

use crate::{Judge, Question, Score, Scores, Settings, Solution, Solver};

/// A solver of the ends of any game, which plays there in the place of a searcher.
///
/// It knows neither the game nor how near the end is, so it tries at each move, with a part of the limit
/// ([`PART`](ProofEnds::PART)), and goes on at the next move with what it remembers.
/// Where a try solves nothing, the part is the price; `docs/proofs.md` has what it costs and what it gains.
///
/// An evaluation is a leaf that was looked at.
#[derive(Clone, Debug)]
pub struct ProofEnds<J> {
    judge: J,
    solver: Option<Solver>,
}

impl<J> ProofEnds<J> {
    /// The part of a limit that a try may take.
    pub const PART: f64 = 1.0 / 16.0;

    /// The fewest leaves worth a try.
    const LEAST_LEAVES: u64 = 100;

    /// The leaves of a try that nothing but a flag ends.
    const LEAVES_WITHOUT_LIMIT: u64 = 1_000_000;

    /// The most bytes, and the part of a limit's bytes.
    const MOST_BYTES: usize = 16 << 20;
    const PART_OF_BYTES: usize = 8;

    /// A solver that knows of the game what the judge knows.
    pub fn new(judge: J) -> ProofEnds<J> {
        ProofEnds { judge, solver: None }
    }

    /// The solver, which keeps to so many bytes.
    fn solver(solver: &mut Option<Solver>, bytes: usize) -> &mut Solver {
        solver.take_if(|solver| solver.bytes() > bytes.max(128));
        solver.get_or_insert_with(|| Solver::new(Settings::default(), bytes))
    }
}

impl<J> Reset for ProofEnds<J> {
    fn reset(&mut self) {
        self.solver = None;
    }
}

impl<P: Keyed + Clone, J: Judge<P>> EndSolver<P> for ProofEnds<J> {
    fn solve_end(&mut self, position: &P, limit: &Limit) -> Result<Report<P::Move>, Box<Unsolved<P::Move>>> {
        let Some(part) = part_of::<J>(limit) else { return Err(Unsolved::not_begun(limit)) };
        let bytes = limit.bytes.map_or(Self::MOST_BYTES, |all| (all / Self::PART_OF_BYTES).min(Self::MOST_BYTES));
        let solver = Self::solver(&mut self.solver, bytes);
        let mut root = position.clone();
        let solution = solver.solve(&mut root, &mut self.judge, Scores::OUTCOMES, &part, &mut ());
        if let (Some(score), None) = (solution.scores.exact(), solution.stop) {
            return Ok(report(score, solution, solver.bytes_in_use()));
        }
        let rest = Limit {
            evaluations: limit.evaluations.map(|most| most - solution.counts.evaluations.min(most)),
            time: limit.time.map(|time| time.saturating_sub(solution.elapsed)),
            // The solver keeps its table while the searcher has its own.
            bytes: limit.bytes.map(|all| all - bytes.min(all)),
            ..limit.clone()
        };
        let winless = winless_moves(solver, &mut root);
        Err(Box::new(Unsolved { rest, winless, counts: solution.counts, elapsed: solution.elapsed }))
    }
}

/// The part of a limit that a try may take. A limit on nothing but the depth allows none.
fn part_of<J>(limit: &Limit) -> Option<Limit> {
    let evaluations = limit.evaluations.map(|most| (most as f64 * ProofEnds::<J>::PART) as u64);
    let time = limit.time.map(|time: Duration| time.mul_f64(ProofEnds::<J>::PART));
    let unlimited = evaluations.is_none() && time.is_none();
    let too_few = evaluations.is_some_and(|leaves| leaves < ProofEnds::<J>::LEAST_LEAVES);
    if unlimited && limit.depth.is_some() || too_few {
        return None;
    }
    let evaluations = if unlimited { Some(ProofEnds::<J>::LEAVES_WITHOUT_LIMIT) } else { evaluations };
    Some(Limit { evaluations, time, depth: None, ..limit.clone() })
}

/// The moves that are known not to win.
fn winless_moves<P: Keyed>(solver: &Solver, position: &mut P) -> Vec<P::Move> {
    let (question, lost) = match position.to_move() {
        Side::Max => (Question::MAX_WINS, false),
        Side::Min => (Question::MAX_DOES_NOT_LOSE, true),
    };
    let moves = position.moves();
    moves.filter(|&mv| position.with_move(mv, |child| solver.known(child, question)) == Some(lost)).collect()
}

fn report<M: Copy>(score: Score, solution: Solution<M>, bytes: usize) -> Report<M> {
    let (value, outcome) = match score {
        0 => (0, Bounds { alpha: 0, beta: 0 }),
        score if score > 0 => (Side::Max.win(), Bounds { alpha: 1, beta: Value::MAX }),
        _ => (Side::Min.win(), Bounds { alpha: -Value::MAX, beta: -1 }),
    };
    let mut report = Report::new(Stop::Terminal);
    report.best_move = solution.best_move;
    report.value = Some(value);
    let mut known = solution.best_move.map(|mv| RootMove::new(mv, value, ValueKind::Exact));
    if let Some(root_move) = &mut known {
        (root_move.proved, root_move.outcome) = (true, Some(outcome));
    }
    report.root_moves = known.into_iter().collect();
    (report.counts, report.elapsed) = (solution.counts, solution.elapsed);
    (report.nodes, report.bytes) = (solution.nodes, bytes);
    (report.proved, report.outcome, report.line) = (true, Some(outcome), solution.line);
    report
}
