//! How the time of an evaluation grows with the number of evaluations of a search.

use crate::described::{Work, check_searchers};
use crate::failure::Failure;
use crate::figures::{Cell, Figures, Results, Spread, Table};
use crate::measurement::Measurement;
use crate::options::Options;
use crate::programs::{BEFORE, Programs, tell};

const GAMES: [&str; 3] = ["othello", "breakthrough", "connect-four"];

/// The searchers, where none are named.
const SEARCHERS: [&str; 10] = [
    "best-first",
    "best-first-extension:alpha_beta_depth=2",
    "alpha-beta",
    "recursive-best-first",
    "principal-variation-search",
    "uct-best-first",
    "puct-best-first",
    "unbounded-minimax",
    "unbounded-minimax:descent=on",
    "monte-carlo-tree-search",
];

const COUNTS: [u64; 5] = [100_000, 300_000, 1_000_000, 3_000_000, 10_000_000];
const QUICK_COUNTS: [u64; 3] = [1_000, 3_000, 10_000];

/// The place of the count to which the last one is compared.
const REFERENCE: usize = 1;

/// The most seconds that a search may take, by what the one before took.
const MOST_SECONDS: f64 = 30.0;

/// The name of this program in figures, and those of its searches that end before their count, or would take too long.
pub(crate) const NOW: &str = "now";
const ENDED: &str = "ended";
const LONG: &str = "long";

/// Measures them, and returns the table.
pub(crate) fn grow(named: &[String], options: &Options, programs: &Programs) -> Result<(Figures, Results), Failure> {
    let counts = if options.quick { &QUICK_COUNTS[..] } else { &COUNTS };
    let counts: Vec<u64> = counts.iter().copied().filter(|&count| count <= options.most).collect();
    let searchers = if named.is_empty() { SEARCHERS.map(str::to_owned).to_vec() } else { named.to_vec() };
    let pairs = GAMES.iter().flat_map(|game| searchers.iter().map(move |searcher| (*game, searcher.as_str())));
    let pairs: Vec<_> = pairs.filter(|(game, searcher)| row(game, searcher).contains(&options.rows)).collect();
    if pairs.is_empty() || counts.is_empty() {
        return Err(Failure::of_use("nothing is left to be measured by `--rows` and `--most`"));
    }
    check_searchers(&searchers)?;
    let mut figures = Figures::new(options.out.as_deref())?;
    for &(game, searcher) in &pairs {
        tell(&row(game, searcher));
        for run in 1..=options.runs {
            run_once((game, searcher), &counts, run, programs, &mut figures)?;
        }
    }
    let table = table(&pairs, &counts, &figures, programs.has_before());
    let after = "\nNanoseconds of processor time an evaluation, by the evaluations of a search.\n".to_owned();
    Ok((figures, Results { table, after }))
}

/// What the figures of a searcher in a game are filed under.
pub(crate) fn row(game: &str, searcher: &str) -> String {
    format!("{game} {searcher}")
}

/// What the figures of one count are filed under.
fn row_of(game: &str, searcher: &str, count: u64) -> String {
    format!("{game} {searcher} {count}")
}

/// All counts once, from the least on, until a search ends before its count or would take too long.
fn run_once(
    (game, searcher): (&str, &str),
    counts: &[u64],
    run: usize,
    programs: &Programs,
    figures: &mut Figures,
) -> Result<(), Failure> {
    let mut seconds_an_evaluation = 0.0;
    for &count in counts {
        let row = row_of(game, searcher, count);
        let expected = seconds_an_evaluation * count as f64;
        if expected > MOST_SECONDS {
            figures.add(&row, LONG, run, Measurement { seconds: expected, ..Measurement::default() })?;
            break;
        }
        let task = Work::Growth.task(game, count);
        let now = programs.measure(&task, searcher, "")?;
        seconds_an_evaluation = now.seconds / now.count.max(1) as f64;
        if is_short(&now, count) {
            figures.add(&row, ENDED, run, now)?;
            break;
        }
        if let Some(before) = programs.measure_before(&task, searcher)? {
            figures.add(&row, BEFORE, run, before)?;
        }
        figures.add(&row, NOW, run, now)?;
    }
    Ok(())
}

/// Whether a search ended before its count. A searcher that asks for many values at once may leave out a few.
fn is_short(measurement: &Measurement, count: u64) -> bool {
    measurement.count < count - count / 100
}

fn table(pairs: &[(&str, &str)], counts: &[u64], figures: &Figures, has_before: bool) -> Table {
    let ratio = counts.get(REFERENCE).map(|count| format!("last / {count}"));
    let heads = ["game and searcher".to_owned()].into_iter().chain(counts.iter().map(u64::to_string));
    let mut table = Table::new(heads.chain(ratio));
    for &(game, searcher) in pairs {
        let times = |&count: &u64| {
            let measurements = figures.of(&row_of(game, searcher, count), NOW);
            Spread::of(measurements.into_iter().map(Measurement::nanoseconds).collect())
        };
        let spreads: Vec<Option<Spread>> = counts.iter().map(times).collect();
        let cell = |(spread, &count): (&Option<Spread>, &u64)| match (spread, end(game, searcher, count, figures)) {
            (None, Some(end)) => end.into(),
            _ => Cell::of(*spread, ""),
        };
        let reference = spreads.get(REFERENCE).copied().flatten();
        let last = spreads.iter().rev().find_map(|spread| *spread);
        let growth = last.zip(reference).map(|(last, reference)| last.median / reference.median);
        let growth = growth.map(|growth| Cell::of(Spread::of(vec![growth]), ""));
        table.line([row(game, searcher).into()].into_iter().chain(spreads.iter().zip(counts).map(cell)).chain(growth));
        if has_before {
            let ratio = |&count: &u64| {
                let row = row_of(game, searcher, count);
                let same = same_searches(&figures.of(&row, BEFORE), &figures.of(&row, NOW));
                let ratio = figures.ratio(&row, BEFORE, NOW);
                Cell::told(ratio.map_or_else(String::new, |ratio| ratio.text("") + same), ratio)
            };
            table.line([Cell::from("- before / now")].into_iter().chain(counts.iter().map(ratio)));
        }
    }
    table
}

/// Why a search has no time at this count, if it has none: it was over before, or would have been too long.
fn end(game: &str, searcher: &str, count: u64, figures: &Figures) -> Option<String> {
    let row = row_of(game, searcher, count);
    let ended = figures.of(&row, ENDED).first().map(|ended| format!("ends at {}", ended.count));
    ended.or_else(|| (!figures.of(&row, LONG).is_empty()).then(|| format!("over {MOST_SECONDS} s")))
}

/// A mark where the searches of two programs differ in what they found or counted, and nothing where they do not.
pub(crate) fn same_searches(before: &[&Measurement], now: &[&Measurement]) -> &'static str {
    let is_same =
        |(before, now): (&&Measurement, &&Measurement)| before.count == now.count && before.value == now.value;
    if before.iter().zip(now).all(is_same) { "" } else { " DIFFERENT" }
}
