//! The figures: Figure 4 as the report draws it, the same for every branching factor by itself, and the overhead of
//! generating nodes again.

use bestply_presentation::document::{Figure, FigureKey};
use bestply_presentation::{Axis, Chart, Interval, Line, Mark, Point, Series};

use super::curves::{AlphaBetaPoint, BestFirstPoint, Curves};
use super::published::published;

/// The height of the chart with several curves.
const HIGH: u32 = 360;

/// What the lines are where marks tell branching factors apart.
const LINES: &str = "Filled marks and solid lines: alpha-beta. Hollow marks and dashed lines: best-first by RBFMS. Dotted lines: best-first \
                     with each node counted once.";

/// Those that the report draws, in one chart; all where none of them is there.
pub(super) fn as_drawn(curves: &[Curves]) -> Figure {
    let is_drawn = |it: &&Curves| it.game.branching().is_some_and(|b| published().drawn.contains(&(b as usize)));
    let mut drawn: Vec<&Curves> = curves.iter().filter(is_drawn).collect();
    if drawn.is_empty() {
        drawn.extend(curves);
    }
    let keys: Vec<FigureKey> =
        drawn.iter().enumerate().map(|(index, it)| Mark::of(index).key(it.game.parameters_text())).collect();
    let series = |(index, it): (usize, &&Curves)| {
        without_intervals(quality_series(it, Mark::of(index), best_first_mark(index), first_mark(index)))
    };
    let series = drawn.iter().enumerate().flat_map(series).collect();
    let mut chart = quality_chart("Figure 4: correct first moves by node generations".to_owned(), series);
    chart.height = HIGH;
    let caption = format!("Decision quality against node generations, as Figure 4 has it. {LINES}");
    chart.figure("plot-figure-4", caption, keys)
}

/// The same of one branching factor, with intervals.
pub(super) fn quality(curves: &Curves) -> Figure {
    let name = curves.game.parameters_text();
    let [alpha_beta, best_first, first] = [Mark::of(0), best_first_mark(1), first_mark(2)];
    let series = quality_series(curves, alpha_beta, best_first, first);
    let chart = quality_chart(format!("{name}: correct first moves by node generations"), series);
    let names = ["alpha-beta", "best-first by RBFMS", "best-first, each node counted once"];
    let keys = [alpha_beta, best_first, first].into_iter().zip(names).map(|(mark, name)| mark.key(name)).collect();
    let caption = "Decision quality against node generations, with 95% intervals.";
    chart.figure(&format!("plot-figure-4-quality-{}", branching(curves)), caption, keys)
}

/// The overhead of one branching factor against the stopping depth, with the published one, whose depth the report does
/// not say.
pub(super) fn overhead(curves: &Curves) -> Figure {
    let stated = curves.game.branching().and_then(|branching| published().overhead(branching as usize));
    let truly = overhead_points(curves, "counted truly", |point| point.overhead);
    let seeming = overhead_points(curves, "by the report's test", |point| point.seeming_overhead);
    let highest = truly.iter().chain(&seeming).map(|point| point.y).fold(10.0, f64::max);
    let x = Axis::depths("stopping depth", 1..=curves.best_first.len() as u32);
    let y = Axis::numbers("overhead in percent", 0.0, highest.max(stated.unwrap_or(0.0) * 100.0), false);
    let mut chart = Chart::new(format!("{}: nodes generated again", curves.game.parameters_text()), x, y);
    let (true_mark, seeming_mark) = (Mark::of(0), Mark::of(1).hollow().joined(Line::Dotted));
    chart.series = vec![Series { mark: true_mark, points: truly }, Series { mark: seeming_mark, points: seeming }];
    let mut keys = vec![true_mark.key("counted truly"), seeming_mark.key("by the report's test")];
    if let Some(stated) = stated {
        chart.level = Some(100.0 * stated);
        keys.push(Mark::level().key(format!("published: {:.0}%, at which depth is not said", 100.0 * stated)));
    }
    let caption = "Nodes that RBFMS generates again over those that it generates once.";
    chart.figure(&format!("plot-figure-4-overhead-{}", branching(curves)), caption, keys)
}

fn branching(curves: &Curves) -> u32 {
    curves.game.branching().unwrap_or(0)
}

fn best_first_mark(index: usize) -> Mark {
    Mark::of(index).hollow().joined(Line::Dashed)
}

fn first_mark(index: usize) -> Mark {
    Mark::of(index).unmarked().joined(Line::Dotted)
}

/// A chart that has room for these series.
fn quality_chart(title: String, series: Vec<Series>) -> Chart {
    let points = || series.iter().flat_map(|series| &series.points);
    let (least, most) = points().fold((f64::INFINITY, 10.0_f64), |(least, most), it| (least.min(it.x), most.max(it.x)));
    let low = |point: &Point| if let Some(Interval::Upright([low, _])) = point.interval { low } else { point.y };
    let lowest = points().map(low).fold(100.0, f64::min);
    let x = Axis::magnitudes("node generations", least.min(most), most, thousands);
    Chart { series, ..Chart::new(title, x, Axis::percentages("correct first moves", lowest)) }
}

/// A power of ten, short.
fn thousands(number: f64) -> String {
    match number {
        _ if number >= 1e6 => format!("{}M", number / 1e6),
        _ if number >= 1e3 => format!("{}k", number / 1e3),
        _ => number.to_string(),
    }
}

/// Alpha-beta, best-first, and best-first with each node counted once.
fn quality_series(curves: &Curves, alpha_beta: Mark, best_first: Mark, first: Mark) -> Vec<Series> {
    let name = curves.game.parameters_text();
    let alpha_beta_point = |point: &AlphaBetaPoint| {
        let what = format!("{name}, alpha-beta {}", point.horizon);
        quality_point(&what, point.generations, point.decision_quality, point.interval_95)
    };
    let best_first_point = |point: &BestFirstPoint, generations: f64, counted: &str| {
        let what = format!("{name}, best-first {}{counted}", point.depth);
        quality_point(&what, generations, point.decision_quality, point.interval_95)
    };
    let every = curves.best_first.iter().map(|point| best_first_point(point, point.generations, ""));
    let once = |point: &BestFirstPoint| Point {
        interval: None,
        ..best_first_point(point, point.first_generations, ", each node once")
    };
    vec![
        Series { mark: alpha_beta, points: curves.alpha_beta.iter().map(alpha_beta_point).collect() },
        Series { mark: first, points: curves.best_first.iter().map(once).collect() },
        Series { mark: best_first, points: every.collect() },
    ]
}

fn quality_point(what: &str, generations: f64, quality: f64, [low, high]: [f64; 2]) -> Point {
    let [quality, low, high] = [quality, low, high].map(|share| 100.0 * share);
    let tip = format!("{what}: {quality:.1}% ({low:.1}\u{2013}{high:.1}) at {generations:.0} generations");
    Point { x: generations, y: quality, interval: Some(Interval::Upright([low, high])), tip }
}

/// The intervals of many curves in one chart would hide them: they are in the charts of each.
fn without_intervals(series: Vec<Series>) -> Vec<Series> {
    let bare = |point: Point| Point { interval: None, ..point };
    let all = series.into_iter();
    all.map(|Series { mark, points }| Series { mark, points: points.into_iter().map(bare).collect() }).collect()
}

/// An overhead in percent at each stopping depth; there is none at 1.
fn overhead_points(curves: &Curves, counted: &str, overhead: impl Fn(&BestFirstPoint) -> f64) -> Vec<Point> {
    let beyond_one = curves.best_first.iter().filter(|point| point.depth > 1);
    let point = |point: &BestFirstPoint| {
        let percent = 100.0 * overhead(point);
        let tip = format!("stopping depth {}, {counted}: {percent:.1}%", point.depth);
        Point { x: point.depth as f64, y: percent, interval: None, tip }
    };
    beyond_one.map(point).collect()
}
