//! The solver as a part of a player: when it begins within a limit, and what it says when the limit cuts it off.

use std::time::Duration;

use bestply_core::{
    Bounds, Counts, EndSolver, Limit, Position, Report, Reset, RootMove, Side, Stop, Unsolved, ValueKind,
    value_of_outcome,
};

use super::EndgameSolver;
use super::board::Board;
use super::estimate::{empties_within, nodes_to_the_winner};
use super::root::{self, Root};
use super::search::Solve;
use super::table::Table;
use crate::{Move, Othello, Square};

/// The most empty squares with which a solve begins, whatever the limit.
const MOST_EMPTIES: u32 = 32;

/// The nodes that a solve may take that nothing but a flag ends: some half a minute's.
const NODES_WITHOUT_LIMIT: f64 = 1e9;

/// The part of a limit that the estimate for finding the winner may take.
const BEGIN: f64 = 0.2;

/// The part of a limit after which a searcher has the rest, if the winner is not known.
const GIVE_UP: f64 = 0.4;

/// The part of a limit's bytes that the table may take.
const BYTES: usize = 4;

/// The fewest nodes of a solve that say how fast solves are.
const ENOUGH_NODES: u64 = 100_000;

impl Reset for EndgameSolver {
    fn reset(&mut self) {
        self.table.clear();
    }
}

impl EndSolver<Othello> for EndgameSolver {
    /// Solves the position if the estimate of the work allows: first who wins, then by how much.
    ///
    /// An outcome is a score: the difference in discs, the empty squares counted for the winner.
    /// An evaluation is a disc placed.
    /// Where a depth is the only limit, the solver begins with so many empty squares.
    /// The table is at most a quarter of the limit's bytes, and keeps what it knows from call to call.
    fn solve_end(&mut self, position: &Othello, limit: &Limit) -> Result<Report<Move>, Box<Unsolved<Move>>> {
        let own_bytes = limit.bytes.map(|bytes| bytes / BYTES);
        let limit = &Limit { bytes: limit.bytes.zip(own_bytes).map(|(all, own)| all - own), ..limit.clone() };
        let board = Board { mover: position.mover(), waiting: position.waiting() };
        if !self.is_near(board, limit) {
            return Err(Unsolved::not_begun(limit));
        }
        if let Some(own) = own_bytes.filter(|&own| own < self.table.bytes()) {
            self.table = Table::new(own);
        }
        self.table.keep();
        let early = part(limit, GIVE_UP);
        let mut search = Solve::new(&mut self.table, &mut *self.judge, &early);
        let mut root = Root::new(position, &mut search);
        let settled = root.settle(&mut search);
        let mut spent = Spent::of(&search);
        if settled.is_err() {
            self.note_speed(&spent);
            let winless = root.moves.iter().filter(|mv| mv.upper <= 0).map(|mv| mv.mv).collect();
            let Spent { counts, elapsed } = spent;
            return Err(Box::new(Unsolved { rest: spent.rest_of(limit), winless, counts, elapsed }));
        }
        let rest = spent.rest_of(limit);
        let mut search = Solve::new(&mut self.table, &mut *self.judge, &rest);
        let stop = root.measure(&mut search).err().unwrap_or(Stop::Terminal);
        let line = root.line(&mut search).unwrap_or_else(|_| vec![root.best().mv]);
        spent.add(&Spent::of(&search));
        self.note_speed(&spent);
        Ok(report(position.to_move(), &root, line, stop, &spent, self.table.bytes()))
    }

    fn reach(&self, time: Duration) -> usize {
        empties_within(time.as_secs_f64() * self.nodes_a_second)
    }
}

impl EndgameSolver {
    /// Whether the winner is known already, or can be expected to be found in a part of the limit.
    fn is_near(&mut self, board: Board, limit: &Limit) -> bool {
        let empties = board.empties();
        if empties > MOST_EMPTIES {
            return false;
        }
        let by_time = limit.time.map(|time| time.as_secs_f64() * self.nodes_a_second);
        let by_evaluations = limit.evaluations.map(|most| most as f64);
        let allowed = match (by_time, by_evaluations) {
            (Some(some), Some(other)) => some.min(other),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) if limit.depth.is_some_and(|depth| depth < empties as usize) => 0.0,
            (None, None) => NODES_WITHOUT_LIMIT,
        };
        let is_known = self.table.get(board).is_some_and(|known| known.lower > 0 || known.upper < 0);
        is_known || nodes_to_the_winner(board, &mut *self.judge) <= BEGIN * allowed
    }

    fn note_speed(&mut self, spent: &Spent) {
        if spent.counts.evaluations >= ENOUGH_NODES && !spent.elapsed.is_zero() {
            self.nodes_a_second = spent.counts.evaluations as f64 / spent.elapsed.as_secs_f64();
        }
    }
}

/// What searches have cost.
struct Spent {
    counts: Counts,
    elapsed: Duration,
}

impl Spent {
    fn of(search: &Solve<'_>) -> Spent {
        let mut counts = search.meter.counts();
        counts.generations = search.nodes;
        counts.first_generations = search.nodes;
        Spent { counts, elapsed: search.meter.elapsed() }
    }

    fn add(&mut self, other: &Spent) {
        self.counts += other.counts;
        self.elapsed += other.elapsed;
    }

    fn rest_of(&self, limit: &Limit) -> Limit {
        let evaluations = limit.evaluations.map(|most| most - self.counts.evaluations);
        Limit { evaluations, time: limit.time.map(|time| time.saturating_sub(self.elapsed)), ..limit.clone() }
    }
}

/// A part of a limit on evaluations and time.
fn part(limit: &Limit, part: f64) -> Limit {
    let evaluations = limit.evaluations.map(|most| (most as f64 * part) as u64);
    Limit { evaluations, time: limit.time.map(|time| time.mul_f64(part)), ..limit.clone() }
}

fn report(side: Side, root: &Root, line: Vec<Move>, stop: Stop, spent: &Spent, bytes: usize) -> Report<Move> {
    let outcome = |(lower, upper): (i32, i32)| match side {
        Side::Max => Bounds { alpha: lower, beta: upper },
        Side::Min => Bounds { alpha: -upper, beta: -lower },
    };
    let whole = outcome(root.bounds());
    let root_move = |mv: &root::RootMove| {
        let own = outcome((mv.lower, mv.upper));
        // What is not known of a move is no better than what is known of the best one.
        let value = value_of_outcome(own).or(value_of_outcome(whole))?;
        let mut known = RootMove::new(mv.mv, value, ValueKind::bound_if(value_of_outcome(own).is_none()));
        known.outcome = Some(own);
        (own != outcome((-64, 64))).then_some(known)
    };
    let mut moves: Vec<RootMove<Move>> = root.moves.iter().filter_map(root_move).collect();
    moves.sort_by_key(|known| known.mv.square().map(Square::index));
    let mut report = Report::new(stop);
    report.best_move = line.first().copied();
    report.value = value_of_outcome(whole);
    report.line = line;
    report.root_moves = moves;
    (report.counts, report.elapsed, report.bytes) = (spent.counts, spent.elapsed, bytes);
    report.proved = true;
    report.outcome = Some(whole);
    report
}
