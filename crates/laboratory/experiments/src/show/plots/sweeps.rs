//! What a constant does: the score against its value, for each constant that a description lists values of.

use bestply_presentation::document::Figure;
use bestply_presentation::{Axis, Mark, Series};

use super::{score_chart, scored};
use crate::contest::{Sides, Swept, distinct};
use crate::outcome::results::{Cell, groups};
use crate::show::report::layout::{Conditions, limit};

/// A figure for each constant of each contest: the score against its value, a series for each combination of everything
/// else.
pub(crate) fn scores(cells: &[&Cell]) -> Vec<Figure> {
    let swept = cells.iter().copied().filter(|cell| !cell.swept.is_empty());
    let contests = groups(swept, |cell| (cell.titles(), &cell.game, names(&cell.swept)));
    let constants = contests.iter().flat_map(|contest| (0..contest[0].swept.len()).map(move |place| (contest, place)));
    constants.enumerate().map(|(number, (contest, place))| constant(contest, place, number + 1)).collect()
}

fn names(swept: &[Swept]) -> Vec<String> {
    swept.iter().map(Swept::name).collect()
}

/// The figure of one constant: the one at this place.
fn constant(contest: &[&Cell], place: usize, number: usize) -> Figure {
    let name = contest[0].swept[place].name();
    let Sides { challenger, opponent } = contest[0].titles();
    let lowest = contest.iter().map(|cell| 100.0 * cell.score().1[0]).fold(50.0, f64::min);
    let places = places(contest, place);
    let x = |text: &str| places.iter().find(|(_, other)| other == text).map(|&(x, _)| x);
    let title = format!("{challenger} against {opponent} on {}: score by {name}", contest[0].game);
    let mut chart = score_chart(title, Axis::listed(&name, places.clone()), lowest);
    let series = groups(contest.to_vec(), |cell| rest(cell, place));
    let keys = series.iter().enumerate().map(|(index, cells)| Mark::of(index).key(rest(cells[0], place))).collect();
    for (index, cells) in series.iter().enumerate() {
        let points = scored(cells.iter().copied(), |cell| {
            let what = format!("{}, {}:", cell.swept[place], rest(cell, place));
            Some((x(&cell.swept[place].value_text())?, what))
        });
        chart.series.push(Series { mark: Mark::of(index), points });
    }
    let caption = format!("Score against {name}, with 95% intervals. The grey line is an even score.");
    let stem = format!("plot-sweep-{}-{}-{number}", contest[0].game.kind, contest[0].swept[place].key);
    chart.figure(&stem, caption, keys)
}

/// What tells the series of a figure apart: the evaluations, the opponent's limit, and the other constants.
fn rest(cell: &Cell, place: usize) -> String {
    let evaluations = cell.evaluations_named().map(|_| Conditions::of(cell).to_string());
    let limit =
        if let Some(depth) = cell.opponent.depth { format!("opponent's depth {depth}") } else { limit(&cell.opponent) };
    let others = cell.swept.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, it)| it.to_string());
    evaluations.into_iter().chain([limit]).chain(others).collect::<Vec<_>>().join(", ")
}

/// Where the values of a constant lie, with their texts: numbers where they are, names side by side.
fn places(contest: &[&Cell], place: usize) -> Vec<(f64, String)> {
    let values = distinct(contest.iter().map(|cell| &cell.swept[place]));
    let numbers: Option<Vec<f64>> = values.iter().map(|value| value.number()).collect();
    let numbers = numbers.unwrap_or_else(|| (0..values.len()).map(|place| place as f64).collect());
    numbers.into_iter().zip(values.iter().map(|value| value.value_text())).collect()
}
