//! All measurements of a command, what follows from them, and the files that keep them.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::failure::Failure;
use crate::measurement::Measurement;

/// The measurements in the order in which they were made.
pub(crate) struct Figures {
    lines: Vec<Line>,
    /// Where they are kept, if they are.
    folder: Option<PathBuf>,
    file: Option<File>,
}

/// What follows from the measurements: a table, and what is to be said below it.
pub(crate) struct Results {
    pub(crate) table: Table,
    pub(crate) after: String,
}

/// One measurement, of what and of whom.
struct Line {
    row: String,
    who: String,
    measurement: Measurement,
}

impl Figures {
    /// None yet. Each is written to the folder as soon as it is there, if there is a folder.
    pub(crate) fn new(folder: Option<&Path>) -> Result<Figures, Failure> {
        let mut figures = Figures { lines: Vec::new(), folder: folder.map(Path::to_owned), file: None };
        if let Some(folder) = folder {
            let made = std::fs::create_dir_all(folder).and_then(|()| File::create(folder.join("peers.csv")));
            figures.file = Some(made.map_err(|error| figures.not_written(error))?);
        }
        figures.write("row,who,run,seconds,bytes,count,value\n")?;
        Ok(figures)
    }

    /// Adds a measurement. Runs count from 1.
    pub(crate) fn add(&mut self, row: &str, who: &str, run: usize, measurement: Measurement) -> Result<(), Failure> {
        let Measurement { seconds, bytes, count, value } = &measurement;
        let bytes = bytes.map_or_else(String::new, |bytes| bytes.to_string());
        let line = [&quoted(row), &quoted(who), &format!("{run},{seconds:.9},{bytes},{count}"), &quoted(value)];
        self.write(&format!("{}\n", line.map(String::as_str).join(",")))?;
        self.lines.push(Line { row: row.to_owned(), who: who.to_owned(), measurement });
        Ok(())
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

    /// Writes beside them what follows from them.
    pub(crate) fn write_table(&self, Results { table, after }: &Results) -> Result<(), Failure> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let written = std::fs::write(folder.join("results.json"), table.json());
        let written = written.and_then(|()| std::fs::write(folder.join("table.md"), table.markdown() + after));
        written.map_err(|error| self.not_written(error))
    }

    fn write(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.file.as_mut().map_or(Ok(()), |file| file.write_all(line.as_bytes()));
        written.map_err(|error| self.not_written(error))
    }

    fn not_written(&self, error: std::io::Error) -> Failure {
        let folder = self.folder.as_deref().unwrap_or(Path::new(""));
        Failure::of_use(format!("{}: {error}", folder.display()))
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

/// An entry of a table.
#[derive(Clone, Default)]
pub(crate) struct Cell {
    text: String,
    /// The numbers of which the text tells, if it does.
    spread: Option<Spread>,
}

impl Cell {
    /// The median of several numbers in this unit, with the least and the most; empty where there are none.
    pub(crate) fn of(spread: Option<Spread>, unit: &str) -> Cell {
        Cell { text: spread.map_or_else(String::new, |spread| spread.text(unit)), spread }
    }

    /// A text with the numbers that it tells of.
    pub(crate) fn told(text: String, spread: Option<Spread>) -> Cell {
        Cell { text, spread }
    }

    fn json(&self, row: &str, column: &str) -> String {
        let text = &self.text;
        let fields = match self.spread {
            Some(Spread { median, least, most }) => {
                json!({ "row": row, "column": column, "text": text, "median": median, "least": least, "most": most })
            }
            None => json!({ "row": row, "column": column, "text": text }),
        };
        fields.to_string()
    }

    /// Whether nothing stands in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Cell {
        Cell { text: text.into(), spread: None }
    }
}

/// A table: as Markdown has it for whoever reads, and cell by cell for what is made of it.
pub(crate) struct Table {
    lines: Vec<Vec<Cell>>,
}

impl Table {
    /// A table with these heads of columns.
    pub(crate) fn new<C: Into<Cell>>(heads: impl IntoIterator<Item = C>) -> Table {
        Table { lines: vec![heads.into_iter().map(Into::into).collect()] }
    }

    /// Adds a line. Cells that are left out are empty.
    pub(crate) fn line(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.lines.push(cells.into_iter().collect());
    }

    /// A list of its cells as JSON, one a line, each with the names of its row and its column.
    ///
    /// A line whose name begins with a dash belongs to the one above: its columns are those, with the rest of its name.
    pub(crate) fn json(&self) -> String {
        let [heads, lines @ ..] = &self.lines[..] else { return "[]\n".to_owned() };
        let mut cells = Vec::new();
        let mut row = "";
        for line in lines {
            let more = line[0].text.strip_prefix("- ").map_or_else(String::new, |name| format!(", {name}"));
            row = if more.is_empty() { &line[0].text } else { row };
            let named = heads.iter().zip(line).skip(1).filter(|(_, cell)| !cell.is_empty());
            cells.extend(named.map(|(head, cell)| cell.json(row, &(head.text.clone() + &more))));
        }
        format!("[\n{}\n]\n", cells.join(",\n"))
    }

    /// The text: the first column to the left, and all others to the right.
    pub(crate) fn markdown(&self) -> String {
        let columns = self.lines[0].len();
        let cell = |line: &[Cell], column: usize| line.get(column).cloned().unwrap_or_default().text;
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
