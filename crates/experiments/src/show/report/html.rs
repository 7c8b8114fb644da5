//! `report.html`: one file that needs nothing else, in light and dark.

use std::fmt::Write;

use super::layout::{self, Entry, Panel, Row};
use super::summary::findings;
use super::{Cell, Context, LEGEND, cost_line};
use crate::show::plots::{self, Plot};

/// Plots keep a white ground in the dark, for their colours are chosen on white.
pub(super) const STYLE: &str = "\
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

/// The text of `report.html`, plots inlined.
#[must_use]
pub fn html(cells: &[Cell], context: &Context) -> String {
    let title = escaped(&context.title);
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    push_summary(&mut text, cells);
    for section in layout::sections(cells) {
        push(&mut text, format_args!("<h2>{}</h2>\n", escaped(&section.heading)));
        section.panels.iter().for_each(|panel| push_panel(&mut text, panel));
    }
    push_plots(&mut text, &plots::plots(cells));
    push(&mut text, format_args!("<h2>How it was made</h2>\n<pre>{}</pre>\n", escaped(&context.command)));
    push(&mut text, format_args!("<p>{}</p>\n", cost_line(cells, context.cost)));
    if !context.settings.is_empty() {
        push(&mut text, format_args!("<pre>{}</pre>\n", escaped(&context.settings.join("\n"))));
    }
    text.push_str("</body>\n</html>\n");
    text
}

fn push_summary(text: &mut String, cells: &[Cell]) {
    let summary = findings(cells);
    text.push_str("<h2>Summary</h2>\n");
    push_list(text, &summary.findings);
    if !summary.disagreements.is_empty() {
        text.push_str("<p>Not as published:</p>\n");
        push_list(text, &summary.disagreements);
    }
    push(text, format_args!("<p class=\"legend\">{}</p>\n", escaped(LEGEND)));
}

fn push_list(text: &mut String, items: &[String]) {
    text.push_str("<ul>\n");
    for item in items {
        push(text, format_args!("<li>{}</li>\n", escaped(item)));
    }
    text.push_str("</ul>\n");
}

fn push_panel(text: &mut String, panel: &Panel) {
    let (head, body) = panel.rows.split_first().expect("the opponent's depth or the budget heads every panel");
    push(text, format_args!("<h3>{}</h3>\n<div class=\"wide\"><table>\n<thead>\n", escaped(&panel.heading)));
    push_row(text, head, "th");
    text.push_str("</thead>\n<tbody>\n");
    body.iter().for_each(|row| push_row(text, row, "td"));
    text.push_str("</tbody>\n</table></div>\n");
}

fn push_row(text: &mut String, row: &Row, tag: &str) {
    let class = if row.label.ends_with("ours") { " class=\"ours\"" } else { "" };
    push(text, format_args!("<tr{class}><th scope=\"row\">{}</th>", escaped(row.label)));
    for Entry { text: entry, differs } in &row.entries {
        // The sign says without colour what the colour says.
        let (class, sign) = if *differs { (" class=\"differs\"", "\u{2260} ") } else { ("", "") };
        push(text, format_args!("<{tag}{class}>{sign}{}</{tag}>", escaped(entry)));
    }
    text.push_str("</tr>\n");
}

fn push_plots(text: &mut String, plots: &[Plot]) {
    if plots.is_empty() {
        return;
    }
    text.push_str("<h2>Plots</h2>\n");
    for Plot { caption, svg, .. } in plots {
        let caption = escaped(caption);
        push(text, format_args!("<figure>\n{svg}<figcaption>{caption}</figcaption>\n</figure>\n"));
    }
}

/// Text as HTML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("a String takes whatever is written");
}
