//! What Python hands over: numbers within a range, or an exception that names the argument.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use bestply_catalogue::names::in_one_line;
use bestply_catalogue::numbers::{self, whole_float};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat};

use crate::faults::called;
use crate::{mistaken, told};

/// A text.
pub(crate) fn text(name: &str, given: &Bound<'_, PyAny>) -> PyResult<String> {
    given.extract().map_err(|_| mistaken(format!("{name} must be a text, not {}", shown(given))))
}

/// A list of texts.
pub(crate) fn texts(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    given.extract().map_err(|_| mistaken(format!("{name} must be a list of texts, not {}", shown(given))))
}

/// The bytes of a file.
pub(crate) fn bytes(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let problem =
        |_| mistaken(format!("{name} must be bestply.Weights or the bytes of a file of them, not {}", shown(given)));
    given.cast::<PyBytes>().map(|bytes| bytes.as_bytes().to_vec()).map_err(problem)
}

/// Yes or no.
pub(crate) fn truth(name: &str, given: &Bound<'_, PyAny>) -> PyResult<bool> {
    given.extract().map_err(|_| mistaken(format!("{name} must be True or False, not {}", shown(given))))
}

/// A path of a file or a folder.
pub(crate) fn path(name: &str, given: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    given.extract().map_err(|_| mistaken(format!("{name} must be a path, not {}", shown(given))))
}

/// The paths of several folders.
pub(crate) fn paths(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    given.extract().map_err(|_| mistaken(format!("{name} must be a list of paths, not {}", shown(given))))
}

/// A whole number of this range.
pub(crate) fn whole(name: &str, given: &Bound<'_, PyAny>, range: RangeInclusive<u64>) -> PyResult<u64> {
    let expected =
        || format!("{name} must be a whole number from {} to {}, not {}", range.start(), range.end(), shown(given));
    // `1e4` is a whole number that Python does not take for one.
    let float = given.cast::<PyFloat>().ok().and_then(|float| whole_float(float.value()));
    match float.map_or_else(|| number(given, expected), |float| Ok(Some(float)))? {
        Some(number) if range.contains(&number) => Ok(number),
        _ => Err(told(expected())),
    }
}

/// A number of bytes of this range: a whole number, or a text with a unit.
pub(crate) fn size(name: &str, given: &Bound<'_, PyAny>, range: RangeInclusive<u64>) -> PyResult<u64> {
    let Ok(text) = given.extract::<String>() else { return whole(name, given, range) };
    let size = numbers::bytes(text.trim()).filter(|size| range.contains(size));
    size.ok_or_else(|| {
        let (least, most) = range.into_inner();
        told(format!("{name} must be from {least} to {most} bytes, or such as 64MiB, not {}", shown(given)))
    })
}

/// A number above 0 of so many units at most.
pub(crate) fn positive(name: &str, given: &Bound<'_, PyAny>, most: f64) -> PyResult<f64> {
    let expected = || format!("{name} must be a number above 0 and at most {most}, not {}", shown(given));
    match number(given, expected)? {
        Some(number) if number > 0.0 && number <= most => Ok(number),
        _ => Err(told(expected())),
    }
}

/// A part of a policy that a function of the user's returned.
pub(crate) fn promised(what: impl Display, number: f32) -> PyResult<()> {
    if number >= 0.0 && number.is_finite() {
        return Ok(());
    }
    Err(told(format!("{what} is {number}, which is no finite number from 0 on")))
}

/// What a method or a function of the user's returned: a number from -1 to 1, but for a rounding error.
pub(crate) fn on_the_scale(what: impl Display, number: f64) -> PyResult<f64> {
    /// By how much a sum of numbers of 32 bits may be off.
    const ROUNDING: f64 = 1e-6;
    if number.abs() <= 1.0 + ROUNDING {
        return Ok(number.clamp(-1.0, 1.0));
    }
    Err(told(format!("{what} is {number}, which is no number from -1 to 1")))
}

/// A number that a method of the user's returned.
pub(crate) fn returned(what: &str, value: &Bound<'_, PyAny>) -> PyResult<f64> {
    let number = number(value, || format!("{what} must be a number, not {}", shown(value)))?;
    let number = number.filter(|number: &f64| !number.is_nan());
    number.ok_or_else(|| told(format!("{what} is {}, which is no number", shown(value))))
}

/// The number that a value is; nothing where its type cannot hold it.
fn number<'py, T>(given: &Bound<'py, PyAny>, expected: impl Fn() -> String) -> PyResult<Option<T>>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    let py = given.py();
    match called(py, || given.extract::<T>()) {
        Ok(number) => Ok(Some(number)),
        Err(error) if error.is_instance_of::<PyTypeError>(py) => Err(mistaken(expected())),
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A value as an error shows it: in one line, and not all of a long one.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 60;
    let shown = called(value.py(), || value.repr());
    let text = shown.map_or_else(|_| format!("a very strange {}", value.get_type()), |text| text.to_string());
    let mut line = in_one_line(&text);
    if let Some((end, _)) = line.char_indices().nth(MOST) {
        line.truncate(end);
        line.push('…');
    }
    line
}
