//! `report.md`: readable as text, too, so columns are padded.

use std::fmt::Write;

use super::layout::{self, Entry, Panel};
use super::summary::findings;
use super::{Cell, Context, LEGEND, cost_line};
use crate::show::plots::{self, Plot};

/// The text of `report.md`. The plots are linked by their file names, beside the report.
#[must_use]
pub fn markdown(cells: &[Cell], context: &Context) -> String {
    let mut text = format!("# {}\n\n", context.title);
    push_summary(&mut text, cells);
    for section in layout::sections(cells) {
        push(&mut text, format_args!("## {}\n\n", section.heading));
        for panel in &section.panels {
            push(&mut text, format_args!("### {}\n\n{}\n", panel.heading, table(panel)));
        }
    }
    push_plots(&mut text, &plots::plots(cells));
    push(&mut text, format_args!("## How it was made\n\n    {}\n\n", context.command));
    push(&mut text, format_args!("{}\n", cost_line(cells, context.cost)));
    if !context.settings.is_empty() {
        push(&mut text, format_args!("\n```toml\n{}\n```\n", context.settings.join("\n")));
    }
    text
}

fn push_summary(text: &mut String, cells: &[Cell]) {
    let summary = findings(cells);
    text.push_str("## Summary\n\n");
    for finding in &summary.findings {
        push(text, format_args!("- {finding}\n"));
    }
    if !summary.disagreements.is_empty() {
        text.push_str("\nNot as published:\n\n");
        for cell in &summary.disagreements {
            push(text, format_args!("- {cell}\n"));
        }
    }
    push(text, format_args!("\n{LEGEND}\n\n"));
}

fn push_plots(text: &mut String, plots: &[Plot]) {
    if plots.is_empty() {
        return;
    }
    text.push_str("## Plots\n\n");
    for plot in plots {
        push(text, format_args!("![{}]({})\n\n", plot.caption, plot.file_name));
    }
}

/// A panel as a table whose source is aligned.
fn table(panel: &Panel) -> String {
    let lines: Vec<Vec<String>> = panel
        .rows
        .iter()
        .map(|row| std::iter::once(row.label.to_string()).chain(row.entries.iter().map(entry)).collect())
        .collect();
    let widths: Vec<usize> = (0..lines[0].len())
        .map(|column| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0).max(3))
        .collect();
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        push(&mut text, format_args!("| {:<width$} |", line[0], width = widths[0]));
        for (cell, width) in line.iter().zip(&widths).skip(1) {
            push(&mut text, format_args!(" {cell:>width$} |"));
        }
        text.push('\n');
        if index == 0 {
            push(&mut text, format_args!("|:{}-|", "-".repeat(widths[0])));
            for width in &widths[1..] {
                push(&mut text, format_args!("-{}:|", "-".repeat(*width)));
            }
            text.push('\n');
        }
    }
    text
}

fn entry(entry: &Entry) -> String {
    if entry.differs { format!("\u{2260} {}", entry.text) } else { entry.text.clone() }
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("a String takes whatever is written");
}
