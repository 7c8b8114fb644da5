//! bestply from Python: the compiled half of the package `bestply`.
//!
//! **The key decision** is that nothing of the searches is written twice.
//! A game in Python is an entry of a catalogue, and a function in Python is an evaluation of one;
//! so every searcher, limit and trace works with them as with bestply's own.
//! What is shown and kept is plain data, which the other half, in Python, gives names.

#![cfg(feature = "extension")]

mod argument;
mod ending;
mod evaluation;
mod experiment;
mod faults;
mod game;
mod player;
mod position;
mod watched;

use std::borrow::Cow;
use std::ffi::CString;
use std::fmt::Display;

use bestply::learning::{Layout, WeightsError};
use bestply::network::{CheckSum, Parameters};
use bestply_catalogue::names::in_one_line;
use bestply_catalogue::{Catalogue, Key, KeyKind};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::create_exception;
use pyo3::exceptions::{PyTypeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyType};

create_exception!(bestply, Error, PyValueError, "What is wrong, in one line that says what would be right.");

#[pymodule]
mod _bestply {
    use super::{Bound, PyArray1, PyArrayMethods, PyModule, PyModuleMethods, PyResult, ending, wrong_type};
    use pyo3::types::PyAnyMethods;
    use pyo3::wrap_pyfunction;

    #[pymodule_export]
    use super::{Error, check_weights, games, sealed, searchers, settings, shown};
    #[pymodule_export]
    use crate::experiment::{experiment, train};
    #[pymodule_export]
    use crate::game::{Game, read_game, restored};
    #[pymodule_export]
    use crate::player::Player;

    #[pymodule_init]
    fn begin(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("WrongType", wrong_type(module.py())?)?;
        // What numpy looks for at first is found here: where an exception came in its midst, it would panic.
        module.py().import("numpy")?;
        PyArray1::<f32>::zeros(module.py(), 0, false).try_readwrite().ok();
        let end = wrap_pyfunction!(ending::end, module)?;
        module.py().import("atexit")?.call_method1("register", (end,)).map(drop)
    }
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

/// The settings of a searcher: of each its name, kind, least and most, names, default, and what it does.
#[pyfunction(name = "_settings")]
fn settings(searcher: &Bound<'_, PyAny>) -> PyResult<Vec<Setting>> {
    let searcher = argument::text("searcher", searcher)?;
    let catalogue = Catalogue::standard();
    let about = catalogue.searchers().find(|about| about.name == searcher);
    let unknown = || format!("unknown searcher `{}`: bestply.searchers() has them all", in_one_line(&searcher));
    Ok(about.ok_or_else(|| told(unknown()))?.all_keys().iter().map(setting).collect())
}

type Setting = (&'static str, &'static str, Option<f64>, Option<f64>, Vec<&'static str>, Option<String>, &'static str);

fn setting(key: &Key) -> Setting {
    let (kind, least, most, names) = match key.kind() {
        KeyKind::Whole(range) => ("whole", Some(*range.start() as f64), Some(*range.end() as f64), Vec::new()),
        KeyKind::Bytes(range) => ("bytes", Some(*range.start() as f64), Some(*range.end() as f64), Vec::new()),
        KeyKind::Decimal(range) => ("decimal", Some(*range.start()), Some(*range.end()), Vec::new()),
        KeyKind::Name(names) => ("name", None, None, names.to_vec()),
        _ => ("text", None, None, Vec::new()),
    };
    (key.name, kind, least, most, names, key.default_text(), key.sentence())
}

/// The bytes of a file of weights with the fingerprint that belongs to them.
#[pyfunction(name = "_sealed")]
fn sealed(mut bytes: Vec<u8>) -> PyResult<Cow<'static, [u8]>> {
    if is_network(&bytes) {
        return Ok(Parameters::sealed(&bytes).map_err(told)?.into());
    }
    Layout::seal(&mut bytes).map_err(told)?;
    Ok(bytes.into())
}

/// Refuses the bytes of a file of weights that its fingerprint does not belong to, and warns of one without.
#[pyfunction(name = "_check_weights")]
fn check_weights(bytes: Vec<u8>) -> PyResult<()> {
    if !is_network(&bytes) {
        return if *sealed(bytes.clone())? == *bytes { Ok(()) } else { Err(told(WeightsError::Checksum)) };
    }
    if Parameters::check(&bytes).map_err(told)? == CheckSum::Missing {
        warn("the file of weights has no check sum, so that damage to it is not seen");
    }
    Ok(())
}

fn is_network(bytes: &[u8]) -> bool {
    !bytes.starts_with(b"bestply\0")
}

/// Warns as Python does.
fn warn(what: &str) {
    let text = CString::new(what).unwrap_or_default();
    // Where warnings are errors, this one is none: whoever called it has no way to pass it on.
    Python::attach(|py| PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)).ok();
}

/// A value as an error shows it: in one line, and not all of a long one.
#[pyfunction(name = "_shown")]
fn shown(value: &Bound<'_, PyAny>) -> String {
    argument::shown(value)
}

/// An error of bestply as an exception with the same words.
fn told(error: impl Display) -> PyErr {
    Error::new_err(error.to_string())
}

/// An error about something of another type than is right.
fn mistaken(error: impl Display) -> PyErr {
    Python::attach(|py| match wrong_type(py) {
        Ok(kind) => PyErr::from_type(kind, (error.to_string(),)),
        Err(failed) => failed,
    })
}

/// The class of errors that whoever expects a `TypeError` catches, too.
fn wrong_type(py: Python<'_>) -> PyResult<Bound<'_, PyType>> {
    static KIND: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let make = || {
        let bases = (py.get_type::<Error>(), py.get_type::<PyTypeError>());
        let members = [("__module__", "bestply._bestply"), ("__doc__", "What is of another type than is right.")];
        let kind = py.get_type::<PyType>().call1(("WrongType", bases, members.into_py_dict(py)?))?;
        Ok::<_, PyErr>(kind.cast_into::<PyType>()?.unbind())
    };
    KIND.get_or_try_init(py, make).map(|kind| kind.bind(py).clone())
}
