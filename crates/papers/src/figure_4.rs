//! Figure 4 of Korf (1992): how often best-first minimax and alpha-beta find the correct first move of an N-game.
//!
//! This share is shown against the number of nodes that they generate.
//!
//! Every tree is stored whole and searched to the end by full minimax, which tells the correct first moves.
//! Then alpha-beta searches the tree with every horizon above the end.
//! Best-first minimax searches it once, in linear space.
//! The first time that it chooses a node of a depth tells what a search stopped at that depth would have found.

mod curves;
mod measure;
mod plot;
mod progress;
mod published;
mod report;
mod sample;
mod statements;

use bestply::random_game::NGameShape;
use rayon::ThreadPool;
use serde::{Deserialize, Serialize};

use bestply_experiments::Error;
use bestply_experiments::contest::list::{Branching, List};
use bestply_experiments::outcome::records::Records;
use bestply_experiments::outcome::results::{self, rows_to_csv};
use bestply_experiments::play::in_order::{in_order, thread_pool};
use bestply_experiments::runs::run::{RunOptions, write_document};

pub use curves::{AlphaBetaPoint, BestFirstPoint, Comparison, Counted, Curves, Measured};
pub use progress::{Console, Progress};
pub use published::{Published, published};
pub use sample::{AlphaBetaSample, BestFirstSample, ChunkRecord, Estimate, Sample, SearchToDepth, Sign};
pub use statements::{Statement, check};

use sample::Chunk;

/// The experiment: the trees, and their number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figure4 {
    figure: u32,
    branching: Vec<usize>,
    trees: u64,
    budget_bytes: usize,
}

impl Figure4 {
    /// The seed of the first tree of each branching factor. The others follow.
    pub const FIRST_SEED: u64 = 1;
    /// The most trees of one branching factor.
    pub const MAX_TREES: u64 = 1_000_000;
    /// The number of trees of a quick run, which only checks that everything works.
    pub const QUICK_TREES: u64 = 500;
    /// The memory of the report's workstation in bytes.
    /// The deepest trees that fit have the two depths that the report states.
    const BUDGET_BYTES: usize = 8_000_000;

    /// The report's experiment, or a part of it: other branching factors, fewer trees.
    ///
    /// # Errors
    ///
    /// If a branching factor leaves nothing to decide or is listed twice, or if there are no trees or too many.
    pub fn new(branching: Option<&List<Branching>>, trees: Option<u64>) -> Result<Figure4, Error> {
        let branching = branching.map_or(published().branching.as_slice(), List::as_slice).to_vec();
        let trees = trees.unwrap_or(published().trees);
        if branching.contains(&1) {
            return Err(Error::Invalid(
                "branching must be at least 2: with one move there is nothing to decide".to_owned(),
            ));
        }
        if let Some(twice) = (1..branching.len()).find(|&place| branching[..place].contains(&branching[place])) {
            return Err(Error::Invalid(format!("branching {} is listed twice", branching[twice])));
        }
        if !(1..=Figure4::MAX_TREES).contains(&trees) {
            return Err(Error::Invalid(format!("trees must be from 1 to {}, not {trees}", Figure4::MAX_TREES)));
        }
        Ok(Figure4 { figure: 4, branching, trees, budget_bytes: Figure4::BUDGET_BYTES })
    }

    /// The same experiment with trees of fewer bytes, and so of less depth. It is for tests.
    #[must_use]
    pub fn with_budget(self, budget_bytes: usize) -> Figure4 {
        Figure4 { budget_bytes, ..self }
    }

    fn shapes(&self) -> Result<Vec<NGameShape>, Error> {
        let shape = |&branching: &usize| {
            let shape = NGameShape::deepest(branching, self.budget_bytes);
            shape.map_err(|error| Error::Invalid(error.to_string()))
        };
        self.branching.iter().map(shape).collect()
    }

    /// The trees of a shape, in chunks for the threads.
    fn chunks(&self, shape: NGameShape) -> impl Iterator<Item = Chunk> {
        const TREES: u64 = 100;
        let trees = self.trees;
        (0..trees.div_ceil(TREES)).map(move |chunk| Chunk {
            shape,
            first_seed: Figure4::FIRST_SEED + chunk * TREES,
            trees: TREES.min(trees - chunk * TREES),
        })
    }
}

/// The results of a run, which are `results.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// The version of the layout: [`results::SCHEMA`].
    pub schema: u32,
    /// The number of the figure in the report.
    pub figure: u32,
    /// The curves, one set for each branching factor.
    pub curves: Vec<Curves>,
    /// The report's statements, with their checks.
    pub statements: Vec<Statement>,
}

/// Runs the experiment into a results folder, and writes the results, the report and the plots there.
///
/// Trees that an earlier run of the same experiment recorded are not searched again.
///
/// # Errors
///
/// If the folder cannot be used, or a record or result cannot be written. What was recorded until then stays.
pub fn run(figure: &Figure4, options: &RunOptions, progress: &mut dyn Progress) -> Result<Results, Error> {
    let shapes = figure.shapes()?;
    let mut records = Records::open(&options.out, figure, &options.opening())?;
    let pool = thread_pool(options.threads)?;
    let (mut measured, mut curves) = (Vec::new(), Vec::new());
    for shape in shapes {
        search(&mut records, figure, shape, &pool, progress)?;
        let gathered = gather(&records, figure, shape)?;
        curves.push(Curves::from(&gathered));
        progress.finished(&curves[measured.len()]);
        measured.push(gathered);
    }
    records.settle()?;
    let results = Results { schema: results::SCHEMA, figure: figure.figure, curves, statements: check(&measured) };
    write(&records, &results, figure, &options.command)?;
    Ok(results)
}

/// Searches the trees of a shape that are not recorded yet, and records them in the order of their seeds.
fn search(
    records: &mut Records<ChunkRecord>,
    figure: &Figure4,
    shape: NGameShape,
    pool: &ThreadPool,
    progress: &mut dyn Progress,
) -> Result<(), Error> {
    let missing: Vec<Chunk> = figure.chunks(shape).filter(|chunk| records.find(&chunk.key()).is_none()).collect();
    let left: u64 = missing.iter().map(|chunk| chunk.trees).sum();
    progress.started(shape, figure.trees - left, figure.trees);
    let rescued = |chunk: Chunk| (chunk, records.rescued(&chunk.key()));
    let missing: Vec<(Chunk, Option<ChunkRecord>)> = missing.into_iter().map(rescued).collect();
    let work =
        |(chunk, rescued): &(Chunk, Option<ChunkRecord>)| rescued.clone().unwrap_or_else(|| measure::measure(chunk));
    in_order(pool, &missing, work, |record| {
        let trees = record.sample.trees();
        records.append(record)?;
        progress.searched(trees);
        Ok(())
    })
}

/// Adds up everything recorded of a shape.
fn gather(records: &Records<ChunkRecord>, figure: &Figure4, shape: NGameShape) -> Result<Measured, Error> {
    let mut sample = Sample::default();
    for chunk in figure.chunks(shape) {
        let record = records.find(&chunk.key()).filter(|record| record.is_of(&chunk));
        let record = record.ok_or_else(|| {
            let (folder, seed) = (records.folder().display(), chunk.first_seed);
            Error::Invalid(format!(
                "{folder}: the record of b = {}, seed {seed}, is damaged; start anew with --fresh",
                shape.branching()
            ))
        })?;
        sample.add(&record.sample);
    }
    Ok(Measured { shape, sample })
}

fn write(records: &Records<ChunkRecord>, results: &Results, figure: &Figure4, command: &str) -> Result<(), Error> {
    let document = report::document(results, figure, command);
    let json = serde_json::to_string_pretty(results).expect("results are representable as JSON");
    records.write("results.json", &format!("{json}\n"))?;
    records.write("results.csv", &rows_to_csv(results.curves.iter().flat_map(rows)))?;
    write_document(records, &document)
}

/// What came of it, in at most three sentences.
#[must_use]
pub fn answer(results: &Results) -> Vec<String> {
    report::answer(results)
}

/// The statements with their verdicts, a line each.
#[must_use]
pub fn summary(results: &Results) -> String {
    results.statements.iter().map(|statement| report::statement_line(statement) + "\n").collect()
}

/// A search at one depth as a row of a table.
#[derive(Serialize)]
struct Row {
    branching: Option<u32>,
    searcher: &'static str,
    depth: usize,
    trees: u64,
    correct: u64,
    decision_quality: f64,
    interval_95_low: f64,
    interval_95_high: f64,
    generations: f64,
    first_generations: f64,
    seemingly_first_generations: f64,
    generations_without_inheritance: Option<f64>,
}

fn rows(curves: &Curves) -> Vec<Row> {
    let (branching, trees) = (curves.game.branching(), curves.trees);
    let alpha_beta = curves.alpha_beta.iter().map(|point| Row {
        branching,
        searcher: "alpha-beta",
        depth: point.horizon,
        trees,
        correct: point.correct,
        decision_quality: point.decision_quality,
        interval_95_low: point.interval_95[0],
        interval_95_high: point.interval_95[1],
        generations: point.generations,
        first_generations: point.generations,
        seemingly_first_generations: point.generations,
        generations_without_inheritance: None,
    });
    let best_first = curves.best_first.iter().map(|point| Row {
        branching,
        searcher: "recursive-best-first",
        depth: point.depth,
        trees,
        correct: point.correct,
        decision_quality: point.decision_quality,
        interval_95_low: point.interval_95[0],
        interval_95_high: point.interval_95[1],
        generations: point.generations,
        first_generations: point.first_generations,
        seemingly_first_generations: point.seemingly_first_generations,
        generations_without_inheritance: Some(point.generations_without_inheritance),
    });
    alpha_beta.chain(best_first).collect()
}
