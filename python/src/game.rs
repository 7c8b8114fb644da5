//! Games in progress.

use std::sync::{Arc, Mutex};

use bestply::learning::Sight;
use bestply::{Position, Side};
use bestply_catalogue::names::in_one_line;
use bestply_catalogue::{AnyMove, Catalogue, Playable};
use bestply_engine::{Game as Progress, Loaded, Start, Which};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::argument::{self, text, whole};
use crate::evaluation::{Returns, array_of_ones};
use crate::faults::{Faults, called, locked};
use crate::position::{NAME, PythonPosition, entry};
use crate::{evaluation, told, warn};

/// What a pickled game is made of again: its record, or its first object and the indices of its moves.
type Parts = (Option<String>, Option<Py<PyAny>>, Vec<usize>);

/// A game in progress: of the catalogue, or of an object in Python.
#[pyclass(module = "bestply", frozen)]
pub(crate) struct Game {
    /// Taken for a moment: whoever thinks in the game has the progress at which that began.
    progress: Mutex<Arc<Progress>>,
    /// The first position of a game in Python.
    origin: Option<PythonPosition>,
    pub(crate) faults: Faults,
}

impl Game {
    /// The catalogue in which the game is played, with a function of Python as another evaluation.
    pub(crate) fn catalogue(&self, function: Option<(Py<PyAny>, Returns, Faults)>) -> Catalogue {
        let catalogue = Catalogue::standard().telling(warn);
        let catalogue = match &self.origin {
            Some(origin) => catalogue.game(entry(origin.clone())),
            None => catalogue,
        };
        match function {
            Some((function, returns, faults)) => catalogue.evaluation_kind(evaluation::kind(function, returns, faults)),
            None => catalogue,
        }
    }

    /// The game as it is now.
    pub(crate) fn now(&self) -> Arc<Progress> {
        Arc::clone(&locked(&self.progress))
    }

    /// What the methods of a game in Python say of it now.
    fn ask<T>(&self, question: impl FnOnce(&Progress) -> T) -> PyResult<T> {
        let progress = self.now();
        self.faults.watch(|| question(&progress))
    }

    /// Changes the game, or nothing of it where that raises an exception.
    fn change<T>(&self, change: impl FnOnce(&mut Progress) -> PyResult<T>) -> PyResult<T> {
        let before = self.now();
        let mut after = Progress::clone(&before);
        let changed = self.faults.watch(|| change(&mut after))??;
        let mut progress = locked(&self.progress);
        // The methods of a game in Python may play in it, and so may other threads while they run.
        if !Arc::ptr_eq(&progress, &before) {
            drop(progress);
            return Err(PyRuntimeError::new_err("the game was changed by others while a method of it ran"));
        }
        // What is forgotten may run Python, and so wait for whoever waits for the lock.
        let forgotten = std::mem::replace(&mut *progress, Arc::new(after));
        drop(progress);
        drop(forgotten);
        Ok(changed)
    }
}

/// A game that begins or goes on here.
impl From<Progress> for Game {
    fn from(progress: Progress) -> Game {
        Game { progress: Mutex::new(Arc::new(progress)), origin: None, faults: Faults::default() }
    }
}

#[pymethods]
impl Game {
    /// A game of the catalogue, at its start or at a position.
    #[new]
    #[pyo3(signature = (name, *, position=None, number=None, moves=None, **settings))]
    fn new(
        name: &Bound<'_, PyAny>,
        position: Option<Bound<'_, PyAny>>,
        number: Option<&Bound<'_, PyAny>>,
        moves: Option<Bound<'_, PyAny>>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Game> {
        let catalogue = Catalogue::standard();
        let mut table = toml::Table::new();
        for (key, value) in settings.into_iter().flatten() {
            table.insert(key.extract()?, setting(&value)?);
        }
        let name = text("name", name)?;
        let position = position.map(|position| text("position", &position)).transpose()?;
        let moves = moves.map_or_else(|| Ok(String::new()), |moves| text("moves", &moves))?;
        let number = number.map_or(Ok(1), |number| whole("number", number, 0..=u64::MAX))?;
        let start = position.map_or(Start::Number(number), Start::Position);
        let kind = catalogue.game_with(&name, &table).map_err(told)?;
        let mut progress = Progress::of(&catalogue, kind, &start).map_err(told)?;
        progress.play_all(&moves).map_err(told)?;
        Ok(progress.into())
    }

    /// A game whose positions are objects with the methods `to_move`, `moves`, `play` and `value`.
    #[staticmethod]
    fn of(position: Bound<'_, PyAny>) -> PyResult<Game> {
        let faults = Faults::default();
        let origin = called(position.py(), || PythonPosition::new(&position, faults.clone()))?;
        let catalogue = Catalogue::standard().game(entry(origin.clone()));
        let begun = faults.watch(|| Progress::new(&catalogue, NAME, &Start::default()))?;
        Ok(Game { origin: Some(origin), faults, ..begun.map_err(told)?.into() })
    }

    /// The game's name in the catalogue.
    #[getter]
    fn name(&self) -> &'static str {
        self.now().about().name
    }

    /// The game's name in a sentence.
    #[getter]
    fn title(&self) -> String {
        self.now().about().title.clone()
    }

    /// What the two sides are called, the one that large values are good for first.
    #[getter]
    fn sides(&self) -> [&'static str; 2] {
        self.now().about().sides
    }

    /// The name of the side to move.
    #[getter]
    fn to_move(&self) -> &'static str {
        let progress = self.now();
        progress.side_name(progress.to_move())
    }

    /// The legal moves.
    #[getter]
    fn moves(&self) -> PyResult<Vec<String>> {
        self.ask(Progress::move_texts)
    }

    /// Below what the numbers of all moves lie; `None` where the game numbers none.
    #[getter]
    fn move_numbers(&self) -> Option<u32> {
        self.now().position().move_numbers()
    }

    /// The numbers of the legal moves in the order of `moves`: each is the same move in all positions of the game.
    #[getter]
    fn numbers(&self) -> PyResult<Vec<u32>> {
        let progress = self.now();
        numbered(&progress)?;
        Ok(progress.position().moves().map(AnyMove::number).collect())
    }

    /// The moves that were played.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.now().played().iter().map(|played| played.text.clone()).collect()
    }

    /// The position in the game's notation.
    #[getter]
    fn position(&self) -> PyResult<String> {
        self.ask(|progress| progress.position().text())
    }

    /// The object of a game in Python.
    #[getter]
    fn object(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        Some(self.now().position().get::<PythonPosition>()?.object().clone_ref(py))
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.now().is_over()
    }

    /// The name of the winner of a finished game; `None` for a draw, and before the end.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        let progress = self.now();
        Some(progress.side_name(progress.outcome()?.winner()?))
    }

    /// How a finished game ended, in words.
    #[getter]
    fn outcome(&self) -> Option<String> {
        self.now().outcome_words()
    }

    /// The names of the game's evaluations.
    #[getter]
    fn evaluations(&self) -> Vec<&'static str> {
        self.now().about().evaluations.clone()
    }

    /// Plays a move in the game's notation.
    fn play(&self, mv: &Bound<'_, PyAny>) -> PyResult<()> {
        let text = called(mv.py(), || mv.str())?.to_string();
        self.change(|progress| progress.play(&text).map(drop).map_err(told))
    }

    /// Plays the legal move of this number.
    fn play_number(&self, number: &Bound<'_, PyAny>) -> PyResult<()> {
        let below = numbered(&self.now())?;
        let number = whole("number", number, 0..=u64::from(below) - 1)?;
        self.change(|progress| {
            let index = progress.position().moves().position(|mv| u64::from(mv.number()) == number);
            progress.play_at(index.ok_or_else(|| told(no_move(number, progress)))?);
            Ok(())
        })
    }

    /// Takes the last move back, and returns it.
    fn undo(&self) -> PyResult<Option<String>> {
        self.change(|progress| Ok(progress.undo().map(|played| played.text)))
    }

    /// What a network sees of the position, as a side sees it: planes, rows, columns.
    #[pyo3(signature = (side=None))]
    fn planes<'py>(&self, py: Python<'py>, side: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let progress = self.now();
        let about = progress.about();
        let planes =
            about.planes.ok_or_else(|| told(format!("{} does not say what a network sees of it", about.name)))?;
        let viewer = match side {
            None => progress.to_move(),
            Some(side) => viewer(&text("side", &side)?, about.sides)?,
        };
        let mut inputs = Vec::new();
        planes.active(progress.position(), viewer, &mut inputs);
        array_of_ones(py, &planes.outlook.shape, inputs.into_iter().map(usize::from).collect())
    }

    /// The game as a text that `read_game` reads.
    fn record(&self) -> PyResult<String> {
        match self.origin {
            None => Ok(self.now().record()),
            Some(_) => Err(told("a game in Python has no record: its object and its moves say what it is")),
        }
    }

    /// The same game, which goes on by itself.
    fn copy(&self) -> Game {
        Game { progress: Mutex::new(self.now()), origin: self.origin.clone(), faults: self.faults.clone() }
    }

    fn __copy__(&self) -> Game {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.copy()
    }

    /// A pickle holds the record, or the first object of a game in Python and the indices of the moves.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let restored = py.import("bestply._bestply")?.getattr("_restored")?;
        let parts = match &self.origin {
            None => (Some(self.now().record()), None, Vec::new()),
            Some(origin) => {
                let indices = self.now().played().iter().map(|played| played.index).collect();
                (None, Some(origin.object().clone_ref(py)), indices)
            }
        };
        Ok((restored, parts))
    }

    fn __str__(&self) -> PyResult<String> {
        self.ask(|progress| progress.position().picture())
    }

    fn _repr_html_(&self) -> PyResult<String> {
        let escaped = |text: String| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        Ok(format!(
            "<pre style=\"font-family: monospace\">{}\n{}</pre>",
            escaped(self.__str__()?),
            escaped(self.__repr__())
        ))
    }

    fn __repr__(&self) -> String {
        let progress = self.now();
        let to_move = || format!("{} to move", progress.side_name(progress.to_move()));
        let state = progress.outcome_words().unwrap_or_else(to_move);
        format!("<{} after {} moves, {state}>", progress.about().title, progress.played().len())
    }
}

/// Below what the numbers of a game's moves lie, or what is told of a game without numbers.
fn numbered(progress: &Progress) -> PyResult<u32> {
    let problem = || format!("{} does not number its moves: `moves` are their texts", progress.about().name);
    progress.position().move_numbers().ok_or_else(|| told(problem()))
}

/// What is told of a number that no legal move has.
fn no_move(number: u64, progress: &Progress) -> String {
    let texts = progress.position().moves().zip(progress.move_texts());
    let legal: Vec<String> = texts.map(|(mv, text)| format!("{} for {text}", mv.number())).collect();
    match progress.outcome_words() {
        Some(outcome) => format!("number {number}: the game is over, {outcome}"),
        None => format!("number {number} is that of no legal move here, only {}", legal.join(", ")),
    }
}

/// The side of this name.
fn viewer(name: &str, [max, min]: [&str; 2]) -> PyResult<Side> {
    match name {
        _ if name == max => Ok(Side::Max),
        _ if name == min => Ok(Side::Min),
        _ => Err(told(format!("side must be {max} or {min}, not `{}`", in_one_line(name)))),
    }
}

/// The game that a record describes, as `Game.record` writes it, or the n-th game of a text in SGF, GGF, or PGN where
/// the game has it; of SGF one of its variations, too.
#[pyfunction]
#[pyo3(signature = (text, game_number=None, variation=None))]
pub(crate) fn read_game(
    text: &Bound<'_, PyAny>,
    game_number: Option<&Bound<'_, PyAny>>,
    variation: Option<&Bound<'_, PyAny>>,
) -> PyResult<Game> {
    let number = |name: &str, given: Option<&Bound<'_, PyAny>>| given.map_or(Ok(1), |it| whole(name, it, 1..=u64::MAX));
    let which = Which { game: number("game_number", game_number)?, variation: number("variation", variation)? };
    read(&argument::text("text", text)?, which)
}

fn read(record: &str, which: Which) -> PyResult<Game> {
    Ok(Loaded::read(&Catalogue::standard(), record.as_bytes(), which).map_err(told)?.game.into())
}

/// The game of a pickle.
#[pyfunction]
#[pyo3(name = "_restored")]
pub(crate) fn restored(
    record: Option<&str>,
    position: Option<Bound<'_, PyAny>>,
    indices: Vec<usize>,
) -> PyResult<Game> {
    if let Some(record) = record {
        return read(record, Which::default());
    }
    let game = Game::of(position.ok_or_else(|| told("a pickled game has a record or an object"))?)?;
    game.change(|progress| {
        for index in indices {
            if index >= progress.position().move_count() {
                return Err(told("the game has other moves than when it was pickled"));
            }
            progress.play_at(index);
        }
        Ok(())
    })?;
    Ok(game)
}

/// A number, a word or a truth as a setting.
pub(crate) fn setting(value: &Bound<'_, PyAny>) -> PyResult<toml::Value> {
    let number = value.extract().map(toml::Value::Boolean).or_else(|_| value.extract().map(toml::Value::Integer));
    let number = number.or_else(|_: PyErr| value.extract().map(toml::Value::Float));
    number.or_else(|_: PyErr| Ok(toml::Value::String(called(value.py(), || value.str())?.to_string())))
}
