//! A report as a sequence of parts, written as Markdown or as HTML.
//!
//! It is made from results and nothing else: not from the time, the machine or the number of threads, so that two runs of one
//! experiment write the same bytes.

use std::fmt::Write;

/// A report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its title.
    pub title: String,
    /// What follows, in this order.
    pub parts: Vec<Part>,
}

/// A part of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
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
    /// A plot: its caption, the name of its file beside the Markdown, and the SVG that the HTML holds.
    Plot {
        /// The caption.
        caption: String,
        /// The file's name.
        file_name: String,
        /// The picture.
        svg: String,
    },
    /// A line for a shell.
    Command(String),
    /// A description in TOML.
    Toml(String),
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

impl<T: Into<String>> From<Vec<T>> for Row {
    fn from(texts: Vec<T>) -> Row {
        let entry = |text: T| Entry { text: text.into(), differs: false };
        Row { entries: texts.into_iter().map(entry).collect(), is_ours: false }
    }
}

impl Entry {
    /// The text, with the sign where it differs.
    pub(super) fn signed(&self) -> String {
        if self.differs { format!("\u{2260} {}", self.text) } else { self.text.clone() }
    }
}

impl Document {
    /// The document as Markdown that can be read as text, too: columns are padded. Plots are linked by the names of their files.
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n", self.title);
        for part in &self.parts {
            text.push('\n');
            match part {
                Part::Heading(heading) => push(&mut text, format_args!("## {heading}\n")),
                Part::Subheading(heading) => push(&mut text, format_args!("### {heading}\n")),
                Part::Paragraph(paragraph) | Part::Legend(paragraph) => push(&mut text, format_args!("{paragraph}\n")),
                Part::List(items) => items.iter().for_each(|item| push(&mut text, format_args!("- {item}\n"))),
                Part::Table(table) => table.push_markdown(&mut text),
                Part::Plot { caption, file_name, .. } => push(&mut text, format_args!("![{caption}]({file_name})\n")),
                Part::Command(command) => push(&mut text, format_args!("    {command}\n")),
                Part::Toml(toml) => push(&mut text, format_args!("```toml\n{toml}\n```\n")),
            }
        }
        text
    }

    /// The document as one file of HTML that needs nothing else, in light and dark.
    pub fn html(&self) -> String {
        let title = escaped(&self.title);
        let mut text = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        );
        for part in &self.parts {
            match part {
                Part::Heading(heading) => push(&mut text, format_args!("<h2>{}</h2>\n", escaped(heading))),
                Part::Subheading(heading) => push(&mut text, format_args!("<h3>{}</h3>\n", escaped(heading))),
                Part::Paragraph(paragraph) => push(&mut text, format_args!("<p>{}</p>\n", escaped(paragraph))),
                Part::Legend(legend) => push(&mut text, format_args!("<p class=\"legend\">{}</p>\n", escaped(legend))),
                Part::List(items) => push_list(&mut text, items),
                Part::Table(table) => table.push_html(&mut text),
                Part::Plot { caption, svg, .. } => {
                    let caption = escaped(caption);
                    push(&mut text, format_args!("<figure>\n{svg}<figcaption>{caption}</figcaption>\n</figure>\n"));
                }
                Part::Command(source) | Part::Toml(source) => {
                    push(&mut text, format_args!("<pre>{}</pre>\n", escaped(source)));
                }
            }
        }
        text + "</body>\n</html>\n"
    }

    /// The plots: the names of their files and the pictures.
    pub fn plots(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parts.iter().filter_map(|part| match part {
            Part::Plot { file_name, svg, .. } => Some((file_name.as_str(), svg.as_str())),
            _ => None,
        })
    }
}

impl Table {
    fn push_markdown(&self, text: &mut String) {
        let rows = self.rows.iter().map(|row| row.entries.iter().map(Entry::signed).collect());
        let lines: Vec<Vec<String>> = std::iter::once(self.head.clone()).chain(rows).collect();
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0).max(3);
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        for (index, line) in lines.iter().enumerate() {
            push(text, format_args!("| {:<width$} |", line[0], width = widths[0]));
            for (cell, width) in line.iter().zip(&widths).skip(1) {
                push(text, format_args!(" {cell:>width$} |"));
            }
            text.push('\n');
            if index == 0 {
                push(text, format_args!("|:{}-|", "-".repeat(widths[0])));
                widths[1..].iter().for_each(|width| push(text, format_args!("-{}:|", "-".repeat(*width))));
                text.push('\n');
            }
        }
    }

    fn push_html(&self, text: &mut String) {
        text.push_str("<div class=\"wide\"><table>\n<thead>\n");
        push_row(text, &Row::from(self.head.clone()), "th");
        text.push_str("</thead>\n<tbody>\n");
        self.rows.iter().for_each(|row| push_row(text, row, "td"));
        text.push_str("</tbody>\n</table></div>\n");
    }
}

fn push_row(text: &mut String, row: &Row, tag: &str) {
    let class = if row.is_ours { " class=\"ours\"" } else { "" };
    let (name, entries) = row.entries.split_first().expect("the first entry of a row names it");
    push(text, format_args!("<tr{class}><th scope=\"row\">{}</th>", escaped(&name.signed())));
    for entry in entries {
        // The sign says without colour what the colour says.
        let class = if entry.differs { " class=\"differs\"" } else { "" };
        push(text, format_args!("<{tag}{class}>{}</{tag}>", escaped(&entry.signed())));
    }
    text.push_str("</tr>\n");
}

fn push_list(text: &mut String, items: &[String]) {
    text.push_str("<ul>\n");
    items.iter().for_each(|item| push(text, format_args!("<li>{}</li>\n", escaped(item))));
    text.push_str("</ul>\n");
}

/// Text as HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("a String takes whatever is written");
}

/// Plots keep a white ground in the dark, for their colours are chosen on white.
const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fdfdfc; --soft: #666; --line: #d8d8d4; --ours: #eef4fa;
  --differs: #8a2b00; --differs-ground: #ffe9dc; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e3; --paper: #17181a; --soft: #a3a3a0; --line: #3a3c40;
  --ours: #1f2a36; --differs: #ffb38a; --differs-ground: #4a2413; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 72rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { line-height: 1.2; } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); } h3 { margin-bottom: .4rem; }
.legend { color: var(--soft); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { padding: .15rem .7rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
th:first-child { text-align: left; font-weight: normal; color: var(--soft); padding-left: .2rem; }
thead th { border-bottom: 2px solid var(--soft); }
tr.ours td { background: var(--ours); font-weight: 600; }
tr td.differs { color: var(--differs); background: var(--differs-ground); }
figure { margin: 1.5rem 0; padding: .5rem; background: #fff; border: 1px solid var(--line); border-radius: .4rem; }
figure svg { display: block; width: 100%; height: auto; }
figcaption { color: #444; font-size: .9rem; padding: .3rem .5rem; }
pre { overflow-x: auto; padding: .8rem; border: 1px solid var(--line); border-radius: .4rem; }
";
