//! The table at the end of a run: one line a cell.

use bestply_presentation::document::{Entry, Row, Table};
use bestply_presentation::terminal;
use bestply_presentation::words::{percent, percent_within, quantity};

use super::layout::{Conditions, limit};
use crate::outcome::results::Cell;

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
