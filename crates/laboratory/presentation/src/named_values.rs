//! Values with their intervals, one below the other: ratings, or scores in several games.

use crate::axis::Axis;
use crate::chart::{Chart, Interval, Point, Series};
use crate::marks::{Line, Mark};

/// The height of a line with its name above it.
const LINE: u32 = 42;
/// The room for everything else.
const REST: u32 = 86;
/// The characters of a name that have room.
const CHARACTERS: usize = 50;

/// A value with its name, for [`named_values`].
pub struct Named {
    /// What it is called.
    pub name: String,
    /// The value.
    pub value: f64,
    /// What it is known to within.
    pub interval: [f64; 2],
    /// What a pointer over it shows.
    pub tip: String,
}

/// A chart of values one below the other, the first at the top, with an upright line at `level`.
pub fn named_values(title: String, x: Axis, level: f64, values: Vec<Named>) -> Chart {
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

/// A name that has room.
fn shortened(name: &str) -> String {
    if name.chars().count() > CHARACTERS {
        name.chars().take(CHARACTERS - 1).chain(['\u{2026}']).collect()
    } else {
        name.to_owned()
    }
}
