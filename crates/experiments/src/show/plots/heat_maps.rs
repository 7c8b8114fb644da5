//! The winning percentages over games and depths, ours and the published ones.

use super::heat::HeatMap;
use super::{contest, stem};
use crate::outcome::results::{Cell, groups};
use crate::show::report::document::{Figure, Plot};
use crate::show::report::layout::{Conditions, percent};

/// The most columns whose numbers have room.
const MOST_COLUMNS: usize = 12;
/// The most characters of a row's name that have room.
const MOST_CHARACTERS: usize = 14;

/// Heat maps of all contests over several games and several depths; `None` where there are none.
pub(crate) fn figure(cells: &[&Cell]) -> Option<Figure> {
    let has_place = |cell: &&Cell| cell.opponent.depth.is_some() && cell.swept.is_empty();
    let sections = groups(cells.iter().copied().filter(has_place).collect(), |cell| {
        (cell.table, cell.challenger.label(), cell.opponent.searcher.as_str(), cell.game.kind.as_str())
    });
    let plots: Vec<Plot> = sections.iter().flat_map(|section| maps(section)).collect();
    let is_published = cells.iter().any(|cell| cell.published.is_some());
    let caption = match is_published {
        true => "Percentages that the challenger won of what was decided, ours and the published ones side by side.",
        false => "The challenger's scores in percent, a tie being half a point.",
    };
    let caption = format!("{caption} Blue: it wins more than half; orange: less.");
    (!plots.is_empty()).then(|| Figure { caption, keys: Vec::new(), plots })
}

/// Ours, and the published ones where there are any.
fn maps(section: &[&Cell]) -> Vec<Plot> {
    let first = section[0];
    let mut depths: Vec<u32> = section.iter().filter_map(|cell| cell.opponent.depth).collect();
    depths.sort_unstable();
    depths.dedup();
    let games = groups(section.to_vec(), Conditions::of);
    let names: Vec<String> = games.iter().map(|cells| Conditions::of(cells[0]).to_string()).collect();
    let is_short = names.iter().all(|name| name.chars().count() <= MOST_CHARACTERS);
    if games.len() < 2 || !(2..=MOST_COLUMNS).contains(&depths.len()) || !is_short {
        return Vec::new();
    }
    let table = first.table.map_or_else(String::new, |table| format!("Table {table}: "));
    let whose = format!("{table}{}", first.challenger.label());
    let is_published = section.iter().any(|cell| cell.published.is_some());
    let map = |title: String, file: &str, share: &dyn Fn(&Cell) -> Option<f64>| {
        let score = |cells: &Vec<&Cell>, depth: u32| {
            let cell = cells.iter().find(|cell| cell.opponent.depth == Some(depth))?;
            let share = share(cell)?;
            Some((share, format!("{}: {}", contest(cell), percent(share))))
        };
        let scores = games.iter().map(|cells| depths.iter().map(|&depth| score(cells, depth)).collect()).collect();
        let columns = depths.iter().map(u32::to_string).collect();
        let picture = HeatMap { title, rows: names.clone(), columns, label: "opponent's depth".to_owned(), scores };
        Plot { file_name: format!("plot-{}{file}.svg", stem(first)), svg: picture.svg(), title: picture.title }
    };
    if !is_published {
        return vec![map(format!("{whose}, score in %"), "map", &|cell| Some(cell.score().0))];
    }
    vec![
        map(format!("{whose}, % won, ours"), "map", &|cell| Some(cell.win_rate)),
        map(format!("{whose}, % won, published"), "map-published", &|cell| Some(cell.published?.win_rate)),
    ]
}
