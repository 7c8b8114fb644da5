//! The plots of Figure 4.
//!
//! They show the figure as the report draws it, each branching factor by itself,
//! and the overhead of generating nodes again.

use plotters::coord::combinators::LogCoord;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use super::curves::{BestFirstPoint, Curves};
use super::published::published;
use bestply_experiments::show::plots::canvas::{
    AXIS, Area, Chart, Drawn, Key, LABEL_FONT, Mark, draw_marks, header, header_height, svg,
};
use bestply_experiments::show::report::document::Part;

const SIZE: (u32, u32) = (900, 560);
const PANEL: (u32, u32) = (400, 300);
/// The dash and the gap of the coarse broken line, in pixels.
const COARSE: (u32, u32) = (10, 6);
const FINE: (u32, u32) = (2, 4);

type LogChart<'a> = Chart<'a, LogCoord<f64>, RangedCoordf64>;

/// All plots of these curves.
pub(super) fn plots(curves: &[Curves]) -> Vec<Part> {
    let part = |name: &str, caption: &str, svg| Part::Plot {
        caption: caption.to_owned(),
        file_name: format!("plot-figure-4{name}.svg"),
        svg,
    };
    let solid =
        "Solid: alpha-beta. Coarse broken line: RBFMS. Fine broken line: best-first with each node counted once.";
    vec![
        part("", &format!("Decision quality against node generations, as in Figure 4. {solid}"), as_drawn(curves)),
        part("-each", &format!("The same for each branching factor. {solid}"), each(curves)),
        part(
            "-overhead",
            "Nodes generated again by RBFMS over those generated once, at each stopping depth. Solid: counted truly. Fine broken \
             line: by the report's test.",
            overhead(curves),
        ),
    ]
}

/// The curves that the report draws, in one chart; all curves if none of those is there.
fn as_drawn(curves: &[Curves]) -> String {
    let is_drawn = |it: &&Curves| it.game.branching().is_some_and(|b| published().drawn.contains(&(b as usize)));
    let mut drawn: Vec<&Curves> = curves.iter().filter(is_drawn).collect();
    if drawn.is_empty() {
        drawn.extend(curves);
    }
    let keys: Vec<Key> =
        drawn.iter().enumerate().map(|(index, it)| Key::new(Mark::of(index), &it.game.parameters_text())).collect();
    svg((SIZE.0, SIZE.1 + header_height(&keys, SIZE.0)), |root| {
        let body = header(root, "Figure 4: decision quality against node generations", &keys)?;
        let mut chart = quality_chart(&body, &drawn, None)?;
        drawn.iter().enumerate().try_for_each(|(index, it)| draw_curves(&mut chart, it, Mark::of(index)))
    })
}

/// A panel for each branching factor.
fn each(curves: &[Curves]) -> String {
    let columns = curves.len().clamp(1, 3);
    let rows = curves.len().div_ceil(columns).max(1);
    let keys = [Key::new(Mark::of(0), "alpha-beta"), Key::new(Mark::of(1), "best-first")];
    let width = PANEL.0 * columns as u32;
    svg((width, PANEL.1 * rows as u32 + header_height(&keys, width)), |root| {
        let body = header(root, "Decision quality against node generations", &keys)?;
        for (area, it) in body.split_evenly((rows, columns)).iter().zip(curves) {
            let mut chart = quality_chart(area, &[it], Some(&it.game.parameters_text()))?;
            draw_alpha_beta(&mut chart, it, Mark::of(0))?;
            draw_best_first(&mut chart, it, Mark::of(1))?;
        }
        Ok(())
    })
}

fn quality_chart<'a>(area: &Area<'a>, curves: &[&Curves], caption: Option<&str>) -> Drawn<LogChart<'a>> {
    let mut builder = ChartBuilder::on(area);
    builder.margin(8).margin_right(16).x_label_area_size(44).y_label_area_size(62);
    if let Some(caption) = caption {
        builder.caption(caption, ("sans-serif", 18));
    }
    let points = || curves.iter().flat_map(|it| alpha_beta_points(it).into_iter().chain(best_first_points(it, false)));
    let most = points().map(|point| point.0).fold(10.0, f64::max);
    let least = points().map(|point| point.0).fold(most, f64::min);
    let lowest = points().map(|point| point.1).fold(100.0, f64::min);
    let mut chart =
        builder.build_cartesian_2d((least * 0.8..most * 1.3).log_scale(), (lowest / 5.0).floor() * 5.0 - 1.0..101.0)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(AXIS.mix(0.2))
        .x_label_formatter(&|generations| format!("{generations}"))
        .y_label_formatter(&|share| format!("{share:.0}%"))
        .x_desc("node generations (log scale)")
        .y_desc("correct first moves")
        .label_style(LABEL_FONT)
        .draw()?;
    Ok(chart)
}

fn draw_curves(chart: &mut LogChart<'_>, curves: &Curves, mark: Mark) -> Drawn {
    draw_alpha_beta(chart, curves, mark)?;
    draw_best_first(chart, curves, mark)
}

fn draw_alpha_beta(chart: &mut LogChart<'_>, curves: &Curves, mark: Mark) -> Drawn {
    let points = alpha_beta_points(curves);
    chart.draw_series(LineSeries::new(points.clone(), mark.colour.stroke_width(2)))?;
    draw_marks(chart, &points, mark)
}

fn draw_best_first(chart: &mut LogChart<'_>, curves: &Curves, mark: Mark) -> Drawn {
    for (first, (dash, gap)) in [(false, COARSE), (true, FINE)] {
        let points = best_first_points(curves, first);
        let line = DashedLineSeries::new(points, dash, gap, mark.colour.stroke_width(2));
        chart.draw_series(line)?;
    }
    draw_marks(chart, &best_first_points(curves, false), mark.ring())
}

fn alpha_beta_points(curves: &Curves) -> Vec<(f64, f64)> {
    curves.alpha_beta.iter().map(|point| (point.generations, 100.0 * point.decision_quality)).collect()
}

fn best_first_points(curves: &Curves, first: bool) -> Vec<(f64, f64)> {
    let generations = |point: &BestFirstPoint| if first { point.first_generations } else { point.generations };
    curves.best_first.iter().map(|point| (generations(point), 100.0 * point.decision_quality)).collect()
}

/// The overhead against the stopping depth, counted truly and by the report's test. Published figures are thin lines.
fn overhead(curves: &[Curves]) -> String {
    let mut keys: Vec<Key> =
        curves.iter().enumerate().map(|(index, it)| Key::new(Mark::of(index), &it.game.parameters_text())).collect();
    keys.push(Key::new(Mark::line(), "thin: published, at whichever depth"));
    let deepest = curves.iter().map(|it| it.best_first.len()).max().unwrap_or(1) as f64;
    let highest = curves.iter().flat_map(|it| &it.best_first).map(|point| 100.0 * point.overhead).fold(50.0, f64::max);
    svg((SIZE.0, SIZE.1 + header_height(&keys, SIZE.0)), |root| {
        let body = header(root, "Overhead of generating nodes again", &keys)?;
        let mut chart = ChartBuilder::on(&body)
            .margin(8)
            .margin_right(16)
            .x_label_area_size(44)
            .y_label_area_size(70)
            .build_cartesian_2d(0.5..deepest + 0.5, (3.0..highest * 1.3).log_scale())?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(AXIS.mix(0.2))
            .x_labels(deepest as usize + 1)
            .x_label_formatter(&|depth| format!("{depth:.0}"))
            .y_label_formatter(&|share| format!("{share:.0}%"))
            .x_desc("stopping depth")
            .y_desc("repeats over first generations (log scale)")
            .label_style(LABEL_FONT)
            .draw()?;
        for (index, it) in curves.iter().enumerate() {
            let mark = Mark::of(index);
            if let Some(overhead) = it.game.branching().and_then(|branching| published().overhead(branching as usize)) {
                let level = [(0.5, 100.0 * overhead), (deepest + 0.5, 100.0 * overhead)];
                chart.draw_series(LineSeries::new(level, mark.colour.mix(0.5)))?;
            }
            let seeming = overhead_points(it, |point| point.seeming_overhead);
            chart.draw_series(DashedLineSeries::new(seeming, FINE.0, FINE.1, mark.colour.stroke_width(2)))?;
            let points = overhead_points(it, |point| point.overhead);
            chart.draw_series(LineSeries::new(points.clone(), mark.colour.stroke_width(2)))?;
            draw_marks(&chart, &points, mark)?;
        }
        Ok(())
    })
}

/// The overhead in percent at each stopping depth. There is none at depth 1.
fn overhead_points(curves: &Curves, overhead: impl Fn(&BestFirstPoint) -> f64) -> Vec<(f64, f64)> {
    let beyond_one = curves.best_first.iter().filter(|point| point.depth > 1);
    beyond_one.map(|point| (point.depth as f64, 100.0 * overhead(point))).collect()
}
