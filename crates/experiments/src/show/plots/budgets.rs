//! How much stronger the challengers are, against the budget that both sides have for a move.

use plotters::coord::combinators::{BindKeyPoints, LogCoord, WithKeyPoints};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use super::canvas::{AXIS, Area, Chart, Drawn, Key, LABEL_FONT, Mark, draw_marks, header, header_height, svg};
use super::{PANEL, Plot, SINGLE};
use crate::contest::Budget;
use crate::outcome::results::{Cell, groups};
use crate::show::report::layout::Conditions;

/// A chart of scores against budgets.
type Scores<'a> = Chart<'a, WithKeyPoints<LogCoord<f64>>, RangedCoordf64>;

/// A plot for each game: the score against the budget, a panel for each kind of budget, a line for each challenger.
pub(crate) fn plots(cells: &[Cell]) -> Vec<Plot> {
    let budgeted = cells.iter().filter(|cell| cell.budget().is_some()).collect();
    let games = groups(budgeted, |cell| (cell.opponent.searcher.as_str(), Conditions::of(cell)));
    let mut plots: Vec<Plot> = Vec::new();
    for game in games {
        let number = plots.len() + 1;
        plots.push(plot(&game, number));
    }
    plots
}

fn plot(game: &[&Cell], number: usize) -> Plot {
    let challengers = groups(game.to_vec(), |cell| cell.challenger.label());
    let key = |(index, cells): (usize, &Vec<&Cell>)| Key::new(Mark::of(index), &cells[0].challenger.label());
    let keys: Vec<Key> = challengers.iter().enumerate().map(key).collect();
    let kinds = groups(game.to_vec(), |cell| cell.budget().map(Budget::kind));
    let size = if kinds.len() == 1 { SINGLE } else { (PANEL.0 * 5 / 4, SINGLE.1) };
    let width = size.0 * kinds.len() as u32;
    let heading = format!("{} against {}", Conditions::of(game[0]), game[0].opponent.searcher);
    let floor = game.iter().map(|cell| cell.score().1[0]).fold(0.5, f64::min);
    let floor = ((floor * 10.0 - 0.3).floor() * 10.0).max(-3.0);
    let svg = svg((width, size.1 + header_height(&keys, width)), |root| {
        let body = header(root, &format!("{heading}: score"), &keys)?;
        for (area, cells) in body.split_evenly((1, kinds.len())).iter().zip(&kinds) {
            let mut chart = chart(area, cells, floor)?;
            for (index, challenger) in challengers.iter().enumerate() {
                let label = challenger[0].challenger.label();
                let line: Vec<&Cell> = cells.iter().copied().filter(|cell| cell.challenger.label() == label).collect();
                // A little aside of one another, so that intervals can be told apart.
                let aside = 1.0 + 0.02 * (index as f64 - (challengers.len() - 1) as f64 / 2.0);
                draw(&mut chart, &line, aside, Mark::of(index))?;
            }
        }
        Ok(())
    });
    Plot {
        file_name: format!("plot-budget-{}-{number}.svg", game[0].game.kind),
        caption: format!("{heading}: score against the budget a move that both sides have, with 95% intervals."),
        svg,
    }
}

/// An empty chart of scores against budgets.
fn chart<'a>(area: &Area<'a>, cells: &[&Cell], floor: f64) -> Drawn<Scores<'a>> {
    let mut amounts: Vec<f64> = cells.iter().filter_map(|cell| cell.budget()).map(Budget::amount).collect();
    amounts.sort_by(f64::total_cmp);
    amounts.dedup();
    let (least, most) = (amounts[0] / 1.4, amounts[amounts.len() - 1] * 1.4);
    let unit = cells.iter().find_map(|cell| cell.budget()).map_or("", Budget::unit);
    let mut chart = ChartBuilder::on(area)
        .margin(8)
        .margin_right(16)
        .x_label_area_size(44)
        .y_label_area_size(62)
        .build_cartesian_2d((least..most).log_scale().with_key_points(amounts), floor..102.0)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(AXIS.mix(0.2))
        .x_label_formatter(&|amount| format!("{amount}"))
        .y_label_formatter(&|share| format!("{share:.0}%"))
        .x_desc(format!("{unit} a move, for either side (log scale)"))
        .y_desc("challenger's score")
        .label_style(LABEL_FONT)
        .draw()?;
    // An even score, for the eye: below it the challenger loses.
    chart.draw_series(LineSeries::new([(least, 50.0), (most, 50.0)], AXIS.mix(0.7)))?;
    Ok(chart)
}

fn draw(chart: &mut Scores<'_>, cells: &[&Cell], aside: f64, mark: Mark) -> Drawn {
    let at = |cell: &&Cell| Some((cell.budget()?.amount() * aside, cell.score()));
    let mut points: Vec<_> = cells.iter().filter_map(at).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    for &(x, (_, [low, high])) in &points {
        let bar = vec![(x, 100.0 * low), (x, 100.0 * high)];
        chart.draw_series([PathElement::new(bar, mark.colour.stroke_width(2))])?;
    }
    let line: Vec<(f64, f64)> = points.iter().map(|&(x, (score, _))| (x, 100.0 * score)).collect();
    chart.draw_series(LineSeries::new(line.clone(), mark.colour.mix(0.5)))?;
    draw_marks(chart, &line, mark)
}
