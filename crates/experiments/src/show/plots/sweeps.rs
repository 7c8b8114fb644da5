//! What a constant does: the score against its value, for each constant that a description lists values of.

use plotters::coord::combinators::{BindKeyPoints, LogCoord, WithKeyPoints};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use super::canvas::{AXIS, Chart, Drawn, Key, LABEL_FONT, Mark, draw_marks, header, header_height, svg};
use super::{Plot, SINGLE};
use crate::contest::Swept;
use crate::outcome::results::{Cell, groups};
use crate::show::report::layout::{Conditions, limit};

/// A chart of scores against the values of a constant.
type Scores<'a> = Chart<'a, WithKeyPoints<LogCoord<f64>>, RangedCoordf64>;

/// A plot for each constant of each contest: the score against its value, a line for each combination of everything else.
pub(crate) fn plots(cells: &[Cell]) -> Vec<Plot> {
    let swept = cells.iter().filter(|cell| !cell.swept.is_empty()).collect();
    let contests =
        groups(swept, |cell| (&cell.challenger.searcher, &cell.opponent.searcher, &cell.game, names(&cell.swept)));
    let mut plots: Vec<Plot> = Vec::new();
    for contest in contests {
        for place in 0..contest[0].swept.len() {
            let number = plots.len() + 1;
            plots.push(plot(&contest, place, number));
        }
    }
    plots
}

fn names(swept: &[Swept]) -> Vec<String> {
    swept.iter().map(Swept::name).collect()
}

/// The plot of one constant: the one at this place.
fn plot(contest: &[&Cell], place: usize, number: usize) -> Plot {
    let name = contest[0].swept[place].name();
    let lines = groups(contest.to_vec(), |cell| rest(cell, place));
    let label = |cell: &Cell| if lines.len() == 1 { name.clone() } else { rest(cell, place) };
    let key = |(index, cells): (usize, &Vec<&Cell>)| Key::new(Mark::of(index), &label(cells[0]));
    let keys: Vec<Key> = lines.iter().enumerate().map(key).collect();
    let (challenger, opponent) = (&contest[0].challenger.searcher, &contest[0].opponent.searcher);
    let heading = format!("{challenger} against {opponent} on {}", contest[0].game);
    let axis = Axis::of(contest, place);
    let floor = contest.iter().map(|cell| cell.score().1[0]).fold(0.5, f64::min);
    let floor = ((floor * 10.0 - 0.3).floor() * 10.0).max(-3.0);
    let svg = svg((SINGLE.0, SINGLE.1 + header_height(&keys, SINGLE.0)), |root| {
        let body = header(root, &format!("{heading}: score by {name}"), &keys)?;
        let mut chart = ChartBuilder::on(&body)
            .margin(8)
            .margin_right(16)
            .x_label_area_size(44)
            .y_label_area_size(62)
            .build_cartesian_2d((Axis::START..Axis::END).log_scale().with_key_points(axis.places()), floor..102.0)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(AXIS.mix(0.2))
            .x_label_formatter(&|place| axis.text(*place))
            .y_label_formatter(&|share| format!("{share:.0}%"))
            .x_desc(if axis.is_logarithmic { format!("{name} (log scale)") } else { name.clone() })
            .y_desc("challenger's score")
            .label_style(LABEL_FONT)
            .draw()?;
        chart.draw_series(LineSeries::new([(Axis::START, 50.0), (Axis::END, 50.0)], AXIS.mix(0.7)))?;
        for (index, line) in lines.iter().enumerate() {
            // A little aside of one another, so that intervals can be told apart.
            let aside = 1.0 + 0.015 * (index as f64 - (lines.len() - 1) as f64 / 2.0);
            let at = |cell: &&Cell| (axis.place(&cell.swept[place]) * aside, cell.score());
            draw(&mut chart, line.iter().map(at).collect(), Mark::of(index))?;
        }
        Ok(())
    });
    Plot {
        file_name: format!("plot-sweep-{}-{}-{number}.svg", contest[0].game.kind, contest[0].swept[place].key),
        caption: format!("{heading}: score against {name}, with 95% intervals."),
        svg,
    }
}

/// What tells the lines of a plot apart: the evaluations, the opponent's limit, and the other constants.
fn rest(cell: &Cell, place: usize) -> String {
    let evaluations = cell.evaluations_named().map(|_| Conditions::of(cell).to_string());
    let limit = match cell.opponent.depth {
        Some(depth) => format!("opponent's depth {depth}"),
        None => limit(&cell.opponent),
    };
    let others = cell.swept.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, it)| it.to_string());
    evaluations.into_iter().chain([limit]).chain(others).collect::<Vec<_>>().join(", ")
}

fn draw(chart: &mut Scores<'_>, mut points: Vec<(f64, (f64, [f64; 2]))>, mark: Mark) -> Drawn {
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    for &(x, (_, [low, high])) in &points {
        let bar = vec![(x, 100.0 * low), (x, 100.0 * high)];
        chart.draw_series([PathElement::new(bar, mark.colour.stroke_width(2))])?;
    }
    let line: Vec<(f64, f64)> = points.iter().map(|&(x, (score, _))| (x, 100.0 * score)).collect();
    chart.draw_series(LineSeries::new(line.clone(), mark.colour.mix(0.5)))?;
    draw_marks(chart, &line, mark)
}

/// Where the values of a constant lie: numbers where they are, or where their logarithms are if they span a wide range; names side by
/// side. The chart's own scale is logarithmic, from 1 at the least value to 10 at the largest, whatever the values are.
struct Axis {
    /// The values' texts with their places, each once.
    values: Vec<(String, f64)>,
    is_logarithmic: bool,
}

impl Axis {
    /// The ratio of values from which on their logarithms are shown.
    const WIDE: f64 = 8.0;

    /// The ends, a little outside of the values.
    const START: f64 = 0.83;
    const END: f64 = 12.0;

    fn of(contest: &[&Cell], place: usize) -> Axis {
        let mut values: Vec<&Swept> = Vec::new();
        for cell in contest {
            if !values.contains(&&cell.swept[place]) {
                values.push(&cell.swept[place]);
            }
        }
        let numbers: Option<Vec<f64>> = values.iter().map(|value| value.number()).collect();
        let numbers = numbers.unwrap_or_else(|| (0..values.len()).map(|place| place as f64).collect());
        let (least, most) = ends(&numbers);
        let is_logarithmic = least > 0.0 && most / least >= Axis::WIDE;
        let lie: Vec<f64> = if is_logarithmic { numbers.into_iter().map(f64::ln).collect() } else { numbers };
        let (least, most) = ends(&lie);
        let width = if most > least { most - least } else { 1.0 };
        let places = lie.into_iter().map(|it| 10.0_f64.powf((it - least) / width));
        Axis { values: values.iter().map(|value| value.value_text()).zip(places).collect(), is_logarithmic }
    }

    fn places(&self) -> Vec<f64> {
        let mut places: Vec<f64> = self.values.iter().map(|&(_, place)| place).collect();
        places.sort_by(f64::total_cmp);
        places
    }

    fn place(&self, value: &Swept) -> f64 {
        let text = value.value_text();
        self.values.iter().find(|(other, _)| *other == text).map_or(1.0, |&(_, place)| place)
    }

    /// The value at a place, or the nearest.
    fn text(&self, place: f64) -> String {
        let distance = |value: &&(String, f64)| (value.1 - place).abs();
        let nearest = self.values.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.map_or_else(String::new, |(text, _)| text.clone())
    }
}

/// The least and the largest.
fn ends(numbers: &[f64]) -> (f64, f64) {
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    (least, numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max))
}
