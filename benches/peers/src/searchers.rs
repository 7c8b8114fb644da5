//! What an evaluation takes in every searcher of the catalogue.

use crate::described::{Work, all_searchers};
use crate::failure::Failure;
use crate::figures::{Cell, Figures, Results, Spread, Table, figure};
use crate::growth::{NOW, row, same_searches};
use crate::measurement::Measurement;
use crate::options::Options;
use crate::programs::{BEFORE, Programs, tell};

/// The games, and random games by their branching factor.
const GAMES: [&str; 8] =
    ["othello", "breakthrough", "connect-four", "onitama", "go-9x9", "random-5", "random-10", "random-20"];

const EVALUATIONS: u64 = 100_000;
const QUICK_EVALUATIONS: u64 = 300;

/// Measures them, and returns the table.
pub(crate) fn search_all(options: &Options, programs: &Programs) -> Result<(Figures, Results), Failure> {
    let evaluations = if options.quick { QUICK_EVALUATIONS } else { EVALUATIONS };
    let searchers = all_searchers();
    let pairs = searchers.iter().flat_map(|searcher| GAMES.map(|game| (game, searcher, row(game, searcher))));
    let pairs: Vec<_> = pairs.filter(|(_, _, row)| row.contains(&options.rows)).collect();
    if pairs.is_empty() {
        return Err(Failure::of_use(format!("no row has `{}` in its name", options.rows)));
    }
    let mut figures = Figures::new(options.out.as_deref())?;
    for (game, searcher, row) in &pairs {
        tell(row);
        let task = Work::Searchers.task(game, evaluations);
        for run in 1..=options.runs {
            let now = programs.measure(&task, searcher, "")?;
            if let Some(before) = programs.measure_before(&task, searcher)? {
                figures.add(row, BEFORE, run, before)?;
            }
            figures.add(row, NOW, run, now)?;
        }
    }
    let table = table(&searchers, &figures);
    let ratio = if programs.has_before() { "; in brackets, how many times as long it took before" } else { "" };
    let after = format!("\nNanoseconds of processor time an evaluation, {evaluations} of them{ratio}.\n");
    Ok((figures, Results { table, after }))
}

fn table(searchers: &[String], figures: &Figures) -> Table {
    let cell = |game: &str, searcher: &String| cell(&row(game, searcher), figures);
    let is_measured = |game: &&str| searchers.iter().any(|searcher| !cell(game, searcher).is_empty());
    let games: Vec<&str> = GAMES.into_iter().filter(is_measured).collect();
    let mut table = Table::new(["searcher"].iter().chain(&games).copied());
    for searcher in searchers {
        let cells: Vec<Cell> = games.iter().map(|game| cell(game, searcher)).collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            table.line([Cell::from(searcher.as_str())].into_iter().chain(cells));
        }
    }
    table
}

/// The nanoseconds of a searcher in a game, and beside another program the ratio of before to now.
fn cell(row: &str, figures: &Figures) -> Cell {
    let now = figures.of(row, NOW);
    let Some(nanoseconds) = Spread::of(now.iter().map(|measurement| Measurement::nanoseconds(measurement)).collect())
    else {
        return Cell::default();
    };
    let ratio = figures.ratio(row, BEFORE, NOW);
    let beside = ratio.map_or_else(String::new, |ratio| format!(" ({})", figure(ratio.median)));
    let same = same_searches(&figures.of(row, BEFORE), &now);
    Cell::told(format!("{}{beside}{same}", figure(nanoseconds.median)), ratio)
}
