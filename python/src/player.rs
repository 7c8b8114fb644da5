//! Searchers that think in games.

use std::fmt::Write;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use bestply::{Limit, Position, Report, Stop, Value};
use bestply_catalogue::{Catalogue, Playable, SearcherSpec};
use bestply_engine::{GameError, Thinker};
use bestply_trace::{MOST_STEPS, Trace};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::evaluation::KEY;
use crate::game::{Game, setting};
use crate::position::PythonPosition;
use crate::told;

/// How often a search is asked whether it was interrupted.
const WATCH: Duration = Duration::from_millis(20);

/// A searcher with its evaluation that thinks in a game.
#[pyclass(module = "bestply", frozen)]
pub(crate) struct Player {
    catalogue: Catalogue,
    game: Py<Game>,
    spec: SearcherSpec,
    /// Whether the game or the evaluation is written in Python.
    asks_python: bool,
    /// The searcher with every setting that is in force.
    searcher: String,
    /// The limit of searches that are given none.
    limit: Limit,
    /// Only a thread without the interpreter's lock waits for it: a search may need that one.
    thinker: Mutex<Thinker>,
}

/// The limits of one search.
#[derive(Default, FromPyObject)]
#[pyo3(from_item_all)]
struct Limits {
    time_ms: Option<f64>,
    evaluations: Option<u64>,
    depth: Option<usize>,
    bytes: Option<usize>,
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (game, searcher=None, *, evaluation=None, weights=None, solver=true, **settings))]
    fn new(
        py: Python<'_>,
        game: Py<Game>,
        searcher: Option<&str>,
        evaluation: Option<Bound<'_, PyAny>>,
        weights: Option<Vec<u8>>,
        solver: bool,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Player> {
        let borrowed = game.borrow(py);
        let function = evaluation.as_ref().filter(|it| it.is_callable()).map(|it| it.clone().unbind());
        let is_function = function.is_some();
        let catalogue = borrowed.catalogue(function);
        let about = borrowed.progress.about();
        let named = evaluation.filter(|_| !is_function).map(|it| it.str()?.extract::<String>()).transpose()?;
        // A function has no tuned constants.
        let usual = || about.default_searcher(if is_function { Some(KEY) } else { named.as_deref() });
        let text = described(searcher.unwrap_or_else(usual), named.as_deref(), is_function, settings)?;
        let is_of_python = borrowed.progress.position().get::<PythonPosition>().is_some();
        if is_function && about.planes.is_none() && !is_of_python {
            return Err(told(format!("{} does not say what a function sees of it", about.name)));
        }
        let spec = SearcherSpec::read(&text).map_err(told)?;
        let spec = catalogue.for_playing(spec, about.name).map_err(told)?;
        let thinker = Thinker::new(&catalogue, &borrowed.progress, &spec, weights.as_deref()).map_err(told)?;
        let thinker = if solver { thinker } else { thinker.without_solver() };
        drop(borrowed);
        let (searcher, limit) = (thinker.described(), thinker.limit());
        let asks_python = is_function || is_of_python;
        Ok(Player { catalogue, game, spec, asks_python, searcher, limit, thinker: Mutex::new(thinker) })
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
    fn _search<'py>(&self, py: Python<'py>, limits: Limits) -> PyResult<Bound<'py, PyDict>> {
        let game = self.game.clone_ref(py);
        let game = game.borrow(py);
        let limit = limits.over(self.limit.clone(), self.spec.is_limited())?;
        let (thinker, progress) = (&self.thinker, &game.progress);
        // A search that panicked leaves a thinker that goes on from the game's position.
        let think = |limit: &Limit| thinker.lock().unwrap_or_else(|broken| broken.into_inner()).think(progress, limit);
        let report = watched(py, self.asks_python, limit, think)?;
        let report = report.map_err(|error: GameError| game.raised().err().unwrap_or_else(|| told(error)));
        game.raised()?;
        let report = report?;
        found(py, &game, &self.searcher, &report)
    }

    /// The search of so many evaluations from an empty tree, recorded: its steps as JSON, and its microscope.
    fn _trace(&self, py: Python<'_>, limits: Limits, steps: usize) -> PyResult<(String, String, String)> {
        let game = self.game.borrow(py);
        let name = game.progress.about().name;
        let steps = steps.min(MOST_STEPS);
        let limit = limits.over(Limit::new(), true)?;
        let time_us = limit.time.map(|time| time.as_micros() as u64);
        let spec = self.spec.clone().with_depth(limit.depth.or(self.spec.depth())).with_time_us(time_us);
        let spec = spec.with_evaluations(limit.evaluations).without_solver();
        let (spec, evaluation) = self.catalogue.prepared(spec, name, game.progress.settings(), None).map_err(told)?;
        let venue = self.catalogue.venue_for(name, game.progress.settings(), None, std::slice::from_ref(&evaluation));
        let venue = venue.map_err(told)?;
        let position = game.progress.position();
        let evaluator = venue.evaluator(evaluation.name(), position.to_move());
        let (catalogue, position) = (&self.catalogue, position.clone());
        let trace =
            watched(py, self.asks_python, limit, |_| Trace::new(catalogue, &spec, name, (position, evaluator), steps))?;
        game.raised()?;
        let trace = trace.map_err(told)?;
        let last = trace.steps().len();
        Ok((trace.json(), bestply_trace::html(std::slice::from_ref(&trace)), trace.svg(last)))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<{} in {}>", self.spec, self.game.borrow(py).progress.about().title)
    }
}

impl Limits {
    /// These limits, or those of the player where none is given.
    fn over(&self, own: Limit, is_limited: bool) -> PyResult<Limit> {
        let Limits { time_ms, evaluations, depth, bytes } = *self;
        if time_ms.is_some_and(|time| !(time > 0.0 && time <= 1e12)) {
            return Err(told("time_ms: a search takes more than 0 milliseconds"));
        }
        let time = time_ms.map(|time| Duration::from_secs_f64(time / 1000.0));
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
    let mut text = searcher.to_owned();
    let mut separator = if searcher.contains(':') { ',' } else { ':' };
    let mut add = |key: &str, value: &str| {
        write!(text, "{separator}{key}={value}").expect("a text takes everything");
        separator = ',';
    };
    if let Some(evaluation) = evaluation {
        add("evaluation", evaluation);
    }
    if is_function {
        add(&format!("evaluation.{KEY}"), "function");
    }
    for (key, value) in settings.into_iter().flatten() {
        let value = match setting(&value)? {
            toml::Value::String(text) => text,
            other => other.to_string(),
        };
        add(&key.str()?.to_string(), &value);
    }
    Ok(text)
}

/// Does something long without the interpreter's lock, on a thread of its own.
///
/// An interrupt ends it, and is raised once it has ended. A panic becomes an exception.
///
/// What asks Python again and again is known to the interpreter for as long as it runs:
/// a thread that comes to it anew each time takes three times as long.
fn watched<T: Send>(
    py: Python<'_>,
    asks_python: bool,
    limit: Limit,
    work: impl FnOnce(&Limit) -> T + Send,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let limit = Limit { stop: Some(Arc::clone(&stop)), ..limit };
    let limit = &limit;
    py.detach(|| {
        let (done, is_done) = channel();
        thread::scope(|scope| {
            let working = scope.spawn(move || {
                let result = match asks_python {
                    true => Python::attach(|py| py.detach(|| work(limit))),
                    false => work(limit),
                };
                done.send(()).ok();
                result
            });
            let mut interrupted = Ok(());
            while let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(WATCH) {
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    stop.store(true, Ordering::Relaxed);
                    interrupted = Err(error);
                }
            }
            let result = working.join();
            interrupted?;
            result.map_err(|panic| {
                let words = panic.downcast_ref::<String>().cloned();
                let words = words.or_else(|| panic.downcast_ref::<&str>().map(|&words| words.to_owned()));
                match words {
                    Some(words) => PyRuntimeError::new_err(format!("a fault of bestply: {words}")),
                    None => resume_unwind(panic),
                }
            })
        })
    })
}

/// What a search found.
fn found<'py>(py: Python<'py>, game: &Game, searcher: &str, report: &Report<usize>) -> PyResult<Bound<'py, PyDict>> {
    let progress = &game.progress;
    let texts = progress.move_texts();
    let number = |value: Value| match value {
        Value::MAX => f64::INFINITY,
        Value::MIN => f64::NEG_INFINITY,
        value => f64::from(value),
    };
    let moves: Vec<_> = report
        .root_moves
        .iter()
        .map(|root| (texts[root.mv].clone(), number(root.value), root.visits, root.proved, root.kind.is_bound()))
        .collect();
    let stop = match report.stop {
        Stop::Depth => "depth",
        Stop::Terminal => "nothing left to search",
        Stop::Evaluations => "evaluations",
        Stop::Time => "time",
        Stop::Memory => "memory",
        Stop::Decided => "decided",
        _ => "asked",
    };
    let found = PyDict::new(py);
    found.set_item("best_move", report.best_move.map(|index| texts[index].clone()))?;
    found.set_item("value", report.value.map(number))?;
    found.set_item("words", report.value.map(|value| progress.advantage(value)))?;
    found.set_item("line", progress.line_texts(&report.line))?;
    found.set_item("moves", moves)?;
    found.set_item("evaluations", report.counts.evaluations)?;
    found.set_item("expansions", report.counts.expansions)?;
    found.set_item("nodes", report.nodes)?;
    found.set_item("bytes", report.bytes)?;
    found.set_item("seconds", report.elapsed.as_secs_f64())?;
    found.set_item("depth", report.completed_depth)?;
    found.set_item("stop", stop)?;
    found.set_item("proved", report.proved)?;
    found.set_item("searcher", searcher)?;
    found.set_item("to_move", progress.side_name(progress.to_move()))?;
    found.set_item("position", progress.position().text())?;
    Ok(found)
}
