//! Reports of an experiment, for people: `report.md`, `report.html` and the table at the end of a run.
//!
//! It shows the published table and ours beside it. It is made from [`Cell`]s that
//! [`judge`](crate::outcome::results::judge) has seen, and from nothing else but the [`Context`]: not from the time, the machine
//! or the number of threads, so that two runs of one experiment write the same bytes.

pub mod document;
pub mod layout;
mod summary;
mod terminal;

use self::document::{Document, Part};
use crate::contest::Cost;
use crate::outcome::results::Cell;
use crate::show::{plots, sequential};

pub use summary::summary;
pub(crate) use terminal::terminal;
pub use terminal::terminal_table;

/// What a report says of its experiment, beside the cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// The title of the report.
    pub title: String,
    /// The command line that repeats the run.
    pub command: String,
    /// What made both sides' cost equal.
    pub cost: Cost,
    /// The descriptions of the experiments, as TOML.
    pub settings: Vec<String>,
}

/// The report of these cells.
#[must_use]
pub fn document(cells: &[Cell], context: &Context) -> Document {
    let summary::Summary { findings, disagreements } = summary::findings(cells);
    let mut parts = vec![Part::Heading("Summary".to_owned()), Part::List(findings)];
    if !disagreements.is_empty() {
        parts.extend([Part::Paragraph("Not as published:".to_owned()), Part::List(disagreements)]);
    }
    parts.push(Part::Legend(LEGEND.to_owned()));
    if cells.iter().any(|cell| cell.sprt.is_some()) {
        parts.push(Part::Legend(sequential::LEGEND.to_owned()));
    }
    parts.extend(layout::parts(cells));
    let plots = plots::plots(cells);
    if !plots.is_empty() {
        parts.push(Part::Heading("Plots".to_owned()));
    }
    let plot = |plots::Plot { caption, file_name, svg }| Part::Plot { caption, file_name, svg };
    parts.extend(plots.into_iter().map(plot));
    parts.extend([
        Part::Heading("How it was made".to_owned()),
        Part::Command(context.command.clone()),
        Part::Paragraph(cost_line(cells, context.cost).to_owned()),
    ]);
    parts.extend(repeats_line(cells).map(|line| Part::Paragraph(line.to_owned())));
    if !context.settings.is_empty() {
        parts.push(Part::Toml(context.settings.join("\n")));
    }
    Document { title: context.title.clone(), parts }
}

/// What made the cost equal, in a sentence.
fn cost_line(cells: &[Cell], cost: Cost) -> &'static str {
    match cost {
        _ if !cells.is_empty() && cells.iter().all(|cell| cell.budget().is_some() && cell.repeats) => {
            "Both sides have the same budget a move."
        }
        Cost::Evaluations => "Cost is made equal in static evaluations.",
        Cost::Time => "Cost is made equal in elapsed time.",
    }
}

/// What does not repeat, if anything.
pub(super) fn repeats_line(cells: &[Cell]) -> Option<&'static str> {
    let line = "Results with a foreign engine do not repeat: it thinks by the clock, or keeps what it learnt. Its evaluations are not \
                known, and its limits are its own.";
    cells.iter().any(|cell| !cell.repeats).then_some(line)
}

/// How to read the panels: said once in each report.
const LEGEND: &str = "Depths and scores are the challenger's, at the depth whose cost came nearest to the opponent's where it was \
                      not given. A score is the share of the points with its 95% interval: a tie is half a point, and what counts \
                      are pairs of random games and single games of the others. Where figures are published, the percentage won of \
                      what was decided stands beside it, for the papers leave ties out. \
                      \u{2260} marks a depth further from the published one than max(1, 10%), \
                      and a winning percentage that chance does not explain.";
