//! How strong the players of a round robin are.

use plotters::prelude::*;

use super::canvas::{AXIS, Drawn, LABEL_FONT, Mark, draw_marks, header, header_height, svg};
use super::{Plot, SINGLE};
use crate::outcome::standings::Standings;
use crate::show::round_robin::heading;

/// The height of a player's line.
const LINE: u32 = 40;
/// The room for the axis below.
const BELOW: u32 = 60;
/// The room that a character of a name is given; no font is measured.
const CHARACTER: u32 = 8;

/// The ratings with their intervals, a line for each player; `None` where nobody has one.
pub(crate) fn plot(standings: &Standings, number: usize) -> Option<Plot> {
    let rated: Vec<(&str, f64, [f64; 2])> = standings
        .players
        .iter()
        .filter_map(|player| {
            let elo = player.elo?;
            Some((player.player.as_str(), elo, player.interval_95.map(|end| end.unwrap_or(elo))))
        })
        .collect();
    let lowest = rated.iter().map(|(_, _, [low, _])| *low).reduce(f64::min)?;
    let highest = rated.iter().map(|(_, _, [_, high])| *high).reduce(f64::max)?;
    let margin = (0.06 * (highest - lowest)).max(10.0);
    let lines = rated.len() as f64;
    let names = rated.iter().map(|(name, ..)| name.chars().count() as u32).max()? * CHARACTER + 16;
    let title = format!("{}: ratings", heading(standings));
    let size = (SINGLE.0, LINE * (rated.len() as u32 + 1) + BELOW + header_height(&[], SINGLE.0));
    let svg = svg(size, |root| -> Drawn {
        let body = header(root, &title, &[])?;
        let mut chart = ChartBuilder::on(&body)
            .margin(8)
            .margin_right(24)
            .x_label_area_size(44)
            .y_label_area_size(names.min(SINGLE.0 / 2))
            // The strongest stands at the top.
            .build_cartesian_2d(lowest - margin..highest + margin, (0.0..lines + 1.0).step(1.0))?;
        let name = |line: &f64| {
            let player = ((1.0..=lines).contains(line)).then(|| rated[(lines - line).round() as usize].0);
            player.unwrap_or_default().to_owned()
        };
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(AXIS.mix(0.2))
            .y_labels(rated.len() + 2)
            .x_label_formatter(&|elo| format!("{elo:+.0}"))
            .y_label_formatter(&name)
            .x_desc("Elo points from the mean, with 95% intervals")
            .label_style(LABEL_FONT)
            .draw()?;
        chart.draw_series(LineSeries::new([(0.0, 0.0), (0.0, lines + 1.0)], AXIS.mix(0.7)))?;
        let mark = Mark::of(0);
        for (place, &(_, elo, [low, high])) in rated.iter().enumerate() {
            let line = lines - place as f64;
            chart.draw_series([PathElement::new(vec![(low, line), (high, line)], mark.colour.stroke_width(2))])?;
            draw_marks(&chart, &[(elo, line)], mark)?;
        }
        Ok(())
    });
    Some(Plot {
        file_name: format!("plot-ratings-{}-{number}.svg", standings.game.kind),
        caption: format!("{title} with 95% intervals."),
        svg,
    })
}
