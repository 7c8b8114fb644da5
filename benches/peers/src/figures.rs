//! All measurements of a command, what follows from them, and the files that keep them.

use std::fmt::Write;
use std::path::Path;

use crate::failure::Failure;
use crate::measurement::Measurement;

/// The measurements in the order in which they were made.
#[derive(Default)]
pub(crate) struct Figures {
    lines: Vec<Line>,
}

/// One measurement, of what, of whom, and in which run.
struct Line {
    row: String,
    who: String,
    run: usize,
    measurement: Measurement,
}

impl Figures {
    /// Adds a measurement. Runs count from 1.
    pub(crate) fn add(&mut self, row: &str, who: &str, run: usize, measurement: Measurement) {
        self.lines.push(Line { row: row.to_owned(), who: who.to_owned(), run, measurement });
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The measurements of one in a row, run by run.
    pub(crate) fn of(&self, row: &str, who: &str) -> Vec<&Measurement> {
        let lines = self.lines.iter().filter(|line| line.row == row && line.who == who);
        lines.map(|line| &line.measurement).collect()
    }

    /// How many times the seconds of one are those of another, run by run; `None` where there is no run of both.
    pub(crate) fn ratio(&self, row: &str, of: &str, to: &str) -> Option<Spread> {
        let pairs = self.of(row, of).into_iter().zip(self.of(row, to));
        Spread::of(pairs.map(|(of, to)| of.seconds / to.seconds.max(f64::MIN_POSITIVE)).collect())
    }

    /// Writes them, one a line, and the table beside them.
    pub(crate) fn write(&self, folder: &Path, table: &str) -> Result<(), Failure> {
        let mut text = "row,who,run,seconds,bytes,count,value\n".to_owned();
        for Line { row, who, run, measurement } in &self.lines {
            let Measurement { seconds, bytes, count, value } = measurement;
            let bytes = bytes.map_or_else(String::new, |bytes| bytes.to_string());
            let [row, who, value] = [row, who, value].map(|field| quoted(field));
            _ = writeln!(text, "{row},{who},{run},{seconds:.9},{bytes},{count},{value}");
        }
        let failed = |error| Failure::of_use(format!("{}: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(failed)?;
        std::fs::write(folder.join("peers.csv"), text).map_err(failed)?;
        std::fs::write(folder.join("table.md"), table).map_err(failed)
    }
}

/// A field of a file in CSV.
fn quoted(field: &str) -> String {
    match field.contains([',', '"']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}

/// The median of several numbers, and between which they lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    least: f64,
    most: f64,
}

impl Spread {
    /// Of these numbers; `None` where there are none.
    pub(crate) fn of(mut numbers: Vec<f64>) -> Option<Spread> {
        numbers.sort_by(f64::total_cmp);
        let (&least, &most) = numbers.first().zip(numbers.last())?;
        let half = numbers.len() / 2;
        let median = if numbers.len() % 2 == 1 { numbers[half] } else { (numbers[half - 1] + numbers[half]) / 2.0 };
        Some(Spread { median, least, most })
    }

    /// Of seconds, in the words of a table: in milliseconds if they are less than one.
    pub(crate) fn text_of_seconds(&self) -> String {
        if self.median >= 1.0 { self.text(" s") } else { self.times(1000.0).text(" ms") }
    }

    fn times(self, factor: f64) -> Spread {
        Spread { median: factor * self.median, least: factor * self.least, most: factor * self.most }
    }

    /// In the words of a table: the median with its unit, and in brackets the least and the most.
    pub(crate) fn text(&self, unit: &str) -> String {
        let [median, least, most] = [self.median, self.least, self.most].map(figure);
        if self.least == self.most { format!("{median}{unit}") } else { format!("{median}{unit} ({least}–{most})") }
    }
}

/// A number with about three digits that count.
pub(crate) fn figure(number: f64) -> String {
    match number {
        100.0.. => format!("{number:.0}"),
        10.0.. => format!("{number:.1}"),
        0.1.. => format!("{number:.2}"),
        _ => format!("{number:.4}"),
    }
}

/// A table as Markdown has it.
pub(crate) struct Table {
    lines: Vec<Vec<String>>,
}

impl Table {
    /// A table with these heads of columns.
    pub(crate) fn new(heads: impl IntoIterator<Item = String>) -> Table {
        Table { lines: vec![heads.into_iter().collect()] }
    }

    /// Adds a line. Cells that are left out are empty.
    pub(crate) fn line(&mut self, cells: impl IntoIterator<Item = String>) {
        self.lines.push(cells.into_iter().collect());
    }

    /// The text: the first column to the left, and all others to the right.
    pub(crate) fn markdown(&self) -> String {
        let columns = self.lines[0].len();
        let cell = |line: &[String], column: usize| line.get(column).cloned().unwrap_or_default();
        let width = |column| self.lines.iter().map(|line| cell(line, column).chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(|column| width(column).max(3)).collect();
        let mut text = String::new();
        for (place, line) in self.lines.iter().enumerate() {
            for (column, &width) in widths.iter().enumerate() {
                let cell = cell(line, column);
                _ = if column == 0 { write!(text, "| {cell:<width$} ") } else { write!(text, "| {cell:>width$} ") };
            }
            text.push_str("|\n");
            if place == 0 {
                for (column, &width) in widths.iter().enumerate() {
                    let rule = "-".repeat(width);
                    _ = if column == 0 { write!(text, "|{rule}--") } else { write!(text, "|{rule}-:") };
                }
                text.push_str("|\n");
            }
        }
        text
    }
}
