//! How far cells come out as published, and how much that says.

use bestply_statistics::{Combined, Count, combine, fisher_exact, holm};
use serde::Serialize;

use super::{Cell, groups, json_of_lines, round4};
use crate::files::json_of;
use crate::outcome::verdict::FAMILY_WISE_LEVEL;

/// The cells of a run beside their published ones.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// The cells that are published.
    pub published: usize,
    /// Those whose winning percentage agrees with the published one.
    pub agreeing: usize,
    /// Those whose depth is within max(1, 10 %) of the published one.
    pub depths_within: usize,
    /// Those whose depth is the published one.
    pub depths_equal: usize,
    /// Those with decided pairs.
    pub decided: usize,
    /// Those with decided pairs whose 95 % interval holds the published percentage.
    pub within_interval: usize,
    /// Those in which both sides search one ply deep, so that both play alike.
    /// Their 50 % come out whatever the searchers do.
    pub tautologies: usize,
    /// Those that are the same contest as one of another published table.
    pub repeated: usize,
    /// Those that are neither.
    pub informative: usize,
    /// Those of the informative whose winning percentage agrees.
    pub informative_agreeing: usize,
    /// Those of the informative whose depth is within max(1, 10 %).
    pub informative_depths_within: usize,
    /// The cells, but for tautologies, beside the figures that are published for the opponent that is one ply deeper.
    /// They are another contest's, so that what agrees here agrees by chance.
    pub beside_the_next: usize,
    /// Those of them that would agree.
    pub agreeing_beside_the_next: usize,
    /// The smallest and the largest of the differences from which on a cell would not agree, corrected for the number
    /// of cells as where the largest is looked at first.
    /// Cells whose players are alike do not count.
    pub shown_from: [f64; 2],
    /// All comparisons together.
    pub together: Combined,
}

/// The cells of a game, or all of a run, beside their published ones: a line of
/// `{ "schema": 2, "agreement": [ … ] }`.
#[derive(Serialize)]
struct AgreementOf {
    /// The game, or `all` of the run.
    of: String,
    #[serde(flatten)]
    agreement: Agreement,
}

/// How far these cells come out as published; `None` if none is published.
pub fn agreement(cells: &[&Cell]) -> Option<Agreement> {
    let published: Vec<&Cell> = cells.iter().copied().filter(|cell| cell.published.is_some()).collect();
    let number = |is: &dyn Fn(&Cell) -> bool| published.iter().filter(|cell| is(cell)).count();
    let is_within_interval = |cell: &Cell| {
        let known = cell.published.zip(cell.interval_95);
        known.is_some_and(|(published, [low, high])| low <= published.win_rate && published.win_rate <= high)
    };
    let is_informative = |cell: &Cell| !is_tautology(cell) && !cell.repeats_one_of(cells);
    let is_decided = |cell: &Cell| cell.count().decided > 0;
    let told = published.iter().filter(|cell| !is_tautology(cell));
    let columns = groups(told.clone().copied(), |cell| (cell.table, &cell.game, &cell.challenger.searcher));
    let neighbours = columns.iter().flat_map(|column| column.windows(2));
    let next = neighbours.filter_map(|two| Some(fisher_exact(two[0].comparison()?.0, two[1].comparison()?.1)));
    let next: Vec<f64> = next.collect();
    let apart = holm(&next, FAMILY_WISE_LEVEL);
    let level = FAMILY_WISE_LEVEL / published.len() as f64;
    let shown: Vec<f64> = told.filter_map(|cell| shown_from(cell, level)).collect();
    // Each contest once, without those whose players are alike.
    let comparisons = cells.iter().copied().filter(|cell| is_informative(cell)).filter_map(Cell::comparison);
    (!published.is_empty()).then(|| Agreement {
        published: published.len(),
        agreeing: number(&|cell| cell.agrees == Some(true)),
        depths_within: number(&|cell| cell.depth_agrees() == Some(true)),
        depths_equal: number(&|cell| cell.published.is_some_and(|it| Some(it.depth) == cell.challenger.depth)),
        decided: number(&is_decided),
        within_interval: number(&|cell| is_decided(cell) && is_within_interval(cell)),
        tautologies: number(&is_tautology),
        repeated: number(&|cell| !is_tautology(cell) && cell.repeats_one_of(cells)),
        informative: number(&is_informative),
        informative_agreeing: number(&|cell| is_informative(cell) && cell.agrees == Some(true)),
        informative_depths_within: number(&|cell| is_informative(cell) && cell.depth_agrees() == Some(true)),
        beside_the_next: next.len(),
        agreeing_beside_the_next: apart.iter().filter(|&&is_apart| !is_apart).count(),
        shown_from: [shown.iter().copied().fold(1.0, f64::min), shown.iter().copied().fold(0.0, f64::max)].map(round4),
        together: combine(&comparisons.collect::<Vec<_>>()),
    })
}

/// The text of `agreement.json`: how far the cells of each game come out as published, and all; `None` if none is
/// published.
pub(crate) fn agreement_to_json(cells: &[Cell]) -> Option<String> {
    let all: Vec<&Cell> = cells.iter().collect();
    let games = groups(all.clone(), |cell| cell.game.kind.as_str());
    // A value sorts its keys.
    let line = |of, cells: &[&Cell]| Some(json_of(&AgreementOf { of, agreement: agreement(cells)? }).to_string());
    let of_games = games.iter().filter_map(|cells| line(cells[0].game.title(), cells));
    let lines: Vec<String> = of_games.chain(line("all".to_owned(), &all)).collect();
    (!lines.is_empty()).then(|| json_of_lines("agreement", lines.into_iter()))
}

/// Whether both sides search one ply, which is the same search in all the papers' searchers.
fn is_tautology(cell: &Cell) -> bool {
    cell.challenger.depth == Some(1) && cell.opponent.depth == Some(1)
}

/// The smallest difference towards a half from the published percentage that would be shown, with as many results.
fn shown_from(cell: &Cell, level: f64) -> Option<f64> {
    let (ours, theirs) = cell.comparison()?;
    let rate = theirs.rate();
    let is_shown = |wins: u64| fisher_exact(Count::new(wins, ours.decided), theirs) < level;
    let difference = |wins: u64| (wins as f64 / ours.decided as f64 - rate).abs();
    let inwards = (0..=ours.decided).filter(|&wins| (wins as f64 / ours.decided as f64 > rate) == (rate < 0.5));
    inwards.filter(|&wins| is_shown(wins)).map(difference).min_by(f64::total_cmp)
}
