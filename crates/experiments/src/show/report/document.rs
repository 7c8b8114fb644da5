//! A report as a sequence of parts, written as Markdown or as HTML: for the reports that are not laid out like the papers' tables.

use std::fmt::Write;

use super::html::{STYLE, escaped};

/// A report.
pub struct Document {
    /// Its title.
    pub title: String,
    /// What follows, in this order.
    pub parts: Vec<Part>,
}

/// A part of a report.
pub enum Part {
    /// A heading of the second level.
    Heading(String),
    /// A paragraph.
    Paragraph(String),
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
}

/// A table whose first column names the rows.
pub struct Table {
    /// The names of the columns.
    pub head: Vec<String>,
    /// The rows, each with an entry for every column.
    pub rows: Vec<Vec<String>>,
}

impl Document {
    /// The document as Markdown that can be read as text, too: columns are padded.
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n", self.title);
        for part in &self.parts {
            text.push('\n');
            match part {
                Part::Heading(heading) => push(&mut text, format_args!("## {heading}\n")),
                Part::Paragraph(paragraph) => push(&mut text, format_args!("{paragraph}\n")),
                Part::List(items) => items.iter().for_each(|item| push(&mut text, format_args!("- {item}\n"))),
                Part::Table(table) => table.push_markdown(&mut text),
                Part::Plot { caption, file_name, .. } => push(&mut text, format_args!("![{caption}]({file_name})\n")),
                Part::Command(command) => push(&mut text, format_args!("    {command}\n")),
            }
        }
        text
    }

    /// The document as one file of HTML that needs nothing else.
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
                Part::Paragraph(paragraph) => push(&mut text, format_args!("<p>{}</p>\n", escaped(paragraph))),
                Part::List(items) => push_list(&mut text, items),
                Part::Table(table) => table.push_html(&mut text),
                Part::Plot { caption, svg, .. } => {
                    let caption = escaped(caption);
                    push(&mut text, format_args!("<figure>\n{svg}<figcaption>{caption}</figcaption>\n</figure>\n"));
                }
                Part::Command(command) => push(&mut text, format_args!("<pre>{}</pre>\n", escaped(command))),
            }
        }
        text + "</body>\n</html>\n"
    }
}

impl Table {
    fn push_markdown(&self, text: &mut String) {
        let lines = || std::iter::once(&self.head).chain(&self.rows);
        let width = |column: usize| lines().map(|line| line[column].chars().count()).max().unwrap_or(0).max(3);
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        for (index, line) in lines().enumerate() {
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
        push_row(text, &self.head, "th");
        text.push_str("</thead>\n<tbody>\n");
        self.rows.iter().for_each(|row| push_row(text, row, "td"));
        text.push_str("</tbody>\n</table></div>\n");
    }
}

fn push_row(text: &mut String, row: &[String], tag: &str) {
    push(text, format_args!("<tr><th scope=\"row\">{}</th>", escaped(&row[0])));
    row[1..].iter().for_each(|cell| push(text, format_args!("<{tag}>{}</{tag}>", escaped(cell))));
    text.push_str("</tr>\n");
}

fn push_list(text: &mut String, items: &[String]) {
    text.push_str("<ul>\n");
    items.iter().for_each(|item| push(text, format_args!("<li>{}</li>\n", escaped(item))));
    text.push_str("</ul>\n");
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("a String takes whatever is written");
}
