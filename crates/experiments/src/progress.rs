//! What a person sees of a run: a live line in a terminal, plain lines elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::experiment::CellPlan;
use crate::results::Cell;
use crate::run::{Progress, Score};
use crate::statistics::{Count, wilson_interval};

/// Shows a run on standard error: for each cell a live line while it is played, where that is a terminal, and a line when
/// it is finished.
pub struct Console {
    bar: ProgressBar,
}

impl Default for Console {
    fn default() -> Console {
        Console { bar: ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr_with_hz(8)) }
    }
}

impl Progress for Console {
    fn tournament(&mut self, cell: &CellPlan, challenger_depth: Option<usize>, done: u64, pairs: u64) {
        let template = "{prefix}  {pos}/{len} pairs  {msg}  {bar:20}  {eta} left";
        self.bar.reset();
        self.bar.set_style(ProgressStyle::with_template(template).expect("the template is well-formed"));
        self.bar.set_prefix(contest(&cell.id, cell.challenger.name(), challenger_depth));
        self.bar.set_message("");
        self.bar.set_length(pairs);
        self.bar.set_position(done);
        self.bar.reset_eta();
    }

    fn pair(&mut self, score: &Score) {
        let count = Count::new(score.wins, score.wins + score.losses);
        self.bar.set_message(percentages(count.rate(), wilson_interval(count)));
        self.bar.inc(1);
    }

    fn cell(&mut self, cell: &Cell) {
        let line = cell_line(cell);
        if self.bar.is_hidden() { eprintln!("{line}") } else { self.bar.println(line) }
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn contest(id: &str, challenger: &str, challenger_depth: Option<usize>) -> String {
    let depth = challenger_depth.map_or_else(String::new, |depth| format!("-{depth}"));
    format!("{id}  {challenger}{depth}")
}

fn cell_line(cell: &Cell) -> String {
    let depth = |depth: Option<u32>| depth.map_or_else(String::new, |depth| format!(" {depth}"));
    let table = cell.table.map_or_else(String::new, |table| format!("table {table}  "));
    let published = cell.published.map_or_else(String::new, |published| {
        format!("  published: depth {}, {:.0} %", published.depth, 100.0 * published.win_rate)
    });
    format!(
        "{table}{}  {}{} against {}{}: {}, ratio {:.3}{published}",
        cell.game,
        cell.challenger.searcher,
        depth(cell.challenger.depth),
        cell.opponent.searcher,
        depth(cell.opponent.depth),
        percentages(cell.win_rate, cell.interval_95),
        cell.evaluation_ratio
    )
}

fn percentages(rate: f64, [low, high]: [f64; 2]) -> String {
    format!("{:.0} % [{:.0}, {:.0}]", 100.0 * rate, 100.0 * low, 100.0 * high)
}
