//! What stands in a terminal: tables, and a live line, which is sparse lines where there is no terminal.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use comfy_table::{CellAlignment, ContentArrangement, presets};
use console::Term;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use textwrap::{Options, WordSplitter};

use crate::document::{Entry, Row, Table};

/// How long nothing is said where there is no terminal.
const SILENCE: Duration = Duration::from_secs(30);

/// A line on standard error that shows how far something is, and the lines of what is finished.
///
/// In a terminal the line is always there, as wide as the terminal. Elsewhere it is written every half a minute.
pub struct LiveLine {
    bar: ProgressBar,
    units: &'static str,
    /// What is said of the whole run, if it has parts.
    whole: Option<String>,
    name: String,
    done: u64,
    all: u64,
    /// When this was begun, and how much of it was done then.
    begun: (Instant, u64),
    written: Instant,
}

impl LiveLine {
    /// A line that shows nothing yet; it counts `units`.
    pub fn new(units: &'static str) -> LiveLine {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(8));
        bar.set_style(ProgressStyle::with_template("{wide_msg}").expect("the template is well-formed"));
        let now = Instant::now();
        LiveLine { bar, units, whole: None, name: String::new(), done: 0, all: 0, begun: (now, 0), written: now }
    }

    /// Says of the whole run how many of its parts are done, and how long the others may take.
    pub fn whole(&mut self, done: usize, all: usize, parts: &str, left: Option<Duration>) {
        self.whole = Some(format!("{done} of {all} {parts} done{}; ", left_text(left)));
    }

    /// Shows something else, `done` of `all` of which is done.
    pub fn start(&mut self, name: String, done: u64, all: u64) {
        (self.name, self.done, self.all, self.begun) = (name, done, all, (Instant::now(), done));
        self.show("");
    }

    /// Some more is done.
    pub fn advance(&mut self, more: u64, message: &str) {
        self.done += more;
        self.show(message);
    }

    /// Something is finished: a line that stays, broken at words where the terminal is narrower.
    pub fn finished(&mut self, line: &str) {
        if self.bar.is_hidden() {
            self.write(line);
        } else {
            self.bar.println(broken(line, Term::stderr().size().1.into()));
        }
    }

    fn show(&mut self, message: &str) {
        let LiveLine { units, whole, name, done, all, .. } = &*self;
        let left = if whole.is_none() { left_text(self.left()) } else { String::new() };
        let whole = whole.as_deref().unwrap_or_default();
        let gap = if message.is_empty() { "" } else { "  " };
        let line = format!("{whole}{name}: {done} of {all} {units}{left}{gap}{message}");
        if !self.bar.is_hidden() {
            self.bar.set_message(line);
        } else if self.written.elapsed() >= SILENCE {
            self.write(&line);
        }
    }

    /// How long the rest of this may take; unknown as long as nothing of it was done.
    fn left(&self) -> Option<Duration> {
        let (since, before) = self.begun;
        let (done, rest) = (self.done - before, self.all.saturating_sub(self.done));
        (done > 0).then(|| since.elapsed().mul_f64(rest as f64 / done as f64))
    }

    /// Writes a line where there is no terminal. If nobody reads standard error, nobody misses it.
    fn write(&mut self, line: &str) {
        writeln!(io::stderr(), "{line}").ok();
        self.written = Instant::now();
    }
}

impl Drop for LiveLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn left_text(left: Option<Duration>) -> String {
    left.map_or_else(String::new, |left| format!(", about {:#} left", HumanDuration(left)))
}

/// A table for a terminal of so many columns, or as wide as it is; all but the first columns, of `names`, to the right.
pub fn table(table: &Table, names: usize, columns: Option<u16>) -> String {
    let mut lines = comfy_table::Table::new();
    if let Some(columns) = columns {
        lines.set_content_arrangement(ContentArrangement::Dynamic).set_width(columns);
    }
    let rows = table.rows.iter().map(|Row { entries, .. }| entries.iter().map(Entry::signed));
    lines.load_style(presets::UTF8_FULL_CONDENSED).force_no_tty().set_header(&table.head).add_rows(rows);
    for column in lines.column_iter_mut().skip(names) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    lines.trim_fmt()
}

/// How many columns wide the terminal is that standard output is; `None` where it is none.
pub fn columns() -> Option<u16> {
    Term::stdout().size_checked().map(|(_, columns)| columns)
}

/// Text in lines of at most this many columns, the second and the next ones indented. Names with hyphens stay whole.
pub fn broken(text: &str, columns: usize) -> String {
    let options = Options::new(columns).subsequent_indent("    ").word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_words() {
        assert_eq!(broken("one two three", 80), "one two three");
        assert_eq!(broken("one two three four", 12), "one two\n    three\n    four");
        assert_eq!(broken("one, two-three", 13), "one,\n    two-three");
    }
}
