//! The winning percentages over games and depths, ours and the published ones, or over games and costs of evaluations.

use bestply_presentation::HeatMap;
use bestply_presentation::document::{Figure, Plot, plain};
use bestply_presentation::words::percent;

use super::{against, contest, stem};
use crate::outcome::results::{Cell, groups};
use crate::show::report::layout::Conditions;

/// The most columns whose numbers have room.
const MOST_COLUMNS: usize = 12;
/// The most characters of a row's name that have room.
const MOST_CHARACTERS: usize = 14;

/// What the columns of a map are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ColumnKind {
    /// The opponent's depths.
    Depths,
    /// What evaluations cost, in nanoseconds.
    Costs,
}

impl ColumnKind {
    /// Depths where the opponent's depth is limited.
    fn of(cell: &Cell) -> ColumnKind {
        if cell.opponent.depth.is_some() { ColumnKind::Depths } else { ColumnKind::Costs }
    }

    /// The column of a cell; `None` if it has none.
    fn value(self, cell: &Cell) -> Option<u32> {
        if self == ColumnKind::Depths { cell.opponent.depth } else { cell.game.evaluation_cost_ns() }
    }

    /// The row of a cell.
    fn row(self, cell: &Cell) -> Conditions {
        if self == ColumnKind::Depths { Conditions::of(cell) } else { Conditions::at_any_cost(cell) }
    }

    fn name(self, value: u32) -> String {
        match self {
            ColumnKind::Costs if value >= 1000 && value.is_multiple_of(100) => {
                format!("{} µs", f64::from(value) / 1000.0)
            }
            ColumnKind::Costs => format!("{value} ns"),
            ColumnKind::Depths => value.to_string(),
        }
    }

    fn label(self) -> &'static str {
        if self == ColumnKind::Depths { "opponent's depth" } else { "cost of an evaluation" }
    }
}

/// Heat maps of all contests over several games, and several depths or costs of an evaluation;
/// `None` where there are none.
pub(crate) fn figure(cells: &[&Cell]) -> Option<Figure> {
    let has_place = |cell: &&Cell| ColumnKind::of(cell).value(cell).is_some() && cell.swept.is_empty();
    let sections = groups(cells.iter().copied().filter(has_place), |cell| {
        let columns = ColumnKind::of(cell);
        let against = (columns == ColumnKind::Costs).then(|| (cell.opponent.label(), cell.budget()));
        (cell.table, cell.titles(), &*cell.game.kind, columns, against)
    });
    let plots: Vec<Plot> = sections.iter().flat_map(|section| maps(section)).collect();
    let is_published = cells.iter().any(|cell| cell.published.is_some());
    let caption = if is_published {
        "Percentages that the challenger won of what was decided, ours and the published ones side by side."
    } else {
        "The challenger's scores in percent, a tie being half a point."
    };
    let caption = format!("{caption} Blue: it wins more than half; orange: less.");
    (!plots.is_empty()).then(|| Figure { caption, keys: Vec::new(), plots })
}

/// Ours, and the published ones where there are any.
fn maps(section: &[&Cell]) -> Vec<Plot> {
    let first = section[0];
    let columns = ColumnKind::of(first);
    let mut values: Vec<u32> = section.iter().filter_map(|cell| columns.value(cell)).collect();
    values.sort_unstable();
    values.dedup();
    let games = groups(section.to_vec(), |cell| columns.row(cell));
    let names: Vec<String> = games.iter().map(|cells| columns.row(cells[0]).to_string()).collect();
    let is_short = names.iter().all(|name| name.chars().count() <= MOST_CHARACTERS);
    if games.len() < 2 || !(2..=MOST_COLUMNS).contains(&values.len()) || !is_short {
        return Vec::new();
    }
    let map = |title: String, file: &str, share: &dyn Fn(&Cell) -> Option<f64>| {
        let score = |cells: &Vec<&Cell>, value: u32| {
            let cell = cells.iter().find(|cell| columns.value(cell) == Some(value))?;
            let share = share(cell)?;
            Some((share, format!("{}: {}", contest(cell), percent(share))))
        };
        let scores = games.iter().map(|cells| values.iter().map(|&value| score(cells, value)).collect()).collect();
        let names_of_columns = values.iter().map(|&value| columns.name(value)).collect();
        let label = columns.label().to_owned();
        let picture = HeatMap { title, rows: names.clone(), columns: names_of_columns, label, scores };
        Plot { file_name: format!("plot-{}{file}.svg", stem(first)), svg: picture.svg(), title: picture.title }
    };
    let table = first.table.map_or_else(String::new, |table| format!("Table {table}: "));
    let whose = format!("{table}{}", first.challenger.label());
    let ours = |cell: &Cell| Some(cell.score().0);
    if columns == ColumnKind::Costs {
        let (opponent, budget) = (first.opponent.label(), first.budget().map(|budget| budget.to_string()));
        let at = budget.as_ref().map_or_else(String::new, |budget| format!(" at {budget}"));
        let file: Vec<String> = std::iter::once(&opponent).chain(&budget).map(|name| plain(name)).collect();
        let file = format!("{}-map", file.join("-"));
        return vec![map(format!("{whose} against {opponent}{at}, score in %"), &file, &ours)];
    }
    let whose = whose + &against(first);
    if section.iter().all(|cell| cell.published.is_none()) {
        return vec![map(format!("{whose}, score in %"), "map", &ours)];
    }
    vec![
        map(format!("{whose}, % won, ours"), "map", &|cell| Some(cell.win_rate)),
        map(format!("{whose}, % won, published"), "map-published", &|cell| Some(cell.published?.win_rate)),
    ]
}
