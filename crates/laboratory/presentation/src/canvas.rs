//! What all plots share: the panel, its form on dark pages, and what a pointer over a mark shows.

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::document::escaped;
use crate::marks::{COLOURS, text_of};

/// A part of the document to draw in.
pub(crate) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// The outcome of drawing.
pub(crate) type Drawn<T = ()> = Result<T, DrawingAreaErrorKind<std::io::Error>>;

/// Axes, and lines that belong to no series.
pub(crate) const AXIS: RGBColor = RGBColor(0x44, 0x44, 0x44);
/// All text: plotters makes 13 pixels of it.
pub(crate) const TEXT: (&str, f64) = ("sans-serif", 13.0 * 1.24);

/// The width of every panel. On a telephone it is drawn at about nine tenths of that.
pub(crate) const WIDTH: u32 = 380;
/// The height of a line of the title.
const TITLE_LINE: i32 = 18;
/// The characters that a line of the title has room for.
const TITLE_CHARACTERS: usize = 54;
const MARGIN: i32 = 6;
/// How far from the middle of a mark a pointer is over it, in pixels.
const REACH: u32 = 8;

/// The ground and the text on it, with their colours on a dark page.
const GROUND_AND_TEXT: [(&str, &str); 3] = [("#FFFFFF", "#17181a"), ("#000000", "#e6e6e3"), ("#444444", "#b4b4b0")];

/// The rule by which a system that forces its own colours leaves those of pictures alone. They say which series is
/// which, and text has the ground beneath it.
const KEPT: &str = ".plot,.plot text{forced-color-adjust:none}";

/// What a pointer over a place of a panel shows.
#[derive(Default)]
pub(crate) struct Tips(Vec<((i32, i32), String)>);

impl Tips {
    /// At one place all is shown that is said of it.
    pub(crate) fn add(&mut self, place: (i32, i32), text: &str) {
        match self.0.iter_mut().find(|(other, _)| *other == place) {
            Some((_, all)) if !all.lines().any(|line| line == text) => {
                all.push('\n');
                all.push_str(text);
            }
            Some(_) => {}
            None => self.0.push((place, text.to_owned())),
        }
    }

    fn svg(&self) -> String {
        let circle = |((x, y), text): &((i32, i32), String)| {
            let text = escaped(text);
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{REACH}\" fill=\"transparent\"><title>{text}</title></circle>\n")
        };
        self.0.iter().map(circle).collect()
    }
}

/// A panel of this height: its title, and below it what `draw` draws. `shades` are colours of its own with those on a
/// dark page.
pub(crate) fn panel(
    panel_title: &str,
    height: u32,
    shades: &[(String, String)],
    draw: impl FnOnce(&Area<'_>, &mut Tips) -> Drawn,
) -> String {
    let mut tips = Tips::default();
    let picture = drawn((WIDTH, height), |root| {
        root.fill(&WHITE)?;
        let body = title(root, panel_title)?;
        draw(&body, &mut tips)
    });
    let described = format!("<svg class=\"plot\" role=\"img\" aria-label=\"{}\" ", escaped(panel_title));
    let picture = picture.replacen("<svg ", &described, 1);
    // Of the size of the text plotters makes 13 and some rounding.
    let picture = picture.replace("font-size=\"13.000000000000002\"", "font-size=\"13\"");
    let picture = picture.replacen(">\n", &format!(">\n<style>{KEPT}{}</style>\n", dark(shades)), 1);
    picture.trim_end().trim_end_matches("</svg>").to_owned() + &tips.svg() + "</svg>\n"
}

/// A picture of this size without a ground: for a line of text.
pub(crate) fn swatch(size: (u32, u32), draw: impl FnOnce(&Area<'_>) -> Drawn) -> String {
    drawn(size, draw).replacen("<svg ", "<svg class=\"plot\" aria-hidden=\"true\" ", 1).replace('\n', "")
}

fn drawn(size: (u32, u32), draw: impl FnOnce(&Area<'_>) -> Drawn) -> String {
    let mut document = String::new();
    {
        let root = SVGBackend::with_string(&mut document, size).into_drawing_area();
        draw(&root).and_then(|()| root.present()).expect("a String takes every drawing");
    }
    document
}

/// The height that a title takes.
pub(crate) fn title_height(title: &str) -> i32 {
    MARGIN + title_lines(title).len() as i32 * TITLE_LINE
}

/// Draws the title and returns what is left below it.
fn title<'a>(root: &Area<'a>, title: &str) -> Drawn<Area<'a>> {
    for (number, line) in title_lines(title).iter().enumerate() {
        let place = (MARGIN, MARGIN + number as i32 * TITLE_LINE);
        root.draw(&Text::new(line.clone(), place, TEXT.into_font().color(&BLACK)))?;
    }
    Ok(root.split_vertically(title_height(title)).1)
}

/// The title in lines that have room. No font is measured.
fn title_lines(title: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in title.split_whitespace() {
        let last = lines.last_mut().expect("there is a line");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > TITLE_CHARACTERS {
            lines.push(word.to_owned());
            continue;
        }
        if !last.is_empty() {
            last.push(' ');
        }
        last.push_str(word);
    }
    lines
}

/// The rules by which the colours are others on a dark page, within a page and in a file of its own.
fn dark(shades: &[(String, String)]) -> String {
    let fixed = GROUND_AND_TEXT.iter().map(|&(light, dark)| (light.to_owned(), dark.to_owned()));
    let series = COLOURS.iter().map(|it| (text_of(it.light), it.dark.to_owned()));
    let rule = |(light, dark): (String, String)| {
        format!(".plot [fill=\"{light}\"]{{fill:{dark}}}.plot [stroke=\"{light}\"]{{stroke:{dark}}}")
    };
    let rules: String = fixed.chain(series).chain(shades.iter().cloned()).map(rule).collect();
    format!("@media (prefers-color-scheme: dark){{{rules}}}")
}
