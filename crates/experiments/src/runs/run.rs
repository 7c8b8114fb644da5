//! Runs experiments: plays their cells on all cores, records every pair, and writes the results.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use bestply_catalogue::{Catalogue, EvaluationSpec, MAX_DEPTH, SearcherSpec};
use rayon::ThreadPool;
use serde::Serialize;

use crate::Error;
pub use crate::contest::checks::MAX_THREADS;
use crate::contest::{CellPlan, Cost, Experiment, GamePlan, Sides};
use crate::outcome::records::{PairRecord, Record, Records};
use crate::outcome::results::{self, Candidate, Cell, Contest, Game, Generations, Player, Published};
use crate::outcome::score::Score;
use crate::outcome::statistics::{self, Count};
use crate::play::arena::{Arena, Arenas};
use crate::play::calibration::{Calibration, calibrate, predict};
use crate::play::in_order::{in_order, thread_pool};
use crate::play::matches::{Broken, Pair};
use crate::show::report::document::Document;
use crate::show::report::{self, Context};

/// What runs are done with.
#[derive(Clone, Copy)]
pub struct Laboratory<'l> {
    /// The games, evaluations and searchers that there are.
    pub catalogue: &'l Catalogue,
    /// What is published, for cells to be set beside.
    pub published: &'l dyn Published,
}

/// How a run is to be done. None of it matters to the results.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The results folder.
    pub out: PathBuf,
    /// Whether to delete the results that are there and start anew.
    pub fresh: bool,
    /// The number of threads; all cores where it is `None`.
    pub threads: Option<usize>,
    /// The title of the report.
    pub title: String,
    /// The command that repeats the run, for the report.
    pub command: String,
}

/// Watches a run.
pub trait Progress {
    /// A tournament begins: this cell at this depth of the challenger, of which `done` of `pairs` are recorded already.
    fn tournament(&mut self, cell: &CellPlan, challenger_depth: Option<usize>, done: u64, pairs: u64);

    /// A pair of the tournament is finished and recorded.
    fn pair(&mut self, score: &Score);

    /// A cell is finished.
    fn cell(&mut self, cell: &Cell);
}

impl Laboratory<'_> {
    /// Runs experiments into one results folder and writes the results, the report and the plots there. Pairs recorded by an earlier
    /// run of the same experiments are not played again.
    ///
    /// # Errors
    ///
    /// If the folder cannot be used, or a record or result cannot be written. What was recorded until then stays.
    pub fn run(
        self,
        experiments: &[Experiment],
        options: &RunOptions,
        progress: &mut dyn Progress,
    ) -> Result<Vec<Cell>, Error> {
        let (records, cells) = self.play(experiments, options, progress)?;
        write_cells(&records, &cells)?;
        write_report(&records, experiments, options, &cells)?;
        Ok(cells)
    }

    /// Plays experiments into one results folder, and writes nothing there but the records.
    pub(super) fn play(
        self,
        experiments: &[Experiment],
        options: &RunOptions,
        progress: &mut dyn Progress,
    ) -> Result<(Records, Vec<Cell>), Error> {
        let mut plans = Vec::new();
        for experiment in experiments {
            plans.extend(experiment.cell_plans(self.catalogue)?);
        }
        let variants = variants(&plans);
        let arenas = Arenas::of(self.catalogue, &plans)?;
        let records = Records::open(&options.out, &Identity::new(experiments, &arenas), options.fresh)?;
        let pool = thread_pool(options.threads)?;
        let mut runner = Runner { laboratory: self, records, pool, arenas, progress };
        let mut cells = Vec::new();
        let mut calibrated = Calibrated::new();
        for (plan, settings) in plans.iter().zip(variants) {
            let mut cell = runner.cell(plan, &mut calibrated)?;
            cell.challenger.settings = settings.or(cell.challenger.settings);
            runner.progress.cell(&cell);
            cells.push(cell);
        }
        results::judge(&mut cells);
        Ok((runner.records, cells))
    }
}

/// The settings of each challenger that is not the only one of its name in its game against its opponent.
fn variants(plans: &[CellPlan]) -> Vec<Option<String>> {
    let contest = |plan: &CellPlan| (plan.challenger.name().to_owned(), plan.game.id(), plan.opponent.clone());
    let contests: Vec<_> = plans.iter().map(|plan| (contest(plan), plan.challenger.own_settings())).collect();
    let is_variant = |(contest, settings): &&(_, Option<String>)| {
        contests.iter().any(|other| other.0 == *contest && other.1 != *settings)
    };
    contests.iter().map(|contest| Some(contest).filter(is_variant)?.1.clone()).collect()
}

/// Writes the cells as JSON and as CSV.
pub(crate) fn write_cells(records: &Records, cells: &[Cell]) -> Result<(), Error> {
    records.write("results.json", &results::to_json(cells))?;
    records.write("results.csv", &results::to_csv(cells))
}

fn write_report(
    records: &Records,
    experiments: &[Experiment],
    options: &RunOptions,
    cells: &[Cell],
) -> Result<(), Error> {
    let context = Context {
        title: options.title.clone(),
        command: options.command.clone(),
        settings: experiments.iter().map(Experiment::to_toml).collect(),
        cost: experiments.iter().map(|experiment| experiment.cost).next().unwrap_or_default(),
    };
    write_document(records, &report::document(cells, &context))
}

/// Writes a report as Markdown and as HTML, and its plots beside it.
///
/// # Errors
///
/// If the operating system refuses.
pub fn write_document<R: Record>(records: &Records<R>, document: &Document) -> Result<(), Error> {
    records.write("report.md", &document.markdown())?;
    records.write("report.html", &document.html())?;
    document.plots().try_for_each(|(name, svg)| records.write(name, svg))
}

/// What a folder's results depend on.
#[derive(Serialize)]
struct Identity<'a> {
    experiments: &'a [Experiment],
    #[serde(skip_serializing_if = "no_weights")]
    weights: &'a BTreeMap<String, String>,
}

fn no_weights(weights: &BTreeMap<String, String>) -> bool {
    weights.is_empty()
}

impl<'a> Identity<'a> {
    fn new(experiments: &'a [Experiment], arenas: &'a Arenas<'_>) -> Identity<'a> {
        Identity { experiments, weights: arenas.checksums() }
    }
}

/// The calibrated depths so far, by what stays the same from one depth of the opponent to the next: game and challenger.
type Calibrated = HashMap<(String, String), Vec<usize>>;

struct Runner<'a> {
    laboratory: Laboratory<'a>,
    records: Records,
    pool: ThreadPool,
    arenas: Arenas<'a>,
    progress: &'a mut dyn Progress,
}

impl Runner<'_> {
    fn cell(&mut self, plan: &CellPlan, calibrated: &mut Calibrated) -> Result<Cell, Error> {
        let (depth, candidates) = match plan.calibrated {
            false => (plan.challenger.depth(), Vec::new()),
            true => {
                let before = calibrated.entry((plan.game.id(), plan.challenger.name().to_owned())).or_default();
                let prediction = predict(plan.game.growth, plan.opponent.depth().unwrap_or(1), before);
                let Calibration { depth, ratios } = self.calibrate(plan, prediction)?;
                before.push(depth);
                let candidate = |(&depth, &ratio): (&usize, &f64)| Candidate { depth: depth as u32, cost_ratio: ratio };
                (Some(depth), ratios.iter().map(candidate).collect())
            }
        };
        let pairs = plan.seeds.end - plan.seeds.start;
        let score = self.tournament(plan, depth, pairs)?;
        let arena = self.arenas.arena(&plan.game);
        let recorded = |seed| self.records.get(&plan.id, depth, seed).expect("the tournament is finished");
        let design_effect = design_effect(&plan.game, &arena, plan.seeds.clone().map(recorded));
        let published = plan.table.zip(plan.opponent.depth());
        let published = published.and_then(|(table, depth)| {
            self.laboratory.published.figure(table, &Game::planned(&plan.game), depth as u32)
        });
        Ok(Cell { published, ..cell(plan, depth, &score, candidates, design_effect) })
    }

    fn calibrate(&mut self, plan: &CellPlan, prediction: usize) -> Result<Calibration, Error> {
        let deepest = MAX_DEPTH.min(plan.game.length);
        calibrate(plan.game.growth, prediction, deepest, plan.seeds.end - plan.seeds.start, |depth, pairs| {
            let score = self.tournament(plan, Some(depth), pairs)?;
            let cost = match plan.cost {
                Cost::Evaluations => score.evaluations,
                Cost::Time => score.elapsed_us,
            };
            Ok(results::ratio(cost))
        })
    }

    /// Plays the first `pairs` pairs of a cell with the challenger at this depth, save those on record.
    fn tournament(&mut self, plan: &CellPlan, challenger_depth: Option<usize>, pairs: u64) -> Result<Score, Error> {
        let seeds = plan.seeds.start..plan.seeds.start + pairs;
        let mut score = Score::of(plan.game.unit);
        let mut missing = Vec::new();
        for seed in seeds {
            match self.records.get(&plan.id, challenger_depth, seed) {
                Some(record) => score.add(record),
                None => missing.push(seed),
            }
        }
        self.progress.tournament(plan, challenger_depth, pairs - missing.len() as u64, pairs);
        self.play(plan, challenger_depth, &missing, &mut score)?;
        Ok(score)
    }

    /// Plays pairs on all threads and records them in the order of their seeds, so that records are the same bytes on any
    /// number of threads.
    fn play(
        &mut self,
        plan: &CellPlan,
        challenger_depth: Option<usize>,
        seeds: &[u64],
        score: &mut Score,
    ) -> Result<(), Error> {
        let challenger = plan.challenger.clone().with_depth(challenger_depth);
        let Runner { records, pool, arenas, progress, .. } = self;
        let arena = arenas.arena(&plan.game);
        let play = |&seed: &u64| {
            let pair = arena.play(seed, &challenger, &plan.opponent)?;
            Ok::<_, Broken>(record(plan, challenger_depth, seed, &pair))
        };
        in_order(pool, seeds, play, |record| {
            let record = record?;
            score.add(&record);
            records.append(record)?;
            progress.pair(score);
            Ok(())
        })
    }
}

/// The design effect of a finished tournament, whose starts may be one another's mirror images.
pub(crate) fn design_effect<'r>(
    game: &GamePlan,
    arena: &Arena<'_>,
    records: impl Iterator<Item = &'r PairRecord>,
) -> f64 {
    if !game.is_clustered() {
        return 1.0;
    }
    let mut clusters: BTreeMap<u64, Score> = BTreeMap::new();
    for record in records {
        clusters.entry(arena.cluster(record.seed)).or_insert_with(|| Score::of(game.unit)).add(record);
    }
    statistics::design_effect(&clusters.values().map(Score::count).collect::<Vec<Count>>())
}

pub(crate) fn record(plan: &CellPlan, challenger_depth: Option<usize>, seed: u64, pair: &Pair) -> PairRecord {
    let microseconds = |elapsed: std::time::Duration| u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
    let elapsed =
        Sides { challenger: microseconds(pair.challenger.elapsed), opponent: microseconds(pair.opponent.elapsed) };
    PairRecord {
        cell: plan.id.clone(),
        challenger_depth,
        seed,
        challenger_as_max: pair.challenger_as_max.value,
        opponent_as_max: pair.opponent_as_max.value,
        evaluations: Sides {
            challenger: pair.challenger.counts.evaluations,
            opponent: pair.opponent.counts.evaluations,
        },
        generations: Sides {
            challenger: Generations::of(pair.challenger.counts),
            opponent: Generations::of(pair.opponent.counts),
        },
        moves: Sides { challenger: pair.challenger.moves, opponent: pair.opponent.moves },
        elapsed_us: plan.is_timed.then_some(elapsed),
    }
}

pub(crate) fn cell(
    plan: &CellPlan,
    challenger_depth: Option<usize>,
    score: &Score,
    candidates: Vec<Candidate>,
    design_effect: f64,
) -> Cell {
    let pairs = plan.seeds.end - plan.seeds.start;
    let milliseconds =
        Sides { challenger: score.elapsed_us.challenger / 1000, opponent: score.elapsed_us.opponent / 1000 };
    let evaluations = plan.game.said_evaluations();
    let opponent = player(&plan.opponent, plan.opponent.depth(), evaluations.map(|sides| &sides.opponent));
    let challenger = player(&plan.challenger, challenger_depth, evaluations.map(|sides| &sides.challenger));
    let contest = Contest { table: plan.table, game: Game::planned(&plan.game), opponent, challenger, pairs };
    let elapsed_ms = plan.is_timed.then_some(milliseconds);
    Cell { repeats: plan.repeats, ..Cell::of(contest, score, elapsed_ms, candidates, design_effect) }
}

/// A foreign engine is told from others by its settings alone: its level is in its command line, its time no budget of ours, and its
/// evaluation its own.
fn player(spec: &SearcherSpec, depth: Option<usize>, evaluation: Option<&EvaluationSpec>) -> Player {
    let player = Player::new(spec.name(), depth.map(|depth| depth as u32));
    if spec.is_engine() {
        let settings = spec.clone().with_depth(None).to_string();
        return Player { settings: settings.split_once(':').map(|(_, settings)| settings.to_owned()), ..player };
    }
    let evaluation = evaluation.map(|evaluation| evaluation.name().to_owned());
    Player { evaluations: spec.evaluations(), evaluation, ..player.with_time(spec.time_us()) }
}
