//! Experiments and trainings.

use std::num::NonZeroU64;

use bestply_catalogue::Catalogue;
use bestply_catalogue::names::in_one_line;
use bestply_experiments::Error;
use bestply_experiments::contest::{Budget, CellPlan, Description, MAX_THREADS, RunSelection};
use bestply_experiments::outcome::provenance::{FolderOpening, Program};
use bestply_experiments::outcome::results::Cell;
use bestply_experiments::outcome::score::TournamentScore;
use bestply_experiments::runs::cell_line;
use bestply_experiments::runs::run::{Laboratory, Progress, RunOptions};
use bestply_experiments::runs::shards::{RunSharing, Shard};
use bestply_papers::{KorfChickering1993, PRESETS};
use pyo3::prelude::*;

use crate::argument::{self, path, paths, texts, truth, whole};
use crate::ending::attached;
use crate::faults::{Watch, called};
use crate::watched::watched;
use crate::{told, warn};

/// The most pairs, and the most games of a training, as on the command line.
const MAX_PAIRS: u64 = 1_000_000;
const MAX_GAMES: u64 = 1_000_000_000;

/// Plays what a preset, a file or a text in TOML describes into a results folder.
///
/// `watch` is called with a line of text and the finished and all pairs of the cell that is played.
/// A shard, "I/N", plays its part of the pairs and writes no results; `merge` are the folders of all shards.
/// Returns the lines that say what was found.
#[pyfunction]
#[pyo3(signature = (description, out, *, text=None, quick=None, pairs=None, games=None, budgets=None, challengers=None,
                    threads=None, fresh=None, shard=None, merge=None, watch=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn experiment(
    py: Python<'_>,
    description: Bound<'_, PyAny>,
    out: Bound<'_, PyAny>,
    text: Option<String>,
    quick: Option<Bound<'_, PyAny>>,
    pairs: Option<Bound<'_, PyAny>>,
    games: Option<Bound<'_, PyAny>>,
    budgets: Option<Bound<'_, PyAny>>,
    challengers: Option<Bound<'_, PyAny>>,
    threads: Option<Bound<'_, PyAny>>,
    fresh: Option<Bound<'_, PyAny>>,
    shard: Option<Bound<'_, PyAny>>,
    merge: Option<Bound<'_, PyAny>>,
    watch: Option<Py<PyAny>>,
) -> PyResult<String> {
    let description = path("description", &description)?;
    let out = path("out", &out)?;
    let quick = quick.map_or(Ok(false), |quick| truth("quick", &quick))?;
    let fresh = fresh.map_or(Ok(false), |fresh| truth("fresh", &fresh))?;
    let pairs = pairs.map(|pairs| whole("pairs", &pairs, 1..=MAX_PAIRS)).transpose()?;
    let threads = threads.map(|threads| thread_count(&threads)).transpose()?;
    let games = games.map(|games| texts("games", &games)).transpose()?;
    let budgets = budgets.map(|budgets| texts("budgets", &budgets)).transpose()?;
    let challengers = challengers.map(|challengers| texts("challengers", &challengers)).transpose()?;
    let sharing = sharing(shard, merge)?;
    let catalogue = Catalogue::standard().telling(warn);
    let name = description.display().to_string();
    let described = match text {
        Some(text) => Description::parse(&catalogue, &name, &text),
        None => Description::read(&catalogue, &PRESETS, &description),
    };
    let budgets = budgets.map(|budgets| budgets.iter().map(|budget| budget.parse::<Budget>()).collect());
    let budgets = budgets.transpose().map_err(told)?;
    let selection = RunSelection { quick, pairs, games, budgets, challengers, claims: None };
    let described = described.map_err(told)?.select(&catalogue, &selection).map_err(told)?;
    let title = described.title.clone().unwrap_or_else(|| described.name.clone());
    let command = format!("bestply.experiment({name:?})");
    let program = Program::running("bestply.experiment");
    let opening = FolderOpening { fresh, program, other_program: false, threads, tell: |_| {} };
    let options = RunOptions { out, opening, title, command, sharing, repeated: None };
    let mut watcher = Watcher { watch, pairs: 0, done: 0, raised: None };
    let descriptions = [described];
    let outcome = py.detach(|| {
        let laboratory = Laboratory { catalogue: &catalogue, published: &KorfChickering1993 };
        laboratory
            .run(&descriptions, &options, &mut watcher)
            .map(|findings| findings.map_or_else(String::new, |findings| findings.terminal_text(None)))
    });
    watcher.raised.map_or_else(|| outcome.map_err(told), Err)
}

/// The part of a run that is played: a shard, what is missing of several, or all of it.
fn sharing(shard: Option<Bound<'_, PyAny>>, merge: Option<Bound<'_, PyAny>>) -> PyResult<RunSharing> {
    match (shard, merge) {
        (Some(_), Some(_)) => Err(told("shard: a merge plays no shard")),
        (Some(shard), None) => {
            let text = argument::text("shard", &shard)?;
            let shard: Shard =
                text.parse().map_err(|error| told(format!("shard: {error}, not {}", in_one_line(&text))))?;
            Ok(RunSharing::Shard { shard, after: None, arguments: Vec::new() })
        }
        (None, Some(folders)) => Ok(RunSharing::Merge { folders: paths("merge", &folders)?, play: true }),
        (None, None) => Ok(RunSharing::Alone),
    }
}

/// Learns an evaluation of a game from self-play, and writes its weights. Returns what they are worth, a line each.
#[pyfunction]
#[pyo3(signature = (game, games, seed, out, *, threads=None, continues=None, pairs=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn train(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    games: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    out: &Bound<'_, PyAny>,
    threads: Option<Bound<'_, PyAny>>,
    continues: Option<Bound<'_, PyAny>>,
    pairs: Option<Bound<'_, PyAny>>,
) -> PyResult<Vec<String>> {
    use bestply_training::{Course, Model, Training};
    let game = argument::text("game", game)?;
    let out = path("out", out)?;
    let continues = continues.map_or(Ok(false), |continues| truth("continues", &continues))?;
    let games = whole("games", games, 1..=MAX_GAMES)?;
    let seed = whole("seed", seed, 0..=u64::MAX)?;
    let threads = threads.map(|threads| thread_count(&threads)).transpose()?;
    let pairs = pairs.map(|pairs| whole("pairs", &pairs, 1..=MAX_PAIRS)).transpose()?.and_then(NonZeroU64::new);
    let training = Training { threads, continues, pairs, ..Training::new(games, seed, out) };
    let watch = Watch::over([]);
    let stop = Some(watch.stop());
    let learn = move || {
        let catalogue = Catalogue::standard();
        Course { stop, ..Course::of(&catalogue, &game)? }.train(&Model::default(), &training)
    };
    let trained = watched(py, false, &watch, learn).finished()?.map_err(told)?;
    Ok(trained.strengths.iter().map(ToString::to_string).collect())
}

fn thread_count(threads: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("threads", threads, 1..=MAX_THREADS as u64).map(|threads| threads as usize)
}

/// Tells a function of Python how far a run is, and ends the run where it raises an exception, or on an interrupt.
struct Watcher {
    watch: Option<Py<PyAny>>,
    pairs: u64,
    done: u64,
    raised: Option<PyErr>,
}

impl Watcher {
    fn tell(&mut self, line: &str) {
        let told = attached(|py| {
            py.check_signals()?;
            let tell = |watch: &Py<PyAny>| called(py, || watch.call1(py, (line, self.done, self.pairs)).map(drop));
            self.watch.as_ref().map_or(Ok(()), tell)
        });
        if let Err(error) = told {
            self.raised.get_or_insert(error);
        }
    }
}

impl Progress for Watcher {
    fn tournament(&mut self, _: &CellPlan, _: Option<usize>, done: u64, pairs: u64) {
        (self.done, self.pairs) = (done, pairs);
        self.tell("");
    }

    fn pair(&mut self, _: &TournamentScore) -> Result<(), Error> {
        self.done += 1;
        self.tell("");
        self.raised.as_ref().map_or(Ok(()), |_| Err(Error::Invalid("an exception ended the run".to_owned())))
    }

    fn cell(&mut self, cell: &Cell) {
        self.tell(&cell_line(cell));
    }
}
