//! How the time of an evaluation grows with the number of evaluations of a search.

use crate::described::{Work, check_searchers};
use crate::failure::Failure;
use crate::figures::{Figures, Spread, Table, figure};
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

/// The name of this program in figures, and that of its searches that end before their count.
pub(crate) const NOW: &str = "now";
const ENDED: &str = "ended";

/// Measures them, and returns the table.
pub(crate) fn grow(named: &[String], options: &Options, programs: &Programs) -> Result<(Figures, String), Failure> {
    let counts = if options.quick { &QUICK_COUNTS[..] } else { &COUNTS };
    let counts: Vec<u64> = counts.iter().copied().filter(|&count| count <= options.most).collect();
    let searchers = if named.is_empty() { SEARCHERS.map(str::to_owned).to_vec() } else { named.to_vec() };
    let pairs = GAMES.iter().flat_map(|game| searchers.iter().map(move |searcher| (*game, searcher.as_str())));
    let pairs: Vec<_> = pairs.filter(|(game, searcher)| row(game, searcher).contains(&options.rows)).collect();
    if pairs.is_empty() || counts.is_empty() {
        return Err(Failure::of_use("nothing is left to be measured by `--rows` and `--most`"));
    }
    check_searchers(&searchers)?;
    let mut figures = Figures::default();
    for &(game, searcher) in &pairs {
        tell(&row(game, searcher));
        for run in 1..=options.runs {
            run_once((game, searcher), &counts, run, programs, &mut figures)?;
        }
    }
    let table = table(&pairs, &counts, &figures, programs.has_before());
    Ok((figures, table))
}

/// What the figures of a searcher in a game are filed under.
pub(crate) fn row(game: &str, searcher: &str) -> String {
    format!("{game} {searcher}")
}

/// What the figures of one count are filed under.
fn row_of(game: &str, searcher: &str, count: u64) -> String {
    format!("{game} {searcher} {count}")
}

/// All counts once, from the least on, until a search ends before its count.
fn run_once(
    (game, searcher): (&str, &str),
    counts: &[u64],
    run: usize,
    programs: &Programs,
    figures: &mut Figures,
) -> Result<(), Failure> {
    for &count in counts {
        let task = Work::Growth.task(game, count);
        let now = programs.measure(&task, searcher, "")?;
        let row = row_of(game, searcher, count);
        if is_short(&now, count) {
            figures.add(&row, ENDED, run, now);
            break;
        }
        if let Some(before) = programs.measure_before(&task, searcher)? {
            figures.add(&row, BEFORE, run, before);
        }
        figures.add(&row, NOW, run, now);
    }
    Ok(())
}

/// Whether a search ended before its count. A searcher that asks for many values at once may leave out a few.
fn is_short(measurement: &Measurement, count: u64) -> bool {
    measurement.count < count - count / 100
}

fn table(pairs: &[(&str, &str)], counts: &[u64], figures: &Figures, has_before: bool) -> String {
    let ratio = counts.get(REFERENCE).map(|count| format!("last / {count}"));
    let heads = ["game and searcher".to_owned()].into_iter().chain(counts.iter().map(u64::to_string));
    let mut table = Table::new(heads.chain(ratio));
    for &(game, searcher) in pairs {
        let spreads: Vec<Option<Spread>> = counts
            .iter()
            .map(|&count| {
                let measurements = figures.of(&row_of(game, searcher, count), NOW);
                Spread::of(measurements.into_iter().map(Measurement::nanoseconds).collect())
            })
            .collect();
        let text = |(spread, &count): (&Option<Spread>, &u64)| {
            let ended = figures.of(&row_of(game, searcher, count), ENDED);
            let end = || ended.first().map_or_else(|| "-".to_owned(), |ended| format!("ends at {}", ended.count));
            spread.map_or_else(end, |spread| spread.text(""))
        };
        let reference = spreads.get(REFERENCE).copied().flatten();
        let last = spreads.iter().rev().find_map(|spread| *spread);
        let growth = last.zip(reference).map(|(last, reference)| figure(last.median / reference.median));
        table.line([row(game, searcher)].into_iter().chain(spreads.iter().zip(counts).map(text)).chain(growth));
        if has_before {
            let ratio = |&count: &u64| {
                let row = row_of(game, searcher, count);
                let same = same_searches(&figures.of(&row, BEFORE), &figures.of(&row, NOW));
                let ratio = figures.ratio(&row, BEFORE, NOW);
                ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{}{}", ratio.text(""), same))
            };
            table.line(["- before / now".to_owned()].into_iter().chain(counts.iter().map(ratio)));
        }
    }
    format!("Nanoseconds of processor time an evaluation, by the evaluations of a search:\n\n{}", table.markdown())
}

/// A mark where the searches of two programs differ in what they found or counted, and nothing where they do not.
pub(crate) fn same_searches(before: &[&Measurement], now: &[&Measurement]) -> &'static str {
    let is_same =
        |(before, now): (&&Measurement, &&Measurement)| before.count == now.count && before.value == now.value;
    if before.iter().zip(now).all(is_same) { "" } else { " DIFFERENT" }
}
