//! The scores of many challengers in many games, against one opponent at one budget.

use bestply_presentation::HeatMap;
use bestply_presentation::document::{Figure, Plot, plain};
use bestply_presentation::words::percent;

use super::{contest, stem};
use crate::outcome::results::{Cell, groups};

/// Fewer challengers or games are told apart in a table.
const FEWEST: usize = 3;

/// A map for each opponent and budget; `None` where no opponent has so many challengers and games.
pub(crate) fn figure(cells: &[&Cell]) -> Option<Figure> {
    let has_place = |cell: &&Cell| cell.opponent.depth.is_none() && cell.swept.is_empty();
    let cells = cells.iter().copied().filter(has_place).collect();
    let sections = groups(cells, |cell| (cell.opponent.label(), cell.budget()));
    let plots: Vec<Plot> = sections.iter().filter_map(|section| map(section)).collect();
    let caption = "The challengers' scores in percent, a tie being half a point, the best in the mean first. \
                   Blue: more than half; orange: less.";
    (!plots.is_empty()).then(|| Figure { caption: caption.to_owned(), keys: Vec::new(), plots })
}

/// A game's name as far as a column has room, such as "Oth"; of random games what tells them apart.
fn short(title: &str) -> String {
    title.rsplit(", ").next().unwrap_or(title).chars().take(3).collect()
}

fn map(section: &[&Cell]) -> Option<Plot> {
    let mut challengers = groups(section.to_vec(), |cell| cell.challenger.label());
    let games = groups(section.to_vec(), |cell| cell.game.parameters_text());
    if challengers.len() < FEWEST || games.len() < FEWEST {
        return None;
    }
    let mean = |cells: &[&Cell]| cells.iter().map(|cell| cell.score().0).sum::<f64>() / cells.len() as f64;
    challengers.sort_by(|one, other| mean(other).total_cmp(&mean(one)));
    let titles: Vec<String> = games.iter().map(|cells| cells[0].game.parameters_text()).collect();
    let score = |cells: &Vec<&Cell>, title: &String| {
        let cell = cells.iter().find(|cell| cell.game.parameters_text() == *title)?;
        let share = cell.score().0;
        Some((share, format!("{}: {}", contest(cell), percent(share))))
    };
    let scores = challengers.iter().map(|cells| titles.iter().map(|title| score(cells, title)).collect()).collect();
    let (first, budget) = (section[0], section[0].budget().map(|budget| format!(" at {budget}")).unwrap_or_default());
    let against = first.opponent.label();
    let title = format!("Against {against}{budget}, score in %");
    let rows = challengers.iter().map(|cells| cells[0].challenger.label().to_owned()).collect();
    let columns = titles.iter().map(|title| short(title)).collect();
    let picture = HeatMap { title, rows, columns, label: "game".to_owned(), scores };
    let file_name = format!("plot-field-{}{}.svg", stem(first), plain(&budget));
    Some(Plot { file_name, svg: picture.svg(), title: picture.title })
}
