//! What a person sees of a run.

use std::time::{Duration, Instant};

use bestply_presentation::terminal::LiveLine;
use bestply_presentation::words::percent_within;

use super::forecast::Forecast;
use super::run::{Progress, player};
use crate::Result;
use crate::contest::{CellPlan, Role, Sides};
use crate::outcome::results::{Cell, CellGame, CellPlayer};
use crate::outcome::score::TournamentScore;
use crate::show::report::layout::{spent_text, with_depth};
use crate::show::sequential;

/// Shows a run on standard error: a live line of how far it is, and a line for each cell that is finished.
pub struct Console {
    line: LiveLine,
    forecast: Forecast,
    started: Instant,
    /// The score of the present tournament in words, and when it was estimated.
    score: String,
    estimated: Option<Instant>,
}

/// As often as a live line is drawn.
const BETWEEN_ESTIMATES: Duration = Duration::from_millis(125);

impl Default for Console {
    fn default() -> Console {
        let line = LiveLine::new("pairs");
        let forecast = Forecast::default();
        Console { line, forecast, started: Instant::now(), score: String::new(), estimated: None }
    }
}

impl Console {
    fn show_whole(&mut self) {
        let (done, all) = self.forecast.cells();
        self.line.whole(done, all, "cells", self.forecast.left());
    }
}

impl Progress for Console {
    fn run(&mut self, cells: &[CellPlan]) {
        (self.forecast, self.started) = (Forecast::of(cells), Instant::now());
    }

    fn tournament(&mut self, cell: &CellPlan, challenger_depth: Option<usize>, done: u64, pairs: u64) {
        self.estimated = None;
        self.forecast.tournament(cell, done);
        self.show_whole();
        self.line.start(contest(cell, challenger_depth), done, pairs);
    }

    fn unforeseen(&mut self, cell: &CellPlan, challenger_depth: Option<usize>, pairs: usize) {
        let contest = contest(cell, challenger_depth);
        self.line.finished(&format!("{contest}: {pairs} pairs that no shard foresaw are played here"));
    }

    fn pair(&mut self, score: &TournamentScore) -> Result {
        self.forecast.pair(self.started.elapsed());
        self.show_whole();
        // An estimate looks at all pairs so far: one for each pair would take the square of their number.
        if self.estimated.is_none_or(|last| last.elapsed() >= BETWEEN_ESTIMATES) {
            let estimate = score.sample.estimate();
            self.score = percent_within(estimate.mean(), estimate.interval_95());
            self.estimated = Some(Instant::now());
        }
        self.line.advance(1, &self.score);
        Ok(())
    }

    fn cell(&mut self, cell: &Cell) {
        self.forecast.cell();
        self.line.finished(&cell_line(cell));
    }
}

/// Who meets in which game, with what budget: "Othello, uct against engine, 2 ms".
fn contest(plan: &CellPlan, challenger_depth: Option<usize>) -> String {
    let challenger = with_depth(&player(plan, Role::Challenger, None).label(), challenger_depth);
    let opponent = with_depth(&player(plan, Role::Opponent, None).label(), plan.opponent.depth());
    let budget = plan.budget().map_or_else(String::new, |budget| format!(", {budget}"));
    let constants: String = plan.swept.iter().map(|swept| format!(", {swept}")).collect();
    format!("{}, {challenger} against {opponent}{budget}{constants}", CellGame::planned(&plan.game))
}

/// What came of a finished cell, in a line.
pub fn cell_line(cell: &Cell) -> String {
    let players = cell.players().map(CellPlayer::label);
    let budget = cell.budget().map_or_else(String::new, |budget| format!(" at {budget}"));
    let table = cell.table.map_or_else(String::new, |table| format!("table {table}  "));
    let published = cell.published.map_or_else(String::new, |published| {
        let [ours, theirs] = [cell.win_rate, published.win_rate].map(|rate| 100.0 * rate);
        format!("  wins without ties {ours:.0} %, published: depth {}, {theirs:.0} %", published.depth)
    });
    let sprt = cell.sprt.map_or_else(String::new, |outcome| format!("  {}", sequential::verdict(cell, &outcome)));
    let is_off = cell.is_off_budget() != Sides::default();
    let spent = spent_text(cell).filter(|_| is_off).map_or_else(String::new, |spent| format!("  \u{2260} {spent}"));
    // What a foreign engine evaluates is not known.
    let ratio = if !cell.has_engine() { format!(", ratio {:.3}", cell.evaluation_ratio) } else { String::new() };
    let (score, interval) = cell.score();
    format!(
        "{table}{}  {} against {}{budget}: {}{ratio}{spent}{published}{sprt}",
        cell.game,
        with_depth(&players.challenger, cell.challenger.depth),
        with_depth(&players.opponent, cell.opponent.depth),
        percent_within(score, interval)
    )
}
