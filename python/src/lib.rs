//! bestply from Python: the compiled half of the package `bestply`.
//!
//! **The key decision** is that nothing of the searches is written twice.
//! A game in Python is an entry of a catalogue, and a function in Python is an evaluation of one;
//! so every searcher, limit and trace works with them as with bestply's own.
//! What is shown and kept is plain data, which the other half, in Python, gives names.

mod evaluation;
mod experiment;
mod game;
mod player;
mod position;

use std::fmt::Display;

use bestply_catalogue::Catalogue;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(bestply, Error, PyValueError, "What is wrong, in one line that says what would be right.");

#[pymodule]
fn _bestply(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Error", module.py().get_type::<Error>())?;
    module.add_class::<game::Game>()?;
    module.add_class::<player::Player>()?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(searchers, module)?)?;
    module.add_function(wrap_pyfunction!(game::read_game, module)?)?;
    module.add_function(wrap_pyfunction!(game::restored, module)?)?;
    module.add_function(wrap_pyfunction!(experiment::experiment, module)?)?;
    module.add_function(wrap_pyfunction!(experiment::train, module)?)
}

/// The names of the catalogue's games, each with the names of its evaluations.
#[pyfunction]
fn games() -> Vec<(String, Vec<&'static str>)> {
    let catalogue = Catalogue::standard();
    catalogue.games().map(|about| (about.name.to_owned(), about.evaluations.clone())).collect()
}

/// The names of the catalogue's searchers.
#[pyfunction]
fn searchers() -> Vec<&'static str> {
    Catalogue::standard().searchers().map(|about| about.name).collect()
}

/// An error of bestply as an exception with the same words.
fn told(error: impl Display) -> PyErr {
    Error::new_err(error.to_string())
}
