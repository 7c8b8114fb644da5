//! Searchers that think in games.

use std::ops::RangeInclusive;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use bestply::{Limit, Position, Report, Side, Stop, Value};
use bestply_catalogue::{Catalogue, Key, KeyKind, NamedPlayer as CataloguePlayer, Playable, SearcherSpec, SpecError};
use bestply_engine::{Game as Progress, Thinker, Worth};
use bestply_trace::{MOST_STEPS, Trace};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::argument::{bytes, positive, size, text, truth, whole};
use crate::evaluation::{KEY, Returns};
use crate::faults::{Faults, Watch, locked};
use crate::game::{Game, setting};
use crate::position::PythonPosition;
use crate::told;
use crate::watched::{Ended, watched};

/// How often a player that is busy is asked whether it still is.
const WAIT: Duration = Duration::from_millis(2);

/// A searcher with its evaluation that thinks in a game.
#[pyclass(module = "bestply", frozen)]
pub(crate) struct Player {
    catalogue: Arc<Catalogue>,
    game: Py<Game>,
    player: CataloguePlayer,
    weights: Option<Vec<u8>>,
    /// Whether the game or the evaluation is written in Python.
    asks_python: bool,
    /// The exceptions of an evaluation in Python.
    faults: Faults,
    /// The searcher with every setting that is in force.
    searcher: String,
    /// The limit of searches that are given none.
    limit: Limit,
    /// Taken for a moment, and with the interpreter's lock, so that no process is forked meanwhile.
    seat: Mutex<Seat>,
    /// What ends the search that is under way, taken like the seat.
    stop: Mutex<Arc<AtomicBool>>,
}

/// Where a player's thinker is.
enum Seat {
    /// Here. A search that was broken off leaves none, and the next one begins anew.
    Free(Option<Box<Thinker>>),
    /// In a search of the process of this number.
    Taken(u32),
}

/// A thinker taken from its seat, which it comes back to.
struct Turn<'p> {
    player: &'p Player,
    thinker: Option<Box<Thinker>>,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *locked(&self.player.seat) = Seat::Free(self.thinker.take());
    }
}

/// The limits of one search, as they were given.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Limits<'py> {
    time_ms: Option<Bound<'py, PyAny>>,
    evaluations: Option<Bound<'py, PyAny>>,
    depth: Option<Bound<'py, PyAny>>,
    bytes: Option<Bound<'py, PyAny>>,
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (game, searcher=None, *, evaluation=None, policy=None, weights=None, **settings))]
    fn new(
        game: Py<Game>,
        searcher: Option<Bound<'_, PyAny>>,
        evaluation: Option<Bound<'_, PyAny>>,
        policy: Option<Bound<'_, PyAny>>,
        weights: Option<Bound<'_, PyAny>>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Player> {
        let searcher = searcher.map(|searcher| text("searcher", &searcher)).transpose()?;
        let policy = policy.map_or(Ok(false), |policy| truth("policy", &policy))?;
        let weights = weights.map(|given| bytes("weights", &given)).transpose()?;
        let (of_game, faults) = (game.get(), Faults::default());
        let function = evaluation.as_ref().filter(|it| it.is_callable()).map(|it| it.clone().unbind());
        let is_function = function.is_some();
        let returns = if policy { Returns::ValuesAndPriors } else { Returns::Values };
        let catalogue = of_game.catalogue(function.map(|function| (function, returns, faults.clone())));
        let progress = of_game.now();
        let about = progress.about();
        let named = evaluation.filter(|_| !is_function).map(|it| text("evaluation", &it)).transpose()?;
        // A function has no tuned constants.
        let usual = || about.default_searcher(if is_function { Some(KEY) } else { named.as_deref() });
        let text = described(searcher.as_deref().unwrap_or_else(usual), named.as_deref(), is_function, settings)?;
        let is_of_python = progress.position().get::<PythonPosition>().is_some();
        if is_function && about.planes.is_none() && !is_of_python {
            return Err(told(format!("{} does not say what a function sees of it", about.name)));
        }
        if policy && !is_function {
            return Err(told("policy is for an evaluation that is a function, which returns values and priors"));
        }
        if policy && !is_of_python && about.planes.is_none_or(|planes| planes.outlook.outputs == 0) {
            return Err(told(format!("{} does not say what the outputs of a policy are", about.name)));
        }
        let spec = SearcherSpec::read(&text).map_err(told)?;
        let player = catalogue.for_playing(spec, about.name).map_err(told)?;
        let thinker = thinker(&catalogue, of_game, &player, weights.as_deref())?;
        let (searcher, limit) = (thinker.described(), thinker.limit());
        Ok(Player {
            catalogue: Arc::new(catalogue),
            game,
            player,
            weights,
            asks_python: is_function || is_of_python,
            faults,
            searcher,
            limit,
            seat: Mutex::new(Seat::Free(Some(thinker))),
            stop: Mutex::default(),
        })
    }

    /// The game in which the player thinks.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The searcher with every setting that is in force, and how long it thinks where nothing limits it.
    #[getter]
    fn searcher(&self) -> &str {
        &self.searcher
    }

    /// Searches the position of the game. What was found, as a dictionary.
    fn _search<'py>(&self, py: Python<'py>, limits: Limits<'_>) -> PyResult<Bound<'py, PyDict>> {
        let limit = limits.over(self, self.limit.clone(), self.player.is_limited())?;
        let mut turn = self.turn(py)?;
        let (progress, watch) = (self.game.get().now(), self.watch());
        let limit = Limit { stop: Some(watch.stop()), ..limit };
        *locked(&self.stop) = watch.stop();
        let searched = Arc::clone(&progress);
        let thinker = turn.thinker.take();
        let think = move || {
            let mut thinker = thinker.expect("whoever has the turn has the thinker");
            let found = thinker.think(&searched, &limit).map(|report| SearchFound::of(&searched, &thinker, report));
            (thinker, found)
        };
        let Ended { result, interrupted } = watched(py, self.asks_python, &watch, think);
        let raised = watch.raised();
        let (thinker, found) = result.unzip();
        // An exception leaves values that are none in the tree.
        turn.thinker = thinker.filter(|_| raised.is_none());
        drop(turn);
        if let Some(error) = raised {
            return Err(error);
        }
        let found = Ended { result: found, interrupted }.finished()?.map_err(told)?;
        self.game.get().faults.watch(|| found.told(py, &progress, &self.searcher))?
    }

    /// Ends the search that is under way.
    fn stop(&self) {
        locked(&self.stop).store(true, Ordering::Relaxed);
    }

    /// The search of so many evaluations from an empty tree, recorded: its steps as JSON, and its microscope.
    fn _trace(
        &self,
        py: Python<'_>,
        limits: Limits<'_>,
        steps: &Bound<'_, PyAny>,
    ) -> PyResult<(String, String, String)> {
        let steps = whole("steps", steps, 0..=MOST_STEPS as u64)? as usize;
        let limit = limits.over(self, Limit { bytes: self.limit.bytes, ..Limit::new() }, true)?;
        let (progress, watch) = (self.game.get().now(), self.watch());
        let name = progress.about().name;
        let time_us = limit.time.map(|time| time.as_micros() as u64);
        let player = self.player.clone().with_depth(limit.depth.or(self.player.depth())).with_time_us(time_us);
        let player = player.with_evaluations(limit.evaluations).without_solver();
        let (player, evaluation) = self.catalogue.seated(player, progress.kind(), None).map_err(told)?;
        let venue = self.catalogue.venue(progress.kind(), None, std::slice::from_ref(&evaluation));
        let venue = venue.map_err(told)?;
        let position = progress.position().clone();
        let evaluator = venue.evaluator(evaluation.name(), position.to_move());
        let limit = Limit { stop: Some(watch.stop()), depth: player.depth(), ..limit };
        let record = move || {
            let trace = Trace::within(&player, name, (position, evaluator), &limit, steps)?;
            let last = trace.steps().len();
            Ok::<_, SpecError>((trace.json(), bestply_trace::html(std::slice::from_ref(&trace)), trace.svg(last)))
        };
        let trace = watched(py, self.asks_python, &watch, record);
        watch.raised().map_or_else(|| trace.finished()?.map_err(told), Err)
    }

    fn __repr__(&self) -> String {
        format!("<{} in {}>", self.player, self.game.get().now().about().title)
    }
}

impl Player {
    /// The thinker, for a search.
    ///
    /// A search that asks nothing of Python ends by itself, and whoever comes meanwhile waits for that.
    /// One that asks Python may wait for whoever comes: an evaluation that asks its own player,
    /// or a thread that does while the evaluation waits for it. So that is an error.
    /// A process that was forked while a thread searched has no such thread, and begins anew.
    fn turn(&self, py: Python<'_>) -> PyResult<Turn<'_>> {
        let here = process::id();
        loop {
            let before = std::mem::replace(&mut *locked(&self.seat), Seat::Taken(here));
            match before {
                Seat::Taken(process) if process == here => {}
                Seat::Free(Some(thinker)) => return Ok(Turn { player: self, thinker: Some(thinker) }),
                Seat::Free(None) | Seat::Taken(_) => {
                    let mut turn = Turn { player: self, thinker: None };
                    let new = thinker(&self.catalogue, self.game.get(), &self.player, self.weights.as_deref());
                    turn.thinker = Some(new?);
                    return Ok(turn);
                }
            }
            if self.asks_python {
                return Err(PyRuntimeError::new_err(
                    "the player is searching already: an evaluation or a game in Python cannot ask its own player, \
                     nor can another thread meanwhile; another Player can be asked",
                ));
            }
            py.detach(|| thread::sleep(WAIT));
            py.check_signals()?;
        }
    }

    /// From which number to which a limit is, as the searcher's setting of the same name.
    fn range(&self, limit: &str) -> RangeInclusive<u64> {
        let keys = self.player.about().all_keys();
        match keys.iter().find(|key| key.name == limit).map(Key::kind) {
            Some(KeyKind::Whole(range) | KeyKind::Bytes(range)) => range.clone(),
            _ => 1..=u64::MAX,
        }
    }

    /// Watches what a search asks of Python.
    fn watch(&self) -> Arc<Watch> {
        Watch::over([&self.game.get().faults, &self.faults])
    }
}

/// The thinker of a player.
fn thinker(
    catalogue: &Catalogue,
    game: &Game,
    player: &CataloguePlayer,
    weights: Option<&[u8]>,
) -> PyResult<Box<Thinker>> {
    game.faults.watch(|| Thinker::new(catalogue, &game.now(), player, weights))?.map(Box::new).map_err(told)
}

impl Limits<'_> {
    /// These limits, or those of the player where none is given.
    fn over(&self, player: &Player, own: Limit, is_limited: bool) -> PyResult<Limit> {
        let number = |name: &str, given: &Option<Bound<'_, PyAny>>| {
            given.as_ref().map(|given| whole(name, given, player.range(name))).transpose()
        };
        let time = self.time_ms.as_ref().map(|given| positive("time_ms", given, *player.range("time_ms").end() as f64));
        let time = time.transpose()?.map(|time| Duration::from_secs_f64(time / 1000.0));
        let evaluations = number("evaluations", &self.evaluations)?;
        let depth = number("depth", &self.depth)?.map(|depth| depth as usize);
        let bytes = self.bytes.as_ref().map(|given| size("bytes", given, player.range("bytes"))).transpose()?;
        let bytes = bytes.map(|bytes| bytes as usize);
        let is_given = time.is_some() || evaluations.is_some() || depth.is_some();
        // A second is for whoever limits nothing.
        let rest = if is_given && !is_limited { Limit { time: None, ..own.clone() } } else { own.clone() };
        Ok(Limit {
            time: time.or(rest.time),
            evaluations: evaluations.or(rest.evaluations),
            depth: depth.or(rest.depth),
            bytes: bytes.or(own.bytes),
            ..rest
        })
    }
}

/// A searcher and its settings in the form of the command line.
fn described(
    searcher: &str,
    evaluation: Option<&str>,
    is_function: bool,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let named = evaluation.map(|evaluation| format!("evaluation={evaluation}"));
    let mut all: Vec<String> =
        named.into_iter().chain(is_function.then(|| format!("evaluation.{KEY}=function"))).collect();
    for (key, value) in settings.into_iter().flatten() {
        let value = match setting(&value)? {
            toml::Value::String(text) => text,
            other => other.to_string(),
        };
        all.push(format!("{}={value}", key.str()?));
    }
    let separator = if searcher.contains(':') { ',' } else { ':' };
    Ok(if all.is_empty() { searcher.to_owned() } else { format!("{searcher}{separator}{}", all.join(",")) })
}

/// What a search found, and what its values say to people.
struct SearchFound {
    report: Report<usize>,
    worth: Option<Worth>,
    of_moves: Vec<Worth>,
}

impl SearchFound {
    fn of(progress: &Progress, thinker: &Thinker, report: Report<usize>) -> SearchFound {
        let worth = |value| Worth::of(progress, thinker, value);
        let of_moves = report.root_moves.iter().map(|root| worth(root.value)).collect();
        SearchFound { worth: report.value.map(worth), of_moves, report }
    }

    /// As a dictionary.
    fn told<'py>(self, py: Python<'py>, progress: &Progress, searcher: &str) -> PyResult<Bound<'py, PyDict>> {
        let SearchFound { report, worth, of_moves } = self;
        let texts = progress.move_texts();
        let winner = |value| Side::that_wins_by(value).map(|side| progress.side_name(side));
        let moves = report.root_moves.iter().zip(of_moves).map(|(root, Worth { points, chance, words, .. })| {
            let text = texts[root.mv].clone();
            let winner = winner(root.value);
            let is_bound = root.kind.is_bound();
            (text, number(root.value), winner, points, chance, words, root.visits, root.proved, is_bound)
        });
        let found = PyDict::new(py);
        found.set_item("best_move", report.best_move.map(|index| texts[index].clone()))?;
        found.set_item("value", report.value.map(number))?;
        found.set_item("winner", report.value.and_then(winner))?;
        found.set_item("points", worth.as_ref().and_then(|worth| worth.points))?;
        found.set_item("chance", worth.as_ref().and_then(|worth| worth.chance))?;
        found.set_item("words", worth.map(|worth| worth.words))?;
        found.set_item("line", progress.line_texts(&report.line))?;
        found.set_item("moves", moves.collect::<Vec<_>>())?;
        found.set_item("evaluations", report.counts.evaluations)?;
        found.set_item("expansions", report.counts.expansions)?;
        found.set_item("nodes", report.nodes)?;
        found.set_item("bytes", report.bytes)?;
        found.set_item("seconds", report.elapsed.as_secs_f64())?;
        found.set_item("depth", report.completed_depth)?;
        found.set_item("stop", stop_words(report.stop))?;
        found.set_item("proved", report.proved)?;
        found.set_item("searcher", searcher)?;
        found.set_item("to_move", progress.side_name(progress.to_move()))?;
        found.set_item("position", progress.position().text())?;
        Ok(found)
    }
}

/// A value in the searcher's units, infinite where it wins or loses.
fn number(value: Value) -> f64 {
    match value {
        Value::MAX => f64::INFINITY,
        Value::MIN => f64::NEG_INFINITY,
        value => f64::from(value),
    }
}

/// Why a search ended.
fn stop_words(stop: Stop) -> &'static str {
    match stop {
        Stop::Depth => "depth",
        Stop::Terminal => "nothing left to search",
        Stop::Evaluations => "evaluations",
        Stop::Time => "time",
        Stop::Memory => "memory",
        Stop::Decided => "decided",
        _ => "asked",
    }
}
