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
mod published;
mod report;
mod sample;
mod statements;

use bestply::random_game::NGameShape;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use bestply_experiments::contest::list::{Branching, List};
use bestply_experiments::files::json_of;
use bestply_experiments::outcome::results::{self, CsvRow, rows_to_csv};
use bestply_experiments::runs::run::RunOptions;
use bestply_experiments::runs::study::{self, Findings, Studied, Study};
use bestply_experiments::{Error, Result, bail, columns, ensure};

pub use curves::{AlphaBetaPoint, BestFirstPoint, Comparison, Counted, Curves, MeasuredTrees};
pub use published::{PublishedFigure4, published};
pub use sample::{AlphaBetaSample, BestFirstSample, ChunkRecord, SearchToDepth, TreeSample};
pub use statements::{Statement, check};

use sample::Chunk;

/// The experiment: the trees, and their number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figure4 {
    /// The number of the figure in the report.
    figure: u32,
    /// The branching factors.
    branching: Vec<usize>,
    /// The number of trees of each.
    trees: u64,
    /// The memory in which a tree must fit, in bytes.
    budget_bytes: usize,
}

impl Figure4 {
    /// The seed of the first tree of each branching factor. The others follow.
    pub(crate) const FIRST_SEED: u64 = 1;
    /// The most trees of one branching factor.
    pub(crate) const MAX_TREES: u64 = 1_000_000;
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
    pub fn new(branching: Option<&List<Branching>>, trees: Option<u64>) -> Result<Figure4> {
        let branching = branching.map_or(published().branching.as_slice(), List::as_slice).to_vec();
        let trees = trees.unwrap_or(published().trees);
        ensure!(!branching.contains(&1), "branching must be at least 2: with one move there is nothing to decide");
        if let Some(twice) = (1..branching.len()).find(|&place| branching[..place].contains(&branching[place])) {
            bail!("branching {} is listed twice", branching[twice]);
        }
        ensure!((1..=Self::MAX_TREES).contains(&trees), "trees must be from 1 to {}, not {trees}", Self::MAX_TREES);
        Ok(Figure4 { figure: 4, branching, trees, budget_bytes: Figure4::BUDGET_BYTES })
    }

    /// The same experiment with trees of fewer bytes, and so of less depth. It is for tests.
    #[must_use]
    pub fn with_budget(self, budget_bytes: usize) -> Figure4 {
        Figure4 { budget_bytes, ..self }
    }

    fn shapes(&self) -> Result<Vec<NGameShape>> {
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

/// The results of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure4Results {
    /// The version of the layout.
    pub(crate) schema: u32,
    /// The number of the figure in the report.
    pub(crate) figure: u32,
    /// The curves, one set for each branching factor.
    pub curves: Vec<Curves>,
    /// The report's statements, with their checks.
    pub statements: Vec<Statement>,
}

/// Runs the experiment into a results folder, as [`run`](study::run) of all studies does.
///
/// # Errors
///
/// As there, and if no tree of a branching factor fits.
pub fn run(figure: &Figure4, options: &RunOptions) -> Result<Studied<Figure4Results>> {
    study::run(&Figure4Study { figure, shapes: figure.shapes()? }, options)
}

/// The experiment with the shapes of its trees.
struct Figure4Study<'f> {
    figure: &'f Figure4,
    shapes: Vec<NGameShape>,
}

impl Study for Figure4Study<'_> {
    type Job = Chunk;
    type Row = ChunkRecord;
    type Results = Figure4Results;

    const UNITS: &'static str = "trees";

    fn identity(&self) -> Json {
        json_of(self.figure)
    }

    fn jobs(&self) -> Vec<Chunk> {
        self.shapes.iter().flat_map(|&shape| self.figure.chunks(shape)).collect()
    }

    fn key(&self, chunk: &Chunk) -> (usize, u64) {
        (chunk.shape.branching(), chunk.first_seed)
    }

    fn part(&self, Chunk { shape, .. }: &Chunk) -> String {
        format!("b = {}, d = {}", shape.branching(), shape.depth())
    }

    fn units(&self, chunk: &Chunk) -> u64 {
        chunk.trees
    }

    fn work(&self, chunk: &Chunk) -> Result<ChunkRecord> {
        Ok(measure::measure(chunk))
    }

    fn is_row_of(&self, row: &ChunkRecord, chunk: &Chunk) -> bool {
        row.is_of(chunk)
    }

    fn results(&self, rows: Vec<ChunkRecord>) -> Figure4Results {
        let of_shape = |&shape: &NGameShape| {
            let mut sample = TreeSample::default();
            let own = rows.iter().filter(|row| row.branching == shape.branching());
            own.for_each(|row| sample.add(&row.sample));
            MeasuredTrees { shape, sample }
        };
        let measured: Vec<MeasuredTrees> = self.shapes.iter().map(of_shape).collect();
        let curves = measured.iter().map(Curves::from).collect();
        Figure4Results { schema: results::SCHEMA, figure: self.figure.figure, curves, statements: check(&measured) }
    }

    fn findings(&self, results: &Figure4Results) -> Findings {
        let csv = Some(rows_to_csv(results.curves.iter().flat_map(rows)));
        Findings { csv, ..report::findings(results, self.figure) }
    }
}

/// Each search at each depth as a row of a table.
fn rows(curves: &Curves) -> impl Iterator<Item = CsvRow> {
    let alpha_beta = curves.alpha_beta.iter().map(|it| {
        ("alpha-beta", it.horizon, it.correct, it.decision_quality, it.interval_95, [it.generations; 3], None)
    });
    let best_first = curves.best_first.iter().map(|it| {
        let counts = [it.generations, it.first_generations, it.seemingly_first_generations];
        let without = Some(it.generations_without_inheritance);
        ("recursive-best-first", it.depth, it.correct, it.decision_quality, it.interval_95, counts, without)
    });
    alpha_beta.chain(best_first).map(|(searcher, depth, correct, quality, interval_95, counts, without)| {
        columns! {
            "branching": curves.game.branching(), "searcher": searcher, "depth": depth, "trees": curves.trees,
            "correct": correct, "decision_quality": quality, "interval_95_low": interval_95[0],
            "interval_95_high": interval_95[1], "generations": counts[0], "first_generations": counts[1],
            "seemingly_first_generations": counts[2], "generations_without_inheritance": without,
        }
    })
}
