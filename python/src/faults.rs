//! Calls of Python while a search runs: what their exceptions end, and what ends them.
//!
//! No lock here is held while Python runs: another thread might wait for it and hold the interpreter's lock.
//! They are taken with that lock alone, but at the interpreter's end, so that no process is forked while one is held.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use pyo3::exceptions::{PyKeyboardInterrupt, PyRecursionError};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::ending::{attached, ended, ends};

/// The most calls within one another on a thread, whose stack has an end.
const DEEPEST: usize = 16;

/// The calls under way, the inner ones of a thread after the outer ones.
static CALLS: Mutex<Vec<Call>> = Mutex::new(Vec::new());

struct Call {
    /// The thread's number in the interpreter.
    thread: u64,
    /// Where its exception is put, by its address; 0 where it goes to the caller.
    faults: usize,
    /// Whether nobody waits for it any more.
    is_left: bool,
}

/// Where the methods of a game in Python, or a function that evaluates, put their exceptions.
#[derive(Clone, Default)]
pub(crate) struct Faults(Arc<Shared>);

#[derive(Default)]
struct Shared {
    watches: Mutex<Vec<Weak<Watch>>>,
    is_raised: AtomicBool,
}

/// Something that asks Python, a search for instance: the first exception ends it, and is raised when it has ended.
#[derive(Default)]
pub(crate) struct Watch {
    faults: Vec<Faults>,
    stop: Arc<AtomicBool>,
    error: Mutex<Option<PyErr>>,
}

impl Faults {
    /// What Python answers; nothing where it raises an exception, which ends all that watch:
    /// none of them can go on with what was asked. From then on nothing is asked, until another watch begins.
    pub(crate) fn ask<T>(&self, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        if self.is_raised() {
            return None;
        }
        if ends() {
            // Without the interpreter's lock, at which the thread might be ended.
            self.raise(ended);
            return None;
        }
        attached(|py| {
            let (answer, is_left) = noted(py, self.address(), || question(py));
            let raise = |error: PyErr| {
                // Nobody waits for what was left to itself.
                if !is_left {
                    self.raise(|| if ends() { ended() } else { error.clone_ref(py) });
                }
            };
            answer.map_err(raise).ok()
        })
    }

    fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    fn raise(&self, error: impl Fn() -> PyErr) {
        self.0.is_raised.store(true, Ordering::Relaxed);
        let watches: Vec<Arc<Watch>> = locked(&self.0.watches).iter().filter_map(Weak::upgrade).collect();
        for watch in watches {
            let mut error = Some(error());
            if let kept @ None = &mut *locked(&watch.error) {
                *kept = error.take();
            }
            watch.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Whether there was an exception since the last watch began.
    pub(crate) fn is_raised(&self) -> bool {
        self.0.is_raised.load(Ordering::Relaxed)
    }

    /// What some work comes to, unless a method of Python raises an exception in it.
    pub(crate) fn watch<T>(&self, work: impl FnOnce() -> T) -> PyResult<T> {
        let watch = Watch::over([self]);
        let value = catch_unwind(AssertUnwindSafe(work));
        watch.raised().map_or_else(|| Ok(value.unwrap_or_else(|panic| resume_unwind(panic))), Err)
    }
}

impl Watch {
    /// Begins to watch these.
    pub(crate) fn over<const N: usize>(faults: [&Faults; N]) -> Arc<Watch> {
        let watch = Arc::new(Watch { faults: faults.map(Faults::clone).into(), ..Watch::default() });
        for Faults(shared) in faults {
            shared.is_raised.store(false, Ordering::Relaxed);
            let mut watches = locked(&shared.watches);
            watches.retain(|other| other.strong_count() > 0);
            watches.push(Arc::downgrade(&watch));
        }
        watch
    }

    /// The flag that an exception raises.
    pub(crate) fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Interrupts the functions of Python that are asked, and leaves them to themselves.
    /// Whatever else watches them ends by the same exception.
    pub(crate) fn interrupt(&self, py: Python<'_>, error: &PyErr) {
        let mut threads = Vec::new();
        for faults in &self.faults {
            faults.raise(|| error.clone_ref(py));
            for call in locked(&CALLS).iter_mut().filter(|call| call.faults == faults.address()) {
                call.is_left = true;
                threads.push(call.thread);
            }
        }
        // A function that waits outside Python has the exception when it comes back.
        interrupted(py, &threads, &py.get_type::<PyKeyboardInterrupt>());
    }

    /// The first exception, if there was one.
    pub(crate) fn raised(&self) -> Option<PyErr> {
        locked(&self.error).take()
    }
}

/// What Python answers whoever asks it directly.
///
/// # Errors
///
/// Its exception; a `RecursionError` where such calls are too deep; `SystemExit` where the interpreter ends.
pub(crate) fn called<T>(py: Python<'_>, question: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    noted(py, 0, question).0
}

/// What Python answers while the call is noted, and whether it was left to itself meanwhile.
fn noted<T>(py: Python<'_>, faults: usize, question: impl FnOnce() -> PyResult<T>) -> (PyResult<T>, bool) {
    let thread = thread_number(py);
    let here = |call: &Call| call.thread == thread;
    let deep = locked(&CALLS).iter().filter(|call| here(call)).count();
    if ends() {
        return (Err(ended()), false);
    }
    if deep >= DEEPEST {
        let problem = "what is written in Python asks bestply, which asks it again, and so on: \
                       does a method of a game play in its own game?";
        return (Err(PyRecursionError::new_err(problem)), false);
    }
    locked(&CALLS).push(Call { thread, faults, is_left: false });
    // An exception is made while the call is noted, for the interpreter's lock is given away meanwhile.
    let answer = question().inspect_err(|error| _ = error.value(py));
    let mut calls = locked(&CALLS);
    let is_left = calls.iter().rposition(here).is_some_and(|place| calls.remove(place).is_left);
    drop(calls);
    (answer.map_err(|error| if ends() { ended() } else { error }), is_left)
}

/// The number of this thread in the interpreter.
fn thread_number(py: Python<'_>) -> u64 {
    thread_local!(static NUMBER: Cell<Option<u64>> = const { Cell::new(None) });
    NUMBER.get().unwrap_or_else(|| {
        let number = py.import("threading").and_then(|threading| threading.call_method0("get_ident")?.extract());
        // A thread without a number cannot be interrupted.
        NUMBER.set(number.ok());
        NUMBER.get().unwrap_or(0)
    })
}

/// The threads of the calls under way.
pub(crate) fn calling() -> Vec<u64> {
    locked(&CALLS).iter().map(|call| call.thread).collect()
}

/// Raises an exception in these threads, and returns how many there are.
pub(crate) fn interrupted(py: Python<'_>, threads: &[u64], exception: &Bound<'_, PyType>) -> usize {
    let raise = |&thread: &u64| -> PyResult<usize> {
        let ctypes = py.import("ctypes")?;
        let exception = ctypes.call_method1("py_object", (exception,))?;
        let api = ctypes.getattr("pythonapi")?;
        let given = (ctypes.call_method1("c_ulong", (thread,))?, exception);
        api.call_method1("PyThreadState_SetAsyncExc", given)?.extract()
    };
    // What could not be raised, for an interrupt came here, may be raised later.
    threads.iter().map(|thread| raise(thread).unwrap_or(1)).sum()
}

/// Nothing panics with the locks of this crate.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
