//! The rows of bestply and its peers: the trials of settings, the runs by turns, and the table.

use std::fmt::Write;

use crate::failure::Failure;
use crate::figures::{Figures, Spread, Table, figure};
use crate::measurement::Measurement;
use crate::options::Options;
use crate::programs::{BEFORE, Programs, tell};
use crate::rows::{OURS, PEERS, Row, Task};
use crate::setting::{Setting, fastest};

/// A row with the peers' settings that were found best.
struct Tuned {
    row: Row,
    name: String,
    peers: Vec<(&'static str, Setting)>,
}

/// Measures the rows, and returns the table with what belongs to it.
pub(crate) fn compare(options: &Options, programs: &Programs) -> Result<(Figures, String), Failure> {
    let mut figures = Figures::default();
    let mut measured = Vec::new();
    let chosen = |row: &Row| row.to_string().contains(&options.rows);
    for row in Row::all(options.quick).into_iter().filter(chosen) {
        let row = tuned(row, programs, options)?;
        for run in 1..=options.runs {
            tell(&format!("{}: run {run} of {}", row.name, options.runs));
            run_once(&row, run, programs, &mut figures)?;
        }
        measured.push(row);
    }
    if measured.is_empty() {
        return Err(Failure::of_use(format!("no row has `{}` in its name", options.rows)));
    }
    let table = table(&measured, &figures, programs.has_before());
    Ok((figures, table))
}

/// Everybody once, by turns.
fn run_once(tuned: &Tuned, run: usize, programs: &Programs, figures: &mut Figures) -> Result<(), Failure> {
    let Tuned { row, name, peers } = tuned;
    let ours = programs.measure(name, OURS, "")?;
    let check = |who: &str, measurement: &Measurement| match differs(row, &ours, measurement) {
        Some(how) => Err(Failure::of_run(format!("{name}: {who} {how}"))),
        None => Ok(()),
    };
    if let Some(before) = programs.measure_before(name, OURS)? {
        check(BEFORE, &before)?;
        figures.add(name, BEFORE, run, before);
    }
    for (peer, setting) in peers {
        let measurement = programs.measure(name, peer, &setting.to_string())?;
        check(peer, &measurement)?;
        figures.add(name, peer, run, measurement);
    }
    figures.add(name, OURS, run, ours);
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

/// The row with each peer's fastest setting that finds the right value.
fn tuned(row: Row, programs: &Programs, command: &Options) -> Result<Tuned, Failure> {
    let name = row.to_string();
    let mut peers = Vec::new();
    let with = if command.ours_alone { &[][..] } else { row.peers() };
    for &peer in with {
        let options = row.options(peer);
        if options.is_empty() {
            peers.push((peer, Setting::first(options)));
            continue;
        }
        tell(&format!("{name}: settings of {peer}"));
        let ours = programs.measure(&name, OURS, "")?;
        let seconds = |setting: &Setting| -> Result<Option<f64>, Failure> {
            let measurement = programs.measure(&name, peer, &setting.to_string())?;
            Ok(differs(&row, &ours, &measurement).is_none().then_some(measurement.seconds))
        };
        let none = || Failure::of_run(format!("{name}: no setting of {peer} finds what bestply finds, {}", ours.value));
        peers.push((peer, fastest(options, command.quick, seconds)?.ok_or_else(none)?));
    }
    Ok(Tuned { row, name, peers })
}

fn table(rows: &[Tuned], figures: &Figures, has_before: bool) -> String {
    let takes_part = |peer: &&str| rows.iter().any(|tuned| tuned.peers.iter().any(|(name, _)| name == peer));
    let peers: Vec<&str> = PEERS.into_iter().filter(takes_part).collect();
    let heads = ["row", OURS].into_iter().chain(has_before.then_some(BEFORE)).chain(peers.iter().copied());
    let mut table = Table::new(heads.chain(["memory"]).map(str::to_owned));
    for Tuned { row, name, .. } in rows {
        let ratio = |who: &str| figures.ratio(name, who, OURS).map_or_else(String::new, |ratio| ratio.text(""));
        let before = has_before.then(|| ratio(BEFORE));
        let ratios = before.into_iter().chain(peers.iter().map(|peer| ratio(peer)));
        let cells = [name.clone(), our_time(row, &figures.of(name, OURS))].into_iter().chain(ratios);
        table.line(cells.chain([memory(row, name, figures, &peers)]));
    }
    table.markdown() + &settings(rows)
}

/// The settings that were found, if any were looked for.
fn settings(rows: &[Tuned]) -> String {
    let mut text = String::new();
    for Tuned { name, peers, .. } in rows {
        for (peer, setting) in peers.iter().filter(|(_, setting)| !setting.is_empty()) {
            _ = writeln!(text, "- {name}, {peer}: `{setting}`");
        }
    }
    if text.is_empty() {
        return text;
    }
    format!("\nThe fastest of all tried settings with which a peer finds the right value:\n\n{text}")
}

/// What a row takes: nanoseconds a simulation, or seconds.
fn our_time(row: &Row, measurements: &[&Measurement]) -> String {
    let is_by_simulation = row.task == Task::Simulations;
    let time = |it: &&Measurement| if is_by_simulation { it.nanoseconds() } else { it.seconds };
    let times = Spread::of(measurements.iter().map(time).collect());
    let text = |times: Spread| if is_by_simulation { times.text(" ns") } else { times.text_of_seconds() };
    times.map_or_else(String::new, text)
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
