//! How series show: colours, shapes and lines, which differ in all three.
//!
//! The colours are those of Okabe and Ito (2008, "Color universal design"), which people with any kind of colour vision
//! can tell apart.

use plotters::element::DashedPathElement;
use plotters::prelude::*;

use crate::canvas::{AXIS, Area, Drawn, swatch};
use crate::document::FigureKey;

/// How much of its colour a band shows.
const BAND_OPACITY: f64 = 0.18;
/// The size of a mark in the key.
const SWATCH: (u32, u32) = (30, 16);

/// A colour on a light page and on a dark one.
pub(crate) struct Colour {
    pub(crate) light: RGBColor,
    pub(crate) dark: &'static str,
    name: &'static str,
}

/// The last two are no series': a band, and what belongs to no series.
pub(crate) const COLOURS: [Colour; 7] = [
    Colour { light: RGBColor(0x00, 0x72, 0xB2), dark: "#5ba4f5", name: "blue" },
    Colour { light: RGBColor(0xD5, 0x5E, 0x00), dark: "#ff9248", name: "red" },
    Colour { light: RGBColor(0x00, 0x9E, 0x73), dark: "#35d0a3", name: "green" },
    Colour { light: RGBColor(0xCC, 0x79, 0xA7), dark: "#f0a8d2", name: "pink" },
    Colour { light: RGBColor(0xE6, 0x9F, 0x00), dark: "#ffc24a", name: "orange" },
    Colour { light: RGBColor(0x56, 0xB4, 0xE9), dark: "#7fdcff", name: "light blue" },
    Colour { light: RGBColor(0x7A, 0x5C, 0x3E), dark: "#c9a98a", name: "brown" },
];
const BAND: usize = 5;

/// A colour as plotters writes it.
pub(crate) fn text_of(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// An outline about the origin, in pixels; the empty one is a circle.
type Outline = &'static [(i32, i32)];

const SHAPES: [(&str, Outline); 6] = [
    ("circle", &[]),
    ("diamond", &[(0, -6), (6, 0), (0, 6), (-6, 0)]),
    ("square", &[(-4, -4), (4, -4), (4, 4), (-4, 4)]),
    ("triangle", &[(0, -5), (5, 4), (-5, 4)]),
    ("triangle on its tip", &[(0, 5), (5, -4), (-5, -4)]),
    ("hexagon", &[(-5, 0), (-2, -5), (2, -5), (5, 0), (2, 5), (-2, 5)]),
];

/// How a series shows.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    series: usize,
    kind: Kind,
    line: Line,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Filled,
    Hollow,
    /// A line without marks.
    None,
    Band,
    /// A line that belongs to no series.
    Level,
}

/// How the points of a series are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Not at all.
    None,
    /// By an unbroken line.
    Solid,
    /// By a line of long dashes.
    Dashed,
    /// By a line of dots.
    Dotted,
}

impl Mark {
    /// The mark of the series with this index, joined by an unbroken line.
    pub fn of(series: usize) -> Mark {
        Mark { series, kind: Kind::Filled, line: Line::Solid }
    }

    /// A band that says what is near enough.
    pub fn band() -> Mark {
        Mark { series: BAND, kind: Kind::Band, line: Line::None }
    }

    /// A line that belongs to no series.
    pub fn level() -> Mark {
        Mark { series: 0, kind: Kind::Level, line: Line::Solid }
    }

    /// The outline alone, larger than the mark, so that both show at one place.
    #[must_use]
    pub fn hollow(self) -> Mark {
        Mark { kind: Kind::Hollow, ..self }
    }

    /// A line without marks.
    #[must_use]
    pub fn unmarked(self) -> Mark {
        Mark { kind: Kind::None, ..self }
    }

    /// The same joined in another way.
    #[must_use]
    pub fn joined(self, line: Line) -> Mark {
        Mark { line, ..self }
    }

    /// The entry of a figure's key.
    pub fn key(self, label: impl Into<String>) -> FigureKey {
        let middle = (SWATCH.0 as i32 / 2, SWATCH.1 as i32 / 2);
        let swatch = swatch(SWATCH, |root| {
            self.draw_line(root, &[(1, middle.1), (SWATCH.0 as i32 - 1, middle.1)])?;
            self.draw(root, middle)
        });
        FigureKey { swatch, words: self.words(), label: label.into() }
    }

    /// The mark in words.
    fn words(self) -> String {
        let colour = COLOURS[self.series % COLOURS.len()].name;
        let shape = SHAPES[self.series % SHAPES.len()].0;
        let dashes = match self.line {
            Line::None | Line::Solid => "",
            Line::Dashed => " dashed",
            Line::Dotted => " dotted",
        };
        let line = if dashes.is_empty() { String::new() } else { format!(",{dashes} line") };
        match self.kind {
            Kind::Filled => format!("{colour} {shape}{line}"),
            Kind::Hollow => format!("hollow {colour} {shape}{line}"),
            Kind::Band => format!("{colour} band"),
            Kind::Level => "grey line".to_owned(),
            Kind::None => format!("{colour}{dashes} line"),
        }
    }

    /// Its colour.
    pub(crate) fn colour(self) -> RGBColor {
        if self.kind == Kind::Level { AXIS } else { COLOURS[self.series % COLOURS.len()].light }
    }

    /// The colour of an area.
    pub(crate) fn area(self) -> ShapeStyle {
        self.colour().mix(BAND_OPACITY).filled()
    }

    /// How wide the cap at the end of an interval is to either side: others for outlines, so that both show at one
    /// place.
    pub(crate) fn cap(self) -> i32 {
        if self.kind == Kind::Hollow { 6 } else { 3 }
    }

    /// Draws the mark about a pixel of the document.
    pub(crate) fn draw(self, root: &Area<'_>, (x, y): (i32, i32)) -> Drawn {
        let colour = self.colour();
        let outline = |scale: i32| -> Vec<(i32, i32)> {
            let shape = SHAPES[self.series % SHAPES.len()].1;
            shape.iter().map(|&(dx, dy)| (x + dx * scale / 2, y + dy * scale / 2)).collect()
        };
        match self.kind {
            Kind::None | Kind::Level => Ok(()),
            Kind::Band => root.draw(&Rectangle::new([(x - 12, y - 7), (x + 12, y + 7)], self.area())),
            Kind::Filled if outline(2).is_empty() => root.draw(&Circle::new((x, y), 4, colour.filled())),
            Kind::Filled => root.draw(&Polygon::new(outline(2), colour.filled())),
            Kind::Hollow if outline(3).is_empty() => root.draw(&Circle::new((x, y), 7, colour.stroke_width(2))),
            Kind::Hollow => {
                let mut closed = outline(3);
                closed.push(closed[0]);
                root.draw(&PathElement::new(closed, colour.stroke_width(2)))
            }
        }
    }

    /// Joins pixels of the document.
    pub(crate) fn draw_line(self, root: &Area<'_>, pixels: &[(i32, i32)]) -> Drawn {
        let style = self.colour().mix(0.7).stroke_width(if self.kind == Kind::None { 2 } else { 1 });
        let (dash, gap) = match self.line {
            Line::None => return Ok(()),
            Line::Solid => return root.draw(&PathElement::new(pixels.to_vec(), style)),
            Line::Dashed => (7, 4),
            Line::Dotted => (2, 3),
        };
        root.draw(&DashedPathElement::new(pixels.to_vec(), dash, gap, style))
    }
}
