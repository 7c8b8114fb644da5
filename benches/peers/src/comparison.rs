//! The rows of bestply and its peers: the trials of settings, the runs by turns, and the table.

use std::fmt::Write;

use crate::failure::Failure;
use crate::figures::{Cell, Figures, Results, Spread, Table, figure};
use crate::measurement::Measurement;
use crate::options::Options;
use crate::programs::{BEFORE, Programs, tell};
use crate::rows::{DEFAULTS, OURS, PEERS, Row, Task};
use crate::setting::{Setting, fastest};

/// A row with the settings that were found best, of ours and of the peers.
struct Tuned {
    row: Row,
    name: String,
    ours: Setting,
    peers: Vec<(&'static str, Setting)>,
}

impl Tuned {
    /// Whether ours are other settings than the defaults, or might have been.
    fn has_defaults(&self) -> bool {
        !self.ours.is_empty()
    }
}

/// Measures the rows, and returns the table with what belongs to it.
pub(crate) fn compare(options: &Options, programs: &Programs) -> Result<(Figures, Results), Failure> {
    let rows: Vec<Row> =
        Row::all(options.quick).into_iter().filter(|row| row.to_string().contains(&options.rows)).collect();
    if rows.is_empty() {
        return Err(Failure::of_use(format!("no row has `{}` in its name", options.rows)));
    }
    let mut figures = Figures::new(options.out.as_deref())?;
    let mut measured = Vec::new();
    for row in rows {
        let row = tuned(row, programs, options)?;
        for run in 1..=options.runs {
            tell(&format!("{}: run {run} of {}", row.name, options.runs));
            run_once(&row, run, programs, &mut figures)?;
        }
        measured.push(row);
    }
    let table = table(&measured, &figures, programs.has_before());
    Ok((figures, Results { table, after: settings(&measured) }))
}

/// Everybody once, by turns.
fn run_once(tuned: &Tuned, run: usize, programs: &Programs, figures: &mut Figures) -> Result<(), Failure> {
    let Tuned { row, name, ours, peers } = tuned;
    let ours = programs.measure(name, OURS, &ours.to_string())?;
    let check = |who: &str, measurement: &Measurement| match differs(row, &ours, measurement) {
        Some(how) => Err(Failure::of_run(format!("{name}: {who} {how}"))),
        None => Ok(()),
    };
    if tuned.has_defaults() {
        let defaults = programs.measure(name, OURS, "")?;
        check(DEFAULTS, &defaults)?;
        figures.add(name, DEFAULTS, run, defaults)?;
    }
    if let Some(before) = programs.measure_before(name, OURS)? {
        check(BEFORE, &before)?;
        figures.add(name, BEFORE, run, before)?;
    }
    for (peer, setting) in peers {
        let measurement = programs.measure(name, peer, &setting.to_string())?;
        check(peer, &measurement)?;
        figures.add(name, peer, run, measurement)?;
    }
    figures.add(name, OURS, run, ours)?;
    Ok(())
}

/// What differs that must not; `None` where all is well.
fn differs(row: &Row, ours: &Measurement, theirs: &Measurement) -> Option<String> {
    let (same_value, same_count) = row.agreement();
    if same_value && theirs.value != ours.value {
        return Some(format!("finds {}, and bestply {}", theirs.value, ours.value));
    }
    (same_count && theirs.count != ours.count).then(|| format!("counts {}, and bestply {}", theirs.count, ours.count))
}

/// The row with the fastest settings that find the right value. Beside an earlier bestply alone nothing is tried.
fn tuned(row: Row, programs: &Programs, command: &Options) -> Result<Tuned, Failure> {
    let name = row.to_string();
    if command.ours_alone {
        return Ok(Tuned { row, name, ours: Setting::first(&[]), peers: Vec::new() });
    }
    let fastest = |who| fastest_of(&row, who, programs, command);
    let peers = row.peers().iter().map(|&peer| Ok((peer, fastest(peer)?))).collect::<Result<_, Failure>>()?;
    Ok(Tuned { ours: fastest(OURS)?, row, name, peers })
}

/// The fastest setting of one who takes part.
fn fastest_of(row: &Row, who: &str, programs: &Programs, command: &Options) -> Result<Setting, Failure> {
    let (name, options) = (row.to_string(), row.options(who));
    if options.is_empty() {
        return Ok(Setting::first(options));
    }
    tell(&format!("{name}: settings of {who}"));
    let right = programs.measure(&name, OURS, "")?;
    let seconds = |setting: &Setting| -> Result<Option<f64>, Failure> {
        let measurement = programs.measure(&name, who, &setting.to_string())?;
        Ok(differs(row, &right, &measurement).is_none().then_some(measurement.seconds))
    };
    let none = || Failure::of_run(format!("{name}: no setting of {who} finds {}", right.value));
    fastest(options, command.quick, seconds)?.ok_or_else(none)
}

fn table(rows: &[Tuned], figures: &Figures, has_before: bool) -> Table {
    let takes_part = |peer: &&str| rows.iter().any(|tuned| tuned.peers.iter().any(|(name, _)| name == peer));
    let peers: Vec<&str> = PEERS.into_iter().filter(takes_part).collect();
    let has_defaults = rows.iter().any(Tuned::has_defaults);
    let own = has_defaults.then_some(DEFAULTS).into_iter().chain(has_before.then_some(BEFORE));
    let heads = ["row", OURS].into_iter().chain(own).chain(peers.iter().copied());
    let mut table = Table::new(heads.chain(["memory"]));
    for tuned in rows {
        let Tuned { row, name, .. } = tuned;
        let ratio = |who: &str, to: &str| Cell::of(figures.ratio(name, who, to), "");
        // The earlier program has its defaults.
        let now = if tuned.has_defaults() { DEFAULTS } else { OURS };
        let defaults = has_defaults.then(|| ratio(DEFAULTS, OURS));
        let before = has_before.then(|| ratio(BEFORE, now));
        let ratios = defaults.into_iter().chain(before).chain(peers.iter().map(|peer| ratio(peer, OURS)));
        let cells = [name.as_str().into(), our_time(row, &figures.of(name, OURS))].into_iter().chain(ratios);
        table.line(cells.chain([memory(row, name, figures, &peers).into()]));
    }
    table
}

/// The settings that were found, if any were looked for.
fn settings(rows: &[Tuned]) -> String {
    let mut text = String::new();
    for Tuned { name, ours, peers, .. } in rows {
        let all = [(OURS, ours)].into_iter().chain(peers.iter().map(|(peer, setting)| (*peer, setting)));
        for (who, setting) in all.filter(|(_, setting)| !setting.is_empty()) {
            _ = writeln!(text, "- {name}, {who}: `{setting}`");
        }
    }
    if text.is_empty() {
        return text;
    }
    format!("\nThe fastest of all tried settings that find the right value:\n\n{text}")
}

/// What a row takes: nanoseconds a simulation, or milliseconds.
fn our_time(row: &Row, measurements: &[&Measurement]) -> Cell {
    let is_by_simulation = row.task == Task::Simulations;
    let time = |it: &&Measurement| if is_by_simulation { it.nanoseconds() } else { 1000.0 * it.seconds };
    Cell::of(Spread::of(measurements.iter().map(time).collect()), if is_by_simulation { " ns" } else { " ms" })
}

/// What each takes of memory: bytes a simulation, or mebibytes. Counting positions takes none to speak of.
fn memory(row: &Row, name: &str, figures: &Figures, peers: &[&str]) -> String {
    let (unit, divisor): (_, fn(&Measurement) -> f64) = match row.task {
        Task::Simulations => ("B", |measurement| measurement.count.max(1) as f64),
        Task::Depth | Task::Positions => ("MiB", |_| f64::from(1 << 20)),
        Task::Perft => return String::new(),
    };
    let of = |who: &str| {
        let bytes = figures.of(name, who).into_iter();
        let bytes = bytes.filter_map(|measurement| Some(measurement.bytes? as f64 / divisor(measurement)));
        Spread::of(bytes.collect()).map(|bytes| format!("{who} {} {unit}", figure(bytes.median)))
    };
    let all: Vec<String> = [OURS].iter().chain(peers).filter_map(|who| of(who)).collect();
    all.join(", ")
}
