//! Games in progress.

use std::sync::Arc;

use bestply::Position;
use bestply_catalogue::{Catalogue, Playable};
use bestply_engine::{Game as Progress, Start};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::position::{Fault, NAME, PythonPosition, entry};
use crate::{evaluation, told};

/// What a pickled game is made of again: its record, or its first object and the indices of its moves.
type Parts = (Option<String>, Option<Py<PyAny>>, Vec<usize>);

/// A game in progress: of the catalogue, or of an object in Python.
#[pyclass(module = "bestply")]
pub(crate) struct Game {
    pub(crate) progress: Progress,
    /// The first position of a game in Python.
    origin: Option<PythonPosition>,
    pub(crate) fault: Fault,
}

impl Game {
    /// The catalogue in which the game is played, with a function of Python as another evaluation.
    pub(crate) fn catalogue(&self, function: Option<Py<PyAny>>) -> Catalogue {
        let catalogue = Catalogue::standard();
        let catalogue = match &self.origin {
            Some(origin) => catalogue.game(entry(origin.clone())),
            None => catalogue,
        };
        match function {
            Some(function) => catalogue.evaluation_kind(evaluation::kind(function, Arc::clone(&self.fault))),
            None => catalogue,
        }
    }

    /// The exception that a method of the game, or a function that valued its positions, has raised.
    pub(crate) fn raised(&self) -> PyResult<()> {
        self.fault.lock().expect("no thread panics with it").take().map_or(Ok(()), Err)
    }

    fn picture(&self) -> String {
        let position = self.progress.position();
        position.picture()
    }
}

#[pymethods]
impl Game {
    /// A game of the catalogue, at its start or at a position.
    #[new]
    #[pyo3(signature = (name, *, position=None, number=1, moves="", **settings))]
    fn new(
        name: &str,
        position: Option<String>,
        number: u64,
        moves: &str,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Game> {
        let catalogue = Catalogue::standard();
        let mut table = toml::Table::new();
        for (key, value) in settings.into_iter().flatten() {
            table.insert(key.extract()?, setting(&value)?);
        }
        let start = position.map_or(Start::Number(number), Start::Position);
        let mut progress = Progress::new(&catalogue, name, &table, &start).map_err(told)?;
        progress.play_all(moves).map_err(told)?;
        Ok(Game { progress, origin: None, fault: Fault::default() })
    }

    /// A game whose positions are objects with the methods `to_move`, `moves`, `play` and `value`.
    #[staticmethod]
    fn of(position: Bound<'_, PyAny>) -> PyResult<Game> {
        let fault = Fault::default();
        let origin = PythonPosition::new(position, Arc::clone(&fault))?;
        let catalogue = Catalogue::standard().game(entry(origin.clone()));
        let progress = Progress::new(&catalogue, NAME, &toml::Table::new(), &Start::default()).map_err(told)?;
        Ok(Game { progress, origin: Some(origin), fault })
    }

    /// The game's name in the catalogue.
    #[getter]
    fn name(&self) -> &str {
        self.progress.about().name
    }

    /// The game's name in a sentence.
    #[getter]
    fn title(&self) -> &str {
        &self.progress.about().title
    }

    /// What the two sides are called, the one that large values are good for first.
    #[getter]
    fn sides(&self) -> [&'static str; 2] {
        self.progress.about().sides
    }

    /// The name of the side to move.
    #[getter]
    fn to_move(&self) -> &'static str {
        self.progress.side_name(self.progress.to_move())
    }

    /// The legal moves.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.progress.move_texts()
    }

    /// The moves that were played.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.progress.played().iter().map(|played| played.text.clone()).collect()
    }

    /// The position in the game's notation.
    #[getter]
    fn position(&self) -> String {
        self.progress.position().text()
    }

    /// The object of a game in Python.
    #[getter]
    fn object(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        Some(self.progress.position().get::<PythonPosition>()?.object().clone_ref(py))
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.progress.is_over()
    }

    /// The name of the winner of a finished game; `None` for a draw, and before the end.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        Some(self.progress.side_name(self.progress.outcome()?.winner()?))
    }

    /// How a finished game ended, in words.
    #[getter]
    fn outcome(&self) -> Option<String> {
        self.progress.outcome_words()
    }

    /// The names of the game's evaluations.
    #[getter]
    fn evaluations(&self) -> Vec<&'static str> {
        self.progress.about().evaluations.clone()
    }

    /// Plays a move in the game's notation.
    fn play(&mut self, mv: &Bound<'_, PyAny>) -> PyResult<()> {
        self.progress.play(&mv.str()?.to_string()).map_err(told)?;
        self.raised()
    }

    /// Takes the last move back, and returns it.
    fn undo(&mut self) -> Option<String> {
        self.progress.undo().map(|played| played.text)
    }

    /// What a network sees of the position, as the side to move sees it: planes, rows, columns.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let about = self.progress.about();
        let planes =
            about.planes.ok_or_else(|| told(format!("{} does not say what a network sees of it", about.name)))?;
        let position = self.progress.position();
        let mut inputs = Vec::new();
        planes.active(position, position.to_move(), &mut inputs);
        let array = PyArray1::<f32>::zeros(py, planes.shape.iter().product::<usize>(), false);
        let mut writable = array.readwrite();
        let numbers = writable.as_slice_mut().expect("it is contiguous");
        inputs.iter().for_each(|&input| numbers[usize::from(input)] = 1.0);
        drop(writable);
        Ok(array.reshape(planes.shape)?.into_any())
    }

    /// The game as a text that `read_game` reads.
    fn record(&self) -> PyResult<String> {
        match self.origin {
            None => Ok(self.progress.record()),
            Some(_) => Err(told("a game in Python has no record: its object and its moves say what it is")),
        }
    }

    /// The same game, which goes on by itself.
    fn copy(&self) -> Game {
        Game { progress: self.progress.clone(), origin: self.origin.clone(), fault: Fault::default() }
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
            None => (Some(self.progress.record()), None, Vec::new()),
            Some(origin) => {
                let indices = self.progress.played().iter().map(|played| played.index).collect();
                (None, Some(origin.object().clone_ref(py)), indices)
            }
        };
        Ok((restored, parts))
    }

    fn __str__(&self) -> String {
        self.picture()
    }

    fn _repr_html_(&self) -> String {
        let escaped = |text: String| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        format!("<pre>{}\n{}</pre>", escaped(self.picture()), escaped(self.__repr__()))
    }

    fn __repr__(&self) -> String {
        let state = match self.progress.outcome_words() {
            Some(outcome) => outcome,
            None => format!("{} to move", self.progress.side_name(self.progress.to_move())),
        };
        format!("<{} after {} moves, {state}>", self.progress.about().title, self.progress.played().len())
    }
}

/// The game that a record describes, as `Game.record` writes it; in PGN where the game has it.
#[pyfunction]
pub(crate) fn read_game(text: &str) -> PyResult<Game> {
    let progress = Progress::read(&Catalogue::standard(), text).map_err(told)?;
    Ok(Game { progress, origin: None, fault: Fault::default() })
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
        return read_game(record);
    }
    let mut game = Game::of(position.ok_or_else(|| told("a pickled game has a record or an object"))?)?;
    for index in indices {
        if index >= game.progress.position().move_count() {
            return Err(told("the game has other moves than when it was pickled"));
        }
        game.progress.play_at(index);
    }
    game.raised().map(|()| game)
}

/// A number, a word or a truth as a setting.
pub(crate) fn setting(value: &Bound<'_, PyAny>) -> PyResult<toml::Value> {
    if let Ok(truth) = value.extract::<bool>() {
        return Ok(toml::Value::Boolean(truth));
    }
    if let Ok(number) = value.extract::<i64>() {
        return Ok(toml::Value::Integer(number));
    }
    if let Ok(number) = value.extract::<f64>() {
        return Ok(toml::Value::Float(number));
    }
    Ok(toml::Value::String(value.str()?.to_string()))
}
