//! What people read: documents with tables and charts, and lines in a terminal.
//!
//! It is for a program that measures something and tells of it.
//! A [`Document`] is a sequence of parts, written once and shown twice:
//! as Markdown that can be read as text, and as one file of HTML that needs nothing else.
//! A [`Chart`] or a [`HeatMap`] is an SVG whose text stays text, on light pages and on dark ones.
//! A [`terminal`] shows tables and how far something is; [`words`] are numbers and lists in sentences.
//! Nothing here knows what was measured.
//!
//! **The key decision** is that what is written follows from what is given alone:
//! not from the time, the machine, the terminal or its fonts.
//! No font is measured and nothing is random, so that the same results make the same bytes,
//! and two runs of one measurement can be compared as files.
//!
//! Every chart is a picture of its own with text of one size, so that it can be read on a telephone,
//! and its series differ in colour, shape and line, so that people with any kind of colour vision can tell them apart.
//!
//! ```
//! use bestply_presentation::document::{Document, Part, Row, Table};
//! use bestply_presentation::{Axis, Chart, Mark, Point, Series};
//!
//! let point = |depth: u32, share: f64| {
//!     Point { x: f64::from(depth), y: share, interval: None, tip: format!("depth {depth}: {share}%") }
//! };
//! let mut chart =
//!     Chart::new("Best-first", Axis::depths("opponent's depth", 1..=3), Axis::percentages("score", 50.0));
//! chart.series.push(Series { mark: Mark::of(0), points: vec![point(1, 50.0), point(2, 64.0), point(3, 58.0)] });
//! let key = vec![Mark::of(0).key("score")];
//! let figure = chart.figure("plot-score", "Score against the opponent's depth.", key);
//! let head = ["depth", "1", "2", "3"].map(str::to_owned).to_vec();
//! let table = Table { head, rows: vec![Row::from(vec!["score", "50%", "64%", "58%"])] };
//!
//! let document = Document::new("A match", vec![Part::Beside(table, figure)]);
//! assert!(document.markdown().contains("| score |"));
//! assert!(document.markdown().contains("![Best-first](plot-score.svg)"));
//! assert!(document.html().contains("<svg class=\"plot\""));
//! assert_eq!(document.plots().count(), 1);
//! ```

mod axis;
mod canvas;
mod chart;
pub mod document;
mod heat_map;
mod marks;
mod named_values;
pub mod terminal;
pub mod words;

pub use axis::Axis;
pub use chart::{Chart, Interval, Point, Series, figure};
pub use document::Document;
pub use heat_map::HeatMap;
pub use marks::{Line, Mark};
pub use named_values::{Named, named_values};
