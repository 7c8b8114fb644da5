//! What all plots share: the document, the header with its key, the marks.

use plotters::coord::Shift;
use plotters::prelude::*;

/// A part of the document to draw in.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// A chart in such a part.
pub type Chart<'a, X, Y> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<X, Y>>;
/// The outcome of drawing.
pub type Drawn<T = ()> = Result<T, DrawingAreaErrorKind<std::io::Error>>;

/// Axes, the text, and lines that belong to no series.
pub const AXIS: RGBColor = RGBColor(0x44, 0x44, 0x44);
/// The numbers and names at the axes.
pub const LABEL_FONT: (&str, u32) = ("sans-serif", 16);
/// How much of its colour the band of agreement shows.
pub(crate) const BAND_OPACITY: f64 = 0.18;

const TITLE_HEIGHT: i32 = 34;
const KEY_HEIGHT: i32 = 24;
const MARGIN: i32 = 16;
/// The room that a character of the key is given; no font is measured.
const CHARACTER_WIDTH: i32 = 7;
const SWATCH_WIDTH: i32 = 22;
const KEY_GAP: i32 = 22;

/// Okabe and Ito's colours, without their yellow, which is pale on white.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xB2),
    RGBColor(0xD5, 0x5E, 0x00),
    RGBColor(0x00, 0x9E, 0x73),
    RGBColor(0xCC, 0x79, 0xA7),
    RGBColor(0xE6, 0x9F, 0x00),
    RGBColor(0x56, 0xB4, 0xE9),
    RGBColor(0x00, 0x00, 0x00),
];

/// Outlines about the origin, in pixels; the empty one is a circle.
const SHAPES: [&[(i32, i32)]; 6] = [
    &[],
    &[(0, -6), (6, 0), (0, 6), (-6, 0)],
    &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
    &[(0, -5), (5, 4), (-5, 4)],
    &[(0, 5), (5, -4), (-5, -4)],
    &[(-5, 0), (-2, -5), (2, -5), (5, 0), (2, 5), (-2, 5)],
];

/// How a series shows: its colour and its shape.
#[derive(Clone, Copy)]
pub struct Mark {
    /// Its colour.
    pub colour: RGBColor,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Shape(usize),
    Ring,
    Line,
    Band,
}

impl Mark {
    /// The mark of the series with this index.
    pub fn of(series: usize) -> Self {
        Self { colour: COLOURS[series % COLOURS.len()], kind: Kind::Shape(series % SHAPES.len()) }
    }

    /// The key of all rings, whatever their colour.
    pub fn hollow() -> Self {
        Self { colour: AXIS, kind: Kind::Ring }
    }

    /// The key of a line without points.
    pub fn line() -> Self {
        Self { colour: AXIS, kind: Kind::Line }
    }

    /// The key of a band, and its colour.
    pub fn band() -> Self {
        Self { colour: COLOURS[5], kind: Kind::Band }
    }

    /// This series' ring: wide enough to show around its mark.
    pub fn ring(self) -> Self {
        Self { kind: Kind::Ring, ..self }
    }

    /// Draws the mark about a pixel of the document.
    fn draw(self, root: &Area<'_>, (x, y): (i32, i32)) -> Drawn {
        let colour = self.colour;
        match self.kind {
            Kind::Shape(shape) if SHAPES[shape].is_empty() => root.draw(&Circle::new((x, y), 5, colour.filled())),
            Kind::Shape(shape) => {
                let outline: Vec<(i32, i32)> = SHAPES[shape].iter().map(|&(dx, dy)| (x + dx, y + dy)).collect();
                root.draw(&Polygon::new(outline, colour.filled()))
            }
            Kind::Ring => root.draw(&Circle::new((x, y), 8, colour)),
            Kind::Line => root.draw(&PathElement::new(vec![(x - 8, y + 6), (x + 8, y - 6)], colour)),
            Kind::Band => {
                root.draw(&Rectangle::new([(x - 8, y - 7), (x + 8, y + 7)], colour.mix(BAND_OPACITY).filled()))
            }
        }
    }
}

/// Draws a mark at each point of a chart: in pixels, for shapes keep their size whatever the axes.
///
/// # Errors
///
/// Those of drawing.
pub fn draw_marks<X, Y>(chart: &Chart<'_, X, Y>, points: &[(f64, f64)], mark: Mark) -> Drawn
where
    X: Ranged<ValueType = f64>,
    Y: Ranged<ValueType = f64>,
{
    let document = chart.plotting_area().use_screen_coord();
    points.iter().try_for_each(|point| mark.draw(&document, chart.backend_coord(point)))
}

/// An entry of the key.
pub struct Key {
    mark: Mark,
    label: String,
}

impl Key {
    /// A mark and what it stands for.
    pub fn new(mark: Mark, label: &str) -> Self {
        Self { mark, label: label.to_string() }
    }

    fn width(&self) -> i32 {
        SWATCH_WIDTH + self.label.chars().count() as i32 * CHARACTER_WIDTH + KEY_GAP
    }
}

/// A document of this size on white, drawn by `draw`.
pub fn svg(size: (u32, u32), draw: impl FnOnce(&Area<'_>) -> Drawn) -> String {
    let mut document = String::new();
    {
        let root = SVGBackend::with_string(&mut document, size).into_drawing_area();
        root.fill(&WHITE)
            .and_then(|()| draw(&root))
            .and_then(|()| root.present())
            .expect("a String takes every drawing");
    }
    document
}

/// How much of the height the title and the key of a figure take.
pub fn header_height(keys: &[Key], width: u32) -> u32 {
    let lines = key_places(keys, width as i32).last().map_or(0, |place| place.1 + 1);
    (TITLE_HEIGHT + KEY_HEIGHT * lines + 6) as u32
}

/// Draws title and key, and returns what is left below them.
///
/// # Errors
///
/// Those of drawing.
pub fn header<'a>(root: &Area<'a>, title: &str, keys: &[Key]) -> Drawn<Area<'a>> {
    let (width, _) = root.dim_in_pixel();
    root.draw(&Text::new(
        title.to_string(),
        (MARGIN, 10),
        ("sans-serif", title_size(title, width)).into_font().color(&BLACK),
    ))?;
    for (key, (x, line)) in keys.iter().zip(key_places(keys, width as i32)) {
        let middle = TITLE_HEIGHT + KEY_HEIGHT * line + KEY_HEIGHT / 2;
        key.mark.draw(root, (x + 8, middle))?;
        let font = LABEL_FONT.into_font().color(&AXIS);
        root.draw(&Text::new(key.label.clone(), (x + SWATCH_WIDTH, middle - 7), font))?;
    }
    Ok(root.split_vertically(header_height(keys, width) as i32).1)
}

/// As large as the title may be within the width; a character is taken for half as wide as it is high.
fn title_size(title: &str, width: u32) -> f64 {
    let room = f64::from(width as i32 - 2 * MARGIN);
    (room * 2.0 / title.chars().count() as f64).min(21.0)
}

/// Where each entry of the key begins, and on which line: a new one where it would not fit.
fn key_places(keys: &[Key], width: i32) -> Vec<(i32, i32)> {
    let (mut x, mut line) = (MARGIN, 0);
    keys.iter()
        .map(|key| {
            if x > MARGIN && x + key.width() > width - MARGIN {
                (x, line) = (MARGIN, line + 1);
            }
            let place = (x, line);
            x += key.width();
            place
        })
        .collect()
}
