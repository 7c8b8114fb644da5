//! A document as a sequence of parts, written as Markdown or as HTML.
//!
//! What is written follows from the parts alone, so that two documents of the same parts have the same bytes.

mod anchors;
mod html;
mod markdown;

use std::collections::BTreeMap;

use self::anchors::Anchor;

pub use self::anchors::plain;

/// A document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its title.
    pub(crate) title: String,
    /// What follows, in this order.
    pub(crate) parts: Vec<Part>,
    /// The pictures of the plots by the names of their files.
    pictures: BTreeMap<String, String>,
}

/// A part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// What a reader is to remember.
    Answer {
        /// At most three sentences.
        sentences: Vec<String>,
        /// The figure that shows it.
        figure: Option<Figure>,
    },
    /// Links to all headings.
    Contents,
    /// A heading of the second level.
    Heading(String),
    /// A heading of the third level.
    Subheading(String),
    /// A paragraph.
    Paragraph(String),
    /// A paragraph that says how to read the rest.
    Legend(String),
    /// A list of items.
    List(Vec<String>),
    /// A table.
    Table(Table),
    /// A figure.
    Figure(Figure),
    /// A table with its figure beside it, or below it where there is no room.
    Beside(Table, Figure),
    /// A section that HTML shows when a reader unfolds it.
    Folded {
        /// Its heading, of the second level.
        heading: String,
        /// What is in it.
        parts: Vec<Part>,
    },
    /// A line for a shell.
    Command(String),
    /// A description in TOML.
    Toml(String),
}

/// A figure: plots side by side with one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What it shows.
    pub caption: String,
    /// What its marks stand for.
    pub keys: Vec<FigureKey>,
    /// The plots.
    pub plots: Vec<Plot>,
}

/// An entry of a figure's key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureKey {
    /// The mark as a small picture.
    pub(crate) swatch: String,
    /// The mark in words.
    pub(crate) words: String,
    /// What it stands for.
    pub(crate) label: String,
}

/// A plot, which is a file beside the Markdown and stands within the HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plot {
    /// What it shows, for who does not see it.
    pub title: String,
    /// The file's name.
    pub file_name: String,
    /// The picture.
    pub svg: String,
}

/// A table whose first column names the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The names of the columns.
    pub head: Vec<String>,
    /// The rows, each with an entry for every column.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its entries, the first of which names it.
    pub entries: Vec<Entry>,
    /// Whether it is what the table is about.
    pub is_ours: bool,
}

/// An entry of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What stands there.
    pub text: String,
    /// Whether it is not as it should be, which a sign before it says.
    pub differs: bool,
}

impl Table {
    /// A table of these rows below the names of their columns.
    pub fn of<R: Into<Row>>(
        head: impl IntoIterator<Item = impl Into<String>>,
        rows: impl IntoIterator<Item = R>,
    ) -> Table {
        Table { head: head.into_iter().map(Into::into).collect(), rows: rows.into_iter().map(Into::into).collect() }
    }
}

/// A [`Table`] whose columns are declared once: the name of each, and what stands there of a row.
///
/// ```
/// let sizes = [("one", 1.0), ("two", 2.5)];
/// let table = bestply_presentation::table!(sizes, |(name, size)| "name": name, "size": format!("{size:.2}"));
/// assert_eq!(table.head, ["name", "size"]);
/// assert_eq!(table.rows[1].entries[1].text, "2.50");
/// ```
#[macro_export]
macro_rules! table {
    ($rows:expr, |$row:pat_param| $($name:literal: $entry:expr),+ $(,)?) => {
        $crate::document::Table::of([$($name),+], $rows.into_iter().map(|$row| [$($entry.to_string()),+]))
    };
}

impl<I: IntoIterator<Item: Into<Entry>>> From<I> for Row {
    fn from(entries: I) -> Row {
        Row { entries: entries.into_iter().map(Into::into).collect(), is_ours: false }
    }
}

impl<T: Into<String>> From<T> for Entry {
    fn from(text: T) -> Entry {
        Entry { text: text.into(), differs: false }
    }
}

impl Entry {
    /// A text that is as it should be, or is not, or of which nothing is known.
    pub fn agreeing(text: impl Into<String>, agrees: Option<bool>) -> Entry {
        Entry { text: text.into(), differs: agrees == Some(false) }
    }

    /// The text, with the sign where it differs.
    pub(crate) fn signed(&self) -> String {
        if self.differs { format!("\u{2260} {}", self.text) } else { self.text.clone() }
    }
}

impl Document {
    /// A document whose plots have names of their own: a name that another plot has already is numbered.
    pub fn new(title: impl Into<String>, parts: Vec<Part>) -> Document {
        let mut document = Document { title: title.into(), parts, pictures: BTreeMap::new() };
        let Document { parts, pictures, .. } = &mut document;
        for plot in parts.iter_mut().flat_map(Part::figures_mut).flat_map(|figure| &mut figure.plots) {
            let stem = plot.file_name.trim_end_matches(".svg").to_owned();
            let mut number = 1;
            while pictures.get(&plot.file_name).is_some_and(|picture| *picture != plot.svg) {
                number += 1;
                plot.file_name = format!("{stem}-{number}.svg");
            }
            pictures.insert(plot.file_name.clone(), plot.svg.clone());
        }
        document
    }

    /// The document as Markdown that can be read as text, too: columns are padded, and lines are short. Plots are
    /// linked by the names of their files.
    pub fn markdown(&self) -> String {
        markdown::markdown(self)
    }

    /// The document as one file of HTML that needs nothing else, in light and dark.
    pub fn html(&self) -> String {
        html::html(self)
    }

    /// The plots: the names of their files and the pictures. A plot that is shown twice is there once.
    pub fn plots(&self) -> impl Iterator<Item = (String, String)> {
        self.pictures.clone().into_iter()
    }

    /// All headings in their order, the title first, with the names that links lead to.
    fn anchors(&self) -> Vec<Anchor> {
        let headings = self.parts.iter().flat_map(Part::headings);
        anchors::anchors(std::iter::once((1, self.title.clone())).chain(headings))
    }
}

impl Part {
    /// Its headings with their levels.
    fn headings(&self) -> Vec<(usize, String)> {
        match self {
            Part::Heading(heading) => vec![(2, heading.clone())],
            Part::Subheading(heading) => vec![(3, heading.clone())],
            Part::Folded { heading, parts } => {
                let inner = parts.iter().flat_map(Part::headings);
                std::iter::once((2, heading.clone())).chain(inner).collect()
            }
            _ => Vec::new(),
        }
    }

    fn figures_mut(&mut self) -> Vec<&mut Figure> {
        match self {
            Part::Answer { figure, .. } => figure.iter_mut().collect(),
            Part::Figure(figure) | Part::Beside(_, figure) => vec![figure],
            Part::Folded { parts, .. } => parts.iter_mut().flat_map(Part::figures_mut).collect(),
            _ => Vec::new(),
        }
    }
}

/// Text as HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests;
