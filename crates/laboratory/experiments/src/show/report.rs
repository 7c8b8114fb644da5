//! Reports of an experiment, for people: `report.md`, `report.html` and the table at the end of a run.
//!
//! The answer comes first, then each table with its figure beside it, then the statistics.
//! It is made from [`Cell`]s that [`judge`](crate::outcome::results::judge) has seen, and from nothing else but the
//! [`Context`]: not from the time, the machine or the number of threads, so that two runs of one experiment write the
//! same bytes.

mod answer;
pub mod layout;
mod summary;

use bestply_presentation::document::{Document, Entry, Figure, Part, Row, Table};
use bestply_presentation::terminal;
use bestply_presentation::words::{count, listed, percent, percent_within, quantity, sentence};

use self::layout::{Conditions, limit};
use crate::contest::{Cost, Grown};
use crate::outcome::results::{Cell, groups};
use crate::show::plots::{self, heat_maps};
use crate::show::sequential;

pub use answer::answer;
pub(crate) use summary::p_text;
pub use summary::{remarks, summary};

/// What a report says of its experiment, beside the cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context<'c> {
    /// The title of the report.
    pub title: &'c str,
    /// The command line that repeats the run.
    pub command: &'c str,
    /// What made both sides' cost equal.
    pub cost: Cost,
    /// The descriptions of the experiments, as TOML.
    pub settings: Vec<String>,
    /// Where it was decided to go on with more pairs than were planned.
    pub grown: &'c [Grown],
}

/// The report of these cells.
pub fn document(cells: &[Cell], context: &Context<'_>) -> Document {
    let summary::Summary { findings, disagreements } = summary::findings(cells);
    let (figure, sections) = headline(cells, layout::parts(cells));
    let mut parts = Vec::new();
    if !disagreements.is_empty() {
        parts.extend([Part::Heading("Not as published".to_owned()), Part::List(disagreements)]);
    }
    parts.extend(sections);
    let mut statistics = vec![Part::List(grown_lines(context.grown).into_iter().chain(findings).collect())];
    if cells.iter().any(|cell| cell.sprt.is_some()) {
        statistics.push(Part::Legend(sequential::LEGEND.to_owned()));
    }
    parts.push(Part::Folded { heading: "Statistics".to_owned(), parts: statistics });
    let lines = cost_line(cells, context.cost).into_iter().chain(repeats_lines(cells));
    let lines = lines.map(|line| Part::Paragraph(line.to_owned()));
    let settings = (!context.settings.is_empty()).then(|| Part::Toml(context.settings.join("\n")));
    let legend = vec![Part::Legend(legend(cells))];
    let how = [Part::Command(context.command.to_owned())].into_iter().chain(lines).chain(settings).collect();
    whole(context.title, Part::Answer { sentences: answer(cells), figure }, parts, legend, how)
}

/// A report with what all reports have: the answer, the sections, how to read them, and how they were made.
pub(crate) fn whole(title: &str, answer: Part, sections: Vec<Part>, legend: Vec<Part>, how: Vec<Part>) -> Document {
    let [to_read, made] =
        ["How to read the tables", "How it was made"].map(|heading| Part::Heading(heading.to_owned()));
    let parts = [answer, Part::Contents].into_iter().chain(sections).chain([to_read]).chain(legend).chain([made]);
    Document::new(title, parts.chain(how).collect())
}

/// Where it was decided to go on, in a sentence for each kind of cells, which are named where there are several.
pub fn grown_lines(grown: &[Grown]) -> Vec<String> {
    let kinds = groups(grown, |one| &one.of);
    let is_one = kinds.len() == 1;
    let said = kinds.into_iter().map(move |of_kind| {
        let of = if is_one { String::new() } else { format!("{}: ", of_kind[0].of) };
        let pairs: Vec<String> = of_kind.iter().map(|one| count(one.pairs as usize, "pair", "pairs")).collect();
        let pairs = listed(&pairs);
        sentence(&format!("{of}it was decided to go on at {pairs} a cell, after which chance is larger than is said"))
    });
    said.collect()
}

/// What made the cost equal, in a sentence, where anything did.
fn cost_line(cells: &[Cell], cost: Cost) -> Option<&'static str> {
    let is_budget = !cells.is_empty() && cells.iter().all(|cell| cell.budget().is_some() && !cell.has_engine());
    match cost {
        _ if is_budget => Some("Both sides have the same budget a move."),
        _ if !is_calibrated(cells) => None,
        Cost::Evaluations => Some("Cost is made equal in static evaluations."),
        Cost::Time => Some("Cost is made equal in elapsed time."),
    }
}

/// Whether any depth was found by its cost.
fn is_calibrated(cells: &[Cell]) -> bool {
    cells.iter().any(|cell| !cell.candidates.is_empty())
}

/// What does not repeat, if anything.
pub(super) fn repeats_lines(cells: &[Cell]) -> impl Iterator<Item = &'static str> {
    let of_engines = "Results with a foreign engine do not repeat: it thinks by the clock, or keeps what it learnt. Its evaluations are not \
                known, and its limits are its own.";
    let of_threads =
        "Results of a search that threads share freely do not repeat: it depends on which thread is first.";
    let (has_engines, has_threads) = (cells.iter().any(Cell::has_engine), cells.iter().any(|cell| cell.is_shared));
    has_engines.then_some(of_engines).into_iter().chain(has_threads.then_some(of_threads))
}

/// How to read the tables of these cells.
fn legend(cells: &[Cell]) -> String {
    let calibrated = "Depths are the challenger's, at which its cost came nearest to the opponent's. ";
    let score = "A score is the challenger's share of the points with its 95% interval: a tie is half a point.";
    let pairs = " A pair of games from one start is one point.";
    let games = " Games count singly.";
    let published = " Where figures are published, the percentage won of what was decided stands beside it, for the papers leave ties \
                     out. \u{2260} marks a depth further from the published one than max(1, 10%), and a winning percentage that \
                     chance does not explain.";
    let spent = " \u{2260} marks a side that spent more than 5% more or less than its budget.";
    let any = |is_so: fn(&Cell) -> bool| cells.iter().any(is_so);
    let lines = [
        (calibrated, is_calibrated(cells)),
        (score, true),
        (pairs, any(|cell| cell.elo.is_none())),
        (games, any(|cell| cell.elo.is_some())),
        (published, any(|cell| cell.published.is_some())),
        (spent, any(|cell| cell.is_off_budget() != crate::contest::Sides::default())),
    ];
    lines.into_iter().filter_map(|(text, is_said)| is_said.then_some(text)).collect()
}

/// The figure of the answer, and the parts without it where it would stand there once more.
fn headline(cells: &[Cell], parts: Vec<Part>) -> (Option<Figure>, Vec<Part>) {
    let informative = layout::informative(&cells.iter().collect::<Vec<_>>());
    if let Some(figure) = heat_maps::figure(&informative).or_else(|| plots::by_evaluation(&informative)) {
        return (Some(figure), parts);
    }
    // What both sides spent is no answer; the figures of a sweep are.
    let is_sweep = cells.iter().any(|cell| !cell.swept.is_empty());
    let answers = |part: &Part| matches!(part, Part::Beside(..)) || is_sweep && matches!(part, Part::Figure(_));
    let figures = parts.iter().filter(|part| answers(part)).count();
    let Some(place) = parts.iter().position(answers) else { return (None, parts) };
    let mut parts = parts;
    match (parts[place].clone(), figures) {
        // The only figure of a table needs not be there twice.
        (Part::Beside(table, figure), 1) => {
            parts[place] = Part::Table(table);
            (Some(figure), parts)
        }
        (Part::Figure(figure), _) => {
            parts.remove(place);
            (Some(figure), parts)
        }
        (Part::Beside(_, figure), _) => (Some(figure), parts),
        _ => (None, parts),
    }
}

const HEADER: [&str; 11] =
    ["table", "challenger", "game", "opp.", "depth", "publ.", "score", "wins", "publ.", "ties", "evals a move (ratio)"];

/// All the cells for a terminal of so many columns, or as wide as they are.
pub fn terminal_table(cells: &[Cell], columns: Option<u16>) -> String {
    terminal::table(&Table::of(HEADER, cells.iter().map(row)), 3, columns)
}

fn row(cell: &Cell) -> Row {
    let (score, within) = cell.score();
    // The papers' figure stands only where it is compared.
    let wins = cell.interval_95.map(|within| percent_within(cell.win_rate, within));
    let is_off = cell.is_off_budget();
    let is_depth_right = if is_off.challenger { Some(false) } else { cell.depth_agrees() };
    // The opponent's limit, and what tells it from others of its searcher.
    let opponent = [Some(limit(&cell.opponent)), cell.opponent.name.clone().or(cell.opponent.settings.clone())];
    let evaluations = cell.evaluations_per_move().map(|per_move| quantity(per_move.challenger)).unwrap_or_default();
    Row::from([
        Entry::from(cell.table.map(|table| table.to_string()).unwrap_or_default()),
        cell.challenger.label().into(),
        Conditions::of(cell).to_string().into(),
        Entry::agreeing(opponent.into_iter().flatten().collect::<Vec<_>>().join(" "), Some(!is_off.opponent)),
        Entry::agreeing(limit(&cell.challenger), is_depth_right),
        cell.published.map(|published| published.depth.to_string()).unwrap_or_default().into(),
        percent_within(score, within).into(),
        Entry::agreeing(wins.unwrap_or_default(), cell.agrees),
        cell.published.map(|published| percent(published.win_rate)).unwrap_or_default().into(),
        cell.ties.to_string().into(),
        format!("{evaluations} ({:.3})", cell.evaluation_ratio).into(),
    ])
}
