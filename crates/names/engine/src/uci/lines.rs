//! Moves with their lines: of one search, or of one for each of the moves.

use std::cmp::Reverse;

use bestply::{Limit, Position, Report, RootMove, Side, Stop, Value, ValueKind};

use crate::limits::{is_stopped, part};
use crate::thinker::Cost;
use crate::{Desk, GameError};

/// What a slice found.
pub(super) struct Found {
    pub(super) report: Report<usize>,
    /// Moves with their lines, the best one first.
    pub(super) lines: Vec<Variation>,
}

/// A line that begins with one of the moves.
pub(super) struct Variation {
    pub(super) moves: Vec<usize>,
    pub(super) value: Value,
    pub(super) kind: ValueKind,
    pub(super) proved: bool,
}

impl Found {
    /// What one search of all moves found: the line of the best move.
    pub(super) fn of(report: Report<usize>) -> Found {
        let best = report.value.map(|value| Variation {
            moves: report.line.clone(),
            value,
            kind: ValueKind::Exact,
            proved: report.proved,
        });
        Found { report, lines: best.into_iter().collect() }
    }

    /// The same with the lines of other moves behind the best one's, so many in all as far as the search knows them.
    pub(super) fn with_others(mut self, most: usize, side: Side, mut after: impl FnMut(usize) -> Vec<usize>) -> Found {
        let is_other = |root: &&RootMove<usize>| Some(root.mv) != self.report.best_move;
        let mut others: Vec<&RootMove<usize>> = self.report.root_moves.iter().filter(is_other).collect();
        others.sort_by_key(|root| Reverse((side.orient(root.value), !root.kind.is_bound(), root.visits)));
        let others = others.into_iter().take(most.saturating_sub(self.lines.len()));
        self.lines.extend(others.map(|&RootMove { mv, value, kind, proved, .. }| Variation {
            moves: after(mv),
            value,
            kind,
            proved,
        }));
        self
    }
}

/// Searches the positions after these moves, each by itself, for their values and lines.
///
/// Each search begins anew, so that slices of twice as much each cost twice what the last one does.
/// To one depth each search may take all that is left, because a slice that is cut is worth nothing.
/// Searches without depths have equal shares.
pub(super) fn one_by_one(desk: &mut Desk<'_>, only: &[usize], limit: &Limit) -> Result<Found, GameError> {
    let side = desk.game.to_move();
    let mut cost = Cost::default();
    let mut report = Report::new(if limit.depth.is_some() { Stop::Depth } else { Stop::Evaluations });
    report.completed_depth = limit.depth;
    let mut lines = Vec::new();
    for &index in only {
        let mut position = desk.game.position().clone();
        position.play(index);
        let share = match limit.depth {
            Some(depth) => Limit { depth: Some((depth - 1).max(1)), ..cost.left_of(limit) },
            None => part(limit, only.len()),
        };
        let seen = desk.thinker.think_of(&position, side, &share)?;
        cost.add(&seen);
        let depth = if position.is_terminal() { limit.depth } else { seen.completed_depth.map(|depth| depth + 1) };
        report.completed_depth = report.completed_depth.min(depth);
        lines.extend(seen.value.map(|value| Variation {
            moves: [&[index], &seen.line[..]].concat(),
            value,
            kind: ValueKind::Exact,
            proved: seen.proved,
        }));
        if is_stopped(limit) {
            report.stop = Stop::Asked;
            break;
        }
    }
    (report.counts.evaluations, report.elapsed, report.bytes) = (cost.evaluations, cost.elapsed, cost.bytes);
    lines.sort_by_key(|line| Reverse(side.orient(line.value)));
    if let Some(best) = lines.first() {
        (report.best_move, report.value) = (best.moves.first().copied(), Some(best.value));
        (report.line, report.proved) = (best.moves.clone(), best.proved && best.value == side.win());
    }
    Ok(Found { report, lines })
}
