//! The scores of many challengers in many games, against one opponent at one budget.

use bestply_presentation::HeatMap;
use bestply_presentation::document::{Figure, Plot, plain};
use bestply_presentation::words::{listed, percent};

use super::contest;
use crate::contest::distinct;
use crate::outcome::results::{Cell, groups};

/// Fewer challengers or games are told apart in a table.
const FEWEST: usize = 3;

/// The challengers of one opponent and budget, the best in the mean first.
struct Field<'c> {
    challengers: Vec<Vec<&'c Cell>>,
    games: Vec<String>,
    /// The opponent and the budget.
    against: String,
}

/// The fields of these cells: none where no opponent has so many challengers and games.
fn fields<'c>(cells: &[&'c Cell]) -> Vec<Field<'c>> {
    let cells = cells.iter().copied().filter(|cell| cell.opponent.depth.is_none() && cell.swept.is_empty());
    let sections = groups(cells, |cell| (cell.opponent.label(), cell.budget()));
    sections.into_iter().filter_map(Field::of).collect()
}

impl<'c> Field<'c> {
    fn of(section: Vec<&'c Cell>) -> Option<Field<'c>> {
        let budget = section[0].budget().map(|budget| format!(" at {budget}")).unwrap_or_default();
        let against = format!("{}{budget}", section[0].opponent.label());
        let games = distinct(section.iter().map(|cell| cell.game.parameters_text()));
        let mut challengers = groups(section, |cell| cell.challenger.label());
        challengers.sort_by(|one, other| mean(other).total_cmp(&mean(one)));
        (challengers.len() >= FEWEST && games.len() >= FEWEST).then_some(Field { challengers, games, against })
    }

    fn map(&self) -> Plot {
        let score = |cells: &Vec<&Cell>, game: &String| {
            let cell = cells.iter().find(|cell| cell.game.parameters_text() == *game)?;
            let share = cell.score().0;
            Some((share, format!("{}: {}", contest(cell), percent(share))))
        };
        let scores = self.challengers.iter().map(|it| self.games.iter().map(|game| score(it, game)).collect());
        let rows = self.challengers.iter().map(|cells| cells[0].challenger.label().to_owned()).collect();
        let columns = self.games.iter().map(|game| short(game)).collect();
        let title = format!("Against {}, score in %", self.against);
        let picture = HeatMap { title, rows, columns, label: "game".to_owned(), scores: scores.collect() };
        let file_name = format!("plot-field-{}.svg", plain(&self.against));
        Plot { file_name, svg: picture.svg(), title: picture.title }
    }

    fn sentence(&self) -> String {
        let named = |cells: &Vec<&Cell>| format!("{} with {}", cells[0].challenger.label(), percent(mean(cells)));
        let first: Vec<String> = self.challengers.iter().take(FEWEST).map(named).collect();
        let (all, games) = (self.challengers.len(), self.games.len());
        format!(
            "Of {all} challengers of {} the best in the mean of {games} games are {}.",
            self.against,
            listed(&first)
        )
    }
}

fn mean(cells: &Vec<&Cell>) -> f64 {
    cells.iter().map(|cell| cell.score().0).sum::<f64>() / cells.len() as f64
}

/// A sentence for each field, of its best; none where there are no fields.
pub(crate) fn answer(cells: &[&Cell]) -> Vec<String> {
    fields(cells).iter().map(Field::sentence).collect()
}

/// A map for each field; `None` where there are none.
pub(crate) fn figure(cells: &[&Cell]) -> Option<Figure> {
    let plots: Vec<Plot> = fields(cells).iter().map(Field::map).collect();
    let caption = "The challengers' scores in percent, a tie being half a point, the best in the mean first. \
                   Blue: more than half; orange: less.";
    (!plots.is_empty()).then(|| Figure { caption: caption.to_owned(), keys: Vec::new(), plots })
}

/// A game's name as far as a column has room, such as "Oth"; of random games what tells them apart.
fn short(title: &str) -> String {
    title.rsplit(", ").next().unwrap_or(title).chars().take(3).collect()
}
