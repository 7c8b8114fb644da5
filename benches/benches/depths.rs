//! How deep the engine's alpha-beta looks in midgames of Othello within a time of the processor's, or with so many
//! evaluations.
//!
//! ```text
//! cargo bench -p bestply-benches --bench depths -- [time_ms=N|evaluations=N] [SETTINGS...]
//! ```
//!
//! prints a line for each of the settings, such as `reduction=0.5,prob_cut=1`, without any for those of
//! `docs/strong-alpha-beta.md`.
//! Each searches 30 positions with 36 empty squares, of games between searches of four plies, for 100 ms by default.
//! Before each it knows nothing.

use std::time::Duration;

use bestply::othello::evaluation::{Evaluation, PatternEvaluation};
use bestply::othello::{Othello, openings};
use bestply::prelude::*;
use bestply::principal_variation_search::{RootWindow::Aspiration, Settings};
use bestply_benches::Table;
use rustix::time::{ClockId, clock_gettime};

/// What is compared: each thing alone, the selective alpha-beta as it was, and with everything.
const KINDS: [&str; 8] = [
    "",
    "transposition_cuts=3",
    "value_order=5",
    "aspiration=500",
    "prob_cut=1",
    "prob_cut=1,prob_cut_draft=12",
    "reduction=0.5,prob_cut=1",
    "reduction=0.75,prob_cut=1,prob_cut_draft=12,transposition_cuts=3,value_order=5",
];

const POSITIONS: usize = 30;
const EMPTIES: u32 = 36;

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn evaluation() -> Evaluation<PatternEvaluation> {
    Evaluation::new(PatternEvaluation::default(), Side::Max)
}

/// Positions spread over the openings of the papers.
fn positions() -> Vec<Othello> {
    const PLIES: usize = 4;
    let openings = openings(PLIES);
    let started = openings.iter().step_by(openings.len() / POSITIONS).take(POSITIONS);
    let played = started.map(|opening| {
        let mut position = opening.position;
        let mut engine = PrincipalVariationSearch::default();
        while position.empties() > EMPTIES {
            let report = engine.search(&mut position, &mut evaluation(), &Limit::new().depth(PLIES));
            let best = report.best_move.expect("the game is not over");
            engine.advance(&mut position, best);
            position.make(best);
        }
        position
    });
    played.collect()
}

/// The searcher with these settings, as a description names them.
fn searcher(text: &str) -> PrincipalVariationSearch {
    let (mut settings, mut bytes) = (Settings::default(), None);
    for setting in text.split(',').filter(|setting| !setting.is_empty()) {
        let (key, number) = setting.split_once('=').expect("a setting is KEY=VALUE");
        let whole = || number.parse::<usize>().expect("a whole number");
        let decimal = || number.parse::<f64>().expect("a number");
        let set = match key {
            "aspiration" => Ok(settings.with_window(Aspiration((whole() as u32).try_into().expect("not 0")))),
            "internal_deepening" => settings.with_internal_deepening(whole()),
            "reduction" => settings.with_reduction(decimal()),
            "prob_cut" => settings.with_prob_cut(decimal()),
            "prob_cut_draft" => settings.with_prob_cut_draft(whole()),
            "transposition_cuts" => settings.with_transposition_cuts(whole()),
            "value_order" => settings.with_value_order(whole()),
            "table_bytes" => {
                bytes = Some(whole());
                Ok(settings)
            }
            _ => panic!("{key} is no setting"),
        };
        settings = set.expect("a legal setting");
    }
    PrincipalVariationSearch::with_settings(settings, bytes)
}

fn in_time(milliseconds: u64) -> Limit {
    Limit::new().time(Duration::from_millis(milliseconds)).clock(processor_time)
}

/// The limit that an argument gives, if it gives one.
fn limit(argument: Option<&String>) -> Option<Limit> {
    let (key, number) = argument?.split_once('=')?;
    let number = number.parse().ok();
    match key {
        "time_ms" => number.map(in_time),
        "evaluations" => number.map(|most| Limit::new().evaluations(most).clock(processor_time)),
        _ => None,
    }
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let limit = limit(arguments.first()).inspect(|_| _ = arguments.remove(0)).unwrap_or_else(|| in_time(100));
    if arguments.is_empty() {
        arguments = KINDS.map(str::to_owned).to_vec();
    }
    let positions = positions();
    let mut table = Table::new("depths");
    for settings in arguments {
        let (mut depths, mut evaluations, mut elapsed) = (Vec::new(), 0, Duration::ZERO);
        for position in &positions {
            let report = searcher(&settings).search(&mut { *position }, &mut evaluation(), &limit);
            elapsed += report.elapsed;
            depths.push(report.completed_depth.unwrap_or(0));
            evaluations += report.counts.evaluations;
        }
        depths.sort_unstable();
        let row = if settings.is_empty() { "none" } else { &settings };
        table.add(row, "median depth", depths[POSITIONS / 2] as f64);
        table.add(row, "mean depth", depths.iter().sum::<usize>() as f64 / POSITIONS as f64);
        table.add(row, "evaluations", (evaluations / POSITIONS as u64) as f64);
        table.add(row, "ns an evaluation", elapsed.as_nanos() as f64 / evaluations as f64);
    }
    table.finish();
}
