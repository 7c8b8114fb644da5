//! Values with their intervals, one below the other: ratings, and scores in several games.

use super::axis::Axis;
use super::chart::{Chart, Interval, Point, Series};
use super::figure;
use super::marks::{Line, Mark};
use crate::outcome::standings::{Standing, Standings};
use crate::show::ratings::heading;
use crate::show::report::document::Figure;
use crate::show::report::layout::{points_interval, points_or};

/// The height of a line with its name above it.
const LINE: u32 = 42;
/// The room for everything else.
const REST: u32 = 86;
/// The characters of a name that have room.
const CHARACTERS: usize = 50;

/// A value with its name.
pub(crate) struct Named {
    /// What it is called.
    pub(crate) name: String,
    /// The value.
    pub(crate) value: f64,
    /// What it is known to within.
    pub(crate) interval: [f64; 2],
    /// What a pointer over it shows.
    pub(crate) tip: String,
}

/// Values one below the other, the first at the top.
pub(crate) fn chart(title: String, x: Axis, level: f64, values: Vec<Named>) -> Chart {
    let number = values.len();
    let mut chart = Chart::new(title, x, Axis::lines(number));
    chart.height = LINE * number as u32 + REST;
    chart.level = Some(level);
    let height = |place: usize| (number - place) as f64;
    chart.names = values.iter().enumerate().map(|(place, it)| (height(place), shortened(&it.name))).collect();
    let point = |(place, it): (usize, Named)| Point {
        x: it.value,
        y: height(place),
        interval: Some(Interval::Across(it.interval)),
        tip: it.tip,
    };
    let points = values.into_iter().enumerate().map(point).collect();
    chart.series = vec![Series { mark: Mark::of(0).joined(Line::None), points }];
    chart
}

/// The ratings with their intervals, a line for each player; `None` where nobody has one.
pub(crate) fn ratings(standings: &Standings, number: usize) -> Option<Figure> {
    let named = |player: &Standing| {
        let value = player.elo?;
        let interval = player.interval_95.map(|end| end.unwrap_or(value));
        let known = points_interval(player.interval_95);
        let tip = format!("{}: {} ({known})", player.player, points_or(player.elo, '+'));
        Some(Named { name: player.player.clone(), value, interval, tip })
    };
    let rated: Vec<Named> = standings.players.iter().filter_map(named).collect();
    let lowest = rated.iter().map(|it| it.interval[0]).reduce(f64::min)?;
    let highest = rated.iter().map(|it| it.interval[1]).reduce(f64::max)?;
    let x = Axis::numbers("Elo points from the mean, with 95% intervals", lowest.min(-10.0), highest.max(10.0), true);
    let chart = chart(format!("{}: ratings", heading(standings)), x, 0.0, rated);
    let stem = format!("plot-ratings-{}-{number}", standings.game.kind);
    Some(figure(
        &stem,
        "Ratings with 95% intervals. The grey line is the mean.",
        Vec::new(),
        vec![(String::new(), chart)],
    ))
}

/// A name that has room.
fn shortened(name: &str) -> String {
    match name.chars().count() > CHARACTERS {
        true => name.chars().take(CHARACTERS - 1).chain(['\u{2026}']).collect(),
        false => name.to_owned(),
    }
}
