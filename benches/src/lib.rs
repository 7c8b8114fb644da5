//! What the benchmarks share: how they measure, and the tables in which they say what they measured.
//!
//! ```text
//! cargo bench --package bestply-benches
//! ```
//!
//! runs the benchmarks. Each ends with a table of nanoseconds, counts or ratios.
//! `.ci/run benchmarks` keeps them all as one record, from which `docs/performance.md` has its figures.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::Write;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use bestply::Position;
use bestply::guided_search::{Selection, Settings};
use bestply::othello::Othello;
use criterion::{Criterion, Throughput};

/// A table of figures by row and column.
///
/// Where the variable `BESTPLY_CELLS` names a file, each figure is added to it as a line of JSON.
pub struct Table {
    name: &'static str,
    rows: Vec<String>,
    columns: Vec<String>,
    figures: BTreeMap<(String, String), f64>,
}

impl Table {
    /// An empty table. A record tells tables apart by their names.
    pub fn new(name: &'static str) -> Table {
        Table { name, rows: Vec::new(), columns: Vec::new(), figures: BTreeMap::new() }
    }

    /// Adds a figure, unless the command line's filter left it out. Rows and columns stand in the order of their first.
    pub fn add(&mut self, row: impl Display, column: impl Display, figure: impl Into<Option<f64>>) {
        let (row, column) = (row.to_string(), column.to_string());
        for (name, names) in [(&row, &mut self.rows), (&column, &mut self.columns)] {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        if let Some(figure) = figure.into() {
            self.figures.insert((row, column), figure);
        }
    }

    /// Adds for each row the figure of a column as a multiple of another's.
    pub fn add_ratio(&mut self, over: &str, under: &str) {
        for row in self.rows.clone() {
            let ratio = self.figure(&row, over).zip(self.figure(&row, under)).map(|(over, under)| over / under);
            self.add(row, format!("{over} / {under}"), ratio);
        }
    }

    /// Adds the geometric mean of each row, and of all figures.
    pub fn add_means(&mut self) {
        let logarithms = |row: &String| -> Vec<f64> {
            self.columns.iter().filter_map(|column| self.figure(row, column)).map(f64::ln).collect()
        };
        let of_rows: Vec<Vec<f64>> = self.rows.iter().map(logarithms).collect();
        let mut rows = self.rows.clone();
        rows.push("all".to_owned());
        let all = of_rows.concat();
        for (row, logarithms) in rows.into_iter().zip(of_rows.into_iter().chain([all])) {
            let number = logarithms.len();
            self.add(row, "mean", (number > 0).then(|| (logarithms.iter().sum::<f64>() / number as f64).exp()));
        }
    }

    /// Prints the table in Markdown, and adds it to the file that is asked for.
    ///
    /// # Panics
    ///
    /// Panics if the file cannot be written.
    pub fn finish(self) {
        println!("\n| {} | {} |", self.name, self.columns.join(" | "));
        println!("|---|{}", "--:|".repeat(self.columns.len()));
        let mut lines = String::new();
        for row in &self.rows {
            print!("| {row} |");
            for column in &self.columns {
                let Some(figure) = self.figure(row, column) else {
                    print!(" - |");
                    continue;
                };
                let text = text(figure);
                print!(" {text} |");
                let cell = serde_json::json!({"table": self.name, "row": row, "column": column, "figure": figure, "text": text});
                lines += &format!("{cell}\n");
            }
            println!();
        }
        if let Some(path) = std::env::var_os("BESTPLY_CELLS") {
            let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
            file.and_then(|mut file| file.write_all(lines.as_bytes())).expect("the file of BESTPLY_CELLS is written");
        }
    }

    fn figure(&self, row: &str, column: &str) -> Option<f64> {
        self.figures.get(&(row.to_owned(), column.to_owned())).copied()
    }
}

/// A whole number as it is, another with three digits that count, at most two of them behind the point.
fn text(figure: f64) -> String {
    match figure.abs() {
        _ if figure.fract() == 0.0 => figure.to_string(),
        100.0.. => format!("{figure:.0}"),
        10.0.. => format!("{figure:.1}"),
        _ => format!("{figure:.2}"),
    }
}

/// Criterion with short measurements, and the command line's filter.
pub fn criterion() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1_500))
        .configure_from_args()
}

/// Measures `run`, which returns its number of evaluations or generations.
///
/// Returns the least of the nanoseconds that one takes, because all that comes in between makes it slower.
/// It is `None` if the command line's filter leaves the benchmark out.
pub fn measure(criterion: &mut Criterion, group: &str, name: &str, mut run: impl FnMut() -> u64) -> Option<f64> {
    let units = run();
    let mut least: Option<f64> = None;
    let mut group = criterion.benchmark_group(group);
    group.throughput(Throughput::Elements(units));
    group.bench_function(name, |bencher| {
        bencher.iter_custom(|iterations| {
            let start = Instant::now();
            (0..iterations).for_each(|_| _ = std::hint::black_box(run()));
            let elapsed = start.elapsed();
            let nanoseconds = elapsed.as_nanos() as f64 / (iterations * units) as f64;
            least = Some(least.map_or(nanoseconds, |least| least.min(nanoseconds)));
            elapsed
        });
    });
    group.finish();
    least
}

/// UCT best-first with these constants, of values of this scale.
pub fn uct(scale: u32, exploration: f64, urgency: f64) -> Settings {
    let scale = NonZeroU32::new(scale).expect("it is not 0");
    Settings::default().with_scale(scale).with_selection(Selection::uct(exploration, urgency).expect("legal constants"))
}

/// Positions of Othello with so many empty squares, from games in which each move leaves the opponent few replies.
///
/// `next` draws the numbers that tell moves with as many replies apart, each from the one before, from 1 on.
pub fn endgames(empties: u32, count: usize, next: impl Fn(u64) -> u64) -> Vec<Othello> {
    let mut number: u64 = 1;
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Othello::start();
        while position.empties() > empties && !position.is_terminal() {
            let replies = |index: &usize| {
                number = next(number);
                let mut after = position;
                after.make(position.nth_move(*index));
                after.move_count() as u64 + (number >> 33) % 6
            };
            let chosen = (0..position.move_count()).min_by_key(replies).expect("the game is not over");
            position.make(position.nth_move(chosen));
        }
        found.extend((position.empties() == empties).then_some(position));
    }
    found
}
