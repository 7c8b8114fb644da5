//! A document as HTML.

use std::slice::Iter;

use super::anchors::Anchor;
use super::{Document, Figure, FigureKey, Part, Plot, Row, Table, escaped};

/// How it looks, in light and dark.
const STYLE: &str = include_str!("style.css");

pub(super) fn html(document: &Document) -> String {
    let anchors = document.anchors();
    let mut page = Page { text: String::new(), all: &anchors, ahead: anchors.iter() };
    page.push_heading("h1");
    document.parts.iter().for_each(|part| page.push_part(part));
    whole_page(&document.title, &page.text)
}

/// A page of HTML that needs nothing else, of a title and the HTML of its body.
///
/// Whatever is in the body, a browser runs no script of it and loads nothing.
fn whole_page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// A page that is written from its beginning to its end.
struct Page<'a> {
    text: String,
    /// All headings.
    all: &'a [Anchor],
    /// The headings that are not written yet.
    ahead: Iter<'a, Anchor>,
}

impl Page<'_> {
    fn push_part(&mut self, part: &Part) {
        match part {
            Part::Answer { sentences, figure } => {
                self.text.push_str("<div class=\"answer\">\n");
                sentences.iter().for_each(|it| self.push(format_args!("<p>{}</p>\n", escaped(it))));
                self.text.push_str("</div>\n");
                figure.iter().for_each(|figure| self.push_figure(figure));
            }
            Part::Contents => self.push_contents(),
            Part::Heading(_) => self.push_heading("h2"),
            Part::Subheading(_) => self.push_heading("h3"),
            Part::Paragraph(paragraph) => self.push(format_args!("<p>{}</p>\n", escaped(paragraph))),
            Part::Legend(legend) => self.push(format_args!("<p class=\"legend\">{}</p>\n", escaped(legend))),
            Part::List(items) => self.push_list(items),
            Part::Table(table) => self.push_table(table),
            Part::Figure(figure) => self.push_figure(figure),
            Part::Beside(table, figure) => {
                self.text.push_str("<div class=\"beside\">\n");
                self.push_table(table);
                self.push_figure(figure);
                self.text.push_str("</div>\n");
            }
            Part::Folded { parts, .. } => {
                self.text.push_str("<details>\n<summary>\n");
                self.push_heading("h2");
                self.text.push_str("</summary>\n");
                parts.iter().for_each(|part| self.push_part(part));
                self.text.push_str("</details>\n");
            }
            Part::Command(source) | Part::Toml(source) => {
                self.push(format_args!("<pre tabindex=\"0\">{}</pre>\n", escaped(source.trim_end())));
            }
        }
    }

    /// The heading that comes next.
    fn push_heading(&mut self, tag: &str) {
        let Anchor { heading, id, .. } = self.ahead.next().expect("every heading has an anchor");
        self.push(format_args!("<{tag} id=\"{id}\">{}</{tag}>\n", escaped(heading)));
    }

    /// Links to the headings of the second level, with those of the third level below them.
    fn push_contents(&mut self) {
        self.text.push_str("<nav aria-label=\"Contents\">\n<ul>\n");
        let all = self.all;
        for section in all[1..].chunk_by(|_, next| next.level > 2) {
            let [first, inner @ ..] = section else { continue };
            self.push(format_args!("<li>{}", link(first)));
            if !inner.is_empty() {
                let links: Vec<String> = inner.iter().map(link).collect();
                self.push(format_args!(" <span>{}</span>", links.join(" \u{b7} ")));
            }
            self.text.push_str("</li>\n");
        }
        self.text.push_str("</ul>\n</nav>\n");
    }

    fn push_list(&mut self, items: &[String]) {
        self.text.push_str("<ul>\n");
        items.iter().for_each(|item| self.push(format_args!("<li>{}</li>\n", escaped(item))));
        self.text.push_str("</ul>\n");
    }

    /// A container of its own lets a wide table scroll, by the keys too.
    fn push_table(&mut self, table: &Table) {
        self.text.push_str("<div class=\"wide\" tabindex=\"0\"><table>\n<thead>\n");
        self.push_row(&Row::from(table.head.clone()), "th");
        self.text.push_str("</thead>\n<tbody>\n");
        table.rows.iter().for_each(|row| self.push_row(row, "td"));
        self.text.push_str("</tbody>\n</table></div>\n");
    }

    fn push_row(&mut self, row: &Row, tag: &str) {
        let class = if row.is_ours { " class=\"ours\"" } else { "" };
        let (name, entries) = row.entries.split_first().expect("the first entry of a row names it");
        let scope = if tag == "th" { "col" } else { "row" };
        self.push(format_args!("<tr{class}><th scope=\"{scope}\">{}</th>", escaped(&name.signed())));
        for entry in entries {
            // The sign says without colour what the colour says.
            let class = if entry.differs { " class=\"differs\"" } else { "" };
            self.push(format_args!("<{tag}{class}>{}</{tag}>", escaped(&entry.signed())));
        }
        self.text.push_str("</tr>\n");
    }

    fn push_figure(&mut self, Figure { caption, keys, plots }: &Figure) {
        self.text.push_str("<figure>\n");
        if !keys.is_empty() {
            self.text.push_str("<ul class=\"key\">\n");
            for FigureKey { swatch, label, .. } in keys {
                self.push(format_args!("<li>{swatch}{}</li>\n", escaped(label)));
            }
            self.text.push_str("</ul>\n");
        }
        // Of two or four plots two belong together.
        let two = if [2, 4].contains(&plots.len()) { " two" } else { "" };
        self.push(format_args!("<div class=\"panels{two}\">\n"));
        plots.iter().for_each(|Plot { svg, .. }| self.push(format_args!("<div class=\"panel\">\n{svg}</div>\n")));
        self.push(format_args!("</div>\n<figcaption>{}</figcaption>\n</figure>\n", escaped(caption)));
    }

    fn push(&mut self, arguments: std::fmt::Arguments<'_>) {
        self.text.push_str(&std::fmt::format(arguments));
    }
}

fn link(Anchor { heading, id, .. }: &Anchor) -> String {
    format!("<a href=\"#{id}\">{}</a>", escaped(heading))
}
