//! Plots of an experiment, as SVG: who scores how much against how deep an opponent or with how large a budget, what that costs, and how the
//! calibrated depths lie to the published ones.
//!
//! Text stays text (no font is looked up), and nothing but the cells goes in, so the bytes repeat. Series differ in
//! shape as well as in colour, and the colours are those of Okabe and Ito (2008, "Color universal design"), which
//! people with any kind of colour vision can tell apart.

pub(crate) mod budgets;
pub mod canvas;
mod evaluations;
pub(crate) mod ratings;
pub(crate) mod sweeps;

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use self::canvas::{AXIS, Area, Drawn, Key, LABEL_FONT, Mark, draw_marks, header, header_height, svg};
use crate::outcome::results::{Cell, depth_tolerance, groups};
use crate::show::report::layout::{Conditions, section_heading};

/// The size of one panel of a figure with several.
const PANEL: (u32, u32) = (400, 300);
/// The size of a figure of one panel, without its header.
const SINGLE: (u32, u32) = (760, 460);

/// A finished plot.
pub(crate) struct Plot {
    /// A name for its file, unlike that of any other plot of the same cells.
    pub(crate) file_name: String,
    /// What it shows, in a sentence.
    pub(crate) caption: String,
    /// The SVG document.
    pub(crate) svg: String,
}

/// All plots of these cells, each the name of its file and the SVG: for each table its scores, its cost,
/// and, where something is published, its depths.
///
/// Sweeps have plots with the constant on the axis; contests at equal budgets have plots by budget; others whose opponent has no depth limit have no place on an axis.
#[must_use]
pub fn plots_for(cells: &[Cell]) -> Vec<(String, String)> {
    plots(cells).into_iter().map(|plot| (plot.file_name, plot.svg)).collect()
}

/// [`plots_for`] with captions.
pub(crate) fn plots(cells: &[Cell]) -> Vec<Plot> {
    // Of a sweep several cells would stand at one depth.
    let has_depth = |cell: &&Cell| cell.opponent.depth.is_some() && cell.swept.is_empty();
    groups(cells.iter().filter(has_depth).collect(), |cell| {
        (cell.table, cell.challenger.searcher.as_str(), cell.game.kind.as_str())
    })
    .into_iter()
    .flat_map(|section| [wins_plot(&section), cost_plot(&section), depths_plot(&section)])
    .chain([evaluations::plot(cells)])
    .flatten()
    .chain(sweeps::plots(cells))
    .chain(budgets::plots(cells))
    .collect()
}

/// The cells of one game, in the order of the opponent's depth.
type Series<'a> = (Conditions, Vec<&'a Cell>);

/// A chart of scores against depths.
type Percentages<'a> = canvas::Chart<'a, RangedCoordf64, RangedCoordf64>;

fn series_of<'a>(section: &[&'a Cell]) -> Vec<Series<'a>> {
    groups(section.to_vec(), Conditions::of)
        .into_iter()
        .map(|mut group| {
            group.sort_by_key(|cell| cell.opponent.depth);
            (Conditions::of(group[0]), group)
        })
        .collect()
}

fn plot(section: &[&Cell], name: &str, caption: &str, svg: String) -> Plot {
    let cell = section[0];
    let table = cell.table.map(|table| format!("table-{table}-")).unwrap_or_default();
    Plot {
        file_name: format!("plot-{table}{}-{}-{name}.svg", cell.challenger.searcher, cell.game.kind),
        caption: format!("{}. {caption}", section_heading(cell)),
        svg,
    }
}

/// The score against the opponent's depth: a panel for each game.
fn wins_plot(section: &[&Cell]) -> Option<Plot> {
    let series = series_of(section);
    let columns = series.len().min(3);
    let rows = series.len().div_ceil(columns);
    let panel = if series.len() == 1 { SINGLE } else { PANEL };
    let keys = wins_keys(section);
    let width = panel.0 * columns as u32;
    let height = header_height(&keys, width);
    let floor = wins_floor(section);
    let deepest = deepest(section);
    let svg = svg((width, panel.1 * rows as u32 + height), |root| {
        let body = header(root, &format!("{}: score", section_heading(section[0])), &keys)?;
        for (area, (conditions, cells)) in body.split_evenly((rows, columns)).iter().zip(&series) {
            draw_wins(area, conditions, cells, floor, deepest)?;
        }
        Ok(())
    });
    Some(plot(section, "wins", "Score against the opponent's depth, with 95% intervals.", svg))
}

fn wins_keys(section: &[&Cell]) -> Vec<Key> {
    let mut keys = vec![Key::new(Mark::of(0), "ours, with its 95% interval")];
    if section.iter().any(|cell| cell.published.is_some()) {
        keys.push(Key::new(Mark::of(1), "published, without ties"));
    }
    if section.iter().any(|cell| has_ties_beside_published(cell)) {
        keys.push(Key::new(Mark::hollow(), "ours without ties"));
    }
    keys
}

/// Whether the papers' way of counting makes a difference where it matters.
fn has_ties_beside_published(cell: &Cell) -> bool {
    cell.published.is_some() && cell.ties > 0
}

/// The lowest percentage of a table's panels: theirs all, so that panels compare.
fn wins_floor(section: &[&Cell]) -> f64 {
    let lowest = section
        .iter()
        .flat_map(|cell| {
            let without_ties = if has_ties_beside_published(cell) { cell.win_rate } else { 1.0 };
            [cell.score().1[0], without_ties, cell.published.map_or(1.0, |published| published.win_rate)]
        })
        .fold(0.5, f64::min);
    // A little below it, so that no mark lies on the axis.
    ((lowest * 10.0 - 0.3).floor() * 10.0).max(-3.0)
}

fn draw_wins(area: &Area<'_>, conditions: &Conditions, cells: &[&Cell], floor: f64, deepest: u32) -> Drawn {
    let mut chart = wins_chart(area, &conditions.to_string(), floor, deepest)?;
    let published = Mark::of(1);
    let theirs = points(cells, 0.12, |cell| Some(cell.published?.win_rate * 100.0));
    chart.draw_series(LineSeries::new(theirs.clone(), published.colour.mix(0.5)))?;
    draw_marks(&chart, &theirs, published)?;
    let without_ties = points(cells, -0.12, |cell| has_ties_beside_published(cell).then_some(cell.win_rate * 100.0));
    draw_marks(&chart, &without_ties, Mark::of(0).ring())?;
    draw_scores(&mut chart, cells, -0.12, Mark::of(0))
}

/// An empty chart of scores against the opponent's depth.
fn wins_chart<'a>(area: &Area<'a>, caption: &str, floor: f64, deepest: u32) -> Drawn<Percentages<'a>> {
    let mut chart = ChartBuilder::on(area)
        .margin(8)
        .margin_right(16)
        .caption(caption, ("sans-serif", 18))
        .x_label_area_size(42)
        .y_label_area_size(58)
        .build_cartesian_2d(0.5..f64::from(deepest) + 0.5, floor..102.0)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(AXIS.mix(0.2))
        .disable_x_mesh()
        .x_labels(deepest as usize + 1)
        .x_label_formatter(&whole)
        .y_label_formatter(&|share| format!("{share:.0}%"))
        .y_labels(8)
        .x_desc("opponent's depth")
        .y_desc("challenger's score")
        .label_style(LABEL_FONT)
        .draw()?;
    // An even score, for the eye: below it the challenger loses.
    chart.draw_series(LineSeries::new([(0.5, 50.0), (f64::from(deepest) + 0.5, 50.0)], AXIS.mix(0.7)))?;
    Ok(chart)
}

/// Our scores of a series, with their intervals.
fn draw_scores(chart: &mut Percentages<'_>, cells: &[&Cell], aside: f64, mark: Mark) -> Drawn {
    let mine = points(cells, aside, |cell| Some(cell.score().0 * 100.0));
    chart.draw_series(LineSeries::new(mine.clone(), mark.colour.mix(0.5)))?;
    for (at, cell) in mine.iter().zip(cells) {
        let [low, high] = cell.score().1.map(|share| share * 100.0);
        let bar = vec![(at.0, low), (at.0, high)];
        chart.draw_series([PathElement::new(bar, mark.colour.stroke_width(2))])?;
        for end in [low, high] {
            let cap =
                EmptyElement::at((at.0, end)) + PathElement::new(vec![(-3, 0), (3, 0)], mark.colour.stroke_width(2));
            chart.draw_series([cap])?;
        }
    }
    draw_marks(chart, &mine, mark)
}

/// Evaluations for each move against the opponent's depth: a line for each game.
fn cost_plot(section: &[&Cell]) -> Option<Plot> {
    let costs = |cell: &Cell| cell.evaluations_per_move().filter(|it| it.challenger > 0.0 && it.opponent > 0.0);
    let all: Vec<f64> =
        section.iter().filter_map(|cell| costs(cell)).flat_map(|it| [it.challenger, it.opponent]).collect();
    let decade = |value: f64, round: fn(f64) -> f64| 10_f64.powi(round(value.log10()) as i32);
    let low = all.iter().copied().reduce(f64::min).map(|value| decade(value, f64::floor))?;
    let high = all.iter().copied().reduce(f64::max).map(|value| decade(value * 1.01, f64::ceil))?;
    let series = series_of(section);
    let keys = game_keys(&series, vec![Key::new(Mark::hollow(), "the opponent's")]);
    let deepest = deepest(section);
    let svg = svg((SINGLE.0, SINGLE.1 + header_height(&keys, SINGLE.0)), |root| {
        let body = header(root, &format!("{}: cost", section_heading(section[0])), &keys)?;
        let mut chart = ChartBuilder::on(&body)
            .margin(8)
            .margin_right(16)
            .x_label_area_size(44)
            .y_label_area_size(76)
            .build_cartesian_2d(0.5..f64::from(deepest) + 0.5, (low..high).log_scale())?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(AXIS.mix(0.2))
            .x_labels(deepest as usize + 1)
            .x_label_formatter(&whole)
            .y_label_formatter(&|value| format!("{value}"))
            .x_desc("opponent's depth")
            .y_desc("evaluations a move (log scale)")
            .label_style(LABEL_FONT)
            .draw()?;
        for (index, (_, cells)) in series.iter().enumerate() {
            let mark = Mark::of(index);
            let challenger = points(cells, 0.0, |cell| Some(costs(cell)?.challenger));
            let opponent = points(cells, 0.0, |cell| Some(costs(cell)?.opponent));
            chart.draw_series(LineSeries::new(challenger.clone(), mark.colour.mix(0.6).stroke_width(2)))?;
            draw_marks(&chart, &opponent, mark.ring())?;
            draw_marks(&chart, &challenger, mark)?;
        }
        Ok(())
    });
    Some(plot(section, "cost", "Evaluations a move against the opponent's depth.", svg))
}

/// Calibrated against published depth, with the band within which they agree.
fn depths_plot(section: &[&Cell]) -> Option<Plot> {
    let published: Vec<&Cell> =
        section.iter().copied().filter(|cell| cell.published.is_some() && cell.challenger.depth.is_some()).collect();
    let depths = |cell: &&Cell| cell.challenger.depth.max(cell.published.map(|published| published.depth));
    let deepest = published.iter().filter_map(depths).max()?;
    let end = f64::from(deepest) * 1.06 + 1.0;
    let series = series_of(&published);
    let extra = vec![Key::new(Mark::line(), "equal"), Key::new(Mark::band(), "within max(1, 10%)")];
    let keys = game_keys(&series, extra);
    let side = 600;
    let svg = svg((side + 40, side + header_height(&keys, side + 40)), |root| {
        let body = header(root, &format!("{}: depth", section_heading(section[0])), &keys)?;
        let mut chart = ChartBuilder::on(&body)
            .margin(8)
            .margin_right(16)
            .x_label_area_size(44)
            .y_label_area_size(60)
            .build_cartesian_2d(0.0..end, 0.0..end)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(AXIS.mix(0.2))
            .x_label_formatter(&whole)
            .y_label_formatter(&whole)
            .x_desc("published depth of the challenger")
            .y_desc("calibrated depth")
            .label_style(LABEL_FONT)
            .draw()?;
        chart.draw_series([Polygon::new(band(end), Mark::band().colour.mix(canvas::BAND_OPACITY))])?;
        chart.draw_series(LineSeries::new([(0.0, 0.0), (end, end)], AXIS))?;
        for (index, (_, cells)) in series.iter().enumerate() {
            let at = |cell: &&Cell| Some((f64::from(cell.published?.depth), f64::from(cell.challenger.depth?)));
            draw_marks(&chart, &cells.iter().filter_map(at).collect::<Vec<_>>(), Mark::of(index))?;
        }
        Ok(())
    });
    Some(plot(section, "depths", "Calibrated against published depth of the challenger.", svg))
}

/// The outline of max(1, 10 %) about the diagonal, cut to the chart.
fn band(end: f64) -> Vec<(f64, f64)> {
    let upper = [0.0, 10.0_f64.min(end), end].map(|x| (x, (x + depth_tolerance(x)).min(end)));
    let lower = [end, 10.0_f64.min(end), 1.0, 0.0].map(|x| (x, (x - depth_tolerance(x)).max(0.0)));
    // Where the upper edge leaves the chart through its top, not its corner.
    let leaves = if end - 1.0 > 10.0 { end / 1.1 } else { end - 1.0 };
    [upper[0], upper[1]]
        .into_iter()
        .filter(|&(x, _)| x < leaves)
        .chain([(leaves, end), (end, end)])
        .chain(lower)
        .collect()
}

fn game_keys(series: &[Series<'_>], extra: Vec<Key>) -> Vec<Key> {
    let key = |(index, (conditions, _)): (usize, &Series<'_>)| Key::new(Mark::of(index), &conditions.to_string());
    series.iter().enumerate().map(key).chain(extra).collect()
}

/// The points of a series at the opponent's depths, moved a little aside so that two series can be told apart.
fn points(cells: &[&Cell], aside: f64, value: impl Fn(&Cell) -> Option<f64>) -> Vec<(f64, f64)> {
    cells.iter().filter_map(|cell| Some((f64::from(cell.opponent.depth?) + aside, value(cell)?))).collect()
}

fn deepest(section: &[&Cell]) -> u32 {
    section.iter().filter_map(|cell| cell.opponent.depth).max().unwrap_or(1)
}

fn whole(value: &f64) -> String {
    format!("{value:.0}")
}
