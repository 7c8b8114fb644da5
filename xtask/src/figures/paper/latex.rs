//! Markdown as LaTeX.

use pulldown_cmark::{Alignment, Event, HeadingLevel, Tag, TagEnd};

/// What stands before the title. Pictures are PDFs, which `.ci/report` makes of those in SVG.
const PREAMBLE: &str = r"\documentclass[11pt,a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage[margin=25mm]{geometry}
\usepackage{graphicx}
\usepackage[hidelinks]{hyperref}
\setlength{\emergencystretch}{3em}
";

/// The sections that have a form of their own.
const ABSTRACT: &str = "Abstract";
const REFERENCES: &str = "References";

/// A page as LaTeX.
#[derive(Default)]
pub(super) struct Latex {
    /// The heading of the first level, as it stands in the page.
    pub(super) title: String,
    body: String,
    /// What is written apart from the body until it is known what it is for.
    apart: Option<String>,
    is_abstract: bool,
    is_code: bool,
    /// Whether a row of a table has an entry already.
    is_after_entry: bool,
}

impl Latex {
    /// The page of these events.
    pub(super) fn of(events: &[Event<'_>]) -> Latex {
        let mut latex = Latex::default();
        events.iter().for_each(|event| latex.push(event));
        latex.end_abstract();
        latex
    }

    /// A document of its own.
    pub(super) fn document(&self) -> String {
        let Latex { title, body, .. } = self;
        let (title, version) = (escaped(title), env!("CARGO_PKG_VERSION"));
        let head = format!("\\title{{{title}}}\n\\author{{The bestply authors}}\n\\date{{Version {version}}}\n");
        format!("{PREAMBLE}{head}\\begin{{document}}\n\\maketitle\n\n{body}\\end{{document}}\n")
    }

    fn push(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(*tag),
            Event::Text(text) if self.is_code => self.write(text),
            // A heading is escaped once it is known which it is.
            Event::Text(text) if self.apart.is_some() => self.write(text),
            Event::Text(text) => self.write(&escaped(text)),
            Event::Code(code) => self.write(&format!("\\texttt{{{}}}", escaped(code))),
            Event::SoftBreak => self.write("\n"),
            Event::HardBreak => self.write("\\\\\n"),
            Event::Rule => self.write("\\bigskip\\hrule\\bigskip\n\n"),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Heading { .. } => self.apart = Some(String::new()),
            Tag::CodeBlock(_) => {
                self.is_code = true;
                self.write("{\\scriptsize\\begin{verbatim}\n");
            }
            Tag::List(Some(_)) => self.write("\\begin{enumerate}\n"),
            Tag::List(None) => self.write("\\begin{itemize}\n"),
            Tag::Item => self.write("\\item "),
            Tag::Emphasis => self.write("\\emph{"),
            Tag::Strong => self.write("\\textbf{"),
            Tag::Link { dest_url, .. } => self.write(&format!("\\href{{{}}}{{", dest_url.replace(['%', '#'], ""))),
            Tag::Image { dest_url, .. } => {
                let name = dest_url.rsplit('/').next().unwrap_or(dest_url).trim_end_matches(".svg");
                let graphics = format!("\\includegraphics[width=.6\\linewidth]{{{name}.pdf}}");
                self.write(&format!("\\begin{{figure}}[!htb]\n\\centering\n{graphics}\n\\caption{{"));
            }
            Tag::Table(alignments) => {
                let column = |it: &Alignment| if *it == Alignment::Right { 'r' } else { 'l' };
                let columns: String = alignments.iter().map(column).collect();
                self.write(&format!("\\begin{{center}}\\small\n\\begin{{tabular}}{{{columns}}}\n\\hline\n"));
            }
            Tag::TableHead | Tag::TableRow => self.is_after_entry = false,
            Tag::TableCell if std::mem::replace(&mut self.is_after_entry, true) => self.write(" & "),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => self.head(level),
            TagEnd::Paragraph => self.write("\n\n"),
            TagEnd::CodeBlock => {
                self.is_code = false;
                self.write("\\end{verbatim}}\n\n");
            }
            TagEnd::List(true) => self.write("\\end{enumerate}\n\n"),
            TagEnd::List(false) => self.write("\\end{itemize}\n\n"),
            TagEnd::Item => self.write("\n"),
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Link => self.write("}"),
            TagEnd::Image => self.write("}\n\\end{figure}"),
            TagEnd::Table => self.write("\\hline\n\\end{tabular}\n\\end{center}\n\n"),
            TagEnd::TableHead => self.write(" \\\\\n\\hline\n"),
            TagEnd::TableRow => self.write(" \\\\\n"),
            _ => {}
        }
    }

    /// Ends a heading: it is the title, or begins a section.
    fn head(&mut self, level: HeadingLevel) {
        let heading = self.apart.take().expect("a heading has begun");
        self.end_abstract();
        match (level, &*heading) {
            (HeadingLevel::H1, _) => self.title = heading,
            (_, ABSTRACT) => {
                self.is_abstract = true;
                self.write("\\begin{abstract}\n");
            }
            (_, REFERENCES) => self.write(&format!("\\section*{{{REFERENCES}}}\n\n")),
            (HeadingLevel::H2, _) => self.write(&format!("\\section{{{}}}\n\n", escaped(&heading))),
            _ => self.write(&format!("\\subsection{{{}}}\n\n", escaped(&heading))),
        }
    }

    fn end_abstract(&mut self) {
        if std::mem::take(&mut self.is_abstract) {
            self.write("\\end{abstract}\n\n");
        }
    }

    fn write(&mut self, text: &str) {
        self.apart.as_mut().unwrap_or(&mut self.body).push_str(text);
    }
}

/// Text in which no character is a command.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '×' => escaped.push_str("$\\times$"),
            '≤' => escaped.push_str("$\\le$"),
            '≥' => escaped.push_str("$\\ge$"),
            '<' | '>' | '|' => escaped.extend(['$', character, '$']),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => escaped.extend(['\\', character]),
            character => escaped.push(character),
        }
    }
    escaped
}
