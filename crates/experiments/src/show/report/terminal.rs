//! The table at the end of a run: one line a cell.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use super::document;
use super::layout::{Conditions, interval, limit, percent, quantity};
use crate::outcome::results::Cell;

const HEADER: [&str; 11] =
    ["table", "challenger", "game", "opp.", "depth", "publ.", "score", "wins", "publ.", "ties", "evals a move (ratio)"];

/// All the cells for a terminal of so many columns, or as wide as they are.
#[must_use]
pub fn terminal_table(cells: &[Cell], columns: Option<u16>) -> String {
    lined(HEADER.map(str::to_owned).to_vec(), cells.iter().map(|cell| line(cell).to_vec()), 3, columns)
}

/// A table of a document for a terminal of so many columns, or as wide as it is.
pub(crate) fn terminal(table: &document::Table, columns: Option<u16>) -> String {
    let texts = |row: &document::Row| row.entries.iter().map(document::Entry::signed).collect();
    lined(table.head.clone(), table.rows.iter().map(texts), 1, columns)
}

/// Rows in lines, all but the first columns of `names` to the right.
fn lined(head: Vec<String>, rows: impl Iterator<Item = Vec<String>>, names: usize, columns: Option<u16>) -> String {
    let mut table = Table::new();
    if let Some(columns) = columns {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(columns);
    }
    table.load_style(presets::UTF8_FULL_CONDENSED).force_no_tty().set_header(head).add_rows(rows);
    for column in table.column_iter_mut().skip(names) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt()
}

fn line(cell: &Cell) -> [String; 11] {
    let (score, within) = cell.score();
    // The papers' figure stands only where it is compared.
    let wins = cell.interval_95.map(|within| format!("{} ({})", percent(cell.win_rate), interval(within)));
    let is_depth_right = if cell.is_off_budget().challenger { Some(false) } else { cell.depth_agrees() };
    let evaluations = cell.evaluations_per_move().map(|per_move| quantity(per_move.challenger)).unwrap_or_default();
    [
        cell.table.map(|table| table.to_string()).unwrap_or_default(),
        cell.challenger.label(),
        Conditions::of(cell).to_string(),
        opponent(cell),
        marked(limit(&cell.challenger), is_depth_right),
        cell.published.map(|published| published.depth.to_string()).unwrap_or_default(),
        format!("{} ({})", percent(score), interval(within)),
        marked(wins.unwrap_or_default(), cell.agrees),
        cell.published.map(|published| percent(published.win_rate)).unwrap_or_default(),
        cell.ties.to_string(),
        format!("{evaluations} ({:.3})", cell.evaluation_ratio),
    ]
}

/// The opponent's limit, and what tells it from others of a sweep.
fn opponent(cell: &Cell) -> String {
    let limit = marked(limit(&cell.opponent), Some(!cell.is_off_budget().opponent));
    [Some(limit), cell.opponent.settings.clone()].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn marked(text: String, agrees: Option<bool>) -> String {
    if agrees == Some(false) { format!("\u{2260} {text}") } else { text }
}
