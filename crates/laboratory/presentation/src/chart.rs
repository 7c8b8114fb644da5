//! A chart: series of points over two axes, as one panel.

use plotters::prelude::*;

use crate::axis::{Axis, Coordinate};
use crate::canvas::{AXIS, Area, Drawn, TEXT, Tips, WIDTH, panel};
use crate::document::{Figure, FigureKey, Plot, plain};
use crate::marks::Mark;

/// The height of a chart unless it says so.
pub(crate) const HEIGHT: u32 = 290;
/// The room for the numbers at the axes and what they are.
const BELOW: u32 = 42;
const ASIDE: u32 = 58;
/// The room at the left where nothing is written: for half of a number below.
const NARROW: u32 = 16;
const MARGIN: u32 = 6;

/// What plotters draws a chart on.
type Plane<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<Coordinate, Coordinate>>;

/// A chart.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// Its height in pixels.
    pub height: u32,
    /// The axis below.
    pub x: Axis,
    /// The axis at the left.
    pub y: Axis,
    /// Where a level line crosses it: upright where the series lie across.
    pub level: Option<f64>,
    /// What is near enough: from and to at some places of the axis below.
    pub band: Vec<(f64, [f64; 2])>,
    /// The series. A later one lies upon those before it.
    pub series: Vec<Series>,
    /// Texts above places of the axis at the left.
    pub names: Vec<(f64, String)>,
}

/// Points with one mark.
#[derive(Clone, Debug)]
pub struct Series {
    /// How they show.
    pub mark: Mark,
    /// The points, in the order in which they are joined.
    pub points: Vec<Point>,
}

/// A point.
#[derive(Clone, Debug)]
pub struct Point {
    /// Where it lies on the axis below.
    pub x: f64,
    /// Where it lies on the axis at the left.
    pub y: f64,
    /// What it is known to within, if that is known.
    pub interval: Option<Interval>,
    /// What a pointer over it shows.
    pub tip: String,
}

/// An interval in which a value lies.
#[derive(Clone, Copy, Debug)]
pub enum Interval {
    /// Of the value at the left.
    Upright([f64; 2]),
    /// Of the value below.
    Across([f64; 2]),
}

/// A figure of charts. With several, each file's name ends with what tells its chart from the others.
pub fn figure(stem: &str, caption: impl Into<String>, keys: Vec<FigureKey>, charts: Vec<(String, Chart)>) -> Figure {
    let is_alone = charts.len() == 1;
    let plot = |(name, chart): (String, Chart)| {
        let end = if is_alone { String::new() } else { format!("-{}", plain(&name)) };
        Plot { file_name: format!("{stem}{end}.svg"), svg: chart.svg(), title: chart.title }
    };
    Figure { caption: caption.into(), keys, plots: charts.into_iter().map(plot).collect() }
}

impl Chart {
    /// A chart without series.
    pub fn new(title: impl Into<String>, x: Axis, y: Axis) -> Chart {
        let title = title.into();
        Chart { title, height: HEIGHT, x, y, level: None, band: Vec::new(), series: Vec::new(), names: Vec::new() }
    }

    /// A figure of this chart alone.
    pub fn figure(self, stem: &str, caption: impl Into<String>, keys: Vec<FigureKey>) -> Figure {
        figure(stem, caption, keys, vec![(String::new(), self)])
    }

    /// The chart as a picture.
    pub fn svg(&self) -> String {
        panel(&self.title, self.height, &[], |body, tips| self.draw(body, tips))
    }

    fn draw(&self, body: &Area<'_>, tips: &mut Tips) -> Drawn {
        let aside = if self.y.label().is_empty() { NARROW } else { ASIDE };
        let (wide, high) = (WIDTH - aside - 4 * MARGIN, self.height - BELOW - 5 * MARGIN);
        let mut plane = ChartBuilder::on(body)
            .margin(MARGIN)
            .margin_right(3 * MARGIN)
            .x_label_area_size(BELOW)
            .y_label_area_size(aside)
            .build_cartesian_2d(
                self.x.coordinates(f64::from(wide), false),
                self.y.coordinates(f64::from(high), true),
            )?;
        let (below, aside) = (|place: &f64| self.x.text(*place), |place: &f64| self.y.text(*place));
        let mut mesh = plane.configure_mesh();
        mesh.light_line_style(TRANSPARENT)
            .bold_line_style(AXIS.mix(0.2))
            .x_label_formatter(&below)
            .y_label_formatter(&aside)
            .x_desc(self.x.label())
            .label_style(TEXT.into_font());
        if !self.y.label().is_empty() {
            mesh.y_desc(self.y.label());
        }
        mesh.draw()?;
        self.draw_ground(&plane)?;
        self.series.iter().try_for_each(|series| self.draw_series(&plane, series, tips))
    }

    /// What lies below the series.
    fn draw_ground(&self, plane: &Plane<'_>) -> Drawn {
        let document = plane.plotting_area().use_screen_coord();
        if !self.band.is_empty() {
            let upper = self.band.iter().map(|&(x, [_, high])| self.pixel(plane, x, high));
            let lower = self.band.iter().rev().map(|&(x, [low, _])| self.pixel(plane, x, low));
            let outline: Vec<(i32, i32)> = upper.chain(lower).collect();
            document.draw(&Polygon::new(outline, Mark::band().area()))?;
        }
        if let Some(level) = self.level {
            let ends = if self.lies_across() {
                self.y.ends().map(|y| self.pixel(plane, level, y))
            } else {
                self.x.ends().map(|x| self.pixel(plane, x, level))
            };
            document.draw(&PathElement::new(ends.to_vec(), AXIS.mix(0.8).stroke_width(1)))?;
        }
        for (y, name) in &self.names {
            let (x, y) = self.pixel(plane, self.x.ends()[0], *y);
            document.draw(&Text::new(name.clone(), (x + 2, y - 22), TEXT.into_font().color(&BLACK)))?;
        }
        Ok(())
    }

    /// A series: its line, then the intervals, then the marks.
    fn draw_series(&self, plane: &Plane<'_>, Series { mark, points }: &Series, tips: &mut Tips) -> Drawn {
        let document = plane.plotting_area().use_screen_coord();
        let places: Vec<(i32, i32)> = points.iter().map(|point| self.pixel(plane, point.x, point.y)).collect();
        if places.len() > 1 {
            mark.draw_line(&document, &places)?;
        }
        for point in points {
            let Some(interval) = point.interval else { continue };
            let ends = match interval {
                Interval::Upright(ends) => ends.map(|y| self.pixel(plane, point.x, y)),
                Interval::Across(ends) => ends.map(|x| self.pixel(plane, x, point.y)),
            };
            let style = mark.colour().stroke_width(1);
            document.draw(&PathElement::new(ends.to_vec(), style))?;
            for (x, y) in ends {
                let cap = match interval {
                    Interval::Upright(_) => vec![(x - mark.cap(), y), (x + mark.cap(), y)],
                    Interval::Across(_) => vec![(x, y - mark.cap()), (x, y + mark.cap())],
                };
                document.draw(&PathElement::new(cap, style))?;
            }
        }
        for (&place, point) in places.iter().zip(points) {
            mark.draw(&document, place)?;
            tips.add(place, &point.tip);
        }
        Ok(())
    }

    fn lies_across(&self) -> bool {
        let is_across = |point: &Point| matches!(point.interval, Some(Interval::Across(_)));
        self.series.iter().flat_map(|series| &series.points).any(is_across)
    }

    fn pixel(&self, plane: &Plane<'_>, x: f64, y: f64) -> (i32, i32) {
        plane.backend_coord(&(self.x.place(x), self.y.place(y)))
    }
}
