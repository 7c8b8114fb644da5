//! Long work without the interpreter's lock.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use bestply::helper_thread;
use pyo3::exceptions::{PyRecursionError, PyRuntimeError};
use pyo3::prelude::*;

use crate::ending::{Away, attached, ended};
use crate::faults::Watch;

/// How often work is asked whether it was interrupted.
const WATCH: Duration = Duration::from_millis(20);

/// How long interrupted work is waited for that may be in a function of Python.
const GRACE: Duration = Duration::from_secs(1);

/// The most works that ask Python at once.
const MOST: usize = 32;

/// How many works that ask Python are under way.
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// How work ended.
pub(crate) struct Ended<T> {
    /// What it came to; nothing if it did not end.
    pub(crate) result: Option<T>,
    /// The exception that ended the waiting for it.
    pub(crate) interrupted: Option<PyErr>,
}

impl<T> Ended<T> {
    /// What the work came to, or the exception that ended the waiting for it.
    pub(crate) fn finished(self) -> PyResult<T> {
        match self.interrupted {
            Some(error) => Err(error),
            None => Ok(self.result.expect("work that was not interrupted has ended")),
        }
    }
}

/// Does something long without the interpreter's lock, on a thread of its own.
///
/// An interrupt raises the watch's flag, which ends the work, and is raised itself then.
/// Work that asks Python may be in a function that does not return:
/// after a second that is interrupted, too, and after another it is left to itself.
/// A panic becomes an exception.
///
/// What asks Python again and again is known to the interpreter for as long as it runs:
/// a thread that comes to it anew each time takes three times as long.
pub(crate) fn watched<T: Send + 'static>(
    py: Python<'_>,
    asks_python: bool,
    watch: &Arc<Watch>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Ended<T> {
    let _place = match asks_python.then(Place::new).transpose() {
        Ok(place) => place,
        Err(error) => return Ended { result: None, interrupted: Some(error) },
    };
    let (done, is_done) = channel();
    let (away, away_too) = (Away::new(), asks_python.then(Away::new));
    let working = helper_thread().spawn(move || {
        let result = match away_too {
            Some(away) => attached(|py| {
                py.detach(|| {
                    let result = work();
                    away.stay_if_over();
                    result
                })
            }),
            None => work(),
        };
        done.send(result).ok();
    });
    let working = match working {
        Ok(working) => working,
        Err(error) => return Ended { result: None, interrupted: Some(error.into()) },
    };
    let watch = Arc::clone(watch);
    let is_over = || away.is_over();
    py.detach(move || {
        loop {
            let received = is_done.recv_timeout(WATCH);
            if is_over() {
                watch.stop().store(true, Ordering::Relaxed);
                return Ended { result: received.ok(), interrupted: Some(ended()) };
            }
            match received {
                Ok(result) => return Ended { result: Some(result), interrupted: None },
                Err(RecvTimeoutError::Disconnected) => {
                    let words = working.join().err().map(words).unwrap_or_default();
                    let error = PyRuntimeError::new_err(format!("a fault of bestply: {words}"));
                    return Ended { result: None, interrupted: Some(error) };
                }
                Err(RecvTimeoutError::Timeout) => {
                    // The method itself would be of one lifetime.
                    #[allow(clippy::redundant_closure_for_method_calls)]
                    let checked = attached(|python| python.check_signals());
                    if let Err(error) = checked {
                        watch.stop().store(true, Ordering::Relaxed);
                        let result = is_done.recv_timeout(if asks_python { GRACE } else { Duration::MAX });
                        let result = result.or_else(|_| {
                            attached(|py| watch.interrupt(py, &error));
                            is_done.recv_timeout(GRACE)
                        });
                        return Ended { result: result.ok(), interrupted: Some(error) };
                    }
                }
            }
        }
    })
}

/// What a panic says.
fn words(panic: Box<dyn Any + Send>) -> String {
    let words = panic.downcast_ref::<String>().cloned();
    words.or_else(|| panic.downcast_ref::<&str>().map(|&words| words.to_owned())).unwrap_or_default()
}

/// The place of work that asks Python, among those that do at once.
struct Place;

impl Place {
    /// Takes a place: there are few, for an evaluation that searches with itself would take ever more threads.
    fn new() -> PyResult<Place> {
        let place = Place;
        if UNDER_WAY.fetch_add(1, Ordering::Relaxed) < MOST {
            return Ok(place);
        }
        let problem = "searches that ask Python are under way already: does an evaluation search with itself?";
        Err(PyRecursionError::new_err(format!("{MOST} {problem}")))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        UNDER_WAY.fetch_sub(1, Ordering::Relaxed);
    }
}
